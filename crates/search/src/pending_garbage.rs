//! Garbage that waits for the player: it rises when the first piece has locked, except for the
//! rows that the lines sent cancel.
//!
//! It counts only if it would bring the stack into danger. Otherwise a row received is worth about
//! as much as a row sent, and a search that includes it plays no better (docs/lab/strength.md,
//! "Pending garbage").

use landfall_rules::rng::{SplitMix64, mix64};
use landfall_rules::{Board, Ruleset};

/// Rows that rise after the first piece of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingGarbage {
    rows: u32,
    /// Each row: a mask of filled columns.
    row: u16,
}

impl PendingGarbage {
    /// More rows than this are counted as this many: they top out any board.
    pub(crate) const MAX_ROWS: u32 = 20;

    /// Returns the garbage of `rows` waiting rows in a search from a board: none if they do not
    /// bring the stack within `danger_rows` of the top-out row. The hole is guessed as a function
    /// of the board, so that it stays the same when a piece becomes known.
    pub fn for_board(
        rules: &Ruleset,
        board: &Board,
        rows: u32,
        danger_rows: u32,
    ) -> PendingGarbage {
        let rows = rows.min(PendingGarbage::MAX_ROWS);
        let waits = rules.garbage_queue.is_some();
        if rows == 0 || waits || !is_dangerous(rules, board, rows + danger_rows) {
            return PendingGarbage::default();
        }
        PendingGarbage {
            rows,
            row: guessed_row(rules, board),
        }
    }

    /// Returns whether anything rises.
    pub fn is_pending(&self) -> bool {
        self.rows > 0
    }

    /// Raises a board by what the lines sent do not cancel.
    pub fn apply(&self, board: &mut Board, sent: u32) {
        let rows = self.rows.saturating_sub(sent) as usize;
        // Rare, and this is called after every move.
        if rows > 0 {
            board.raise(&[self.row; PendingGarbage::MAX_ROWS as usize][..rows]);
        }
    }
}

/// Returns whether `rows` more rows would bring a stack to the top-out row.
#[inline]
pub(crate) fn is_dangerous(rules: &Ruleset, board: &Board, rows: u32) -> bool {
    board.max_height() + rows >= rules.top_out_row()
}

/// Returns a row of garbage that may come up below a board. Its hole is guessed as a function of
/// the board.
pub(crate) fn guessed_row(rules: &Ruleset, board: &Board) -> u16 {
    let columns = board.columns.iter();
    let seed = columns.fold(0, |seed, &column| mix64(seed ^ column));
    rules.garbage.row(&mut SplitMix64::new(seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::GUIDELINE;

    fn tower(rows: usize) -> Board {
        "#.........\n"
            .repeat(rows)
            .parse::<Board>()
            .expect("a board")
    }

    const DANGER_ROWS: u32 = crate::parameters::SearchParameters::DEFAULT.danger_rows;

    fn to(height: usize, rows: u32) -> PendingGarbage {
        PendingGarbage::for_board(&GUIDELINE, &tower(height), rows, DANGER_ROWS)
    }

    #[test]
    fn only_garbage_that_brings_the_stack_into_danger_counts() {
        for (height, rows) in [(0, 0), (20, 0), (0, 17), (13, 4), (17, 0)] {
            assert!(!to(height, rows).is_pending(), "{height} {rows}");
        }
        for (height, rows) in [(0, 18), (14, 4), (17, 1), (20, 1), (40, u32::MAX)] {
            assert!(to(height, rows).is_pending(), "{height} {rows}");
        }
    }

    #[test]
    fn lines_sent_cancel_it() {
        for (sent, left) in [(0, 4), (1, 3), (4, 0), (10, 0)] {
            let mut board = tower(14);
            to(14, 4).apply(&mut board, sent);
            assert_eq!(board.max_height(), 14 + left);
            let filled: u32 = board.columns.iter().map(|column| column.count_ones()).sum();
            assert_eq!(filled, 14 + 9 * left, "one hole per row");
        }
    }
}
