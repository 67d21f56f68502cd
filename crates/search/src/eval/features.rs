//! What is counted on a board. Whole columns at a time, without branches that depend on the
//! board, so that many boards can be evaluated side by side.
//!
//! A new feature is counted in [`Features::count`] and multiplied by its weight in
//! [`Features::linear_value`]. One that the net should see, too, raises
//! [`INPUTS`]; nets in weights files must then be trained again.

use super::column::{ColumnBits, Count};
use super::net::{INPUTS, MAX_COUNT};
use super::t_spin_slots::{self, EmptyCellCounts};
use crate::weights::Weights;
use landfall_rules::WIDTH;

/// What is counted on a board, or on each of several boards.
#[derive(Clone, Copy, Debug)]
pub struct Features<C> {
    /// Height, bumps, their squares, changes along rows and along columns, holes, rows with holes,
    /// cover, rows in the well up to 4 and beyond, T-spin slots by rows.
    pub(super) counts: [C; INPUTS],
    /// The well's column from its nearer wall; 5 if nothing waits in it.
    pub(super) well_column: C,
}

impl<C: Count> Features<C> {
    /// Counts the features of ten columns. Takes no branch that depends on the board; see
    /// [`board_batch`](super::board_batch).
    #[inline(always)]
    pub fn count<W: ColumnBits<Count = C>>(columns: &[W; WIDTH]) -> Features<C> {
        let mut below = [W::EMPTY; WIDTH];
        for (below, column) in below.iter_mut().zip(W::looped(columns)) {
            *below = column.rows_below_top();
        }
        let open = EmptyCellCounts::new(columns);
        let (surface, well_column) = surface(columns, &below, !open.two);
        let [top, bumps, squares, depth, beyond] = surface;
        let [rows, changes, holes, hole_rows, cover] = structure(columns, &below);
        let [none, one, two, three] = best_two(t_spin_slots::count(columns, &below, &open));
        Features {
            counts: [
                top, bumps, squares, rows, changes, holes, hole_rows, cover, depth, beyond, none,
                one, two, three,
            ],
            well_column,
        }
    }

    /// Returns the counts as a [`Net`](super::net::Net) is given them.
    #[inline(always)]
    pub fn clamped(&self) -> [C; INPUTS] {
        self.counts
            .map(|count| count.at_most(C::from_number(MAX_COUNT)))
    }

    /// Returns the value of the board by each feature alone. Lanes must be of 32 bits.
    #[inline(always)]
    pub fn linear_value(&self, weights: &Weights) -> C {
        let number = C::from_number;
        let top = self.counts[0];
        let each = [
            weights.height,
            weights.bumpiness,
            weights.bumpiness_squared,
            weights.row_transitions,
            weights.column_transitions,
            weights.holes,
            weights.hole_rows,
            weights.hole_cover,
            weights.well_depth,
            weights.well_depth_beyond,
            weights.t_slot[0],
            weights.t_slot[1],
            weights.t_slot[2],
            weights.t_slot[3],
        ];
        let beyond = |rows| (top - number(rows)).at_least(number(0));
        let mut value = number(weights.height_above_10) * beyond(10)
            + number(weights.height_above_15) * beyond(15);
        for (&count, weight) in self.counts.iter().zip(each) {
            value = value + count * number(weight);
        }
        for (place, weight) in (0..).zip(weights.well_column) {
            value = value
                + self
                    .well_column
                    .if_equal(number(place), number(weight), number(0));
        }
        value
    }
}

impl Features<i32> {
    /// Returns the value of the board, by each feature alone and by the net.
    #[inline(always)]
    pub fn value(&self, weights: &Weights) -> i32 {
        let mut values = [self.linear_value(weights)];
        weights
            .net
            .add_outputs(&self.clamped().map(|count| [count]), &mut values);
        values[0]
    }

    /// Returns the same counts without slots for T-spins.
    pub fn without_slots(mut self) -> Features<i32> {
        self.counts[10..].fill(0);
        self
    }

    /// Returns the same counts without a well: its rows, its place, and the changes along its rows.
    pub fn without_well(mut self) -> Features<i32> {
        self.counts[3] -= 2 * (self.counts[8] + self.counts[9]);
        self.counts[8..10].fill(0);
        self.well_column = 5;
        self
    }

    /// Returns the same counts without bumps, and without the changes along rows.
    pub fn without_bumps(mut self) -> Features<i32> {
        self.counts[1..4].fill(0);
        self
    }
}

/// Returns height, bumpiness and the well, which is the first of the lowest columns, and how far
/// that is from the nearer wall. `below` has the rows below the top of each column, `closing` the
/// rows with one empty cell at most.
#[inline(always)]
fn surface<W: ColumnBits>(
    columns: &[W; WIDTH],
    below: &[W; WIDTH],
    closing: W,
) -> ([W::Count; 5], W::Count) {
    let number = W::Count::from_number;
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
    let (mut bumps, mut squares, mut x) = (number(0), number(0), number(0));
    let mut left = well.if_equal(number(0), heights[1], heights[0]);
    for &height in W::looped(&heights) {
        let bump = well.if_equal(x, number(0), height.abs_diff(left));
        bumps = bumps + bump;
        squares = squares + bump * bump;
        left = well.if_equal(x, left, height);
        x = x + number(1);
    }
    let depth = closing.unbroken_rows(lowest, ground);
    let from_wall = well.at_most(number(WIDTH as i32 - 1) - well);
    let place = number(0).if_less(depth, from_wall, number(5));
    let beyond = (depth - number(4)).at_least(number(0));
    (
        [top, bumps, squares, depth.at_most(number(4)), beyond],
        place,
    )
}

/// Returns transitions along rows and columns, holes, rows with holes and what covers them.
/// `below` has the rows below the top of each column.
#[inline(always)]
fn structure<W: ColumnBits>(columns: &[W; WIDTH], below: &[W; WIDTH]) -> [W::Count; 5] {
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
    [
        W::total(row_changes),
        // A column without gaps changes once, at its top, which every column does.
        W::total(column_changes) - W::Count::from_number(WIDTH as i32),
        W::total(holes),
        W::total(hole_rows.count_rows()),
        W::total(cover),
    ]
}

/// Returns the two best of the open T-spin slots.
#[inline(always)]
fn best_two<C: Count>(counts: [C; 4]) -> [C; 4] {
    let mut left = C::from_number(2);
    let mut taken = [C::from_number(0); 4];
    for lines in [3, 2, 1, 0] {
        taken[lines] = counts[lines].at_most(left);
        left = left - taken[lines];
    }
    taken
}
