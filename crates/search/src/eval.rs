//! The evaluation: what a position is worth as it stands, and what a clear is worth.
//!
//! Works on whole columns at a time. Owns the features; their weights are data.

use super::block_spin_slots;
use super::column::ColumnBits;
use super::net::{INPUTS, MAX_COUNT};
use super::t_spin_slots::{self, EmptyCellCounts};
use super::tetris_game::Position;
use super::weights::Weights;
use landfall_rules::{Clear, ClearState, Piece, Spin};

/// What is counted on a board.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Height, bumps, their squares, changes along rows and along columns, holes, rows with
    /// holes, cover, rows in the well up to 4 and beyond, T-slots by rows.
    counts: [i32; INPUTS],
    /// The well's column from its nearer wall; 5 if nothing waits in it.
    well_column: i32,
}

impl Features {
    /// Takes no branch that depends on the board, so that many boards can be evaluated side
    /// by side; see [`batch`](super::batch).
    #[inline(always)]
    pub fn count<W: ColumnBits>(columns: &[W; 10]) -> Features {
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

    /// The counts as a [`Net`](super::net::Net) is given them.
    #[inline(always)]
    pub fn clamped(&self) -> [i32; INPUTS] {
        self.counts.map(|count| count.min(MAX_COUNT))
    }

    /// What the board is worth by each of them alone.
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

/// What a board is worth, whatever the counters are and whatever is held.
#[inline(always)]
pub fn evaluate_board<W: ColumnBits>(weights: &Weights, columns: &[W; 10]) -> i32 {
    let counts = Features::count(columns);
    let mut values = [counts.linear_value(weights)];
    weights
        .net
        .add_outputs(&counts.clamped().map(|count| [count]), &mut values);
    values[0]
}

/// What places are worth where a T would rest on three blocks: the two best. Apart from
/// [`evaluate_board`], because under most rules there is nothing to look for.
#[inline(always)]
pub fn evaluate_block_spin_slots<W: ColumnBits>(weights: &Weights, columns: &[W; 10]) -> i32 {
    if weights.t_rest == [0; 3] {
        return 0;
    }
    let below = columns.map(|column| W::lowest_rows(column.height()));
    let counts = block_spin_slots::count(columns, &below);
    let mut left = 2;
    let mut value = 0;
    for lines in [2, 1, 0] {
        let taken = counts[lines].min(left);
        value += weights.t_rest[lines] * taken;
        left -= taken;
    }
    value
}

/// What a position is worth as it stands.
pub fn evaluate(weights: &Weights, position: &Position) -> i32 {
    evaluate_board(weights, &position.board.columns)
        + evaluate_block_spin_slots(weights, &position.board.columns)
        + evaluate_counters(weights, position.chain)
        + evaluate_hold(weights, position.hold)
}

/// What the counters are worth.
#[inline(always)]
pub fn evaluate_counters(weights: &Weights, chain: ClearState) -> i32 {
    let b2b = if chain.back_to_back {
        weights.back_to_back
    } else {
        0
    };
    weights.combo * i32::from(chain.combo.min(12))
        + weights.skip * i32::from(chain.skips.min(3))
        + b2b
}

/// What it is worth to hold a piece.
pub fn evaluate_hold(weights: &Weights, held: Option<Piece>) -> i32 {
    match held {
        Some(Piece::I) => weights.hold_i,
        Some(Piece::T) => weights.hold_t,
        _ => 0,
    }
}

/// What a lock is worth for its clear, beside the board that it leaves.
pub fn evaluate_clear(weights: &Weights, piece: Piece, clear: &Clear) -> i32 {
    let mut value = weights.point * clear.points as i32;
    if piece == Piece::T && (clear.spin != Spin::Full || clear.lines == 0) && !clear.perfect {
        value += weights.wasted_t;
    }
    if clear.lines == 0 {
        return value;
    }
    value += weights.attack * clear.attack as i32;
    if clear.perfect {
        return value + weights.perfect_clear;
    }
    if clear.back_to_back {
        value += weights.back_to_back_clear;
    }
    let row = clear.lines as usize - 1;
    value
        + match clear.spin {
            Spin::None => weights.clear[row.min(3)],
            Spin::Mini => weights.mini[row.min(1)],
            Spin::Full => weights.spin[row.min(2)],
        }
}

/// Height, bumpiness and the well, which is the first of the lowest columns, and how far that
/// is from the nearer wall. `closing` has the rows with one empty cell at most.
#[inline(always)]
fn surface<W: ColumnBits>(heights: &[i32; 10], closing: W) -> ([i32; 5], i32) {
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
    let place = if depth > 0 { well.min(9 - well) } else { 5 };
    (
        [top, bumps, squares, depth.min(4), (depth - 4).max(0)],
        place,
    )
}

/// Transitions along rows and columns, holes, rows with holes and what covers them. `below`
/// has the rows below the top of each column.
#[inline(always)]
fn structure<W: ColumnBits>(columns: &[W; 10], below: &[W; 10]) -> [i32; 5] {
    let rows = below.iter().fold(W::EMPTY, |all, &rows| all | rows);
    let mut row_changes = (!columns[0] & rows).count_rows() + (!columns[9] & rows).count_rows();
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

/// Open T-slots, the two best of them.
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

#[cfg(test)]
mod tests {
    use super::super::net::{Net, SCALE};
    use super::*;
    use landfall_rules::Board;

    fn value(text: &str, set: impl Fn(&mut Weights)) -> i32 {
        let mut weights = Weights::ZERO;
        set(&mut weights);
        let drawn: Board = Board::parse(text).expect("a drawn board");
        let value = evaluate_board(&weights, &drawn.columns);
        assert_eq!(
            value,
            evaluate_board(&weights, &drawn.columns.map(|c| c as u32))
        );
        value
    }

    const CAVE: &str = "
        ##........
        .#........
        .###......
        #.########
        ##########
    ";

    #[test]
    fn heights_and_the_well() {
        assert_eq!(value(CAVE, |w| w.height = 1), 5);
        let tower = "#.........\n".repeat(17);
        assert_eq!(value(&tower, |w| w.height_above_10 = 1), 7);
        assert_eq!(value(&tower, |w| w.height_above_15 = 1), 2);
        let well = "########.#\n".repeat(6);
        assert_eq!(value(&well, |w| w.well_depth = 1), 4);
        assert_eq!(value(&well, |w| w.well_depth_beyond = 1), 2);
        assert_eq!(value(&well, |w| w.well_column = [0, 1, 0, 0, 0]), 1);
    }

    #[test]
    fn a_net_is_given_the_counts() {
        let drawn: Board = Board::parse(CAVE).expect("a drawn board");
        let counts = Features::count(&drawn.columns).clamped();
        // Heights 5 5 3 3 2 and on: the well, which is column 4, is no bump.
        assert_eq!(counts[..8], [5, 3, 5, 12, 4, 3, 3, 4]);
        let mut neuron = [0; INPUTS + 2];
        (neuron[0], neuron[6], neuron[INPUTS + 1]) = (-SCALE, SCALE / 2, 100);
        assert_eq!(value(CAVE, |w| w.net = Net::from_rows(&[neuron])), 50);
        // More than a net can tell from more.
        let tower = "#.........\n".repeat(30);
        let drawn: Board = Board::parse(&tower).expect("a drawn board");
        assert_eq!(Features::count(&drawn.columns).clamped()[2], MAX_COUNT);
    }

    #[test]
    fn bumpiness_leaves_the_well_out() {
        let board = "
            #.........
            #..#######
        ";
        // Heights 2 (0) 0 1 1 1 1 1 1 1: the first of the lowest columns is the well.
        assert_eq!(value(board, |w| w.bumpiness = 1), 2 + 1);
        assert_eq!(value(board, |w| w.bumpiness_squared = 1), 4 + 1);
    }

    #[test]
    fn holes_and_their_cover() {
        assert_eq!(value(CAVE, |w| w.holes = 1), 3);
        assert_eq!(value(CAVE, |w| w.hole_rows = 1), 3);
        // One cell over the upper hole of column 0, three over that of column 1.
        assert_eq!(value(CAVE, |w| w.hole_cover = 1), 1 + 3);
    }

    #[test]
    fn transitions() {
        // Row 4: filled to empty, empty to the wall. Row 3: wall, block, empty, wall: 4.
        // Row 2: 4. Row 1: 2. Row 0: none.
        assert_eq!(value(CAVE, |w| w.row_transitions = 1), 2 + 4 + 4 + 2);
        // Both columns with holes change twice more than a solid one.
        assert_eq!(value(CAVE, |w| w.column_transitions = 1), 2 + 2);
    }

    #[test]
    fn counters_and_hold() {
        let chain = ClearState {
            skips: 0,
            solid_row_in: 0,
            combo: 3,
            back_to_back: true,
        };
        let mut weights = Weights::ZERO;
        (weights.combo, weights.back_to_back) = (2, 50);
        assert_eq!(evaluate_counters(&weights, chain), 56);
        (weights.hold_i, weights.hold_t) = (5, 7);
        let held = [Some(Piece::I), Some(Piece::T), Some(Piece::O), None];
        assert_eq!(
            held.map(|piece| evaluate_hold(&weights, piece)),
            [5, 7, 0, 0]
        );
    }

    #[test]
    fn clears() {
        let mut weights = Weights::ZERO;
        weights.attack = 10;
        weights.clear = [1, 2, 3, 4];
        weights.mini = [5, 6];
        weights.spin = [7, 8, 9];
        weights.back_to_back_clear = 100;
        weights.perfect_clear = 1000;
        weights.wasted_t = -500;
        let lines = |lines, spin| Clear {
            lines,
            spin,
            ..Clear::default()
        };
        assert_eq!(evaluate_clear(&weights, Piece::L, &Clear::default()), 0);
        assert_eq!(evaluate_clear(&weights, Piece::I, &lines(4, Spin::None)), 4);
        assert_eq!(
            evaluate_clear(&weights, Piece::T, &lines(1, Spin::Mini)),
            5 - 500
        );
        assert_eq!(evaluate_clear(&weights, Piece::T, &lines(3, Spin::Full)), 9);
        assert_eq!(evaluate_clear(&weights, Piece::T, &Clear::default()), -500);
        let tetris = Clear {
            back_to_back: true,
            attack: 5,
            ..lines(4, Spin::None)
        };
        assert_eq!(evaluate_clear(&weights, Piece::I, &tetris), 50 + 100 + 4);
        let perfect = Clear {
            perfect: true,
            attack: 10,
            ..lines(2, Spin::None)
        };
        assert_eq!(evaluate_clear(&weights, Piece::T, &perfect), 100 + 1000);
    }
}
