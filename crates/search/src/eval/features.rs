//! What is counted on a board. Whole columns at a time, without branches that depend on the
//! board, so that many boards can be evaluated side by side.
//!
//! A new feature is counted in [`Features::count`] and multiplied by its weight in
//! [`Features::linear_value`]. One that the net should see, too, raises
//! [`INPUTS`]; nets in weights files must then be trained again.

use super::column::ColumnBits;
use super::net::{INPUTS, MAX_COUNT};
use super::t_spin_slots::{self, EmptyCellCounts};
use crate::weights::Weights;
use landfall_rules::WIDTH;

/// What is counted on a board.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Height, bumps, their squares, changes along rows and along columns, holes, rows with holes,
    /// cover, rows in the well up to 4 and beyond, T-spin slots by rows.
    counts: [i32; INPUTS],
    /// The well's column from its nearer wall; 5 if nothing waits in it.
    well_column: i32,
}

impl Features {
    /// Counts the features of ten columns. Takes no branch that depends on the board; see
    /// [`board_batch`](super::board_batch).
    #[inline(always)]
    pub fn count<W: ColumnBits>(columns: &[W; WIDTH]) -> Features {
        let heights = columns.map(ColumnBits::height);
        let below = heights.map(W::lowest_rows);
        let open = EmptyCellCounts::new(columns);
        let (surface, place) = surface(&heights, !open.two);
        let [top, bumps, squares, depth, beyond] = surface;
        let [rows, changes, holes, hole_rows, cover] = structure(columns, &below);
        let [none, one, two, three] = best_two(t_spin_slots::count(columns, &below, &open));
        Features {
            counts: [
                top, bumps, squares, rows, changes, holes, hole_rows, cover, depth, beyond, none,
                one, two, three,
            ],
            well_column: place,
        }
    }

    /// Returns the counts as a [`Net`](super::net::Net) is given them.
    #[inline(always)]
    pub fn clamped(&self) -> [i32; INPUTS] {
        self.counts.map(|count| count.min(MAX_COUNT))
    }

    /// Returns the value of the board by each feature alone.
    #[inline(always)]
    pub fn linear_value(&self, weights: &Weights) -> i32 {
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
        let mut value = weights.height_above_10 * (top - 10).max(0)
            + weights.height_above_15 * (top - 15).max(0);
        for (count, weight) in self.counts.iter().zip(each) {
            value += count * weight;
        }
        for (place, weight) in (0..).zip(weights.well_column) {
            value += if place == self.well_column { weight } else { 0 };
        }
        value
    }
}

/// Returns height, bumpiness and the well, which is the first of the lowest columns, and how far
/// that is from the nearer wall. `closing` has the rows with one empty cell at most.
#[inline(always)]
fn surface<W: ColumnBits>(heights: &[i32; WIDTH], closing: W) -> ([i32; 5], i32) {
    let (mut top, mut lowest, mut well) = (heights[0], heights[0], 0);
    for (x, &height) in (0..).zip(heights) {
        top = top.max(height);
        well = if height < lowest { x } else { well };
        lowest = lowest.min(height);
    }
    let (mut bumps, mut squares) = (0, 0);
    let mut left = if well == 0 { heights[1] } else { heights[0] };
    for (x, &height) in (0..).zip(heights) {
        let bump = (height - left).abs();
        let bump = if x == well { 0 } else { bump };
        bumps += bump;
        squares += bump * bump;
        left = if x == well { left } else { height };
    }
    let depth = closing.shifted_down(lowest).unbroken_rows();
    let place = if depth > 0 {
        well.min(WIDTH as i32 - 1 - well)
    } else {
        5
    };
    (
        [top, bumps, squares, depth.min(4), (depth - 4).max(0)],
        place,
    )
}

/// Returns transitions along rows and columns, holes, rows with holes and what covers them.
/// `below` has the rows below the top of each column.
#[inline(always)]
fn structure<W: ColumnBits>(columns: &[W; WIDTH], below: &[W; WIDTH]) -> [i32; 5] {
    let rows = below.iter().fold(W::EMPTY, |all, &rows| all | rows);
    let mut row_changes =
        (!columns[0] & rows).count_rows() + (!columns[WIDTH - 1] & rows).count_rows();
    for pair in columns.windows(2) {
        row_changes += (pair[0] ^ pair[1]).count_rows();
    }
    let (mut column_changes, mut holes, mut cover, mut hole_rows) = (0, 0, 0, W::EMPTY);
    for (&column, &below) in columns.iter().zip(below) {
        let gaps = below & !column;
        // A column without gaps changes once, at its top, which every column does.
        column_changes += (column ^ (column << 1 | W::FLOOR)).count_rows() - 1;
        holes += gaps.count_rows();
        hole_rows = hole_rows | gaps;
        let covered = (column.height() - gaps.height()).min(6);
        cover += if gaps == W::EMPTY { 0 } else { covered };
    }
    [
        row_changes,
        column_changes,
        holes,
        hole_rows.count_rows(),
        cover,
    ]
}

/// Returns the two best of the open T-spin slots.
#[inline(always)]
fn best_two(counts: [i32; 4]) -> [i32; 4] {
    let mut left = 2;
    let mut taken = [0; 4];
    for lines in [3, 2, 1, 0] {
        taken[lines] = counts[lines].min(left);
        left -= taken[lines];
    }
    taken
}
