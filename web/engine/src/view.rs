//! What a page draws: positions and locks, as JSON.
//!
//! Defines the attributes of both, for games by keys and by placements.

use landfall_replay::clear_label;
use landfall_rules::side::LockResult;
use landfall_rules::{Cell, Clear, Piece, Side};
use landfall_tbp::convert::to_move;
use landfall_tbp::messages::Move;
use serde::Serialize;

/// A game as a page draws it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Name of the ruleset.
    pub rules: &'static str,
    /// Rows of ten letters, the floor first, up to the highest that is not empty: `.` empty, `G`
    /// garbage, else the piece's letter.
    pub rows: Vec<String>,
    /// The piece that falls.
    pub active: Option<ActivePiece>,
    /// Cells of the piece after a hard drop.
    pub ghost: Option<[Cell; 4]>,
    /// The held piece.
    pub hold: Option<char>,
    /// Whether the piece in play may be held.
    pub can_hold: bool,
    /// The known pieces.
    pub queue: Vec<char>,
    /// Clears in a row.
    pub combo: u16,
    /// Clears in a row that kept back-to-back; at most 1 if the rules do not count them.
    pub back_to_back: u16,
    /// Lines that the end of the chain would send; `None` if the rules have no surge.
    pub surge: Option<u32>,
    /// Packets of garbage that wait, the oldest first.
    pub garbage: Vec<WaitingPacket>,
    /// Pieces locked.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Lines sent, before cancelling.
    pub attack: u64,
    /// The frame of the game.
    pub frame: u64,
    /// Why the game is over, in a word or two.
    pub over: Option<String>,
}

/// The piece that falls.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ActivePiece {
    /// Its letter.
    #[serde(rename = "type")]
    pub piece: char,
    /// Where it is.
    pub cells: [Cell; 4],
}

/// A packet of garbage that waits.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WaitingPacket {
    /// Its rows.
    pub rows: u32,
    /// Frames until it may rise, 0 if it may.
    pub frames: u64,
}

/// A piece that has locked.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The move, as in TBP.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The cells that it filled, before rows were cleared.
    pub cells: [Cell; 4],
    /// The rows that were cleared, on the same board.
    pub cleared_rows: Vec<u8>,
    /// How many they are.
    pub lines: u32,
    /// The name of the clear, such as "T-spin double"; empty for a plain lock.
    pub label: String,
    /// Lines sent, before cancelling.
    pub attack: u32,
    /// Clears in a row that kept back-to-back, after the lock.
    pub back_to_back: u16,
    /// Clears in a row, after the lock.
    pub combo: u16,
    /// Lines left to send after cancelling.
    pub sent: u32,
    /// The same as packets, to be received one by one.
    pub packets: Vec<u32>,
    /// Rows of garbage that rose.
    pub garbage_raised: usize,
    /// The pieces that were dealt since the lock before.
    pub dealt: Vec<char>,
    /// Why the game is over, in a word or two.
    pub over: Option<String>,
}

impl View {
    /// Returns the view of a side at a frame, without a falling piece. The queue begins with the
    /// piece in play.
    pub fn of(side: &Side, frame: u64) -> View {
        let state = side.state();
        let counters = &state.clear_state;
        let rules = side.rules();
        let waiting = side.garbage.packets();
        let packet = |(rows, due): (u32, u64)| WaitingPacket {
            rows,
            frames: due.saturating_sub(frame),
        };
        let surge = rules.attack.back_to_back.surge;
        View {
            rules: rules.name,
            rows: side.field().drawn_rows().collect(),
            active: None,
            ghost: None,
            hold: state.hold.map(char::from),
            can_hold: state.held_piece(rules).is_some(),
            queue: state.queue.iter().copied().map(char::from).collect(),
            combo: counters.combo,
            back_to_back: counters.back_to_back,
            surge: surge.map(|surge| surge.lines(u32::from(counters.back_to_back))),
            garbage: waiting.zip(side.garbage.due_frames()).map(packet).collect(),
            pieces: side.totals().pieces,
            lines: side.totals().lines,
            attack: side.totals().attack,
            frame,
            over: side.loss().map(|loss| loss.to_string()),
        }
    }
}

impl Placed {
    /// Returns a lock of a side after its garbage was settled: the lines that it sent and the rows
    /// that rose are separate arguments.
    pub fn of(side: &Side, lock: &LockResult, packets: &[u32], garbage_raised: usize) -> Placed {
        let counters = &side.state().clear_state;
        Placed {
            mv: to_move(side.rules(), &lock.placement),
            cells: lock.cells,
            cleared_rows: lock.cleared_rows.to_vec(),
            lines: lock.clear.lines,
            label: label(lock.placement.piece, &lock.clear),
            attack: lock.clear.attack,
            back_to_back: counters.back_to_back,
            combo: counters.combo,
            sent: packets.iter().sum(),
            packets: packets.to_vec(),
            garbage_raised,
            dealt: lock.dealt.iter().copied().map(char::from).collect(),
            over: side.loss().map(|loss| loss.to_string()),
        }
    }
}

/// Returns the name of a clear: "T-spin double", "Tetris, perfect clear".
fn label(piece: Piece, clear: &Clear) -> String {
    let called = clear_label(piece, clear).unwrap_or_default();
    let perfect = clear.perfect.then_some("perfect clear");
    let spin = format!("{}-", char::from(piece));
    let words = called.split(' ').filter(|word| !word.is_empty());
    let called: Vec<String> = words
        .enumerate()
        .map(|(i, word)| {
            let kept = usize::from(i == 0 || word.starts_with(&spin));
            word[..kept].to_string() + &word[kept..].to_lowercase()
        })
        .collect();
    let called = called.join(" ");
    [called.as_str(), perfect.unwrap_or_default()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::Spin;

    #[test]
    fn labels_are_words_for_people() {
        let clear = |lines, spin, perfect| Clear {
            lines,
            spin,
            perfect,
            ..Clear::default()
        };
        let label = |piece, clear| label(piece, &clear);
        assert_eq!(
            label(Piece::T, clear(2, Spin::Full, false)),
            "T-spin double"
        );
        assert_eq!(
            label(Piece::S, clear(1, Spin::Mini, false)),
            "Mini S-spin single"
        );
        assert_eq!(
            label(Piece::I, clear(4, Spin::None, true)),
            "Tetris, perfect clear"
        );
        assert_eq!(label(Piece::O, Clear::default()), "");
    }
}
