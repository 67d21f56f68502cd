//! Eight boards evaluated in the lanes of registers of 128 bits.
//!
//! The same as [`Features::count`] and the net do for one board, with lanes for numbers. Owns the
//! way from columns that lie side by side to values; columns are narrow (16 bits, eight to a
//! register) or wide (32 bits, four to a register), counts are narrow.

use crate::eval::board_batch::{LANES, PADDED_WIDTH};
use crate::eval::column::{ColumnBits, Count};
use crate::eval::{self, Features, block_spin_slots, four_wide, spin_slots};
use crate::weights::Weights;
use landfall_rules::WIDTH;
use landfall_rules::simd::lanes::{U16x8, U32x4};

/// Columns in lanes, beside each other.
pub trait BoardLanes: ColumnBits {
    /// One column in a lane.
    type Column;

    /// Counts eight boards, the first of which is `first`.
    fn count_eight(
        columns: &[[Self::Column; LANES]; PADDED_WIDTH],
        first: usize,
        weights: &Weights,
    ) -> BoardCounts<U16x8>;
}

impl BoardLanes for U16x8 {
    type Column = u16;

    #[inline(always)]
    fn count_eight(
        columns: &[[u16; LANES]; PADDED_WIDTH],
        first: usize,
        weights: &Weights,
    ) -> BoardCounts<U16x8> {
        let lanes = |x: usize| std::array::from_fn(|i| columns[x][first + i]);
        let columns = std::array::from_fn(|x| U16x8::from_array(lanes(x)));
        BoardCounts::new(&columns, weights)
    }
}

impl BoardLanes for U32x4 {
    type Column = u32;

    #[inline(always)]
    fn count_eight(
        columns: &[[u32; LANES]; PADDED_WIDTH],
        first: usize,
        weights: &Weights,
    ) -> BoardCounts<U16x8> {
        let [low, high] = [first, first + 4].map(|first| {
            let lanes = |x: usize| std::array::from_fn(|i| columns[x][first + i]);
            let columns = std::array::from_fn(|x| U32x4::from_array(lanes(x)));
            BoardCounts::new(&columns, weights)
        });
        BoardCounts::narrowed(&low, &high)
    }
}

/// Returns the values of eight boards, the first of which is `first`.
#[inline(always)]
pub fn evaluate<L: BoardLanes>(
    columns: &[[L::Column; LANES]; PADDED_WIDTH],
    first: usize,
    weights: &Weights,
) -> [i32; 8] {
    let counts = L::count_eight(columns, first, weights);
    let mut values = [0; 8];
    let (fours, _) = values.as_chunks_mut::<4>();
    for (four, counts) in fours.iter_mut().zip(counts.widened()) {
        *four = counts
            .linear_value(weights)
            .to_array()
            .map(u32::cast_signed);
    }
    weights
        .net
        .add_outputs_in_lanes(&counts.features.clamped(), &mut values);
    values
}

/// What is counted on boards.
#[derive(Clone, Copy, Debug)]
pub struct BoardCounts<C> {
    features: Features<C>,
    /// Counted only if there is a weight for them.
    block_spin_slots: [C; 3],
    /// Likewise.
    spin_slots: [C; 3],
    /// Likewise.
    four_wide_rows: C,
}

impl<C: Count> BoardCounts<C> {
    #[inline(never)]
    fn new<W: ColumnBits<Count = C>>(columns: &[W; WIDTH], weights: &Weights) -> BoardCounts<C> {
        let none = [C::from_number(0); 3];
        let mut counts = BoardCounts {
            features: Features::count(columns),
            block_spin_slots: none,
            spin_slots: none,
            four_wide_rows: C::from_number(0),
        };
        let below = columns.map(W::rows_below_top);
        if weights.t_rest != [0; 3] {
            counts.block_spin_slots = block_spin_slots::count(columns, &below);
        }
        if weights.spin_slot != [0; 3] {
            counts.spin_slots = spin_slots::count(columns, &below);
        }
        if weights.four_wide_row != 0 {
            counts.four_wide_rows = four_wide::count_rows(columns, &below);
        }
        counts
    }

    /// Returns the values without the net's. Lanes must be of 32 bits.
    #[inline(always)]
    fn linear_value(&self, weights: &Weights) -> C {
        let mut value = self.features.linear_value(weights);
        if weights.t_rest != [0; 3] {
            value = value + eval::best_two(self.block_spin_slots, &weights.t_rest);
        }
        if weights.spin_slot != [0; 3] {
            value = value + eval::best_two(self.spin_slots, &weights.spin_slot);
        }
        if weights.four_wide_row != 0 {
            value = value + C::from_number(weights.four_wide_row) * self.four_wide_rows;
        }
        value
    }

    /// Returns the same with other lanes.
    #[inline(always)]
    fn map<D>(&self, lanes: impl Fn(C) -> D) -> BoardCounts<D> {
        BoardCounts {
            features: Features {
                counts: self.features.counts.map(&lanes),
                well_column: lanes(self.features.well_column),
            },
            block_spin_slots: self.block_spin_slots.map(&lanes),
            spin_slots: self.spin_slots.map(&lanes),
            four_wide_rows: lanes(self.four_wide_rows),
        }
    }
}

impl BoardCounts<U16x8> {
    /// Returns the counts of the first and of the last four boards.
    #[inline(always)]
    fn widened(&self) -> [BoardCounts<U32x4>; 2] {
        [0, 1].map(|half| self.map(|counts| counts.widened()[half]))
    }

    /// Returns the counts of twice four boards.
    #[inline(always)]
    fn narrowed(low: &BoardCounts<U32x4>, high: &BoardCounts<U32x4>) -> BoardCounts<U16x8> {
        let narrow = |[low, high]: [U32x4; 2]| U16x8::narrowed(low, high);
        let three = |low: &[U32x4; 3], high: &[U32x4; 3]| {
            std::array::from_fn(|i| narrow([low[i], high[i]]))
        };
        let (some, others) = (&low.features, &high.features);
        BoardCounts {
            features: Features {
                counts: std::array::from_fn(|i| narrow([some.counts[i], others.counts[i]])),
                well_column: narrow([some.well_column, others.well_column]),
            },
            block_spin_slots: three(&low.block_spin_slots, &high.block_spin_slots),
            spin_slots: three(&low.spin_slots, &high.spin_slots),
            four_wide_rows: narrow([low.four_wide_rows, high.four_wide_rows]),
        }
    }
}
