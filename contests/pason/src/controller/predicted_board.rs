//! The predicted board after a drop, and what a reported board shows about the drop.

use crate::messages::ROWS;
use crate::piece_moves::{dropped, fits, locked};
use landfall_rules::{Board, Placement};

/// The most garbage rows that can rise between two boards: two clears of four rows.
const MAX_GARBAGE: usize = 8;

/// The cells of a column that are on the board.
const COLUMN: u64 = (1 << ROWS) - 1;

/// A drop that no board has shown yet.
#[derive(Clone, Copy, Debug)]
pub struct PredictedBoard {
    /// Number of the piece.
    pub piece_number: i64,
    /// Where the piece was dropped from.
    pub from: Placement,
    /// The board before.
    pub before: Board,
    /// The board after, without garbage.
    pub after: Board,
    /// Rows that the drop clears.
    pub lines: u32,
    /// The highest row to which a move had lifted a cell of the piece, and the board after the drop
    /// if the server has not performed that move.
    pub lift: Option<(i32, Board)>,
}

/// What a reported board shows of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropReport {
    /// It is from before the drop; garbage may have risen.
    Before,
    /// The piece is where it should be.
    AsPredicted,
    /// The piece is where it would be if the server had not performed the highest lift.
    LiftNotPerformed,
    /// Something else has happened.
    Other,
}

impl PredictedBoard {
    /// Returns the prediction for a piece that is dropped from here.
    pub fn new(piece_number: i64, before: Board, from: Placement) -> PredictedBoard {
        let (after, lines) = locked(&before, &dropped(&before, from));
        PredictedBoard {
            piece_number,
            from,
            before,
            after,
            lines,
            lift: None,
        }
    }

    /// Returns the same drop on a board to which garbage was added before it; the piece is lifted
    /// as little as necessary.
    pub fn on_board(&self, before: Board) -> PredictedBoard {
        let mut from = self.from;
        while !fits(&before, &from) && from.y < i8::MAX {
            from.y += 1;
        }
        PredictedBoard::new(self.piece_number, before, from)
    }

    /// Compares a reported board; `falling` is the piece that was falling when the board was
    /// reported, if known.
    pub fn compare(&self, board: &Board, falling: Option<i64>) -> DropReport {
        let lift_after = self.lift.map(|(_, after)| after);
        if *board == self.after {
            DropReport::AsPredicted
        } else if *board == self.before {
            DropReport::Before
        } else if lift_after == Some(*board) {
            DropReport::LiftNotPerformed
        } else if falling == Some(self.piece_number) && is_raised(&self.before, board) {
            DropReport::Before
        } else if is_raised(&self.after, board) {
            DropReport::AsPredicted
        } else if lift_after.is_some_and(|after| is_raised(&after, board)) {
            DropReport::LiftNotPerformed
        } else {
            DropReport::Other
        }
    }
}

/// Whether a board is another board with garbage below it.
fn is_raised(lower: &Board, board: &Board) -> bool {
    (1..=MAX_GARBAGE).any(|rows| {
        let mut columns = lower.columns.iter().zip(&board.columns);
        columns.all(|(lower, column)| (lower << rows & COLUMN) >> rows == column >> rows)
    })
}
