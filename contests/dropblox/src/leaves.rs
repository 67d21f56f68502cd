//! The leaves of the beam's lines, with the points that the net predicts for them.

use super::convert::GameState;
use super::game::{DropbloxGame, NO_MOVE, lock, points_for_rows};
use super::lanes::LANES;
use super::value_net::{BatchEval, NetInput, ValueNet};
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::dispatch;
use landfall_search::beam::{self, Beam};
use std::cmp::Ordering;

/// Most lines that the net evaluates.
const MAX_LEAVES: usize = 400;

/// The position at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// The line's first move.
    pub first_move: Pose,
    /// The board and the score.
    pub position: NetInput,
    /// The weights of the rows cleared in the line.
    pub reward: i32,
    /// Whether the game is over.
    pub is_over: bool,
    /// Predicted points at the end of the game.
    pub total: f32,
}

/// A line with its leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, one for each known block.
    pub moves: beam::Line<Pose>,
    /// The position after them.
    pub leaf: Leaf,
}

/// Returns the best lines of a beam, best first: by the net if there is one, otherwise by weights.
pub fn ranked_lines(
    beam: &mut Beam<DropbloxGame>,
    state: &GameState,
    net: Option<&ValueNet>,
) -> Vec<Line> {
    let mut lines = beam_lines(beam, state, MAX_LEAVES);
    if let Some(net) = net {
        let mut leaves: Vec<Leaf> = lines.iter().map(|line| line.leaf).collect();
        evaluate_leaves(&mut leaves, net);
        for (line, leaf) in lines.iter_mut().zip(leaves) {
            line.leaf = leaf;
        }
        lines.sort_by(|a, b| by_total(&a.leaf, &b.leaf));
    }
    lines
}

/// Returns up to `count` lines, best by weights first.
pub fn beam_lines(beam: &mut Beam<DropbloxGame>, state: &GameState, count: usize) -> Vec<Line> {
    beam.fill_last_layer(count);
    let weights = beam.game().weights;
    let found = beam.best_lines(count).into_iter();
    found
        .filter_map(|moves| play_line(state, moves, weights))
        .collect()
}

/// Plays a line to its leaf.
fn play_line(state: &GameState, moves: beam::Line<Pose>, weights: &Weights) -> Option<Line> {
    let (mut score, mut reward) = (state.score, 0);
    let mut board = state.board;
    for (&mv, block) in moves.iter().zip(&state.blocks) {
        if mv != NO_MOVE {
            let rows = lock(&mut board, &block.shape, mv);
            score += points_for_rows(rows);
            reward += weights.of_rows(rows);
        }
    }
    let leaf = Leaf {
        first_move: *moves.first()?,
        position: NetInput { score, board },
        reward,
        is_over: moves.contains(&NO_MOVE),
        total: score as f32,
    };
    Some(Line { moves, leaf })
}

/// Adds the points that the net predicts to the totals of leaves of games in progress.
pub fn evaluate_leaves(leaves: &mut [Leaf], net: &ValueNet) {
    for chunk in leaves.chunks_mut(LANES) {
        let positions: Vec<NetInput> = chunk.iter().map(|leaf| leaf.position).collect();
        let found = dispatch(BatchEval {
            net,
            inputs: &positions,
        });
        for (leaf, value) in chunk.iter_mut().zip(found) {
            if !leaf.is_over {
                leaf.total += value;
            }
        }
    }
}

fn by_total(a: &Leaf, b: &Leaf) -> Ordering {
    b.total
        .total_cmp(&a.total)
        .then(a.first_move.cmp(&b.first_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::run_beam;
    use crate::sim::{BlockGenerator, BlockSet, SimGame};
    use crate::weights::TUNED;
    use landfall_search::{SearchLimits, ThreadPool};
    use std::sync::Arc;

    fn lines(game: &SimGame, net: &ValueNet, nodes: u64) -> Vec<Line> {
        let (pool, limits) = (ThreadPool::new(1), SearchLimits::nodes(nodes));
        let beam = run_beam(&game.state, &TUNED, &pool, &limits);
        ranked_lines(&mut beam.expect("it goes on"), &game.state, Some(net))
    }

    #[test]
    fn lines_are_returned_with_their_leaves_best_first() {
        let net = ValueNet::built_in().expect("values");
        let block_set = Arc::new(BlockSet::enumerated());
        let mut game = SimGame::new(BlockGenerator::new(block_set, 4), 480);
        for _ in 0..12 {
            let best = lines(&game, &net, 500)[0].leaf.first_move;
            game.play(best);
        }
        let (lines, state) = (lines(&game, &net, 2_000), &game.state);
        assert!(lines.len() > LANES, "{}", lines.len());
        assert!(lines.is_sorted_by(|a, b| a.leaf.total >= b.leaf.total));
        for line in &lines {
            assert_eq!(line.moves.len(), state.blocks.len());
            assert_eq!(line.moves[0], line.leaf.first_move);
            assert!(line.leaf.position.score >= state.score);
            assert!(line.leaf.total >= line.leaf.position.score as f32);
        }
    }
}
