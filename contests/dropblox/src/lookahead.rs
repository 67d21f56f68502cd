//! First moves, compared by what can be made of them once the next unknown block is seen.
//!
//! The best end of a first move is not what it is worth: when it has been played, one more
//! block is known, and the others can still go elsewhere. So each first move has a branch: a
//! beam of its own over the known blocks that are left, and the boards that it ends with. What
//! the branch is worth is the mean, over blocks that may come, of the best that any of these
//! boards allows with that block (expectimax; not the best of means). First moves that fall
//! behind are dropped on the way (a race: Maron and Moore 1994). Those that are left race once
//! more, by the block after that as well.

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

/// First moves that are compared, at most.
const MAX_ROOT_MOVES: usize = 8;

/// A first move whose best end is further behind the best of all is not compared, in points.
const ROOT_MARGIN: f32 = 4.0;

/// Boards that a branch ends with, at most.
const MAX_BRANCH_LEAVES: usize = 64;

/// What can be done with a block is judged by values where it stands best by weights: so many
/// boards, over all boards of a branch.
const EVALUATED_PLACEMENTS: usize = 10 * LANES;

/// Blocks that may come after a block that may come.
const SECOND_BLOCKS: usize = 16;

/// The best boards with a block from which those after it are tried, at most.
const SECOND_PLY_LEAVES: usize = 16;

/// As `JUDGED`, of what can be done with a block after it.
const SECOND_PLY_PLACEMENTS: usize = 6 * LANES;

/// By how many standard errors a branch must be behind to be dropped by the next block alone.
const FIRST_RACE_ERRORS: f64 = 3.0;

/// The same by the block after it as well.
const SECOND_RACE_ERRORS: f64 = 1.5;

/// The part of the time by which branches must have grown; the rest is for the race.
const BEAM_TIME_SHARE: f64 = 0.75;

/// How long branches may be compared, and what may come then.
pub struct LookaheadLimits<'a> {
    /// What may come: a sample, the same for all branches, so that luck is the same, too. Asked
    /// when it is needed; if it is empty, there is no look.
    pub sample_blocks: &'a dyn Fn() -> Vec<FallingBlock>,
    /// Whether this part of the time for all of it, from 0 to 1, has gone by.
    pub elapsed: &'a (dyn Fn(f64) -> bool + Sync),
}

/// What judges boards.
#[derive(Clone, Copy, Debug)]
pub struct Evaluators<'a> {
    /// What leads beams, and chooses the boards that are worth asking for.
    pub weights: &'a Weights,
    /// What boards are worth.
    pub net: &'a ValueNet,
}

/// The first move that is worth most, of those with the best lines; `lines` stand the best
/// first, from a beam of so many `nodes`. All branches together get as many, each the same: a
/// wider one would win by its width. `None` when there was no time to compare any.
pub fn best_root_move(
    situation: &GameState,
    (lines, nodes): (&[Line], u64),
    judges: Evaluators,
    crew: &ThreadPool,
    beyond: &LookaheadLimits,
) -> Option<Pose> {
    let firsts = root_candidates(lines);
    if firsts.len() < 2 {
        return firsts.first().copied();
    }
    if (beyond.elapsed)(1.0) {
        return None;
    }
    let blocks = (beyond.sample_blocks)();
    let parts = firsts.len() as f64;
    let mut racers = Vec::with_capacity(firsts.len());
    for (i, &first) in firsts.iter().enumerate() {
        let part = BEAM_TIME_SHARE * (i + 1) as f64 / parts;
        let budget = SearchLimits {
            nodes: nodes / firsts.len() as u64,
            stop: &|| (beyond.elapsed)(part),
        };
        racers.push(Arm {
            branch: RootBranch::grow(situation, first, judges.weights, crew, &budget),
            scores: Vec::new(),
        });
    }
    let over = || (beyond.elapsed)(1.0);
    let leader = race(
        &mut racers,
        &future_blocks(&blocks, 0),
        FIRST_RACE_ERRORS,
        judges,
        crew,
        &over,
    )?;
    if racers.len() < 2 {
        return Some(leader);
    }
    racers.iter_mut().for_each(|racer| racer.scores.clear());
    let by_more = race(
        &mut racers,
        &future_blocks(&blocks, SECOND_BLOCKS),
        SECOND_RACE_ERRORS,
        judges,
        crew,
        &over,
    );
    by_more.or(Some(leader))
}

/// A block that may come next, and some that may come after it.
struct FutureBlocks<'a> {
    first: &'a FallingBlock,
    second: Vec<&'a FallingBlock>,
}

/// Each block with so many of them after it: small ones and large ones, others for others.
fn future_blocks(blocks: &[FallingBlock], after: usize) -> Vec<FutureBlocks<'_>> {
    let step = blocks.len().checked_div(after).unwrap_or(0).max(1);
    let numbered = blocks.iter().enumerate();
    numbered
        .map(|(i, next)| {
            let from = (i + i / step + 1) % step;
            let some = blocks.iter().skip(from).step_by(step).take(after);
            FutureBlocks {
                first: next,
                second: some.collect(),
            }
        })
        .collect()
}

/// The first moves with the best ends, the best first.
fn root_candidates(lines: &[Line]) -> Vec<Pose> {
    let mut firsts = Vec::with_capacity(MAX_ROOT_MOVES);
    let best = lines.first().map_or(0.0, |line| line.leaf.total);
    for line in lines {
        let Leaf {
            first_move: first,
            total,
            ..
        } = line.leaf;
        if firsts.len() == MAX_ROOT_MOVES || total < best - ROOT_MARGIN {
            break;
        }
        if first != NO_MOVE && !firsts.contains(&first) {
            firsts.push(first);
        }
    }
    firsts
}

/// What the known blocks can be made into after a first move.
struct RootBranch {
    root_move: Pose,
    /// Ends of lines on which the game goes on.
    leaves: Vec<Leaf>,
    /// Points that are sure, whatever comes.
    certain_score: u32,
}

impl RootBranch {
    fn grow(
        situation: &GameState,
        first: Pose,
        weights: &Weights,
        crew: &ThreadPool,
        budget: &SearchLimits,
    ) -> RootBranch {
        let next = state_after(situation, first);
        let ends = match run_beam(&next, weights, crew, budget) {
            Some(mut beam) => {
                let lines = beam_lines(&mut beam, &next, MAX_BRANCH_LEAVES);
                lines.into_iter().map(|line| line.leaf).collect()
            }
            // No further block is known, or the next one cannot enter.
            None => vec![Leaf {
                first_move: first,
                position: NetInput {
                    score: next.score,
                    board: next.board,
                },
                reward: 0,
                is_over: !next.blocks.is_empty(),
                total: next.score as f32,
            }],
        };
        let scores = ends.iter().map(|end| end.position.score);
        RootBranch {
            root_move: first,
            certain_score: scores.max().unwrap_or(next.score),
            leaves: ends.into_iter().filter(|end| !end.is_over).collect(),
        }
    }

    /// What the game can be brought to with a block, and then with those after it: the mean.
    fn expected_score(&self, deal: &FutureBlocks, judges: Evaluators) -> f32 {
        let ends = self.leaves_with_block(deal.first, EVALUATED_PLACEMENTS, judges);
        if deal.second.is_empty() {
            return best_total(self.certain_score, &ends);
        }
        let next = self.after_block(ends);
        let bests = deal.second.iter();
        let sum: f32 = bests
            .map(|block| {
                best_total(
                    next.certain_score,
                    &next.leaves_with_block(block, SECOND_PLY_PLACEMENTS, judges),
                )
            })
            .sum();
        sum / deal.second.len() as f32
    }

    /// What there is after a block: the best of its boards.
    fn after_block(&self, mut ends: Vec<Leaf>) -> RootBranch {
        let sure = ends.iter().map(|end| end.position.score).max();
        ends.sort_by(|a, b| b.total.total_cmp(&a.total));
        ends.dedup_by_key(|end| end.position);
        ends.truncate(SECOND_PLY_LEAVES);
        RootBranch {
            root_move: self.root_move,
            certain_score: sure.unwrap_or(0).max(self.certain_score),
            leaves: ends,
        }
    }

    /// What can be done with a block, judged by values where it stands best by weights: up to
    /// so many boards, in any order.
    fn leaves_with_block(
        &self,
        entrant: &FallingBlock,
        judged: usize,
        judges: Evaluators,
    ) -> Vec<Leaf> {
        let moves = self.best_placements(entrant, judged, judges.weights);
        let mut ends: Vec<Leaf> = moves
            .iter()
            .map(|mv| mv.play(self, entrant, judges.weights))
            .collect();
        evaluate_leaves(&mut ends, judges.net);
        ends
    }

    /// What stands best with a block by the weights, in any order.
    fn best_placements(
        &self,
        entrant: &FallingBlock,
        most: usize,
        weights: &Weights,
    ) -> Vec<LeafPlacement> {
        let mut moves = Vec::new();
        let (mut poses, mut judged) = (Vec::new(), Vec::new());
        for (index, end) in self.leaves.iter().enumerate() {
            poses.clear();
            judged.clear();
            find_resting_poses(&end.position.board, entrant, &mut poses);
            dispatch(PlacementEvaluator {
                board: &end.position.board,
                block: entrant,
                next: None,
                poses: &poses,
                weights,
                out: &mut judged,
            });
            moves.extend(judged.iter().map(|child| LeafPlacement {
                total: end.reward + child.reward + child.eval,
                leaf: index,
                pose: child.mv,
            }));
        }
        if moves.len() > most {
            let order = |mv: &LeafPlacement| (Reverse(mv.total), mv.leaf, mv.pose);
            moves.select_nth_unstable_by_key(most, order);
            moves.truncate(most);
        }
        moves
    }
}

/// A move with a block on one of the boards of a branch.
struct LeafPlacement {
    /// What it brings to, by the weights.
    total: i32,
    /// Index of the board's end.
    leaf: usize,
    pose: Pose,
}

impl LeafPlacement {
    fn play(&self, branch: &RootBranch, entrant: &FallingBlock, weights: &Weights) -> Leaf {
        let mut end = branch.leaves[self.leaf];
        let rows = lock(&mut end.position.board, &entrant.shape, self.pose);
        end.position.score += points_for_rows(rows);
        end.reward += weights.rows[rows];
        end.total = end.position.score as f32;
        end
    }
}

/// The most points of the ends, or those that are sure.
fn best_total(sure: u32, ends: &[Leaf]) -> f32 {
    ends.iter().map(|end| end.total).fold(sure as f32, f32::max)
}

/// What there is to think about after a move.
fn state_after(situation: &GameState, first: Pose) -> GameState {
    let mut next = situation.clone();
    let entrant = next.blocks.remove(0);
    next.score += points_for_rows(lock(&mut next.board, &entrant.shape, first));
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::DropbloxBoard;
    use crate::leaves::ranked_lines;
    use crate::sim::{BlockGenerator, BlockSet, SimGame, sample_blocks};
    use crate::weights::TUNED;
    use std::sync::Arc;

    const NODES: u64 = 2_000;

    fn at(from: u32, moves: usize) -> GameState {
        let mut game = SimGame::new(
            BlockGenerator::new(Arc::new(BlockSet::enumerated()), 4),
            from,
        );
        for _ in 0..moves {
            let lines = found(&game.state, None);
            game.play(lines[0].leaf.first_move);
        }
        game.state
    }

    /// Where several first moves are worth comparing.
    fn undecided(values: &ValueNet) -> GameState {
        let mut situations = (8..40).map(|moves| at(480, moves));
        let several =
            |situation: &GameState| root_candidates(&found(situation, Some(values))).len() > 2;
        situations.find(several).expect("such a one")
    }

    /// A branch in the middle of a game.
    fn branch() -> RootBranch {
        let situation = at(500, 8);
        let first = found(&situation, None)[0].leaf.first_move;
        let budget = SearchLimits::nodes(NODES);
        RootBranch::grow(&situation, first, &TUNED, &ThreadPool::new(1), &budget)
    }

    fn found(situation: &GameState, values: Option<&ValueNet>) -> Vec<Line> {
        let beam = run_beam(
            situation,
            &TUNED,
            &ThreadPool::new(1),
            &SearchLimits::nodes(NODES),
        );
        ranked_lines(&mut beam.expect("it goes on"), situation, values)
    }

    fn chosen(
        situation: &GameState,
        values: &ValueNet,
        threads: usize,
        gone: &(dyn Fn(f64) -> bool + Sync),
    ) -> Option<Pose> {
        let beyond = LookaheadLimits {
            sample_blocks: &|| sample_blocks(&BlockSet::enumerated(), situation.score, 16, 1),
            elapsed: gone,
        };
        let judges = Evaluators {
            weights: &TUNED,
            net: values,
        };
        let lines = found(situation, Some(values));
        let crew = ThreadPool::new(threads);
        best_root_move(situation, (&lines, 4 * NODES), judges, &crew, &beyond)
    }

    #[test]
    fn the_same_first_move_is_chosen_on_any_number_of_threads() {
        let values = ValueNet::built_in().expect("values");
        let situation = undecided(&values);
        let alone = chosen(&situation, &values, 1, &|_| false);
        let firsts = root_candidates(&found(&situation, Some(&values)));
        assert!(firsts.contains(&alone.expect("a move")));
        assert_eq!(alone, chosen(&situation, &values, 3, &|_| false));
        let beam_over = |part| part <= 0.0;
        let after_beam = chosen(&situation, &values, 1, &beam_over);
        assert_eq!(alone, after_beam, "when the beam ends the branches begin");
    }

    #[test]
    fn without_time_for_a_round_nothing_is_chosen() {
        let values = ValueNet::built_in().expect("values");
        let situation = undecided(&values);
        assert_eq!(chosen(&situation, &values, 1, &|_| true), None);
        assert_eq!(chosen(&situation, &values, 1, &|part| part > 0.9), None);
    }

    /// A branch is worth what the best of its boards allows with a block, and never less than
    /// the points that it has.
    #[test]
    fn a_branch_is_worth_its_best_board() {
        let values = ValueNet::built_in().expect("values");
        let judges = Evaluators {
            weights: &TUNED,
            net: &values,
        };
        let branch = branch();
        assert!(branch.leaves.len() > LANES, "{}", branch.leaves.len());
        let block = &sample_blocks(&BlockSet::enumerated(), 500, 1, 3)[0];
        let next = &FutureBlocks {
            first: block,
            second: Vec::new(),
        };
        let whole = branch.expected_score(next, judges);
        assert!(whole >= branch.certain_score as f32);
        let one = |end: &Leaf| RootBranch {
            root_move: branch.root_move,
            leaves: vec![*end],
            certain_score: branch.certain_score,
        };
        let alone = branch
            .leaves
            .iter()
            .map(|end| one(end).expected_score(next, judges));
        let alone = alone.fold(0.0, f32::max);
        assert!((whole - alone).abs() < 1.0, "{whole} and {alone}");
        let nowhere = RootBranch {
            leaves: Vec::new(),
            ..branch
        };
        assert_eq!(
            nowhere.expected_score(next, judges),
            nowhere.certain_score as f32
        );
    }

    /// With blocks after it, a block is worth the mean of what each of these brings: more than
    /// was said of the boards, if they bring more.
    #[test]
    fn a_block_is_worth_what_those_after_it_bring() {
        let values = ValueNet::built_in().expect("values");
        let judges = Evaluators {
            weights: &TUNED,
            net: &values,
        };
        let branch = branch();
        let blocks = sample_blocks(&BlockSet::enumerated(), 500, 3, 3);
        let with = |after: &[usize]| {
            let after = after.iter().map(|&i| &blocks[i]).collect();
            let next = &blocks[0];
            branch.expected_score(
                &FutureBlocks {
                    first: next,
                    second: after,
                },
                judges,
            )
        };
        let (one, other) = (with(&[1]), with(&[2]));
        assert_ne!(one, other);
        assert_eq!(with(&[1, 2]), (one + other) / 2.0);

        let ends = branch.leaves_with_block(&blocks[0], EVALUATED_PLACEMENTS, judges);
        let next = branch.after_block(ends.clone());
        assert_eq!(next.leaves.len(), SECOND_PLY_LEAVES);
        assert!(next.leaves.is_sorted_by(|a, b| a.total >= b.total));
        assert_eq!(
            next.leaves[0].total,
            best_total(0, &ends),
            "the best is kept"
        );
        let again = next.leaves_with_block(&blocks[1], SECOND_PLY_PLACEMENTS, judges);
        assert_eq!(one, best_total(next.certain_score, &again));
        assert!(next.certain_score >= next.leaves[0].position.score);
    }

    /// Every block comes with so many others, from small to large.
    #[test]
    fn deals_have_some_of_all_blocks_after_each() {
        let blocks = sample_blocks(&BlockSet::enumerated(), 560, 64, 9);
        let deals_of = future_blocks(&blocks, SECOND_BLOCKS);
        assert_eq!(deals_of.len(), blocks.len());
        let place =
            |block: &&FallingBlock| blocks.iter().position(|other| std::ptr::eq(other, *block));
        let mut seen = [0; 64];
        for deal in &deals_of {
            assert_eq!(deal.second.len(), SECOND_BLOCKS);
            let places: Vec<usize> = deal.second.iter().filter_map(place).collect();
            assert!(
                places.is_sorted_by(|a, b| a + 64 / SECOND_BLOCKS == *b),
                "{places:?}"
            );
            places.iter().for_each(|&place| seen[place] += 1);
        }
        assert!(seen.iter().all(|&times| times == SECOND_BLOCKS), "{seen:?}");
        let few = future_blocks(&blocks[..3], SECOND_BLOCKS);
        assert!(few.iter().all(|deal| deal.second.len() == 3));
        assert!(
            future_blocks(&blocks, 0)
                .iter()
                .all(|deal| deal.second.is_empty())
        );
        assert!(future_blocks(&[], SECOND_BLOCKS).is_empty());
    }

    #[test]
    fn a_branch_without_known_blocks_is_its_board() {
        let mut situation = at(500, 8);
        situation.blocks.truncate(1);
        let first = found(&situation, None)[0].leaf.first_move;
        let budget = SearchLimits::nodes(NODES);
        let branch = RootBranch::grow(&situation, first, &TUNED, &ThreadPool::new(1), &budget);
        assert_eq!(branch.leaves.len(), 1);
        assert_eq!(
            branch.leaves[0].position.board,
            state_after(&situation, first).board
        );
        assert_ne!(branch.leaves[0].position.board, DropbloxBoard::EMPTY);
    }
}
