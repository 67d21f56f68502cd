//! The shapes of the pieces as columns of bits, ready to be put onto a board.

use landfall_rules::rotation::RotationSystem;
use landfall_rules::{Cell, Piece, Rotation};

/// The cells of one state of a piece, by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceShape {
    /// Cells of each column from the left, from the lowest row of the shape up.
    columns: [u8; 4],
    /// The first column, from the centre.
    left: i8,
    /// The lowest row, from the centre.
    bottom: i8,
    /// The highest row, from the centre.
    top: i8,
}

impl PieceShape {
    /// Returns the shape of four cells relative to a centre.
    pub fn new(cells: &[Cell; 4]) -> PieceShape {
        let edge = |of: fn(&Cell) -> i8| {
            let values = cells.map(|cell| of(&cell));
            let low = values.iter().fold(values[0], |low, &v| low.min(v));
            let high = values.iter().fold(values[0], |high, &v| high.max(v));
            (low, high)
        };
        let ((left, _), (bottom, top)) = (edge(|c| c.0), edge(|c| c.1));
        let mut columns = [0; 4];
        for &(x, y) in cells {
            columns[(x - left) as usize] |= 1 << (y - bottom);
        }
        PieceShape {
            columns,
            left,
            bottom,
            top,
        }
    }

    /// Returns the row of the highest cell with the centre in row `y`.
    #[inline(always)]
    pub fn top(&self, y: i8) -> i8 {
        y + self.top
    }

    /// Returns the first column with the centre in column `x`, and the cells of the four columns from
    /// there on, the centre in row `y`. The shape must be within the lowest 32 rows.
    #[inline(always)]
    pub fn at(&self, x: i8, y: i8) -> (usize, [u32; 4]) {
        let bottom = (y + self.bottom) as u32 & 31;
        let cells = self.columns.map(|c| u32::from(c) << bottom);
        ((x + self.left) as usize, cells)
    }
}

/// The shapes of every state of every piece.
#[derive(Clone, Debug)]
pub struct PieceShapes([[PieceShape; 4]; 7]);

impl PieceShapes {
    /// Returns the shapes of a rotation system.
    pub fn new(rotation: &RotationSystem) -> PieceShapes {
        PieceShapes(
            rotation
                .pieces
                .map(|rule| rule.states.map(|cells| PieceShape::new(&cells))),
        )
    }

    /// Returns the shape of a piece in a state.
    #[inline(always)]
    pub fn get(&self, piece: Piece, rotation: Rotation) -> &PieceShape {
        &self.0[piece.index()][rotation.index()]
    }
}
