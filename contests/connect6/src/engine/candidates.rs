//! Turns worth a look: pairs of points by how good they look, first the one stone and then
//! the other one beside it.
//!
//! Threats that must be met are respected; whether a turn wins is not known here.

use super::board::Board;
use super::evaluator::{Evaluator, MoveScores};
use super::geometry::cells_in_reach;
use super::threats::{Defence, Threats};
use crate::rules::{BOARD_SIZE, Colour, POINT_COUNT};

/// A turn as two indices, the lower one first.
pub type Pair = (u16, u16);

/// A turn, and how good it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The two points.
    pub pair: Pair,
    /// How good it looks beside others of the same position, in 256ths of a natural logarithm.
    pub score: i32,
}

/// How many points are tried as the first stone of a turn, and as the second with each, and
/// how many of these turns are kept.
#[derive(Clone, Copy, Debug)]
pub struct CandidateWidth {
    /// First stones.
    pub first_stones: usize,
    /// Second stones for each of them.
    pub second_stones: usize,
    /// Turns.
    pub max_turns: usize,
}

/// A turn with its points in order.
pub fn ordered_pair(first: usize, second: usize) -> Pair {
    (first.min(second) as u16, first.max(second) as u16)
}

/// Turns of a colour that meet all threats, the best first. Empty if the threats cannot be
/// met, or if fewer than two points are free.
pub fn generate_candidates(
    judge: &mut Evaluator<'_>,
    board: &mut Board,
    colour: Colour,
    width: CandidateWidth,
) -> Vec<Candidate> {
    let defence = Threats::of(board, colour.other()).defence();
    let mut list = CandidateList::new(judge, board, colour);
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

/// Turns with a first stone on one of these points, the best second stones with each; only
/// those that meet all threats.
pub fn candidates_at(
    judge: &mut Evaluator<'_>,
    board: &mut Board,
    colour: Colour,
    firsts: &[usize],
    seconds: usize,
) -> Vec<Candidate> {
    let mut list = CandidateList::new(judge, board, colour);
    for &first in firsts {
        list.add_with_first(first, seconds);
    }
    // Two of the points together are the surest.
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

/// Puts the best first, and each turn once.
pub fn sort_candidates(list: &mut Vec<Candidate>) {
    list.sort_unstable_by_key(|candidate| (candidate.pair, -candidate.score));
    list.dedup_by_key(|candidate| candidate.pair);
    list.sort_unstable_by_key(|candidate| (-candidate.score, candidate.pair));
}

/// The list as it grows.
struct CandidateList<'a, 'n> {
    evaluator: &'a mut Evaluator<'n>,
    board: &'a mut Board,
    colour: Colour,
    scores: MoveScores,
    /// How good the best point looks for the first stone, and for the second.
    best: [i32; 2],
    found: Vec<Candidate>,
}

impl<'a, 'n> CandidateList<'a, 'n> {
    fn new(
        judge: &'a mut Evaluator<'n>,
        board: &'a mut Board,
        colour: Colour,
    ) -> CandidateList<'a, 'n> {
        let mut look = judge.move_scores(board, colour);
        if look.cells.len() < 2 {
            // Hardly a stone is there, or hardly a free point: any will do.
            look.cells = (0..POINT_COUNT)
                .filter(|&cell| board.is_free(cell))
                .map(|cell| cell as u16)
                .collect();
        }
        let best = [&look.first, &look.second].map(|looks| {
            let looks = look.cells.iter().map(|&cell| looks[cell as usize]);
            looks.max().unwrap_or(0)
        });
        CandidateList {
            evaluator: judge,
            best,
            board,
            colour,
            scores: look,
            found: Vec::new(),
        }
    }

    /// Any two points.
    fn add_best(&mut self, width: CandidateWidth) {
        let firsts = best_cells(&self.scores.cells, &self.scores.first, width.first_stones);
        for first in firsts {
            self.add_with_first(first, width.second_stones);
        }
    }

    /// A first point, and the best second ones.
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

    /// These two points.
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

/// The points that look best, the best first; of equal ones the nearest to the middle, then
/// the lowest index.
fn best_cells(cells: &[u16], looks: &[i32; POINT_COUNT], count: usize) -> Vec<usize> {
    let key =
        |cell: u16| i64::from(looks[cell as usize]) << 16 | i64::from(CENTRE_ORDER[cell as usize]);
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
