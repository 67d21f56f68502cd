//! What a position is worth, and which points look good: what the net says of the shapes of
//! the lines through every point.
//!
//! The four lines through a point, as each colour sees them, bring a row of numbers each. The
//! rows are added up, what is above zero is weighed, and the points are added up: whole
//! numbers alone. The numbers are in `net`; which turns to try is for `candidates`.

use super::board::Board;
use super::net::{FIRST, Net, ONE, Row, SECOND, WORTH};
use super::shapes::WAYS;
use crate::connect6::rules::{Colour, POINTS};

/// What a natural logarithm of the odds is worth.
const UNIT: i64 = 100;

/// What a free point brings.
struct Sums(Row);

impl Sums {
    #[inline]
    fn of(net: &Net, board: &Board, cell: usize, mover: Colour) -> Sums {
        let mut sums = net.start;
        for (shapes, rows) in seen(board, cell, mover).into_iter().zip(&net.shapes) {
            for shape in shapes {
                for (sum, number) in sums.iter_mut().zip(&rows[shape as usize]) {
                    *sum = sum.saturating_add(*number);
                }
            }
        }
        Sums(sums)
    }

    #[inline]
    fn head(&self, net: &Net, head: usize) -> i32 {
        let weighed = self.0.iter().zip(&net.heads[head]);
        let sum: i32 = weighed
            .map(|(&sum, &weight)| i32::from(sum.max(0)) * i32::from(weight))
            .sum();
        i32::from(self.0[head]) + sum / ONE
    }
}

/// The points that are free and have a stone in reach.
pub fn near(board: &Board) -> impl Iterator<Item = usize> + '_ {
    (0..POINTS).filter(|&cell| board.is_free(cell) && board.lines().is_near(cell))
}

/// The shapes through a free point: those of the colour whose turn it is, then the other's.
#[inline]
pub fn seen(board: &Board, cell: usize, mover: Colour) -> [[u16; WAYS]; 2] {
    [mover, mover.other()].map(|side| board.lines().shapes(cell, side))
}

/// What the board is worth for a colour whose turn it is: a hundred times the logarithm of
/// the odds that it wins.
pub fn worth(net: &Net, board: &Board, mover: Colour) -> i32 {
    let sum: i64 = near(board)
        .map(|cell| i64::from(Sums::of(net, board, cell, mover).head(net, WORTH)))
        .sum();
    let worth = (sum + i64::from(net.worth)) * UNIT / i64::from(ONE);
    worth.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// How good the points look for a colour's stones, in 256ths of a natural logarithm.
pub struct Look {
    /// The points that are free and have a stone in reach.
    pub cells: Vec<u16>,
    /// By point, for the first stone of a turn.
    pub first: [i32; POINTS],
    /// By point, for the second.
    pub second: [i32; POINTS],
}

/// What a point has that is not looked at.
const NEVER: i32 = i32::MIN / 4;

impl Look {
    /// How the points look for a colour whose turn it is.
    pub fn of(net: &Net, board: &Board, mover: Colour) -> Look {
        let mut look = Look {
            cells: near(board).map(|cell| cell as u16).collect(),
            first: [NEVER; POINTS],
            second: [NEVER; POINTS],
        };
        for &cell in &look.cells {
            let cell = cell as usize;
            let sums = Sums::of(net, board, cell, mover);
            look.first[cell] = sums.head(net, FIRST);
            look.second[cell] = sums.head(net, SECOND);
        }
        look
    }
}

/// How good a point looks for the second stone, when the first one is on the board.
#[inline]
pub fn second(net: &Net, board: &Board, cell: usize, mover: Colour) -> i32 {
    Sums::of(net, board, cell, mover).head(net, SECOND)
}
