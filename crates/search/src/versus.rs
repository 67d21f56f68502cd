//! The opponent as the search sees him: how near his stack is to its end, in few bands.
//!
//! Owns the bands and what they do to the weights. A search asks once, when it begins; the
//! evaluation itself knows nothing of opponents. Few bands, so that the search of one move
//! can mostly go on with the next.

use crate::weights::Weights;
use landfall_rules::{Board, Ruleset};
use std::sync::Arc;

/// Most free rows above the opponent's highest column, for each band from the second on.
const FREE_ROWS: [u32; 4] = [10, 7, 4, 2];

/// How near the opponent is to his end. By default nothing is known of him, which counts as
/// far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpponentDanger {
    /// 0: more room than in any of [`FREE_ROWS`], or nothing known.
    band: usize,
}

impl OpponentDanger {
    /// The nearest to his end of the opponents with these boards.
    pub fn from_boards(rules: &Ruleset, boards: &[Board]) -> OpponentDanger {
        let band = |board: &Board| {
            let room = rules.top_out_row().saturating_sub(board.max_height());
            FREE_ROWS.iter().filter(|&&most| room <= most).count()
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
}

impl Weights {
    /// These weights against an opponent: what his band adds to a line sent, and how much of
    /// the price of height is left. The very same weights if that changes nothing.
    pub fn for_opponent(self: &Arc<Weights>, rival: OpponentDanger) -> Arc<Weights> {
        let Some(band) = rival.band.checked_sub(1) else {
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

/// Within what a weight may be.
fn bounded(weight: i32) -> i32 {
    weight.clamp(-10_000, 10_000)
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
    fn the_nearest_to_his_end_counts() {
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
    fn the_end_is_where_pieces_appear_if_no_lock_loses() {
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
        let against =
            |rows| weights.for_opponent(OpponentDanger::from_boards(&PASON, &[tower(rows)]));
        assert!(Arc::ptr_eq(&against(9), &weights), "far away");
        assert!(Arc::ptr_eq(&against(10), &weights), "weights of 0");
        let near = Weights {
            attack: 110,
            height: -6,
            height_above_10: -30,
            height_above_15: -5_400,
            ..Weights::clone(&weights)
        };
        assert_eq!(*against(13), near);
        assert_eq!(against(19).height_above_15, -10_000, "kept in bounds");
    }
}
