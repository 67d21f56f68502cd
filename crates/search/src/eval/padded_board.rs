//! A board in the form that the evaluation of all placements of a piece needs.

use super::board_batch::{BatchColumn, BoardBatch, PADDED_WIDTH};
use crate::waiting_garbage::RisingRows;
use landfall_rules::board::WIDTH;
use landfall_rules::{Board, Ruleset};

/// A board to place pieces on. There are full columns beyond its right wall, so that every shape
/// may be treated as four columns wide.
pub struct PaddedBoard {
    /// The columns, as they are after rows have risen.
    pub columns: [u32; PADDED_WIDTH],
    /// `left[x]` has the rows that are full to the left of column `x`.
    left: [u32; PADDED_WIDTH],
    /// `right[x]` has the rows that are full to the right of column `x + 3`.
    right: [u32; PADDED_WIDTH],
    /// Rows that can be cleared.
    clearable: u32,
}

impl PaddedBoard {
    /// Returns a board, with rows that rise before a piece is placed.
    #[inline(always)]
    pub fn new(board: &Board, rules: &Ruleset, rising: RisingRows) -> PaddedBoard {
        let mut columns = [!0; PADDED_WIDTH];
        for (x, &column) in board.columns.iter().enumerate() {
            columns[x] = column as u32;
        }
        let mut clearable = !0;
        if rules.solid_row_interval.is_some() || rising.count > 0 {
            clearable = push_rows(&mut columns, rising);
        }
        let (mut left, mut right) = ([!0; PADDED_WIDTH], [!0; PADDED_WIDTH]);
        for x in 1..WIDTH {
            left[x] = left[x - 1] & columns[x - 1];
        }
        for x in (0..6).rev() {
            right[x] = right[x + 1] & columns[x + 4];
        }
        PaddedBoard {
            columns,
            left,
            right,
            clearable,
        }
    }

    /// Puts a shape onto board `i` of a batch; returns whether that fills a row.
    #[inline(always)]
    pub fn place<W: BatchColumn>(
        &self,
        batch: &mut BoardBatch<W>,
        i: usize,
        x: usize,
        cells: [u32; 4],
    ) -> bool {
        let mut full = self.full_beside(x);
        for (x, cells) in (x..).zip(cells) {
            let column = self.columns[x % PADDED_WIDTH] | cells;
            batch.set(i, x, column);
            full &= column;
        }
        full != 0
    }

    /// Returns whether a shape fills a row.
    #[inline(always)]
    pub fn fills_row(&self, x: usize, cells: [u32; 4]) -> bool {
        (x..)
            .zip(cells)
            .fold(self.full_beside(x), |full, (x, cells)| {
                full & (self.columns[x % PADDED_WIDTH] | cells)
            })
            != 0
    }

    /// Returns the rows that are full to both sides of the four columns from `x` on.
    #[inline(always)]
    fn full_beside(&self, x: usize) -> u32 {
        self.left[x % PADDED_WIDTH] & self.right[x % PADDED_WIDTH] & self.clearable
    }

    /// Returns whether there is a filled cell above a shape.
    #[inline(always)]
    pub fn covers(&self, x: usize, cells: [u32; 4]) -> bool {
        (x..).zip(cells).fold(false, |covers, (x, cells)| {
            // No cell of the shape is filled, so a larger column has a higher cell.
            covers | ((cells != 0) & (self.columns[x % PADDED_WIDTH] > cells))
        })
    }
}

/// Puts rows below columns; returns the rows that are not solid.
#[inline(never)]
fn push_rows(columns: &mut [u32; PADDED_WIDTH], RisingRows { count, row }: RisingRows) -> u32 {
    for (x, column) in columns.iter_mut().enumerate().take(WIDTH) {
        let filled = if row >> x & 1 == 1 {
            (1 << count) - 1
        } else {
            0
        };
        *column = *column << count | filled;
    }
    !columns.iter().fold(!0, |full, column| full & column)
}
