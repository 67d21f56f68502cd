//! Chooses among root moves by their expected score over the next unknown blocks.
//!
//! The best leaf of a root move does not give the value of the move: after the move one more block
//! is known, and the others can still be placed elsewhere. So each root move has a branch: its own
//! beam over the remaining known blocks, and the leaves of that beam. The value of a branch is the
//! mean, over possible next blocks, of the best result of any leaf with that block (expectimax).
//! Branches that fall behind are eliminated early (a race: Maron and Moore 1994). The remaining
//! branches race again with the next two blocks.

mod racing;

use super::convert::{FallingBlock, GameState};
use super::game::{NO_MOVE, find_resting_poses, lock, points_for_rows, run_beam};
use super::lanes::LANES;
use super::leaves::{Leaf, Line, beam_lines, evaluate_leaves};
use super::placement_eval::PlacementEvaluator;
use super::value_net::{NetInput, ValueNet};
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::dispatch;
use landfall_search::{SearchLimits, ThreadPool};
use racing::{Arm, race};
use std::cmp::Reverse;

/// Most root moves that are compared.
const MAX_ROOT_MOVES: usize = 8;

/// A root move whose best leaf is this many points behind the best leaf is not compared.
const ROOT_MARGIN: f32 = 4.0;

/// Most leaves per branch.
const MAX_BRANCH_LEAVES: usize = 64;

/// Placements of a next block that the net evaluates: the best by weights, over all leaves of a
/// branch.
const EVALUATED_PLACEMENTS: usize = 10 * LANES;

/// Second blocks that are tried after each next block.
const SECOND_BLOCKS: usize = 16;

/// Leaves after the next block for which second blocks are tried: the best ones.
const SECOND_PLY_LEAVES: usize = 16;

/// As `EVALUATED_PLACEMENTS`, for a second block.
const SECOND_PLY_PLACEMENTS: usize = 6 * LANES;

/// Standard errors by which a branch must be behind to be eliminated with one next block.
const FIRST_RACE_ERRORS: f64 = 3.0;

/// The same with two next blocks.
const SECOND_RACE_ERRORS: f64 = 1.5;

/// The branches' beams' share of the time; the rest is for the races.
const BEAM_TIME_SHARE: f64 = 0.75;

/// The time limit of the comparison, and its blocks.
pub struct LookaheadLimits<'a> {
    /// Returns a sample of the next blocks. All branches get the same sample, so that luck is
    /// equal. Called when it is needed; an empty sample means no comparison.
    pub sample_blocks: &'a dyn Fn() -> Vec<FallingBlock>,
    /// Returns whether this share of the total time, from 0 to 1, has passed.
    pub elapsed: &'a (dyn Fn(f64) -> bool + Sync),
}

/// The evaluations.
#[derive(Clone, Copy, Debug)]
pub struct Evaluators<'a> {
    /// The evaluation of the beams, which also selects the placements that the net evaluates.
    pub weights: &'a Weights,
    /// The predicted points of a leaf.
    pub net: &'a ValueNet,
}

/// Returns the root move with the highest expected score, of those with the best lines.
///
/// `lines` are the best lines, best first, from a beam of `nodes` nodes. All branches together get
/// as many nodes, in equal shares: a wider one would have an advantage. Returns `None` when there
/// was no time to compare any.
pub fn best_root_move(
    state: &GameState,
    (lines, nodes): (&[Line], u64),
    evaluators: Evaluators,
    pool: &ThreadPool,
    lookahead: &LookaheadLimits,
) -> Option<Pose> {
    let root_moves = root_candidates(lines);
    if root_moves.len() < 2 {
        return root_moves.first().copied();
    }
    if (lookahead.elapsed)(1.0) {
        return None;
    }
    let blocks = (lookahead.sample_blocks)();
    let count = root_moves.len() as f64;
    let mut arms = Vec::with_capacity(root_moves.len());
    for (i, &root_move) in root_moves.iter().enumerate() {
        let share = BEAM_TIME_SHARE * (i + 1) as f64 / count;
        let limits = SearchLimits::nodes(nodes / root_moves.len() as u64)
            .until(|| (lookahead.elapsed)(share));
        arms.push(Arm {
            branch: RootBranch::grow(state, root_move, evaluators.weights, pool, &limits),
            scores: Vec::new(),
        });
    }
    let is_out_of_time = || (lookahead.elapsed)(1.0);
    let leader = race(
        &mut arms,
        &future_blocks(&blocks, 0),
        FIRST_RACE_ERRORS,
        evaluators,
        pool,
        &is_out_of_time,
    )?;
    if arms.len() < 2 {
        return Some(leader);
    }
    arms.iter_mut().for_each(|arm| arm.scores.clear());
    let second_leader = race(
        &mut arms,
        &future_blocks(&blocks, SECOND_BLOCKS),
        SECOND_RACE_ERRORS,
        evaluators,
        pool,
        &is_out_of_time,
    );
    second_leader.or(Some(leader))
}

/// A possible next block, with possible blocks after it.
struct FutureBlocks<'a> {
    next: &'a FallingBlock,
    second: Vec<&'a FallingBlock>,
}

/// Returns each block with `second_blocks` blocks after it, from small to large, different for
/// each.
fn future_blocks(blocks: &[FallingBlock], second_blocks: usize) -> Vec<FutureBlocks<'_>> {
    let step = blocks.len().checked_div(second_blocks).unwrap_or(0).max(1);
    let numbered = blocks.iter().enumerate();
    numbered
        .map(|(i, next)| {
            let from = (i + i / step + 1) % step;
            let some = blocks.iter().skip(from).step_by(step).take(second_blocks);
            FutureBlocks {
                next,
                second: some.collect(),
            }
        })
        .collect()
}

/// Returns the root moves with the best leaves, best first.
fn root_candidates(lines: &[Line]) -> Vec<Pose> {
    let mut root_moves = Vec::with_capacity(MAX_ROOT_MOVES);
    let best = lines.first().map_or(0.0, |line| line.leaf.total);
    for line in lines {
        let Leaf {
            first_move: root_move,
            total,
            ..
        } = line.leaf;
        if root_moves.len() == MAX_ROOT_MOVES || total < best - ROOT_MARGIN {
            break;
        }
        if root_move != NO_MOVE && !root_moves.contains(&root_move) {
            root_moves.push(root_move);
        }
    }
    root_moves
}

/// The positions after a root move and the remaining known blocks.
struct RootBranch {
    root_move: Pose,
    /// Leaves of games in progress.
    leaves: Vec<Leaf>,
    /// The highest score of all leaves, including those of finished games: this score is certain.
    certain_score: u32,
}

impl RootBranch {
    fn grow(
        state: &GameState,
        root_move: Pose,
        weights: &Weights,
        pool: &ThreadPool,
        limits: &SearchLimits,
    ) -> RootBranch {
        let next = state_after(state, root_move);
        let leaves = match run_beam(&next, weights, pool, limits) {
            Some(mut beam) => {
                let lines = beam_lines(&mut beam, &next, MAX_BRANCH_LEAVES);
                lines.into_iter().map(|line| line.leaf).collect()
            }
            // No further block is known, or the next one cannot enter.
            None => vec![Leaf {
                first_move: root_move,
                position: NetInput {
                    score: next.score,
                    board: next.board,
                },
                reward: 0,
                is_over: !next.blocks.is_empty(),
                total: next.score as f32,
            }],
        };
        let scores = leaves.iter().map(|leaf| leaf.position.score);
        RootBranch {
            root_move,
            certain_score: scores.max().unwrap_or(next.score),
            leaves: leaves.into_iter().filter(|leaf| !leaf.is_over).collect(),
        }
    }

    /// Returns the expected score with the given next block: the mean over the second blocks, or
    /// the best with only the next block if there are none.
    fn expected_score(&self, future: &FutureBlocks, evaluators: Evaluators) -> f32 {
        let leaves = self.leaves_with_block(future.next, EVALUATED_PLACEMENTS, evaluators);
        if future.second.is_empty() {
            return best_total(self.certain_score, &leaves);
        }
        let next = self.after_block(leaves);
        let bests = future.second.iter();
        let sum: f32 = bests
            .map(|block| {
                best_total(
                    next.certain_score,
                    &next.leaves_with_block(block, SECOND_PLY_PLACEMENTS, evaluators),
                )
            })
            .sum();
        sum / future.second.len() as f32
    }

    /// Returns the branch after a block: the best of its leaves.
    fn after_block(&self, mut leaves: Vec<Leaf>) -> RootBranch {
        let score = leaves.iter().map(|leaf| leaf.position.score).max();
        leaves.sort_by(|a, b| b.total.total_cmp(&a.total));
        leaves.dedup_by_key(|leaf| leaf.position);
        leaves.truncate(SECOND_PLY_LEAVES);
        RootBranch {
            root_move: self.root_move,
            certain_score: score.unwrap_or(0).max(self.certain_score),
            leaves,
        }
    }

    /// Returns the leaves after a block, evaluated by the net: the `count` best placements by
    /// weights, in any order.
    fn leaves_with_block(
        &self,
        block: &FallingBlock,
        count: usize,
        evaluators: Evaluators,
    ) -> Vec<Leaf> {
        let moves = self.best_placements(block, count, evaluators.weights);
        let mut leaves: Vec<Leaf> = moves
            .iter()
            .map(|mv| mv.play(self, block, evaluators.weights))
            .collect();
        evaluate_leaves(&mut leaves, evaluators.net);
        leaves
    }

    /// Returns the `count` best placements of a block by weights, in any order.
    fn best_placements(
        &self,
        block: &FallingBlock,
        count: usize,
        weights: &Weights,
    ) -> Vec<LeafPlacement> {
        let mut moves = Vec::new();
        let (mut poses, mut children) = (Vec::new(), Vec::new());
        for (index, leaf) in self.leaves.iter().enumerate() {
            poses.clear();
            children.clear();
            find_resting_poses(&leaf.position.board, block, &mut poses);
            dispatch(PlacementEvaluator {
                board: &leaf.position.board,
                block,
                next: None,
                poses: &poses,
                weights,
                out: &mut children,
            });
            moves.extend(children.iter().map(|child| LeafPlacement {
                total: leaf.reward + child.reward + child.eval,
                leaf: index,
                pose: child.mv,
            }));
        }
        if moves.len() > count {
            let order = |mv: &LeafPlacement| (Reverse(mv.total), mv.leaf, mv.pose);
            moves.select_nth_unstable_by_key(count, order);
            moves.truncate(count);
        }
        moves
    }
}

/// A placement of a block on one of the leaves of a branch.
struct LeafPlacement {
    /// The evaluation by weights, including all rows cleared in the line.
    total: i32,
    /// Index of the leaf.
    leaf: usize,
    pose: Pose,
}

impl LeafPlacement {
    fn play(&self, branch: &RootBranch, block: &FallingBlock, weights: &Weights) -> Leaf {
        let mut leaf = branch.leaves[self.leaf];
        let rows = lock(&mut leaf.position.board, &block.shape, self.pose);
        leaf.position.score += points_for_rows(rows);
        leaf.reward += weights.of_rows(rows);
        leaf.total = leaf.position.score as f32;
        leaf
    }
}

/// Returns the highest total of the leaves, or `score` if that is higher.
fn best_total(score: u32, leaves: &[Leaf]) -> f32 {
    leaves
        .iter()
        .map(|leaf| leaf.total)
        .fold(score as f32, f32::max)
}

/// Returns the position after a root move.
fn state_after(state: &GameState, root_move: Pose) -> GameState {
    let mut next = state.clone();
    let block = next.blocks.remove(0);
    next.score += points_for_rows(lock(&mut next.board, &block.shape, root_move));
    next
}

#[cfg(test)]
mod tests;
