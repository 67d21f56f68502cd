//! The cells of the pieces, as the contest's picture shows them.
//!
//! The server's own table: the client has another, so that a slip in one of them shows
//! when they play each other.

use crate::messages::{FallingPiece, PieceKind};

/// Four (row, column) offsets from the origin, rows growing downwards.
type Cells = [(i32, i32); 4];

const O: [Cells; 1] = [[(0, -1), (0, 0), (1, -1), (1, 0)]];
const I: [Cells; 2] = [
    [(0, -2), (0, -1), (0, 0), (0, 1)],
    [(-1, 0), (0, 0), (1, 0), (2, 0)],
];
const S: [Cells; 2] = [
    [(0, 0), (0, 1), (1, -1), (1, 0)],
    [(-1, 0), (0, 0), (0, 1), (1, 1)],
];
const Z: [Cells; 2] = [
    [(0, -1), (0, 0), (1, 0), (1, 1)],
    [(-1, 1), (0, 0), (0, 1), (1, 0)],
];
const L: [Cells; 4] = [
    [(0, -1), (0, 0), (0, 1), (1, -1)],
    [(-1, 0), (0, 0), (1, 0), (1, 1)],
    [(-1, 1), (0, -1), (0, 0), (0, 1)],
    [(-1, -1), (-1, 0), (0, 0), (1, 0)],
];
const J: [Cells; 4] = [
    [(0, -1), (0, 0), (0, 1), (1, 1)],
    [(-1, 0), (-1, 1), (0, 0), (1, 0)],
    [(-1, -1), (0, -1), (0, 0), (0, 1)],
    [(-1, 0), (0, 0), (1, -1), (1, 0)],
];
const T: [Cells; 4] = [
    [(0, -1), (0, 0), (0, 1), (1, 0)],
    [(-1, 0), (0, 0), (0, 1), (1, 0)],
    [(-1, 0), (0, -1), (0, 0), (0, 1)],
    [(-1, 0), (0, -1), (0, 0), (1, 0)],
];

/// The (row, column) of each of a piece's cells; rows above the board are negative.
pub fn cells(piece: &FallingPiece) -> Cells {
    let states: &[Cells] = match piece.piece {
        PieceKind::O => &O,
        PieceKind::I => &I,
        PieceKind::S => &S,
        PieceKind::Z => &Z,
        PieceKind::L => &L,
        PieceKind::J => &J,
        PieceKind::T => &T,
    };
    let offsets = states[usize::from(piece.orient) % states.len()];
    offsets.map(|(row, col)| (piece.row + row, piece.col + col))
}
