//! Candidate turns, ordered by their scores: the first stone is chosen by the evaluator's
//! move scores, then the second one beside it.
//!
//! Candidates block all threats; whether a turn wins is not tested.

use super::board::Board;
use super::evaluator::{Evaluator, MoveScores};
use super::geometry::cells_in_reach;
use super::threats::{Defence, Threats};
use crate::rules::{BOARD_SIZE, Colour, POINT_COUNT};

/// A turn as two cells, the lower one first.
pub type Pair = (u16, u16);

/// A candidate turn and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The two cells.
    pub pair: Pair,
    /// Its score relative to others of the same position, in 256ths of a natural logarithm.
    pub score: i32,
}

/// How many candidates are generated.
#[derive(Clone, Copy, Debug)]
pub struct CandidateWidth {
    /// Cells tried for the first stone.
    pub first_stones: usize,
    /// Cells tried for the second stone with each of them.
    pub second_stones: usize,
    /// Turns that are kept.
    pub max_turns: usize,
}

/// Returns two cells as a pair.
pub fn ordered_pair(first: usize, second: usize) -> Pair {
    (first.min(second) as u16, first.max(second) as u16)
}

/// Returns turns of a colour that block all threats, the best first. Empty if the threats cannot
/// be blocked, or if fewer than two cells are free.
pub fn generate_candidates(
    evaluator: &mut Evaluator<'_>,
    board: &mut Board,
    colour: Colour,
    width: CandidateWidth,
) -> Vec<Candidate> {
    let defence = Threats::of(board, colour.other()).defence();
    let mut list = CandidateList::new(evaluator, board, colour);
    match defence {
        Defence::NotNeeded => list.add_best(width),
        Defence::OneStone(ones, twos) => {
            for &first in &ones {
                list.add_with_first(first, width.second_stones * 3);
            }
            for &(first, second) in &twos {
                list.add_pair(first, second);
            }
        }
        Defence::TwoStones(twos) => {
            for &(first, second) in &twos {
                list.add_pair(first, second);
            }
        }
        Defence::Impossible => {}
    }
    let mut found = list.found;
    sort_candidates(&mut found);
    found.truncate(width.max_turns);
    found
}

/// Returns turns that block all threats, with a first stone on one of these cells and the best
/// second stones.
pub fn candidates_at(
    evaluator: &mut Evaluator<'_>,
    board: &mut Board,
    colour: Colour,
    firsts: &[usize],
    seconds: usize,
) -> Vec<Candidate> {
    let mut list = CandidateList::new(evaluator, board, colour);
    for &first in firsts {
        list.add_with_first(first, seconds);
    }
    // Two of the cells together prevent most wins.
    for (at, &first) in firsts.iter().enumerate().take(24) {
        for &second in &firsts[..at] {
            list.add_pair(first, second);
        }
    }
    let mut found = list.found;
    let threats = Threats::of(board, colour.other());
    found.retain(|candidate| {
        threats.are_blocked_by(candidate.pair.0 as usize, candidate.pair.1 as usize)
    });
    found
}

/// Sorts the best first, and removes duplicates.
pub fn sort_candidates(list: &mut Vec<Candidate>) {
    list.sort_unstable_by_key(|candidate| (candidate.pair, -candidate.score));
    list.dedup_by_key(|candidate| candidate.pair);
    list.sort_unstable_by_key(|candidate| (-candidate.score, candidate.pair));
}

/// The list while it is built.
struct CandidateList<'a, 'n> {
    evaluator: &'a mut Evaluator<'n>,
    board: &'a mut Board,
    colour: Colour,
    scores: MoveScores,
    /// Score of the best cell for the first stone and for the second.
    best: [i32; 2],
    found: Vec<Candidate>,
}

impl<'a, 'n> CandidateList<'a, 'n> {
    fn new(
        evaluator: &'a mut Evaluator<'n>,
        board: &'a mut Board,
        colour: Colour,
    ) -> CandidateList<'a, 'n> {
        let mut scores = evaluator.move_scores(board, colour);
        if scores.cells.len() < 2 {
            // With hardly any stones, or hardly any free cells, all free cells are candidates.
            scores.cells = (0..POINT_COUNT)
                .filter(|&cell| board.is_free(cell))
                .map(|cell| cell as u16)
                .collect();
        }
        let best = [&scores.first, &scores.second].map(|by_cell| {
            let of_cells = scores.cells.iter().map(|&cell| by_cell[cell as usize]);
            of_cells.max().unwrap_or(0)
        });
        CandidateList {
            evaluator,
            best,
            board,
            colour,
            scores,
            found: Vec::new(),
        }
    }

    /// Adds the best pairs.
    fn add_best(&mut self, width: CandidateWidth) {
        let firsts = best_cells(&self.scores.cells, &self.scores.first, width.first_stones);
        for first in firsts {
            self.add_with_first(first, width.second_stones);
        }
    }

    /// Adds pairs of a first stone and the best second ones.
    fn add_with_first(&mut self, first: usize, seconds: usize) {
        self.board.place(first, self.colour);
        let mut after = self.scores.second;
        let mut cells = self.scores.cells.clone();
        cells.retain(|&cell| cell as usize != first);
        let (board, colour) = (&*self.board, self.colour);
        self.evaluator
            .update_second_scores(board, colour, cells_in_reach(first), &mut after);
        self.board.remove(first, self.colour);
        let top = best_cells(&cells, &after, seconds);
        let Some(&most) = top.first() else {
            return;
        };
        let base = self.scores.first[first] - self.best[0] - after[most];
        for second in top {
            self.found.push(Candidate {
                pair: ordered_pair(first, second),
                score: base + after[second],
            });
        }
    }

    /// Adds one pair.
    fn add_pair(&mut self, first: usize, other: usize) {
        self.board.place(first, self.colour);
        let after = self.evaluator.second_score(self.board, self.colour, other);
        self.board.remove(first, self.colour);
        self.found.push(Candidate {
            pair: ordered_pair(first, other),
            score: self.scores.first[first] - self.best[0] + after - self.best[1],
        });
    }
}

/// Returns the cells with the highest scores, the best first; equal ones the nearest to the
/// centre first, then by index.
fn best_cells(cells: &[u16], scores: &[i32; POINT_COUNT], count: usize) -> Vec<usize> {
    let key =
        |cell: u16| i64::from(scores[cell as usize]) << 16 | i64::from(CENTRE_ORDER[cell as usize]);
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

/// A number for every cell, higher nearer to the centre, and at the same distance for lower
/// indices.
static CENTRE_ORDER: [u16; POINT_COUNT] = centre_order();

const fn centre_order() -> [u16; POINT_COUNT] {
    let mut order = [0; POINT_COUNT];
    let middle = BOARD_SIZE / 2;
    let mut cell = 0;
    while cell < POINT_COUNT {
        let right = (cell % BOARD_SIZE).abs_diff(middle);
        let down = (cell / BOARD_SIZE).abs_diff(middle);
        let steps = if right > down { right } else { down };
        order[cell] = ((middle - steps) * POINT_COUNT + POINT_COUNT - 1 - cell) as u16;
        cell += 1;
    }
    order
}
