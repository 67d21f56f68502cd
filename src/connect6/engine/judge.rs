//! What a position is worth, and which points look good: a small net over the shapes of the
//! lines through every point.
//!
//! The four lines through a point, as each colour sees them, bring a row of numbers each. The
//! rows are added up, what is above zero is weighed, and the points are added up. The net was
//! learnt from games; how is in `docs/connect6.md`. Which turns to try is for `candidates`.

use super::board::Board;
use super::shapes::SHAPES;
use crate::connect6::rules::{Colour, POINTS};

/// Numbers that a shape brings.
const WIDE: usize = 16;

/// The first of them are taken as they are: for the worth, and for a turn's two stones.
const PLAIN: usize = 3;

/// One in the units of the weights.
const ONE: i32 = 256;

/// What a natural logarithm of the odds is worth.
const UNIT: i32 = 100;

/// Numbers in the file: those of every shape for both sides, four rows, and one alone.
const NUMBERS: usize = 2 * SHAPES * WIDE + 4 * WIDE + 1;

type Row = [i16; WIDE];

/// The net, as little-endian numbers of two bytes.
static BYTES: &[u8; 2 * NUMBERS] = include_bytes!("judge.net");

static NET: Net = Net::read(BYTES);

struct Net {
    /// Of whose turn it is, and of the other one.
    shapes: [[Row; SHAPES]; 2],
    start: Row,
    heads: [Row; PLAIN],
    worth: i16,
}

impl Net {
    const fn read(bytes: &[u8; 2 * NUMBERS]) -> Net {
        let mut net = Net {
            shapes: [[[0; WIDE]; SHAPES]; 2],
            start: [0; WIDE],
            heads: [[0; WIDE]; PLAIN],
            worth: 0,
        };
        let mut at = 0;
        while at < NUMBERS {
            let number = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            let (row, place) = (at / WIDE, at % WIDE);
            if row < 2 * SHAPES {
                net.shapes[row / SHAPES][row % SHAPES][place] = number;
            } else if row == 2 * SHAPES {
                net.start[place] = number;
            } else if row < 2 * SHAPES + 4 {
                net.heads[row - 2 * SHAPES - 1][place] = number;
            } else {
                net.worth = number;
            }
            at += 1;
        }
        net
    }
}

/// What a free point brings.
struct Sums(Row);

impl Sums {
    #[inline]
    fn of(board: &Board, cell: usize, mover: Colour) -> Sums {
        let lines = board.lines();
        let mut sums = NET.start;
        for (side, rows) in [mover, mover.other()].into_iter().zip(&NET.shapes) {
            for shape in lines.shapes(cell, side) {
                for (sum, number) in sums.iter_mut().zip(&rows[shape as usize]) {
                    *sum = sum.saturating_add(*number);
                }
            }
        }
        Sums(sums)
    }

    #[inline]
    fn head(&self, head: usize) -> i32 {
        let weighed = self.0.iter().zip(&NET.heads[head]);
        let sum: i32 = weighed
            .map(|(&sum, &weight)| i32::from(sum.max(0)) * i32::from(weight))
            .sum();
        i32::from(self.0[head]) + sum / ONE
    }
}

/// The points that are free and have a stone in reach.
fn near(board: &Board) -> impl Iterator<Item = usize> + '_ {
    (0..POINTS).filter(|&cell| board.is_free(cell) && board.lines().is_near(cell))
}

/// What the board is worth for a colour whose turn it is: a hundred times the logarithm of
/// the odds that it wins.
pub fn worth(board: &Board, mover: Colour) -> i32 {
    let sum: i32 = near(board)
        .map(|cell| Sums::of(board, cell, mover).head(0))
        .sum();
    (sum + i32::from(NET.worth)) * UNIT / ONE
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
    pub fn of(board: &Board, mover: Colour) -> Look {
        let mut look = Look {
            cells: near(board).map(|cell| cell as u16).collect(),
            first: [NEVER; POINTS],
            second: [NEVER; POINTS],
        };
        for &cell in &look.cells {
            let cell = cell as usize;
            let sums = Sums::of(board, cell, mover);
            look.first[cell] = sums.head(1);
            look.second[cell] = sums.head(2);
        }
        look
    }
}

/// How good a point looks for the second stone, when the first one is on the board.
#[inline]
pub fn second(board: &Board, cell: usize, mover: Colour) -> i32 {
    Sums::of(board, cell, mover).head(2)
}
