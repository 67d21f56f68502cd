//! What changes from ply to ply of a search.

use crate::waiting_garbage::WaitingGarbage;
use landfall_rules::lock::ClearState;
use landfall_rules::{Board, Piece, State};

/// Value of a lost position: with weights of the usual size, less than that of any other position.
pub const LOST_VALUE: i32 = -100_000;

/// What changes from ply to ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The held piece.
    pub hold: Option<Piece>,
    /// Combo, back-to-back, and the other counters of clears.
    pub clear_state: ClearState,
    /// Rows of garbage that wait until a lock clears nothing, where the rules make them wait.
    pub waiting_garbage: WaitingGarbage,
}

impl Position {
    /// Returns the part of a state that changes from ply to ply.
    pub fn from_state(state: &State) -> Position {
        Position {
            board: state.board,
            hold: state.hold,
            clear_state: state.clear_state,
            waiting_garbage: WaitingGarbage::default(),
        }
    }
}
