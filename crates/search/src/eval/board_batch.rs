//! Many boards evaluated side by side.
//!
//! Boards are stored column by column, the same column of all boards side by side, so that one
//! instruction works on many boards. Compilers vectorise this because [`Features::count`] takes no
//! branches. For WebAssembly, where they do not, `lane_evaluation` has explicit lanes.

use crate::eval::Features;
use crate::eval::lane_evaluation::{self, BoardLanes};
use crate::eval::net::{BOARD_INPUTS, COUNTER_INPUTS, INPUTS};
use crate::weights::Weights;
use landfall_rules::board::WIDTH;
use landfall_rules::simd::lanes::{U16x8, U32x4};
use landfall_rules::simd::pair_sums::PairSums;

/// Boards in a batch.
pub const LANES: usize = 16;

/// Columns that can be written to; those beyond the tenth are not evaluated.
pub const PADDED_WIDTH: usize = 16;

/// A column of a board in a batch.
pub trait BatchColumn: Copy {
    /// Rows that a board in a batch may have.
    const MAX_ROWS: u32;

    /// Returns the lowest rows of a column.
    fn from_u32(column: u32) -> Self;

    /// Implements [`BoardBatch::filled_with`].
    fn filled_with(columns: &[u32; PADDED_WIDTH]) -> [[Self; LANES]; PADDED_WIDTH];

    /// Implements [`BoardBatch::evaluate`].
    fn evaluate<S: PairSums>(
        batch: &BoardBatch<Self>,
        boards: usize,
        weights: &Weights,
    ) -> [i32; LANES];
}

impl BatchColumn for u32 {
    const MAX_ROWS: u32 = 32;

    #[inline(always)]
    fn from_u32(column: u32) -> u32 {
        column
    }

    /// Not inlined: without link-time optimisation the compiler makes scattered stores of it there, and
    /// the search takes a quarter longer.
    #[inline(never)]
    fn filled_with(columns: &[u32; PADDED_WIDTH]) -> [[u32; LANES]; PADDED_WIDTH] {
        let mut filled = [[0; LANES]; PADDED_WIDTH];
        for (lanes, &column) in filled.iter_mut().zip(columns) {
            lanes.fill(column);
        }
        filled
    }

    #[inline(always)]
    fn evaluate<S: PairSums>(
        batch: &BoardBatch<u32>,
        boards: usize,
        weights: &Weights,
    ) -> [i32; LANES] {
        if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
            batch.evaluate_in_lanes::<U32x4>(boards, weights)
        } else {
            batch.evaluate_side_by_side::<S>(boards, weights)
        }
    }
}

/// For registers with lanes, in which twice as many of these fit.
impl BatchColumn for u16 {
    /// One less than the bits of a column, because the row above each filled one is read.
    const MAX_ROWS: u32 = 15;

    #[inline(always)]
    fn from_u32(column: u32) -> u16 {
        column as u16
    }

    #[inline(always)]
    fn filled_with(columns: &[u32; PADDED_WIDTH]) -> [[u16; LANES]; PADDED_WIDTH] {
        let mut filled = [[0; LANES]; PADDED_WIDTH];
        for (lanes, &column) in filled.iter_mut().zip(columns) {
            for eight in lanes.as_chunks_mut::<8>().0 {
                *eight = U16x8::repeated(column as u16).to_array();
            }
        }
        filled
    }

    #[inline(always)]
    fn evaluate<S: PairSums>(
        batch: &BoardBatch<u16>,
        boards: usize,
        weights: &Weights,
    ) -> [i32; LANES] {
        batch.evaluate_in_lanes::<U16x8>(boards, weights)
    }
}

/// Up to [`LANES`] boards of up to [`BatchColumn::MAX_ROWS`] rows.
pub struct BoardBatch<W> {
    /// `columns[x][i]` is column `x` of board `i`.
    columns: [[W; LANES]; PADDED_WIDTH],
    /// `counters[k][i]` is counter `k` of position `i`, an input of nets.
    counters: [[i32; LANES]; COUNTER_INPUTS],
}

impl<W: BatchColumn> BoardBatch<W> {
    /// Returns a batch in which all boards and all counters are the same.
    #[inline(always)]
    pub fn filled_with(
        columns: &[u32; PADDED_WIDTH],
        counters: &[i32; COUNTER_INPUTS],
    ) -> BoardBatch<W> {
        BoardBatch {
            columns: W::filled_with(columns),
            counters: counters.map(|counter| [counter; LANES]),
        }
    }

    /// Changes the counters of board `i`.
    #[inline(always)]
    pub fn set_counters(&mut self, i: usize, counters: &[i32; COUNTER_INPUTS]) {
        for (lanes, &counter) in self.counters.iter_mut().zip(counters) {
            lanes[i % LANES] = counter;
        }
    }

    /// Changes one column of board `i`; both indices wrap around.
    #[inline(always)]
    pub fn set(&mut self, i: usize, x: usize, column: u32) {
        self.columns[x % PADDED_WIDTH][i % LANES] = W::from_u32(column);
    }

    /// Returns the values of the first `boards` boards; the others are undefined.
    #[inline(always)]
    pub fn evaluate<S: PairSums>(&self, boards: usize, weights: &Weights) -> [i32; LANES] {
        W::evaluate::<S>(self, boards, weights)
    }

    /// Returns the values of the first `boards` boards, counted in the lanes of registers.
    #[inline(always)]
    fn evaluate_in_lanes<L: BoardLanes<Column = W>>(
        &self,
        boards: usize,
        weights: &Weights,
    ) -> [i32; LANES] {
        let mut values = [0; LANES];
        let (eights, _) = values.as_chunks_mut::<8>();
        for (i, eight) in eights.iter_mut().enumerate().take(boards.div_ceil(8)) {
            *eight = lane_evaluation::evaluate::<L>(&self.columns, &self.counters, 8 * i, weights);
        }
        values
    }
}

impl BoardBatch<u32> {
    /// Returns the values of the first `boards` boards, in loops that the compiler vectorises.
    #[inline(always)]
    fn evaluate_side_by_side<S: PairSums>(&self, boards: usize, weights: &Weights) -> [i32; LANES] {
        let mut values = [0; LANES];
        let mut counts = [[0; LANES]; INPUTS];
        for (i, value) in values.iter_mut().enumerate() {
            let found = Features::count(&self.columns_of(i));
            *value = found.linear_value(weights);
            for (lanes, count) in counts.iter_mut().zip(found.net_counts()) {
                lanes[i] = count;
            }
        }
        counts[BOARD_INPUTS..].copy_from_slice(&self.counters);
        weights
            .net
            .add_outputs_of_batch::<S>(boards, &counts, &mut values);
        if weights.has_rare_features() {
            for (i, value) in values.iter_mut().enumerate() {
                let mut rare = Features::none();
                rare.count_rare(&self.columns_of(i), weights);
                *value += rare.linear_value(weights);
            }
        }
        values
    }

    #[inline(always)]
    fn columns_of(&self, i: usize) -> [u32; WIDTH] {
        std::array::from_fn(|x| self.columns[x][i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval;
    use crate::eval::net::{MAX_WEIGHT, Net};
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::simd::pair_sums::PortablePairSums;

    /// Compares batches of boards of `rows` rows with the same boards one by one.
    fn compare<W: BatchColumn>(
        rows: u32,
        most: i32,
        evaluate: fn(&BoardBatch<W>, &Weights) -> [i32; LANES],
    ) {
        let mut rng = SplitMix64::new(8);
        let neuron = |k: i32| -> [i32; INPUTS + 2] {
            std::array::from_fn(|i| (k * 7 + i as i32 * 13) % 61 - 30)
        };
        let mut neurons = [1, 2, 3].map(neuron);
        neurons[1][5] = most;
        let weights = Weights {
            net: Net::from_rows(&neurons),
            t_rest: [-5, 60, 800],
            four_wide_row: 90,
            ..Weights::default()
        };
        for _ in 0..200 {
            let mut batch = BoardBatch::filled_with(&[0; PADDED_WIDTH], &[0; COUNTER_INPUTS]);
            let mut boards = [([0_u32; WIDTH], [0; COUNTER_INPUTS]); LANES];
            for (i, (board, counters)) in boards.iter_mut().enumerate() {
                *counters = [(); COUNTER_INPUTS].map(|()| rng.below(20) as i32);
                batch.set_counters(i, counters);
                let height = 1 + rng.below(rows);
                for (x, column) in board.iter_mut().enumerate() {
                    let cells = rng.next_u64() as u32 & rng.next_u64() as u32;
                    *column = (cells | rng.below(64)) & !0 >> (32 - height);
                    batch.set(i, x, *column);
                }
            }
            let values = boards
                .map(|(columns, counters)| eval::evaluate_board(&weights, &columns, &counters));
            assert_eq!(evaluate(&batch, &weights), values);
        }
    }

    #[test]
    fn side_by_side_gives_the_values_of_one_by_one() {
        for most in [99, -32_768, 32_768, MAX_WEIGHT] {
            compare::<u32>(32, most, |batch, weights| {
                batch.evaluate_side_by_side::<PortablePairSums>(LANES, weights)
            });
        }
    }

    #[test]
    fn lanes_give_the_values_of_one_by_one() {
        for most in [99, -32_768, 32_768, MAX_WEIGHT] {
            compare::<u32>(32, most, |batch, weights| {
                batch.evaluate_in_lanes::<U32x4>(LANES, weights)
            });
            compare::<u16>(15, most, |batch, weights| {
                batch.evaluate_in_lanes::<U16x8>(LANES, weights)
            });
        }
    }
}
