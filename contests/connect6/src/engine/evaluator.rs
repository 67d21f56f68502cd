//! What a position is worth, and which points look good: what the net says of the shapes of
//! the lines through every point.
//!
//! The four lines through a point, as each colour sees them, bring a row of numbers each. The
//! rows are added up, what is above zero is weighed, and the points are added up: whole
//! numbers alone. The numbers are in `net`; which turns to try is for `candidates`.

use super::board::Board;
use super::net::{Embedding, FIRST_STONE_HEAD, Net, SCALE, SECOND_STONE_HEAD, VALUE_HEAD};
use super::patterns::{CellPatterns, PatternCache};
use crate::rules::{Colour, POINT_COUNT};

/// What a natural logarithm of the odds is worth.
const SCORE_PER_LOGIT: i64 = 100;

/// A net, and what it has been shown of the board.
pub struct Evaluator<'a> {
    net: &'a Net,
    patterns: PatternCache,
}

/// What a free point brings.
struct HiddenLayer(Embedding);

impl HiddenLayer {
    #[inline]
    fn new(net: &Net, shapes: &CellPatterns, mover: Colour) -> HiddenLayer {
        let mut sums = net.bias;
        let sides = [mover, mover.other()].map(|side| shapes[side as usize]);
        for (shapes, rows) in sides.into_iter().zip(&net.embeddings) {
            for shape in shapes {
                for (sum, number) in sums.iter_mut().zip(&rows[shape as usize]) {
                    *sum = sum.saturating_add(*number);
                }
            }
        }
        HiddenLayer(sums)
    }

    #[inline]
    fn output(&self, net: &Net, head: usize) -> i32 {
        let weighed = self.0.iter().zip(&net.head_weights[head]);
        let sum: i32 = weighed
            .map(|(&sum, &weight)| i32::from(sum.max(0)) * i32::from(weight))
            .sum();
        i32::from(self.0[head]) + sum / SCALE
    }
}

impl<'a> Evaluator<'a> {
    /// A judge by a net.
    pub fn new(net: &'a Net) -> Evaluator<'a> {
        Evaluator {
            net,
            patterns: PatternCache::new(),
        }
    }

    /// What the board is worth for a colour whose turn it is: a hundred times the logarithm of
    /// the odds that it wins.
    pub fn evaluate(&mut self, board: &Board, mover: Colour) -> i32 {
        self.patterns.update(board.lines());
        let sum: i64 = cells_near_stones(board, &self.patterns)
            .map(|cell| {
                let sums = HiddenLayer::new(self.net, self.patterns.shapes(cell), mover);
                i64::from(sums.output(self.net, VALUE_HEAD))
            })
            .sum();
        let worth = (sum + i64::from(self.net.value_bias)) * SCORE_PER_LOGIT / i64::from(SCALE);
        worth.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// How the points look for a colour whose turn it is.
    pub fn move_scores(&mut self, board: &Board, mover: Colour) -> MoveScores {
        self.patterns.update(board.lines());
        let mut look = MoveScores {
            cells: cells_near_stones(board, &self.patterns)
                .map(|cell| cell as u16)
                .collect(),
            first: [UNSCORED; POINT_COUNT],
            second: [UNSCORED; POINT_COUNT],
        };
        for &cell in &look.cells {
            let cell = cell as usize;
            let sums = HiddenLayer::new(self.net, self.patterns.shapes(cell), mover);
            look.first[cell] = sums.output(self.net, FIRST_STONE_HEAD);
            look.second[cell] = sums.output(self.net, SECOND_STONE_HEAD);
        }
        look
    }

    /// How good points look for the second stone, when the first one is on the board, in place
    /// of how they looked before; those that are not free stay as they are.
    pub fn update_second_scores(
        &mut self,
        board: &Board,
        mover: Colour,
        cells: &[u16],
        looks: &mut [i32; POINT_COUNT],
    ) {
        self.patterns.update(board.lines());
        for cell in cells.iter().map(|&cell| cell as usize) {
            if board.is_free(cell) {
                let sums = HiddenLayer::new(self.net, self.patterns.shapes(cell), mover);
                looks[cell] = sums.output(self.net, SECOND_STONE_HEAD);
            }
        }
    }

    /// The same of one point alone.
    pub fn second_score(&self, board: &Board, mover: Colour, cell: usize) -> i32 {
        HiddenLayer::new(self.net, &board.lines().patterns(cell), mover)
            .output(self.net, SECOND_STONE_HEAD)
    }
}

/// The points that are free and have a stone in reach.
pub fn cells_near_stones<'a>(
    board: &'a Board,
    view: &'a PatternCache,
) -> impl Iterator<Item = usize> + 'a {
    (0..POINT_COUNT).filter(|&cell| board.is_free(cell) && view.has_stone_in_reach(cell))
}

/// How good the points look for a colour's stones, in 256ths of a natural logarithm.
pub struct MoveScores {
    /// The points that are free and have a stone in reach.
    pub cells: Vec<u16>,
    /// By point, for the first stone of a turn.
    pub first: [i32; POINT_COUNT],
    /// By point, for the second.
    pub second: [i32; POINT_COUNT],
}

/// What a point has that is not looked at.
const UNSCORED: i32 = i32::MIN / 4;
