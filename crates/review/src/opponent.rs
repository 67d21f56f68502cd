//! What the other sides of a round had when a piece appeared.

use landfall_replay::game::Round;
use landfall_rules::{Board, Ruleset};

/// Another side of the round, as it was when a piece appeared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its board.
    pub board: Board,
    /// Rows of garbage that waited for it.
    pub waiting: u32,
}

impl Opponent {
    /// Returns how many rows may come up before it tops out.
    pub fn free_rows(&self, rules: &Ruleset) -> u32 {
        let filled = self.board.max_height() + self.waiting;
        rules.top_out_row().saturating_sub(filled)
    }

    /// Returns the other sides of a round at a frame, as far as they are recorded. Each as it was
    /// before the piece that was in play then.
    pub fn all_at(round: &Round, side: usize, frame: u64) -> Vec<Opponent> {
        let others = round.sides.iter().enumerate().filter(|&(i, _)| i != side);
        others
            .filter_map(|(_, other)| {
                let begun = other.moves.partition_point(|mv| mv.appeared <= frame);
                let mv = other.moves.get(begun.checked_sub(1)?)?;
                Some(Opponent {
                    board: mv.state.board,
                    waiting: mv.waiting.iter().map(|packet| packet.lines).sum(),
                })
            })
            .collect()
    }
}
