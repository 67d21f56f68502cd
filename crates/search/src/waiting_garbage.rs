//! Garbage that waits until a lock clears nothing, and what a lock does to it, under rules that
//! make it wait. Part of the position, so that a search sees that a clear holds it down and that
//! lines sent cancel it.
//!
//! In a search it rises only where that brings the stack into danger; otherwise it keeps waiting,
//! and a weight counts each row. An evaluation of boards with guessed holes plays worse
//! (docs/lab/tetrio-s2.md, "Garbage that waits").

use crate::pending_garbage::{guessed_row, is_dangerous};
use landfall_rules::lock::ClearState;
use landfall_rules::{Board, Clear, Ruleset};

/// Garbage that waits for a lock without a clear. Under rules that do not make it wait there is
/// none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingGarbage {
    /// Rows.
    pub rows: u8,
    /// Pieces that still belong to the opener phase, in which lines sent cancel twice as much.
    pub opener_pieces: u8,
}

impl WaitingGarbage {
    /// Returns `rows` rows that wait after `pieces_placed` pieces, if the rules make them wait.
    /// Without a number of pieces the opener phase is over.
    pub fn new(rules: &Ruleset, rows: u32, pieces_placed: Option<u32>) -> WaitingGarbage {
        let Some(queue) = rules.garbage_queue else {
            return WaitingGarbage::default();
        };
        let byte = |number: u32| number.min(u32::from(u8::MAX)) as u8;
        let opener_pieces = pieces_placed.map(|placed| queue.opener_pieces.saturating_sub(placed));
        WaitingGarbage {
            rows: byte(rows),
            opener_pieces: byte(opener_pieces.unwrap_or(0)),
        }
    }

    /// Returns the rows that rise if the next lock, on this board, clears nothing: none unless they
    /// bring the stack within `danger_rows` of the top-out row. The column of the hole is guessed.
    #[inline]
    pub fn rising(self, rules: &Ruleset, board: &Board, danger_rows: u32) -> RisingRows {
        let cap = rules.garbage_queue.map_or(0, |queue| queue.cap);
        let count = u32::from(self.rows).min(cap);
        if count == 0 || !is_dangerous(rules, board, count + danger_rows) {
            return RisingRows::default();
        }
        RisingRows {
            count,
            row: guessed_row(rules, board),
        }
    }

    /// Returns what waits after a clear, which holds the rows down and cancels as many of them as it
    /// sends.
    #[inline]
    pub fn after_clear(self, clear: &Clear) -> WaitingGarbage {
        let factor = if self.opener_pieces > 0 { 2 } else { 1 };
        let cancelled = clear.attack.saturating_mul(factor).min(u32::from(u8::MAX));
        WaitingGarbage {
            rows: self.rows.saturating_sub(cancelled as u8),
            opener_pieces: self.opener_pieces.saturating_sub(1),
        }
    }

    /// Returns what waits after a lock without a clear.
    #[inline]
    pub fn after_rising(self, rising: RisingRows) -> WaitingGarbage {
        WaitingGarbage {
            rows: self.rows.saturating_sub(rising.count as u8),
            opener_pieces: self.opener_pieces.saturating_sub(1),
        }
    }
}

/// Rows that rise at a lock without a clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RisingRows {
    /// How many.
    pub count: u32,
    /// Each of them: a mask of filled columns.
    pub row: u16,
}

impl RisingRows {
    /// Returns the counters after a lock without a clear and these rows.
    #[inline]
    pub fn counters_after(self, rules: &Ruleset, before: ClearState) -> ClearState {
        let paid = rules.attack.garbage_bonus > 0;
        let more = if paid { self.count as u8 } else { 0 };
        ClearState {
            combo: 0,
            garbage_rows: before.garbage_rows.saturating_add(more),
            ..before
        }
    }
}
