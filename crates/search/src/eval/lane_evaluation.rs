//! Eight boards evaluated in the lanes of registers of 128 bits.
//!
//! Does what [`Features::count`] and the net do for one board, with lanes for numbers. Columns are
//! narrow (16 bits, eight to a register) or wide (32 bits, four to a register), counts are narrow.

use crate::eval::Features;
use crate::eval::board_batch::{LANES, PADDED_WIDTH};
use crate::eval::column::ColumnBits;
use crate::eval::net::COUNTER_INPUTS;
use crate::weights::Weights;
use landfall_rules::board::WIDTH;
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
    ) -> Features<U16x8>;
}

impl BoardLanes for U16x8 {
    type Column = u16;

    #[inline(always)]
    fn count_eight(
        columns: &[[u16; LANES]; PADDED_WIDTH],
        first: usize,
        weights: &Weights,
    ) -> Features<U16x8> {
        let lanes = |x: usize| std::array::from_fn(|i| columns[x][first + i]);
        let columns = std::array::from_fn(|x| U16x8::from_array(lanes(x)));
        count(&columns, weights)
    }
}

impl BoardLanes for U32x4 {
    type Column = u32;

    #[inline(always)]
    fn count_eight(
        columns: &[[u32; LANES]; PADDED_WIDTH],
        first: usize,
        weights: &Weights,
    ) -> Features<U16x8> {
        let [low, high] = [first, first + 4].map(|first| {
            let lanes = |x: usize| std::array::from_fn(|i| columns[x][first + i]);
            let columns = std::array::from_fn(|x| U32x4::from_array(lanes(x)));
            count(&columns, weights)
        });
        low.zip_map(&high, U16x8::narrowed)
    }
}

/// Returns the values of eight boards, the first of which is `first`.
#[inline(always)]
pub fn evaluate<L: BoardLanes>(
    columns: &[[L::Column; LANES]; PADDED_WIDTH],
    counters: &[[i32; LANES]; COUNTER_INPUTS],
    first: usize,
    weights: &Weights,
) -> [i32; 8] {
    let features = L::count_eight(columns, first, weights);
    let mut values = [0; 8];
    let (fours, _) = values.as_chunks_mut::<4>();
    for (half, four) in fours.iter_mut().enumerate() {
        let wide = features.map(|counts| counts.widened()[half]);
        *four = wide.linear_value(weights).to_array().map(u32::cast_signed);
    }
    let lanes = |counter: &[i32; LANES]| std::array::from_fn(|i| counter[first + i] as u16);
    let counters = counters
        .each_ref()
        .map(|counter| U16x8::from_array(lanes(counter)));
    weights
        .net
        .add_outputs_in_lanes(&features.net_inputs(&counters), &mut values);
    values
}

/// Counts what has a weight. Not inlined: the lanes need all registers.
#[inline(never)]
fn count<W: ColumnBits>(columns: &[W; WIDTH], weights: &Weights) -> Features<W::Count> {
    let mut features = Features::count(columns);
    features.count_rare(columns, weights);
    features
}
