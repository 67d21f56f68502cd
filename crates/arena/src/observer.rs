//! What sees a game while it is played: the recorder of replays, and observers of one's own.

use super::player::{PlayerError, Suggestion};
use super::referee::GameResult;
use landfall_replay::arena::format::MoveTimes;
use landfall_rules::side::LockResult;
use landfall_rules::{Playfield, Side};

/// A piece that has locked.
#[derive(Clone, Copy, Debug)]
pub struct PlayedPiece<'a> {
    /// When its move was requested, and when it locks.
    pub times: MoveTimes,
    /// The seat that played it, 0 or 1.
    pub seat: usize,
    /// The placement, its clear, and the pieces dealt. [`landfall_replay::clear_label`] names the clear.
    pub lock: &'a LockResult,
    /// The side as it is after the move.
    pub side: &'a Side,
    /// The player's answer.
    pub suggestion: &'a Suggestion,
}

/// Observes a game. By default an observer ignores what it sees.
pub trait GameObserver {
    /// A piece has locked.
    fn piece_locked(&mut self, _piece: &PlayedPiece) {}

    /// Rows of garbage came up on a seat's side: masks of filled columns, in the order in which they
    /// rose.
    fn garbage_raised(&mut self, _frame: u64, _seat: usize, _rows: &[u16]) {}

    /// The game is over. `fields` and `failures` are by seat: the last boards, and the errors of players
    /// that failed.
    fn game_over(
        &mut self,
        _result: &GameResult,
        _fields: [&Playfield; 2],
        _failures: &[Option<PlayerError>; 2],
    ) {
    }
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl GameObserver for NoObserver {}
