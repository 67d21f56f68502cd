//! The opponent as the search sees it: how near its stack is to topping out, in few bands.
//!
//! Owns the bands and what they do to the weights. They are applied once, when a search begins;
//! the evaluation itself knows nothing of opponents. Few bands, so that the search of one move
//! can mostly be reused for the next.

use crate::weights::Weights;
use landfall_rules::{Board, Ruleset};
use std::sync::Arc;

/// Most free rows above the opponent's highest column, for each band from the second on.
const FREE_ROWS: [u32; 4] = [10, 7, 4, 2];

/// How near the opponent is to topping out. By default nothing is known, which counts as far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpponentDanger {
    /// 0: more free rows than in any of [`FREE_ROWS`], or nothing known.
    band: usize,
}

impl OpponentDanger {
    /// Returns the danger of the most endangered of the opponents with these boards.
    pub fn from_boards(rules: &Ruleset, boards: &[Board]) -> OpponentDanger {
        let band = |board: &Board| {
            let free = rules.top_out_row().saturating_sub(board.max_height());
            FREE_ROWS.iter().filter(|&&most| free <= most).count()
        };
        OpponentDanger {
            band: boards.iter().map(band).max().unwrap_or(0),
        }
    }
}

/// What is known of a versus game beside the player's own position. By default nothing is: no
/// garbage, and an opponent in no danger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VersusInfo {
    /// How near the opponent is to topping out.
    pub opponent: OpponentDanger,
    /// Rows of garbage that wait for the player.
    pub pending_garbage: u32,
    /// Pieces that the player has placed since the game began, if it is known.
    pub pieces_placed: Option<u32>,
    /// Frames of 1/60 s since the game began, if it is known.
    pub frame: Option<u64>,
}

impl Weights {
    /// Returns these weights for an opponent in such danger: its band adds to the value of a line
    /// sent and changes the price of height. The very same weights if that changes nothing.
    pub fn for_opponent(self: &Arc<Weights>, opponent: OpponentDanger) -> Arc<Weights> {
        let Some(band) = opponent.band.checked_sub(1) else {
            return Arc::clone(self);
        };
        let (attack, height) = (self.rival_attack[band], self.rival_height[band]);
        if (attack, height) == (0, 0) {
            return Arc::clone(self);
        }
        let priced = |weight: i32| bounded(weight + weight * height / 100);
        Arc::new(Weights {
            attack: bounded(self.attack + attack),
            height: priced(self.height),
            height_above_10: priced(self.height_above_10),
            height_above_15: priced(self.height_above_15),
            ..Weights::clone(self)
        })
    }
}

/// Returns a weight within its bounds.
fn bounded(weight: i32) -> i32 {
    weight.clamp(-Weights::MAX, Weights::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{GUIDELINE, PASON};

    /// A board with a tower of this many rows.
    fn tower(rows: usize) -> Board {
        Board::parse(&"...#......\n".repeat(rows)).expect("a board")
    }

    #[test]
    fn the_most_endangered_opponent_counts() {
        let band = |rows: &[usize]| {
            let boards: Vec<Board> = rows.iter().copied().map(tower).collect();
            OpponentDanger::from_boards(&PASON, &boards).band
        };
        assert_eq!(band(&[]), 0);
        assert_eq!(
            [9, 10, 12, 13, 15, 16, 17, 18, 20, 23].map(|rows| band(&[rows])),
            [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
        );
        assert_eq!(band(&[3, 14, 9]), 2);
    }

    /// Under the guideline no lock loses; a piece that cannot appear does.
    #[test]
    fn danger_is_measured_to_where_pieces_spawn_if_no_lock_loses() {
        let bands = |rules| {
            [9, 10, 13, 16, 18, 23].map(|rows| OpponentDanger::from_boards(rules, &[tower(rows)]))
        };
        assert_eq!(bands(&GUIDELINE), bands(&PASON));
    }

    #[test]
    fn a_band_changes_attack_and_height_alone() {
        let weights = Arc::new(Weights {
            attack: 80,
            height: -10,
            height_above_10: -50,
            height_above_15: -9_000,
            rival_attack: [0, 30, 0, 0],
            rival_height: [0, -40, 0, 50],
            ..Weights::default()
        });
        let weights_at =
            |rows| weights.for_opponent(OpponentDanger::from_boards(&PASON, &[tower(rows)]));
        assert!(Arc::ptr_eq(&weights_at(9), &weights), "far away");
        assert!(Arc::ptr_eq(&weights_at(10), &weights), "weights of 0");
        let near = Weights {
            attack: 110,
            height: -6,
            height_above_10: -30,
            height_above_15: -5_400,
            ..Weights::clone(&weights)
        };
        assert_eq!(*weights_at(13), near);
        assert_eq!(weights_at(19).height_above_15, -10_000, "kept in bounds");
    }
}
