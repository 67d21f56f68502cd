//! Positions to train with: mistakes in games, where few moves are right and all others are far
//! worse.

use crate::report::{LossUnit, MoveReport, PlacedPiece};

/// Most that a right move loses beside the best one, in lines.
pub const MOST_RIGHT_LOSS: f64 = 0.5;

/// Least that every other move loses, in lines. docs/lab/review.md has how often a longer search
/// disagrees.
pub const LEAST_WRONG_LOSS: f64 = 2.5;

/// How many times the nodes of a review the search has that checks a puzzle.
pub const CHECK_FACTOR: u64 = 100;

/// Most right moves of a puzzle.
pub const MOST_RIGHT_MOVES: usize = 2;

/// A position in which few moves are right.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle<'a> {
    /// The right moves, the best first. Moves to the same cells count as one.
    pub right: Vec<&'a PlacedPiece>,
    /// What the least bad of the other moves loses, in lines.
    pub least_wrong: f64,
}

impl<'a> Puzzle<'a> {
    /// Returns the puzzle of a judged move; `None` if the position is none: the move that was played
    /// lost little, too many moves are right, one is neither right nor wrong, or losses are not in
    /// lines.
    pub fn of(report: &'a MoveReport, unit: LossUnit) -> Option<Puzzle<'a>> {
        if unit != LossUnit::Lines || report.loss < LEAST_WRONG_LOSS || report.others.is_empty() {
            return None;
        }
        let mut right = vec![&report.best.placed];
        let mut least_wrong = report.loss;
        for other in &report.others {
            if right.iter().any(|known| same_cells(known, &other.placed)) {
                continue;
            }
            match other.loss {
                Some(loss) if loss <= MOST_RIGHT_LOSS => right.push(&other.placed),
                Some(loss) => least_wrong = least_wrong.min(loss),
                None => {}
            }
        }
        let is_clear = least_wrong >= LEAST_WRONG_LOSS && right.len() <= MOST_RIGHT_MOVES;
        is_clear.then_some(Puzzle { right, least_wrong })
    }

    /// Returns whether a move is right.
    pub fn is_right(&self, placed: &PlacedPiece) -> bool {
        self.right.iter().any(|right| same_cells(right, placed))
    }
}

/// Returns whether two pieces are placed on the same cells. One that comes from hold is another
/// piece, or leaves the same pieces.
fn same_cells(one: &PlacedPiece, other: &PlacedPiece) -> bool {
    one.piece == other.piece && one.cells.iter().all(|cell| other.cells.contains(cell))
}

#[cfg(test)]
mod tests;
