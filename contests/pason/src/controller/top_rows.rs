//! Records how the server treats moves that lift cells of the falling piece to the top rows: the
//! specification does not say whether it performs them.

use crate::pathfinding::RowLimit;

/// The lowest row in which a move is in doubt.
pub const TOP_MARGIN: i32 = 1;

/// What states and locks have shown about the top rows in this match.
#[derive(Clone, Copy, Debug)]
pub struct TopRows {
    /// How high paths may lead.
    pub limit: RowLimit,
    /// The highest row to which a performed move lifted a cell.
    highest_performed: i32,
}

impl Default for TopRows {
    fn default() -> TopRows {
        TopRows {
            limit: RowLimit::default(),
            highest_performed: TOP_MARGIN + 1,
        }
    }
}

impl TopRows {
    /// Whether it is unknown that the server performs a move that lifts a cell to this row.
    pub fn is_in_doubt(&self, row: i32) -> bool {
        row < self.highest_performed
    }

    /// Records that the server performed a move that lifted a cell to this row.
    pub fn record_performed(&mut self, row: i32) {
        self.highest_performed = self.highest_performed.min(row);
    }

    /// Records that a lock has shown that the server did not perform a move that would have lifted
    /// a cell to this row.
    pub fn record_lock_without(&mut self, row: i32) {
        if self.is_in_doubt(row) {
            self.limit = RowLimit::HighestRow(row + 1);
        }
    }

    /// Records that the server did not perform a move that would have lifted a cell to this row.
    /// Returns the limit for the piece, if the row may be the reason.
    pub fn record_not_performed(&mut self, row: i32) -> Option<RowLimit> {
        if row > TOP_MARGIN || !self.is_in_doubt(row) {
            return None;
        }
        if row < 0 {
            self.limit = RowLimit::HighestRow(0);
            return Some(self.limit);
        }
        Some(RowLimit::HighestRow(row + 1))
    }
}
