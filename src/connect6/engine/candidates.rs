//! Turns worth a look: pairs of points by what two stones there change of the worth of the
//! windows, own ones that grow and the opponent's that are blocked.
//!
//! Threats that must be met are respected; whether a turn wins is not known here.

use super::board::Board;
use super::evaluate::{ADDS, MOVES};
use super::geometry::{CELLS, through};
use super::threats::{Defence, Threats};
use crate::connect6::rules::{Colour, POINTS, ROW, SIDE};

/// A turn as two indices, the lower one first.
pub type Pair = (u16, u16);

/// A turn, and what the board is worth after it, in the same units as [`Board::worth`], for
/// the one who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The two points.
    pub pair: Pair,
    /// Worth for the one who played, with the opponent to move.
    pub worth: i32,
}

/// How many points are tried as the first stone of a turn, and as the second with each.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// First stones.
    pub first: usize,
    /// Second stones for each of them.
    pub second: usize,
}

/// A turn with its points in order.
pub fn pair(first: usize, second: usize) -> Pair {
    (first.min(second) as u16, first.max(second) as u16)
}

/// What a stone at every point would add to the worth.
pub struct Gains {
    cells: [i16; POINTS],
}

impl Gains {
    /// The gains for a colour whose turn it is.
    pub fn of(board: &Board, colour: Colour) -> Gains {
        let mut cells = [0; POINTS];
        for (window, places) in CELLS.iter().enumerate() {
            let worths = worths(
                board.mask(colour, window),
                board.mask(colour.other(), window),
            );
            for (&cell, worth) in places.iter().zip(worths) {
                cells[cell as usize] += worth;
            }
        }
        Gains { cells }
    }

    /// The gains after a stone of the colour; the board is without it.
    fn after(&self, board: &Board, colour: Colour, stone: usize) -> Gains {
        let mut cells = self.cells;
        for &(window, place) in through(stone) {
            let window = window as usize;
            let (own, other) = (
                board.mask(colour, window),
                board.mask(colour.other(), window),
            );
            let before = worths(own, other);
            let after = worths(own | 1 << place, other);
            for (step, &cell) in CELLS[window].iter().enumerate() {
                cells[cell as usize] += after[step] - before[step];
            }
        }
        Gains { cells }
    }
}

/// What a stone at each place of a window adds, by what stands there.
#[inline]
fn worths(own: usize, other: usize) -> [i16; ROW] {
    match (own, other) {
        (_, 0) => ADDS[own],
        (0, _) => [MOVES[other]; ROW],
        _ => [0; ROW],
    }
}

/// Turns of a colour that meet all threats, the best first. Empty if the threats cannot be
/// met, or if fewer than two points are free.
pub fn candidates(board: &Board, colour: Colour, width: Width) -> Vec<Candidate> {
    let gains = Gains::of(board, colour);
    let base = -board.worth(colour.other());
    // `worth` is for the one to move; here it is the opponent's turn after ours.
    let mut list = List {
        board,
        colour,
        base,
        gains,
        found: Vec::with_capacity(width.first * width.second),
    };
    match Threats::of(board, colour.other()).defence() {
        Defence::Free => list.free(width),
        Defence::One(ones, twos) => {
            for &first in &ones {
                list.with(first, width.second * 3, &[]);
            }
            for &(first, second) in &twos {
                list.exactly(first, second);
            }
        }
        Defence::Two(twos) => {
            for &(first, second) in &twos {
                list.exactly(first, second);
            }
        }
        Defence::Lost => {}
    }
    let mut found = list.found;
    found.sort_unstable_by_key(|candidate| (-candidate.worth, candidate.pair));
    found.dedup_by_key(|candidate| candidate.pair);
    found
}

/// Turns with a first stone on one of these points, the best second stones with each; only
/// those that meet all threats.
pub fn around(board: &Board, colour: Colour, firsts: &[usize], seconds: usize) -> Vec<Candidate> {
    let mut list = List {
        board,
        colour,
        base: -board.worth(colour.other()),
        gains: Gains::of(board, colour),
        found: Vec::new(),
    };
    for &first in firsts {
        list.with(first, seconds, &[]);
    }
    // Two of the points together are the surest.
    for (at, &first) in firsts.iter().enumerate().take(24) {
        for &second in &firsts[..at] {
            list.exactly(first, second);
        }
    }
    let threats = Threats::of(board, colour.other());
    let mut found = list.found;
    found.retain(|candidate| threats.are_met(candidate.pair.0 as usize, candidate.pair.1 as usize));
    found
}

/// The list as it grows.
struct List<'a> {
    board: &'a Board,
    colour: Colour,
    base: i32,
    gains: Gains,
    found: Vec<Candidate>,
}

impl List<'_> {
    /// Any two points.
    fn free(&mut self, width: Width) {
        let board = self.board;
        let free = (0..POINTS).filter(|&cell| board.is_free(cell));
        let firsts = best(&self.gains, free, width.first + width.second);
        let tried = firsts.len().min(width.first);
        for rank in 0..tried {
            self.with(firsts[rank], width.second, &firsts[..rank]);
        }
    }

    /// A first point, and the best second ones that are not among those that were first.
    fn with(&mut self, first: usize, seconds: usize, done: &[usize]) {
        let after = self.gains.after(self.board, self.colour, first);
        let board = self.board;
        let others = (0..POINTS)
            .filter(|&cell| board.is_free(cell) && cell != first && !done.contains(&cell));
        for second in best(&after, others, seconds) {
            self.found.push(Candidate {
                pair: pair(first, second),
                worth: self.base
                    + i32::from(self.gains.cells[first])
                    + i32::from(after.cells[second]),
            });
        }
    }

    /// These two points.
    fn exactly(&mut self, first: usize, second: usize) {
        let after = self.gains.after(self.board, self.colour, first);
        self.found.push(Candidate {
            pair: pair(first, second),
            worth: self.base + i32::from(self.gains.cells[first]) + i32::from(after.cells[second]),
        });
    }
}

/// The points with the highest gains, the highest first; of equal ones the nearest to the
/// middle, then the lowest index.
fn best(gains: &Gains, cells: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let mut top: Vec<usize> = Vec::with_capacity(count + 1);
    for cell in cells {
        let full = top.len() == count;
        if full && top.last().is_none_or(|&last| !before(gains, cell, last)) {
            continue;
        }
        let at = top.partition_point(|&other| before(gains, other, cell));
        top.insert(at, cell);
        top.truncate(count);
    }
    top
}

/// Whether a point comes before another one.
#[inline]
fn before(gains: &Gains, cell: usize, other: usize) -> bool {
    let key = |cell: usize| (-gains.cells[cell], from_middle(cell), cell);
    key(cell) < key(other)
}

/// Steps from the middle of the board.
fn from_middle(cell: usize) -> usize {
    let middle = SIDE / 2;
    (cell % SIDE)
        .abs_diff(middle)
        .max((cell / SIDE).abs_diff(middle))
}
