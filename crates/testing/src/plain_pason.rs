//! A plain placement search for the rules of Pason Battle Tetris, cell by cell; tests compare the
//! fast search with it.
//!
//! Shares only names with the program. The table is entered as in the contest's appendix: (row,
//! column) from the origin, rows downwards.

use landfall_rules::{Board, Cell, Piece};
use std::collections::BTreeSet;

/// The cells of a placement, sorted; columns from the left, rows from the floor.
pub type Cells = [Cell; 4];

/// Rows above the board in which a piece may be while it moves.
const ABOVE: i8 = 4;

/// Rows of the board.
const ROWS: i8 = 20;

/// Returns the states of a piece: one, two or four.
pub const fn states(piece: Piece) -> &'static [[(i8, i8); 4]] {
    match piece {
        Piece::O => &[[(0, -1), (0, 0), (1, -1), (1, 0)]],
        Piece::I => &[
            [(0, -2), (0, -1), (0, 0), (0, 1)],
            [(-1, 0), (0, 0), (1, 0), (2, 0)],
        ],
        Piece::S => &[
            [(0, 0), (0, 1), (1, -1), (1, 0)],
            [(-1, 0), (0, 0), (0, 1), (1, 1)],
        ],
        Piece::Z => &[
            [(0, -1), (0, 0), (1, 0), (1, 1)],
            [(-1, 1), (0, 0), (0, 1), (1, 0)],
        ],
        Piece::L => &[
            [(0, -1), (0, 0), (0, 1), (1, -1)],
            [(-1, 0), (0, 0), (1, 0), (1, 1)],
            [(-1, 1), (0, -1), (0, 0), (0, 1)],
            [(-1, -1), (-1, 0), (0, 0), (1, 0)],
        ],
        Piece::J => &[
            [(0, -1), (0, 0), (0, 1), (1, 1)],
            [(-1, 0), (-1, 1), (0, 0), (1, 0)],
            [(-1, -1), (0, -1), (0, 0), (0, 1)],
            [(-1, 0), (0, 0), (1, -1), (1, 0)],
        ],
        Piece::T => &[
            [(0, -1), (0, 0), (0, 1), (1, 0)],
            [(-1, 0), (0, 0), (0, 1), (1, 0)],
            [(-1, 0), (0, -1), (0, 0), (0, 1)],
            [(-1, 0), (0, -1), (0, 0), (1, 0)],
        ],
    }
}

/// Returns every way in which a piece that appears on a board can lock.
pub fn placements(board: &Board, piece: Piece) -> BTreeSet<Cells> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    // The origin appears in row 0, column 5, in the first state.
    let mut todo = vec![(0usize, 0i8, 5i8)];
    while let Some(pose) = todo.pop() {
        if !fits(board, piece, pose) || !seen.insert(pose) {
            continue;
        }
        let (state, row, col) = pose;
        let count = states(piece).len();
        if !fits(board, piece, (state, row + 1, col)) {
            found.insert(cells(piece, pose));
        }
        todo.extend([
            (state, row, col - 1),
            (state, row, col + 1),
            (state, row + 1, col),
            // `lrotate` and `rrotate`; one that collides is not performed.
            ((state + 1) % count, row, col),
            ((state + count - 1) % count, row, col),
        ]);
    }
    found
}

fn fits(board: &Board, piece: Piece, (state, row, col): (usize, i8, i8)) -> bool {
    states(piece)[state].iter().all(|&(dr, dc)| {
        let (row, col) = (row + dr, col + dc);
        (-ABOVE..ROWS).contains(&row)
            && (0..10).contains(&col)
            && !board.filled(col, ROWS - 1 - row)
    })
}

/// Returns the cells of a pose, in the program's coordinates.
pub fn cells(piece: Piece, (state, row, col): (usize, i8, i8)) -> Cells {
    let mut cells = states(piece)[state].map(|(dr, dc)| (col + dc, ROWS - 1 - (row + dr)));
    cells.sort_unstable();
    cells
}
