//! Many boards evaluated side by side.
//!
//! The boards lie column by column, those of one column beside each other, so that one
//! instruction does the same to many boards. That [`evaluate::board`] takes no branches is
//! what lets a compiler do so; nothing here says how many at a time, and the same code runs
//! on processors that can do but one.

use super::evaluate;
use super::weights::Weights;

/// Boards in a batch.
pub const LANES: usize = 16;

/// Rows that a board in a batch may have.
pub const ROWS: u32 = 32;

/// Columns that can be written to; those beyond the tenth are not looked at.
pub const WIDTH: usize = 16;

/// Up to [`LANES`] boards of up to [`ROWS`] rows.
pub struct Batch {
    /// `columns[x][i]` is column `x` of board `i`.
    columns: [[u32; LANES]; WIDTH],
}

impl Batch {
    /// A batch in which all boards are alike.
    #[inline(always)]
    pub fn of(columns: &[u32; WIDTH]) -> Batch {
        let mut batch = Batch {
            columns: [[0; LANES]; WIDTH],
        };
        for (lanes, &column) in batch.columns.iter_mut().zip(columns) {
            lanes.fill(column);
        }
        batch
    }

    /// Changes one column of board `i`; both indices count modulo what there is.
    #[inline(always)]
    pub fn set(&mut self, i: usize, x: usize, column: u32) {
        self.columns[x % WIDTH][i % LANES] = column;
    }

    #[inline(always)]
    fn add_t_rests(&self, weights: &Weights, values: &mut [i32; LANES]) {
        for (i, value) in values.iter_mut().enumerate() {
            let columns: [u32; 10] = std::array::from_fn(|x| self.columns[x][i]);
            *value += evaluate::t_rests(weights, &columns);
        }
    }

    /// What the boards are worth, one by one.
    #[inline(always)]
    pub fn values(&self, weights: &Weights) -> [i32; LANES] {
        let mut values = [0; LANES];
        for (i, value) in values.iter_mut().enumerate() {
            let columns: [u32; 10] = std::array::from_fn(|x| self.columns[x][i]);
            *value = evaluate::board(weights, &columns);
        }
        if weights.t_rest != [0; 3] {
            self.add_t_rests(weights, &mut values);
        }
        values
    }
}
