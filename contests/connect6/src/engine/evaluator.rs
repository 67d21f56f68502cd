//! The evaluator: scores of positions, and move scores of cells for candidate turns, by the
//! network in `net`.
//!
//! A free cell has four lines, and each colour sees a pattern along each of them. The eight
//! patterns' embeddings are added up, pass a rectifier, and are weighted by three heads. All
//! numbers are integers, so that every machine computes the same.

use super::board::Board;
use super::net::{Embedding, FIRST_STONE_HEAD, Net, SCALE, SECOND_STONE_HEAD, VALUE_HEAD};
use super::patterns::{CellPatterns, PatternCache};
use crate::rules::{Colour, POINT_COUNT};

/// Score for one unit of the logarithm of the odds.
const SCORE_PER_LOGIT: i64 = 100;

/// A network, and the patterns of the board that was evaluated last.
pub struct Evaluator<'a> {
    net: &'a Net,
    patterns: PatternCache,
}

/// The sum of the embeddings at a free cell.
struct HiddenLayer(Embedding);

impl HiddenLayer {
    /// Adds up the embeddings of a cell's patterns.
    #[inline]
    fn new(net: &Net, patterns: &CellPatterns, mover: Colour) -> HiddenLayer {
        let mut hidden = net.bias;
        let sides = [mover, mover.other()].map(|side| patterns[side as usize]);
        for (patterns, rows) in sides.into_iter().zip(&net.embeddings) {
            for pattern in patterns {
                for (sum, number) in hidden.iter_mut().zip(&rows[pattern as usize]) {
                    *sum = sum.saturating_add(*number);
                }
            }
        }
        HiddenLayer(hidden)
    }

    /// Returns the output of a head, in units of 1/[`SCALE`].
    #[inline]
    fn output(&self, net: &Net, head: usize) -> i32 {
        let products = self.0.iter().zip(&net.head_weights[head]);
        let sum: i32 = products
            .map(|(&sum, &weight)| i32::from(sum.max(0)) * i32::from(weight))
            .sum();
        i32::from(self.0[head]) + sum / SCALE
    }
}

impl<'a> Evaluator<'a> {
    /// Returns an evaluator for a network.
    pub fn new(net: &'a Net) -> Evaluator<'a> {
        Evaluator {
            net,
            patterns: PatternCache::new(),
        }
    }

    /// Returns the score of the board for the side to move: a hundred times the logarithm of the
    /// odds that it wins.
    pub fn evaluate(&mut self, board: &Board, mover: Colour) -> i32 {
        self.patterns.update(&board.lines);
        let sum: i64 = cells_near_stones(board, &self.patterns)
            .map(|cell| {
                let hidden = HiddenLayer::new(self.net, self.patterns.patterns(cell), mover);
                i64::from(hidden.output(self.net, VALUE_HEAD))
            })
            .sum();
        let score = (sum + i64::from(self.net.value_bias)) * SCORE_PER_LOGIT / i64::from(SCALE);
        score.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Returns the move scores of the cells for the side to move.
    pub fn move_scores(&mut self, board: &Board, mover: Colour) -> MoveScores {
        self.patterns.update(&board.lines);
        let mut scores = MoveScores {
            cells: cells_near_stones(board, &self.patterns)
                .map(|cell| cell as u16)
                .collect(),
            first: [UNSCORED; POINT_COUNT],
            second: [UNSCORED; POINT_COUNT],
        };
        for &cell in &scores.cells {
            let cell = cell as usize;
            let hidden = HiddenLayer::new(self.net, self.patterns.patterns(cell), mover);
            scores.first[cell] = hidden.output(self.net, FIRST_STONE_HEAD);
            scores.second[cell] = hidden.output(self.net, SECOND_STONE_HEAD);
        }
        scores
    }

    /// Updates the scores of the second stone at these cells, with the first stone on the board.
    /// Cells that are not free keep theirs.
    pub fn update_second_scores(
        &mut self,
        board: &Board,
        mover: Colour,
        cells: &[u16],
        scores: &mut [i32; POINT_COUNT],
    ) {
        self.patterns.update(&board.lines);
        for cell in cells.iter().map(|&cell| cell as usize) {
            if board.is_free(cell) {
                let hidden = HiddenLayer::new(self.net, self.patterns.patterns(cell), mover);
                scores[cell] = hidden.output(self.net, SECOND_STONE_HEAD);
            }
        }
    }

    /// Returns the score of one cell for the second stone.
    pub fn second_score(&self, board: &Board, mover: Colour, cell: usize) -> i32 {
        HiddenLayer::new(self.net, &board.lines.patterns(cell), mover)
            .output(self.net, SECOND_STONE_HEAD)
    }
}

/// Returns the free cells with a stone in reach.
pub fn cells_near_stones<'a>(
    board: &'a Board,
    patterns: &'a PatternCache,
) -> impl Iterator<Item = usize> + 'a {
    (0..POINT_COUNT).filter(|&cell| board.is_free(cell) && patterns.has_stone_in_reach(cell))
}

/// The scores of cells for the stones of a turn, in 256ths of a natural logarithm.
pub struct MoveScores {
    /// The free cells with a stone in reach.
    pub cells: Vec<u16>,
    /// By cell, the score for the first stone of a turn.
    pub first: [i32; POINT_COUNT],
    /// By cell, the score for the second stone.
    pub second: [i32; POINT_COUNT],
}

/// Score of a cell that is not scored.
const UNSCORED: i32 = i32::MIN / 4;
