//! The evaluation: what a position is worth as it stands, and what a clear is worth.
//!
//! Works on whole columns at a time. Owns the features; their weights are data.

use super::stacker::Position;
use super::t_rests;
use super::t_slots::{self, Open};
use super::weights::Weights;
use super::word::Word;
use crate::game::{Chain, Clear, Piece, Spin};

/// What a board is worth, whatever the counters are and whatever is held.
///
/// Takes no branch that depends on the board, so that many boards can be evaluated side by
/// side; see [`batch`](super::batch).
#[inline(always)]
pub fn board<W: Word>(weights: &Weights, columns: &[W; 10]) -> i32 {
    let heights = columns.map(Word::height);
    let below = heights.map(W::lowest);
    let open = Open::of(columns);
    surface(weights, &heights, !open.two)
        + structure(weights, columns, &below)
        + slots(weights, t_slots::count(columns, &below, &open))
}

/// What places are worth where a T would rest on three blocks: the two best. Apart from
/// [`board`], because under most rules there is nothing to look for.
#[inline(always)]
pub fn t_rests<W: Word>(weights: &Weights, columns: &[W; 10]) -> i32 {
    if weights.t_rest == [0; 3] {
        return 0;
    }
    let below = columns.map(|column| W::lowest(column.height()));
    let counts = t_rests::count(columns, &below);
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
pub fn position(weights: &Weights, position: &Position) -> i32 {
    board(weights, &position.board.columns)
        + t_rests(weights, &position.board.columns)
        + counters(weights, position.chain)
        + hold(weights, position.hold)
}

/// What the counters are worth.
#[inline(always)]
pub fn counters(weights: &Weights, chain: Chain) -> i32 {
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
pub fn hold(weights: &Weights, held: Option<Piece>) -> i32 {
    match held {
        Some(Piece::I) => weights.hold_i,
        Some(Piece::T) => weights.hold_t,
        _ => 0,
    }
}

/// What a lock is worth for its clear, beside the board that it leaves.
pub fn clear(weights: &Weights, piece: Piece, clear: &Clear) -> i32 {
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

/// Heights, bumpiness and the well, which is the first of the lowest columns. `closing`
/// has the rows with one empty cell at most.
#[inline(always)]
fn surface<W: Word>(weights: &Weights, heights: &[i32; 10], closing: W) -> i32 {
    let (mut top, mut lowest, mut well) = (heights[0], heights[0], 0);
    for (x, &height) in (0..).zip(heights) {
        top = top.max(height);
        well = if height < lowest { x } else { well };
        lowest = lowest.min(height);
    }
    let (mut bumps, mut squares, mut place) = (0, 0, 0);
    let mut left = if well == 0 { heights[1] } else { heights[0] };
    for (x, &height) in (0..).zip(heights) {
        let bump = (height - left).abs();
        let bump = if x == well { 0 } else { bump };
        bumps += bump;
        squares += bump * bump;
        left = if x == well { left } else { height };
        let column = weights.well_column[(x as usize).min(9 - x as usize)];
        place = if x == well { column } else { place };
    }
    let depth = closing.lowered(lowest).unbroken();
    weights.height * top
        + weights.height_above_10 * (top - 10).max(0)
        + weights.height_above_15 * (top - 15).max(0)
        + weights.well_depth * depth.min(4)
        + weights.well_depth_beyond * (depth - 4).max(0)
        + if depth > 0 { place } else { 0 }
        + weights.bumpiness * bumps
        + weights.bumpiness_squared * squares
}

/// Transitions, holes and what covers them. `below` has the rows below the top of each
/// column.
#[inline(always)]
fn structure<W: Word>(weights: &Weights, columns: &[W; 10], below: &[W; 10]) -> i32 {
    let rows = below.iter().fold(W::NONE, |all, &rows| all | rows);
    let mut row_changes = (!columns[0] & rows).count() + (!columns[9] & rows).count();
    for pair in columns.windows(2) {
        row_changes += (pair[0] ^ pair[1]).count();
    }
    let (mut column_changes, mut holes, mut cover, mut hole_rows) = (0, 0, 0, W::NONE);
    for (&column, &below) in columns.iter().zip(below) {
        let gaps = below & !column;
        // A column without gaps changes once, at its top, which every column does.
        column_changes += (column ^ (column << 1 | W::FLOOR)).count() - 1;
        holes += gaps.count();
        hole_rows = hole_rows | gaps;
        let covered = (column.height() - gaps.height()).min(6);
        cover += if gaps == W::NONE { 0 } else { covered };
    }
    weights.row_transitions * row_changes
        + weights.column_transitions * column_changes
        + weights.holes * holes
        + weights.hole_rows * hole_rows.count()
        + weights.hole_cover * cover
}

/// What open T-slots are worth: the two best of them.
#[inline(always)]
fn slots(weights: &Weights, counts: [i32; 4]) -> i32 {
    let mut left = 2;
    let mut value = 0;
    for lines in [3, 2, 1, 0] {
        let taken = counts[lines].min(left);
        value += weights.t_slot[lines] * taken;
        left -= taken;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;

    fn value(text: &str, set: impl Fn(&mut Weights)) -> i32 {
        let mut weights = Weights::ZERO;
        set(&mut weights);
        let drawn: Board = Board::parse(text).expect("a drawn board");
        let value = board(&weights, &drawn.columns);
        assert_eq!(value, board(&weights, &drawn.columns.map(|c| c as u32)));
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
        let chain = Chain {
            skips: 0,
            rise_in: 0,
            combo: 3,
            back_to_back: true,
        };
        let mut weights = Weights::ZERO;
        (weights.combo, weights.back_to_back) = (2, 50);
        assert_eq!(counters(&weights, chain), 56);
        (weights.hold_i, weights.hold_t) = (5, 7);
        let held = [Some(Piece::I), Some(Piece::T), Some(Piece::O), None];
        assert_eq!(held.map(|piece| hold(&weights, piece)), [5, 7, 0, 0]);
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
        assert_eq!(clear(&weights, Piece::L, &Clear::default()), 0);
        assert_eq!(clear(&weights, Piece::I, &lines(4, Spin::None)), 4);
        assert_eq!(clear(&weights, Piece::T, &lines(1, Spin::Mini)), 5 - 500);
        assert_eq!(clear(&weights, Piece::T, &lines(3, Spin::Full)), 9);
        assert_eq!(clear(&weights, Piece::T, &Clear::default()), -500);
        let tetris = Clear {
            back_to_back: true,
            attack: 5,
            ..lines(4, Spin::None)
        };
        assert_eq!(clear(&weights, Piece::I, &tetris), 50 + 100 + 4);
        let perfect = Clear {
            perfect: true,
            attack: 10,
            ..lines(2, Spin::None)
        };
        assert_eq!(clear(&weights, Piece::T, &perfect), 100 + 1000);
    }
}
