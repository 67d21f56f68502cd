//! The table of board features: what is counted on a board, and the weight of each count.
//!
//! Counts whole columns at a time, without branches that depend on the board, so that many boards
//! can be evaluated side by side. Every path (one board, a batch, the lanes of registers) loops over
//! the table at compile time.
//!
//! A new feature is a row of the table `features!`, the line that counts it in [`Features::count`] or in
//! [`Features::count_rare`], and its weight in `weights/table.rs`.

use super::block_spin_slots;
use super::column::{ColumnBits, Count};
use super::four_wide;
use super::net::{BOARD_INPUTS, COUNTER_INPUTS, INPUTS, MAX_COUNT};
use super::t_spin_slots::{self, EmptyCellCounts};
use crate::weights::Weights;
use landfall_rules::board::WIDTH;
use std::ops::{Index, IndexMut};

macro_rules! features {
    ($($name:ident: $weight:ident $([$place:literal])?;)*) => {
        /// A feature of a board. [`Weights`] says what each counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($name,)*
        }

        impl Feature {
            /// The number of features.
            pub const NUMBER: usize = [$(Feature::$name,)*].len();
        }

        /// Returns the weight of each feature.
        #[inline(always)]
        fn weights_of(weights: &Weights) -> [i32; Feature::NUMBER] {
            [$(weights.$weight $([$place])?,)*]
        }
    };
}

// The first [`BOARD_INPUTS`] are inputs of nets; with another input, nets must be trained again.
features! {
    Height: height;
    Bumpiness: bumpiness;
    BumpinessSquared: bumpiness_squared;
    RowTransitions: row_transitions;
    ColumnTransitions: column_transitions;
    Holes: holes;
    HoleRows: hole_rows;
    HoleCover: hole_cover;
    WellDepth: well_depth;
    WellDepthBeyond: well_depth_beyond;
    TSlot0: t_slot[0];
    TSlot1: t_slot[1];
    TSlot2: t_slot[2];
    TSlot3: t_slot[3];
    HeightAbove10: height_above_10;
    HeightAbove15: height_above_15;
    WellColumn0: well_column[0];
    WellColumn1: well_column[1];
    WellColumn2: well_column[2];
    WellColumn3: well_column[3];
    WellColumn4: well_column[4];
    BlockSlot0: t_rest[0];
    BlockSlot1: t_rest[1];
    BlockSlot2: t_rest[2];
    FourWideRows: four_wide_row;
}

/// Slots for T-spins, by the rows that a T would clear there.
const T_SLOTS: [Feature; 4] = [
    Feature::TSlot0,
    Feature::TSlot1,
    Feature::TSlot2,
    Feature::TSlot3,
];

/// Slots for T-spins on three blocks, by the rows that a T would clear there.
const BLOCK_SLOTS: [Feature; 3] = [
    Feature::BlockSlot0,
    Feature::BlockSlot1,
    Feature::BlockSlot2,
];

/// The well's column from its nearer wall.
const WELL_COLUMNS: [Feature; 5] = [
    Feature::WellColumn0,
    Feature::WellColumn1,
    Feature::WellColumn2,
    Feature::WellColumn3,
    Feature::WellColumn4,
];

/// The counts of every feature on a board, or on each of several boards.
#[derive(Clone, Copy, Debug)]
pub struct Features<C> {
    counts: [C; Feature::NUMBER],
}

impl<C> Index<Feature> for Features<C> {
    type Output = C;

    #[inline(always)]
    fn index(&self, feature: Feature) -> &C {
        &self.counts[feature as usize]
    }
}

impl<C> IndexMut<Feature> for Features<C> {
    #[inline(always)]
    fn index_mut(&mut self, feature: Feature) -> &mut C {
        &mut self.counts[feature as usize]
    }
}

impl<C: Count> Features<C> {
    /// Returns counts of 0.
    #[inline(always)]
    pub fn none() -> Features<C> {
        Features {
            counts: [C::from_number(0); Feature::NUMBER],
        }
    }

    /// Counts the features of ten columns, those of [`Features::count_rare`] left out.
    #[inline(always)]
    pub fn count<W: ColumnBits<Count = C>>(columns: &[W; WIDTH]) -> Features<C> {
        let mut below = [W::EMPTY; WIDTH];
        for (below, column) in below.iter_mut().zip(W::looped(columns)) {
            *below = column.rows_below_top();
        }
        let open = EmptyCellCounts::new(columns);
        let mut features = Features::none();
        features.count_surface(columns, &below, !open.two);
        features.count_structure(columns, &below);
        let slots = best_two(t_spin_slots::count(columns, &below, &open));
        features.set(T_SLOTS, slots);
        features
    }

    /// Counts the features that few rulesets have a weight for, each only if its weight is not 0:
    /// counting them costs a sixth of the speed.
    #[inline(always)]
    pub fn count_rare<W: ColumnBits<Count = C>>(
        &mut self,
        columns: &[W; WIDTH],
        weights: &Weights,
    ) {
        let below = columns.map(W::rows_below_top);
        if weights.t_rest != [0; 3] {
            let slots = best_two(block_spin_slots::count(columns, &below));
            self.set(BLOCK_SLOTS, slots);
        }
        if weights.four_wide_row != 0 {
            self[Feature::FourWideRows] = four_wide::count_rows(columns, &below);
        }
    }

    #[inline(always)]
    fn set<const N: usize>(&mut self, features: [Feature; N], counts: [C; N]) {
        for (feature, count) in features.into_iter().zip(counts) {
            self[feature] = count;
        }
    }

    /// Returns the counts that are inputs of a [`Net`](super::net::Net), clamped.
    #[inline(always)]
    pub fn net_counts(&self) -> [C; BOARD_INPUTS] {
        let mut counts = [C::from_number(0); BOARD_INPUTS];
        for (clamped, count) in counts.iter_mut().zip(self.counts) {
            *clamped = count.at_most(C::from_number(MAX_COUNT));
        }
        counts
    }

    /// Returns all inputs of a [`Net`](super::net::Net): these counts, and counters of the position.
    #[inline(always)]
    pub fn net_inputs(&self, counters: &[C; COUNTER_INPUTS]) -> [C; INPUTS] {
        let mut inputs = [C::from_number(0); INPUTS];
        inputs[..BOARD_INPUTS].copy_from_slice(&self.net_counts());
        inputs[BOARD_INPUTS..].copy_from_slice(counters);
        inputs
    }

    /// Returns the value of the board by each feature alone. Lanes must be of 32 bits.
    #[inline(always)]
    pub fn linear_value(&self, weights: &Weights) -> C {
        let mut value = C::from_number(0);
        for (&count, weight) in self.counts.iter().zip(weights_of(weights)) {
            value = value + count * C::from_number(weight);
        }
        value
    }

    /// Returns the results of `lanes` for each count.
    #[inline(always)]
    pub fn map<D>(&self, lanes: impl Fn(C) -> D) -> Features<D> {
        Features {
            counts: self.counts.map(lanes),
        }
    }

    /// Returns the results of `lanes` for each count of these and of others.
    #[inline(always)]
    pub fn zip_map<D>(&self, others: &Self, lanes: impl Fn(C, C) -> D) -> Features<D> {
        Features {
            counts: std::array::from_fn(|i| lanes(self.counts[i], others.counts[i])),
        }
    }

    /// Counts height, bumpiness and the well, which is the first of the lowest columns. `below` has
    /// the rows below the top of each column, `closing` the rows with one empty cell at most.
    #[inline(always)]
    fn count_surface<W: ColumnBits<Count = C>>(
        &mut self,
        columns: &[W; WIDTH],
        below: &[W; WIDTH],
        closing: W,
    ) {
        let number = C::from_number;
        let mut heights = [number(0); WIDTH];
        let (mut top, mut lowest, mut well) = (number(0), number(W::ROWS), number(0));
        let (mut ground, mut x) = (!W::EMPTY, number(0));
        let both = W::looped(columns).iter().zip(below);
        for (height, (&column, &below)) in heights.iter_mut().zip(both) {
            *height = column.height(below);
            top = top.at_least(*height);
            well = height.if_less(lowest, x, well);
            lowest = lowest.at_most(*height);
            ground = ground & below;
            x = x + number(1);
        }
        self[Feature::Height] = top;
        self[Feature::HeightAbove10] = (top - number(10)).at_least(number(0));
        self[Feature::HeightAbove15] = (top - number(15)).at_least(number(0));
        let (mut bumps, mut squares, mut x) = (number(0), number(0), number(0));
        let mut left = well.if_equal(number(0), heights[1], heights[0]);
        for &height in W::looped(&heights) {
            let bump = well.if_equal(x, number(0), height.abs_diff(left));
            bumps = bumps + bump;
            squares = squares + bump * bump;
            left = well.if_equal(x, left, height);
            x = x + number(1);
        }
        self[Feature::Bumpiness] = bumps;
        self[Feature::BumpinessSquared] = squares;
        let depth = closing.unbroken_rows(lowest, ground);
        self[Feature::WellDepth] = depth.at_most(number(4));
        self[Feature::WellDepthBeyond] = (depth - number(4)).at_least(number(0));
        let from_wall = well.at_most(number(WIDTH as i32 - 1) - well);
        let waiting = number(0).if_less(depth, number(1), number(0));
        for (place, feature) in (0..).zip(WELL_COLUMNS) {
            self[feature] = from_wall.if_equal(number(place), waiting, number(0));
        }
    }

    /// Counts transitions along rows and columns, holes, rows with holes and what covers them.
    /// `below` has the rows below the top of each column.
    #[inline(always)]
    fn count_structure<W: ColumnBits<Count = C>>(
        &mut self,
        columns: &[W; WIDTH],
        below: &[W; WIDTH],
    ) {
        let none = W::EMPTY.count_rows();
        let (mut rows, mut hole_rows) = (W::EMPTY, W::EMPTY);
        let (mut column_changes, mut holes, mut cover) = (none, none, none);
        for (&column, &below) in W::looped(columns).iter().zip(below) {
            let gaps = below & !column;
            rows = rows | below;
            column_changes = column_changes + (column ^ (column << 1 | W::FLOOR)).count_rows();
            holes = holes + gaps.count_rows();
            hole_rows = hole_rows | gaps;
            cover = cover + column.cover(below, gaps);
        }
        let mut row_changes =
            (!columns[0] & rows).count_rows() + (!columns[WIDTH - 1] & rows).count_rows();
        for pair in W::looped(columns).windows(2) {
            row_changes = row_changes + (pair[0] ^ pair[1]).count_rows();
        }
        self[Feature::RowTransitions] = W::total(row_changes);
        // A column without gaps changes once, at its top, which every column does.
        self[Feature::ColumnTransitions] = W::total(column_changes) - C::from_number(WIDTH as i32);
        self[Feature::Holes] = W::total(holes);
        self[Feature::HoleRows] = W::total(hole_rows.count_rows());
        self[Feature::HoleCover] = W::total(cover);
    }
}

impl Features<i32> {
    /// Counts every feature of a board that has a weight.
    #[inline(always)]
    pub fn count_weighted<W: ColumnBits<Count = i32>>(
        columns: &[W; WIDTH],
        weights: &Weights,
    ) -> Features<i32> {
        let mut features = Features::count(columns);
        features.count_rare(columns, weights);
        features
    }

    /// Returns the value of the board, by each feature alone and, with the counters of the position,
    /// by the net.
    #[inline(always)]
    pub fn value(&self, weights: &Weights, counters: &[i32; COUNTER_INPUTS]) -> i32 {
        let mut values = [self.linear_value(weights)];
        let inputs = self.net_inputs(counters).map(|count| [count]);
        weights.net.add_outputs(&inputs, &mut values);
        values[0]
    }

    fn without<const N: usize>(mut self, features: [Feature; N]) -> Features<i32> {
        self.set(features, [0; N]);
        self
    }

    /// Returns the same counts without slots for T-spins.
    pub fn without_slots(self) -> Features<i32> {
        self.without(T_SLOTS).without(BLOCK_SLOTS)
    }

    /// Returns the same counts without rows of a four-wide.
    pub fn without_four_wide(self) -> Features<i32> {
        self.without([Feature::FourWideRows])
    }

    /// Returns the same counts without a well: its rows, its column, and the changes along its rows.
    pub fn without_well(mut self) -> Features<i32> {
        let rows = self[Feature::WellDepth] + self[Feature::WellDepthBeyond];
        self[Feature::RowTransitions] -= 2 * rows;
        self.without([Feature::WellDepth, Feature::WellDepthBeyond])
            .without(WELL_COLUMNS)
    }

    /// Returns the same counts without bumps, and without the changes along rows.
    pub fn without_bumps(self) -> Features<i32> {
        self.without([
            Feature::Bumpiness,
            Feature::BumpinessSquared,
            Feature::RowTransitions,
        ])
    }
}

/// Returns the two slots that clear most, of counts by rows, the fewest first.
#[inline(always)]
fn best_two<C: Count, const ROWS: usize>(counts: [C; ROWS]) -> [C; ROWS] {
    let mut left = C::from_number(2);
    let mut taken = [C::from_number(0); ROWS];
    for rows in (0..ROWS).rev() {
        taken[rows] = counts[rows].at_most(left);
        left = left - taken[rows];
    }
    taken
}
