//! What a position is worth, and which points look good: what the net says of the shapes of
//! the lines through every point.
//!
//! The four lines through a point, as each colour sees them, bring a row of numbers each. The
//! rows are added up, what is above zero is weighed, and the points are added up: whole
//! numbers alone. The numbers are in `net`; which turns to try is for `candidates`.

use super::board::Board;
use super::net::{FIRST, Net, ONE, Row, SECOND, WORTH};
use super::shapes::{Shapes, View};
use crate::rules::{Colour, POINTS};

/// What a natural logarithm of the odds is worth.
const UNIT: i64 = 100;

/// A net, and what it has been shown of the board.
pub struct Judge<'a> {
    net: &'a Net,
    view: View,
}

/// What a free point brings.
struct Sums(Row);

impl Sums {
    #[inline]
    fn of(net: &Net, shapes: &Shapes, mover: Colour) -> Sums {
        let mut sums = net.start;
        let sides = [mover, mover.other()].map(|side| shapes[side as usize]);
        for (shapes, rows) in sides.into_iter().zip(&net.shapes) {
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

impl<'a> Judge<'a> {
    /// A judge by a net.
    pub fn new(net: &'a Net) -> Judge<'a> {
        Judge {
            net,
            view: View::new(),
        }
    }

    /// What the board is worth for a colour whose turn it is: a hundred times the logarithm of
    /// the odds that it wins.
    pub fn worth(&mut self, board: &Board, mover: Colour) -> i32 {
        self.view.follow(board.lines());
        let sum: i64 = near(board, &self.view)
            .map(|cell| {
                let sums = Sums::of(self.net, self.view.shapes(cell), mover);
                i64::from(sums.head(self.net, WORTH))
            })
            .sum();
        let worth = (sum + i64::from(self.net.worth)) * UNIT / i64::from(ONE);
        worth.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// How the points look for a colour whose turn it is.
    pub fn look(&mut self, board: &Board, mover: Colour) -> Look {
        self.view.follow(board.lines());
        let mut look = Look {
            cells: near(board, &self.view).map(|cell| cell as u16).collect(),
            first: [NEVER; POINTS],
            second: [NEVER; POINTS],
        };
        for &cell in &look.cells {
            let cell = cell as usize;
            let sums = Sums::of(self.net, self.view.shapes(cell), mover);
            look.first[cell] = sums.head(self.net, FIRST);
            look.second[cell] = sums.head(self.net, SECOND);
        }
        look
    }

    /// How good points look for the second stone, when the first one is on the board, in place
    /// of how they looked before; those that are not free stay as they are.
    pub fn seconds(
        &mut self,
        board: &Board,
        mover: Colour,
        cells: &[u16],
        looks: &mut [i32; POINTS],
    ) {
        self.view.follow(board.lines());
        for cell in cells.iter().map(|&cell| cell as usize) {
            if board.is_free(cell) {
                let sums = Sums::of(self.net, self.view.shapes(cell), mover);
                looks[cell] = sums.head(self.net, SECOND);
            }
        }
    }

    /// The same of one point alone.
    pub fn second(&self, board: &Board, mover: Colour, cell: usize) -> i32 {
        Sums::of(self.net, &board.lines().shapes(cell), mover).head(self.net, SECOND)
    }
}

/// The points that are free and have a stone in reach.
pub fn near<'a>(board: &'a Board, view: &'a View) -> impl Iterator<Item = usize> + 'a {
    (0..POINTS).filter(|&cell| board.is_free(cell) && view.is_near(cell))
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
