//! How positions follow from each other: locks, solid rows, and garbage that rises.

use crate::pending_garbage::PendingGarbage;
use crate::position::Position;
use crate::waiting_garbage::{RisingRows, WaitingGarbage};
use landfall_rules::board::WIDTH;
use landfall_rules::lock::{ClearState, lock_times, push_solid_row};
use landfall_rules::{Board, Clear, Placement, Ruleset};

/// More rows never rise at one lock.
const MAX_RISING: usize = 64;

/// The rules at one time of a game.
#[derive(Clone, Copy, Debug)]
pub struct Transitions {
    /// The rules.
    pub rules: Ruleset,
    /// By how much attacks are multiplied.
    pub attack_multiplier: f64,
    /// Garbage that waits rises only where it brings the stack within this many rows of the top-out
    /// row.
    pub danger_rows: u32,
}

impl Transitions {
    /// Locks a placement and returns its clear.
    #[inline]
    pub fn lock(&self, board: &mut Board, clear_state: &mut ClearState, mv: &Placement) -> Clear {
        lock_times(&self.rules, board, clear_state, mv, self.attack_multiplier)
    }

    /// Returns the position after a lock, with the same hold, and with garbage that rises after it.
    /// After a lock that loses, the board is full, the same for all that lose.
    pub fn after_move(
        &self,
        position: &Position,
        mv: &Placement,
        garbage: &PendingGarbage,
    ) -> Position {
        let mut next = *position;
        let clear = self.lock(&mut next.board, &mut next.clear_state, mv);
        if clear.topped_out | push_solid_row(&self.rules, &mut next.board, &mut next.clear_state) {
            next.board.columns = [!0; WIDTH];
        } else {
            garbage.apply(&mut next.board, clear.attack);
            self.update_waiting_garbage(&position.board, &mut next, &clear);
        }
        next
    }

    /// Returns the garbage that waits and rises if the next lock clears nothing.
    #[inline]
    pub fn rising(&self, waiting: WaitingGarbage, board: &Board) -> RisingRows {
        waiting.rising(&self.rules, board, self.danger_rows)
    }

    /// Updates the waiting garbage in `next` after the lock on `before` that led there: a clear
    /// holds it down, after any other lock it rises.
    #[inline]
    pub fn update_waiting_garbage(&self, before: &Board, next: &mut Position, clear: &Clear) {
        let waiting = next.waiting_garbage;
        if waiting == WaitingGarbage::default() {
            return;
        }
        if clear.lines > 0 {
            next.waiting_garbage = waiting.after_clear(clear);
            return;
        }
        let rising = self.rising(waiting, before);
        let rows = [rising.row; MAX_RISING];
        next.board
            .raise(&rows[..(rising.count as usize).min(MAX_RISING)]);
        next.clear_state = rising.counters_after(&self.rules, next.clear_state);
        next.waiting_garbage = waiting.after_rising(rising);
    }
}
