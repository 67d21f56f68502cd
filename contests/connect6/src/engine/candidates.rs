//! Turns worth a look: pairs of points by how good they look, first the one stone and then
//! the other one beside it.
//!
//! Threats that must be met are respected; whether a turn wins is not known here.

use super::board::Board;
use super::geometry::in_reach;
use super::judge::{Judge, Look};
use super::threats::{Defence, Threats};
use crate::rules::{Colour, POINTS, SIDE};

/// A turn as two indices, the lower one first.
pub type Pair = (u16, u16);

/// A turn, and how good it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The two points.
    pub pair: Pair,
    /// How good it looks beside others of the same position, in 256ths of a natural logarithm.
    pub promise: i32,
}

/// How many points are tried as the first stone of a turn, and as the second with each, and
/// how many of these turns are kept.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// First stones.
    pub first: usize,
    /// Second stones for each of them.
    pub second: usize,
    /// Turns.
    pub most: usize,
}

/// A turn with its points in order.
pub fn pair(first: usize, second: usize) -> Pair {
    (first.min(second) as u16, first.max(second) as u16)
}

/// Turns of a colour that meet all threats, the best first. Empty if the threats cannot be
/// met, or if fewer than two points are free.
pub fn candidates(
    judge: &mut Judge<'_>,
    board: &mut Board,
    colour: Colour,
    width: Width,
) -> Vec<Candidate> {
    let defence = Threats::of(board, colour.other()).defence();
    let mut list = List::new(judge, board, colour);
    match defence {
        Defence::Free => list.free(width),
        Defence::One(ones, twos) => {
            for &first in &ones {
                list.with(first, width.second * 3);
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
    sort(&mut found);
    found.truncate(width.most);
    found
}

/// Turns with a first stone on one of these points, the best second stones with each; only
/// those that meet all threats.
pub fn around(
    judge: &mut Judge<'_>,
    board: &mut Board,
    colour: Colour,
    firsts: &[usize],
    seconds: usize,
) -> Vec<Candidate> {
    let mut list = List::new(judge, board, colour);
    for &first in firsts {
        list.with(first, seconds);
    }
    // Two of the points together are the surest.
    for (at, &first) in firsts.iter().enumerate().take(24) {
        for &second in &firsts[..at] {
            list.exactly(first, second);
        }
    }
    let mut found = list.found;
    let threats = Threats::of(board, colour.other());
    found.retain(|candidate| threats.are_met(candidate.pair.0 as usize, candidate.pair.1 as usize));
    found
}

/// Puts the best first, and each turn once.
pub fn sort(list: &mut Vec<Candidate>) {
    list.sort_unstable_by_key(|candidate| (candidate.pair, -candidate.promise));
    list.dedup_by_key(|candidate| candidate.pair);
    list.sort_unstable_by_key(|candidate| (-candidate.promise, candidate.pair));
}

/// The list as it grows.
struct List<'a, 'n> {
    judge: &'a mut Judge<'n>,
    board: &'a mut Board,
    colour: Colour,
    look: Look,
    /// How good the best point looks for the first stone, and for the second.
    best: [i32; 2],
    found: Vec<Candidate>,
}

impl<'a, 'n> List<'a, 'n> {
    fn new(judge: &'a mut Judge<'n>, board: &'a mut Board, colour: Colour) -> List<'a, 'n> {
        let mut look = judge.look(board, colour);
        if look.cells.len() < 2 {
            // Hardly a stone is there, or hardly a free point: any will do.
            look.cells = (0..POINTS)
                .filter(|&cell| board.is_free(cell))
                .map(|cell| cell as u16)
                .collect();
        }
        let best = [&look.first, &look.second].map(|looks| {
            let looks = look.cells.iter().map(|&cell| looks[cell as usize]);
            looks.max().unwrap_or(0)
        });
        List {
            judge,
            best,
            board,
            colour,
            look,
            found: Vec::new(),
        }
    }

    /// Any two points.
    fn free(&mut self, width: Width) {
        let firsts = best(&self.look.cells, &self.look.first, width.first);
        for first in firsts {
            self.with(first, width.second);
        }
    }

    /// A first point, and the best second ones.
    fn with(&mut self, first: usize, seconds: usize) {
        self.board.put(first, self.colour);
        let mut after = self.look.second;
        let mut cells = self.look.cells.clone();
        cells.retain(|&cell| cell as usize != first);
        let (board, colour) = (&*self.board, self.colour);
        self.judge
            .seconds(board, colour, in_reach(first), &mut after);
        self.board.take(first, self.colour);
        let top = best(&cells, &after, seconds);
        let Some(&most) = top.first() else {
            return;
        };
        let base = self.look.first[first] - self.best[0] - after[most];
        for second in top {
            self.found.push(Candidate {
                pair: pair(first, second),
                promise: base + after[second],
            });
        }
    }

    /// These two points.
    fn exactly(&mut self, first: usize, other: usize) {
        self.board.put(first, self.colour);
        let after = self.judge.second(self.board, self.colour, other);
        self.board.take(first, self.colour);
        self.found.push(Candidate {
            pair: pair(first, other),
            promise: self.look.first[first] - self.best[0] + after - self.best[1],
        });
    }
}

/// The points that look best, the best first; of equal ones the nearest to the middle, then
/// the lowest index.
fn best(cells: &[u16], looks: &[i32; POINTS], count: usize) -> Vec<usize> {
    let key = |cell: u16| i64::from(looks[cell as usize]) << 16 | i64::from(ORDER[cell as usize]);
    let mut top: Vec<(i64, u16)> = Vec::with_capacity(count + 1);
    for &cell in cells {
        let key = key(cell);
        if top.len() == count && top.last().is_none_or(|last| key < last.0) {
            continue;
        }
        let at = top.iter().rposition(|other| other.0 > key);
        top.insert(at.map_or(0, |at| at + 1), (key, cell));
        top.truncate(count);
    }
    top.into_iter().map(|(_, cell)| cell as usize).collect()
}

/// The points in an order, each with a number: the nearer to the middle the higher, and of
/// equally near ones the lower the index.
static ORDER: [u16; POINTS] = order();

const fn order() -> [u16; POINTS] {
    let mut order = [0; POINTS];
    let middle = SIDE / 2;
    let mut cell = 0;
    while cell < POINTS {
        let right = (cell % SIDE).abs_diff(middle);
        let down = (cell / SIDE).abs_diff(middle);
        let steps = if right > down { right } else { down };
        order[cell] = ((middle - steps) * POINTS + POINTS - 1 - cell) as u16;
        cell += 1;
    }
    order
}
