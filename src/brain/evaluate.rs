//! The evaluation: what a position is worth as it stands, and what a clear is worth.
//!
//! Works on whole columns at a time. Owns the features; their weights are data.

use super::t_slots::{self, Rest};
use super::weights::Weights;
use crate::game::{Board, Chain, Clear, Piece, Spin};

/// What a board is worth with these counters, whatever is held.
pub fn board(weights: &Weights, board: &Board, chain: Chain) -> i32 {
    let columns = &board.columns;
    let heights = columns.map(|c| 64 - c.leading_zeros() as i32);
    let rest = Rest::of(columns);
    surface(weights, &heights, &rest)
        + structure(weights, columns, &heights)
        + slots(weights, columns, &heights, &rest)
        + weights.combo * i32::from(chain.combo.min(12))
        + if chain.back_to_back {
            weights.back_to_back
        } else {
            0
        }
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
    let mut value = 0;
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

/// Heights, bumpiness and the well.
fn surface(weights: &Weights, heights: &[i32; 10], rest: &Rest) -> i32 {
    let top = heights.iter().fold(0, |top, &h| top.max(h));
    let mut value = weights.height * top
        + weights.height_above_10 * (top - 10).max(0)
        + weights.height_above_15 * (top - 15).max(0);

    let mut well = 0;
    for x in 1..10 {
        if heights[x] < heights[well] {
            well = x;
        }
    }
    let waiting = rest.without(well, 1) >> heights[well];
    let depth = waiting.trailing_ones() as i32;
    if depth > 0 {
        value += weights.well_depth * depth.min(4)
            + weights.well_depth_beyond * (depth - 4).max(0)
            + weights.well_column[well.min(9 - well)];
    }

    let (mut bumps, mut squares) = (0, 0);
    let mut left = heights[usize::from(well == 0)];
    for (x, &height) in heights.iter().enumerate() {
        if x != well {
            let bump = (height - left).abs();
            bumps += bump;
            squares += bump * bump;
            left = height;
        }
    }
    value + weights.bumpiness * bumps + weights.bumpiness_squared * squares
}

/// Transitions, holes and what covers them.
fn structure(weights: &Weights, columns: &[u64; 10], heights: &[i32; 10]) -> i32 {
    let rows = columns.iter().fold(0, |all, c| all | c);
    let rows = mask(64 - rows.leading_zeros() as i32);
    let mut row_changes = (!columns[0] & rows).count_ones() + (!columns[9] & rows).count_ones();
    for pair in columns.windows(2) {
        row_changes += (pair[0] ^ pair[1]).count_ones();
    }
    let (mut column_changes, mut holes, mut hole_rows, mut cover) = (0, 0, 0, 0);
    for (&column, &height) in columns.iter().zip(heights) {
        let gaps = mask(height) & !column;
        if gaps != 0 {
            column_changes += (column ^ (column << 1 | 1)).count_ones() - 1;
            holes += gaps.count_ones();
            hole_rows |= gaps;
            cover += (height - (64 - gaps.leading_zeros() as i32)).min(6);
        }
    }
    weights.row_transitions * row_changes as i32
        + weights.column_transitions * column_changes as i32
        + weights.holes * holes as i32
        + weights.hole_rows * hole_rows.count_ones() as i32
        + weights.hole_cover * cover
}

/// The two best T-slots.
fn slots(weights: &Weights, columns: &[u64; 10], heights: &[i32; 10], rest: &Rest) -> i32 {
    if weights.t_slot == [0; 4] {
        // Where spins are worth nothing, looking for slots is not either.
        return 0;
    }
    let counts = t_slots::count(columns, heights, rest);
    let mut left = 2;
    let mut value = 0;
    for lines in (1..4).rev() {
        let taken = counts[lines].min(left);
        value += weights.t_slot[lines] * taken;
        left -= taken;
    }
    value + weights.t_slot[0] * counts[0].min(left)
}

/// The lowest `rows` rows.
fn mask(rows: i32) -> u64 {
    (1u64 << rows) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All weights 0.
    fn nothing() -> Weights {
        Weights {
            height: 0,
            height_above_10: 0,
            height_above_15: 0,
            bumpiness: 0,
            bumpiness_squared: 0,
            row_transitions: 0,
            column_transitions: 0,
            holes: 0,
            hole_rows: 0,
            hole_cover: 0,
            well_depth: 0,
            well_depth_beyond: 0,
            well_column: [0; 5],
            t_slot: [0; 4],
            back_to_back: 0,
            combo: 0,
            hold_i: 0,
            hold_t: 0,
            attack: 0,
            clear: [0; 4],
            mini: [0; 2],
            spin: [0; 3],
            back_to_back_clear: 0,
            perfect_clear: 0,
            wasted_t: 0,
        }
    }

    fn value(text: &str, set: impl Fn(&mut Weights)) -> i32 {
        let mut weights = nothing();
        set(&mut weights);
        let drawn = Board::parse(text).expect("a drawn board");
        board(&weights, &drawn, Chain::default())
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
            combo: 3,
            back_to_back: true,
        };
        let mut weights = nothing();
        (weights.combo, weights.back_to_back) = (2, 50);
        assert_eq!(board(&weights, &Board::EMPTY, chain), 56);
        (weights.hold_i, weights.hold_t) = (5, 7);
        let held = [Some(Piece::I), Some(Piece::T), Some(Piece::O), None];
        assert_eq!(held.map(|piece| hold(&weights, piece)), [5, 7, 0, 0]);
    }

    #[test]
    fn clears() {
        let mut weights = nothing();
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
