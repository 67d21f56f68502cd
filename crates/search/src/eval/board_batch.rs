//! Many boards evaluated side by side.
//!
//! The boards lie column by column, those of one column beside each other, so that one
//! instruction does the same to many boards. A compiler can do so because [`Features::count`]
//! takes no branches; nothing here says how many at a time, and the same code runs on processors
//! that can do but one.

use crate::eval::column::ColumnBits;
use crate::eval::net::INPUTS;
use crate::eval::{self, Features, spin_slots};
use crate::weights::Weights;
use landfall_rules::WIDTH;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// Boards in a batch.
pub const LANES: usize = 16;

/// Rows that a board in a batch may have.
pub const MAX_ROWS: u32 = 32;

/// Columns that can be written to; those beyond the tenth are not evaluated.
pub const PADDED_WIDTH: usize = 16;

/// One column of all boards of a batch.
#[derive(Clone, Copy)]
struct RowLanes([u32; LANES]);

macro_rules! lane_by_lane {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for RowLanes {
            type Output = RowLanes;

            #[inline(always)]
            fn $method(mut self, other: RowLanes) -> RowLanes {
                for (lane, other) in self.0.iter_mut().zip(other.0) {
                    *lane $op other;
                }
                self
            }
        }
    };
    ($trait:ident, $method:ident, $op:tt, rows) => {
        impl $trait<u32> for RowLanes {
            type Output = RowLanes;

            #[inline(always)]
            fn $method(mut self, rows: u32) -> RowLanes {
                for lane in &mut self.0 {
                    *lane $op rows;
                }
                self
            }
        }
    };
}

lane_by_lane!(BitAnd, bitand, &=);
lane_by_lane!(BitOr, bitor, |=);
lane_by_lane!(Shl, shl, <<=, rows);
lane_by_lane!(Shr, shr, >>=, rows);

impl Not for RowLanes {
    type Output = RowLanes;

    #[inline(always)]
    fn not(mut self) -> RowLanes {
        for lane in &mut self.0 {
            *lane = !*lane;
        }
        self
    }
}

/// Up to [`LANES`] boards of up to [`MAX_ROWS`] rows.
pub struct BoardBatch {
    /// `columns[x][i]` is column `x` of board `i`.
    columns: [[u32; LANES]; PADDED_WIDTH],
}

impl BoardBatch {
    /// Returns a batch in which all boards are the same.
    #[inline(always)]
    pub fn filled_with(columns: &[u32; PADDED_WIDTH]) -> BoardBatch {
        let mut batch = BoardBatch {
            columns: [[0; LANES]; PADDED_WIDTH],
        };
        for (lanes, &column) in batch.columns.iter_mut().zip(columns) {
            lanes.fill(column);
        }
        batch
    }

    /// Changes one column of board `i`; both indices wrap around.
    #[inline(always)]
    pub fn set(&mut self, i: usize, x: usize, column: u32) {
        self.columns[x % PADDED_WIDTH][i % LANES] = column;
    }

    #[inline(always)]
    fn add_block_spin_slots(&self, weights: &Weights, values: &mut [i32; LANES]) {
        for (i, value) in values.iter_mut().enumerate() {
            let columns: [u32; WIDTH] = std::array::from_fn(|x| self.columns[x][i]);
            *value += eval::evaluate_block_spin_slots(weights, &columns);
        }
    }

    #[inline(always)]
    fn add_spin_slots(&self, weights: &Weights, values: &mut [i32; LANES]) {
        let columns: [RowLanes; WIDTH] = std::array::from_fn(|x| RowLanes(self.columns[x]));
        let below = columns.map(|RowLanes(column)| {
            RowLanes(column.map(|column| u32::lowest_rows(column.height())))
        });
        let counts = spin_slots::find(&columns, &below)
            .map(|RowLanes(slots)| slots.map(ColumnBits::count_rows));
        for (i, value) in values.iter_mut().enumerate() {
            *value += eval::best_two(counts.map(|lanes| lanes[i]), &weights.spin_slot);
        }
    }

    /// Returns the value of each board.
    #[inline(always)]
    pub fn evaluate(&self, weights: &Weights) -> [i32; LANES] {
        let mut values = [0; LANES];
        let mut counts = [[0; LANES]; INPUTS];
        for (i, value) in values.iter_mut().enumerate() {
            let columns: [u32; WIDTH] = std::array::from_fn(|x| self.columns[x][i]);
            let found = Features::count(&columns);
            *value = found.linear_value(weights);
            for (lanes, count) in counts.iter_mut().zip(found.clamped()) {
                lanes[i] = count;
            }
        }
        weights.net.add_outputs(&counts, &mut values);
        if weights.t_rest != [0; 3] {
            self.add_block_spin_slots(weights, &mut values);
        }
        if weights.spin_slot != [0; 3] {
            self.add_spin_slots(weights, &mut values);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Net;
    use landfall_rules::SplitMix64;

    #[test]
    fn side_by_side_is_one_by_one() {
        let mut rng = SplitMix64::new(8);
        let neuron = |k: i32| std::array::from_fn(|i| (k * 7 + i as i32 * 13) % 61 - 30);
        let weights = Weights {
            net: Net::from_rows(&[1, 2, 3].map(neuron)),
            spin_slot: [3, 50, 700],
            ..Weights::default()
        };
        for _ in 0..200 {
            let mut batch = BoardBatch::filled_with(&[0; PADDED_WIDTH]);
            let mut boards = [[0_u32; WIDTH]; LANES];
            for (i, board) in boards.iter_mut().enumerate() {
                for (x, column) in board.iter_mut().enumerate() {
                    let cells = rng.next_u64() as u32 & rng.next_u64() as u32;
                    *column = cells & 0x3fff | rng.below(64);
                    batch.set(i, x, *column);
                }
            }
            let values = boards.map(|columns| {
                eval::evaluate_board(&weights, &columns)
                    + eval::evaluate_spin_slots(&weights, &columns)
            });
            assert_eq!(batch.evaluate(&weights), values);
        }
    }
}
