//! A race of branches (Maron and Moore 1994): adds blocks until one branch is left or all blocks
//! are used.

use super::{Evaluators, FutureBlocks, RootBranch};
use crate::polyomino::Pose;
use crate::sim::mean;
use landfall_experiment::statistics::standard_error;
use landfall_search::ThreadPool;
use landfall_search::game::ShouldStop;

/// Blocks between two eliminations.
const BLOCKS_PER_ROUND: usize = 8;

/// The least standard error of a difference, in points: a few blocks may agree by chance.
const MIN_STANDARD_ERROR: f64 = 0.02;

/// A branch in the race, with its scores so far.
pub struct Arm {
    /// The branch.
    pub branch: RootBranch,
    /// The expected score with each block so far.
    pub scores: Vec<f32>,
}

impl Arm {
    fn mean(&self) -> f64 {
        mean(self.scores.iter().map(|&points| f64::from(points)))
    }

    /// Returns whether this arm is behind another arm with the same blocks by this many standard
    /// errors.
    fn is_behind(&self, best: &Arm, standard_errors: f64) -> bool {
        let pairs = best.scores.iter().zip(&self.scores);
        let differences = pairs.map(|(best, own)| f64::from(best - own));
        let error = standard_error(differences.clone()).unwrap_or(0.0);
        mean(differences) > standard_errors * error.max(MIN_STANDARD_ERROR)
    }
}

/// Races the branches in rounds of blocks and eliminates those that fall behind. Returns the
/// leading root move, or `None` when `stop` ended the first round.
pub fn race(
    arms: &mut Vec<Arm>,
    futures: &[FutureBlocks],
    standard_errors: f64,
    evaluators: Evaluators,
    pool: &ThreadPool,
    stop: ShouldStop,
) -> Option<Pose> {
    let rounds = futures.len().div_ceil(BLOCKS_PER_ROUND);
    let mut leader = None;
    for round in 0..rounds {
        // Each round has small and large blocks: consecutive blocks of a sample differ in size.
        let blocks = futures.iter().skip(round).step_by(rounds);
        let jobs: Vec<(usize, &FutureBlocks)> = blocks
            .flat_map(|future| (0..arms.len()).map(move |arm| (arm, future)))
            .collect();
        let scores = pool.map_chunks(&jobs, |jobs| {
            let best = |&(arm, future): &(usize, &FutureBlocks)| {
                let branch: &RootBranch = &arms[arm].branch;
                (!stop()).then(|| (arm, branch.expected_score(future, evaluators)))
            };
            jobs.iter().map_while(best).collect::<Vec<_>>()
        });
        let scores: Vec<(usize, f32)> = scores.into_iter().flatten().collect();
        if scores.len() < jobs.len() {
            break;
        }
        for (arm, points) in scores {
            arms[arm].scores.push(points);
        }
        leader = eliminate(arms, standard_errors);
        if arms.len() < 2 {
            break;
        }
    }
    leader
}

/// Keeps the best arm and those that are not clearly behind. Returns the leading root move.
fn eliminate(arms: &mut Vec<Arm>, standard_errors: f64) -> Option<Pose> {
    // Of equal arms, the first has the earlier best line.
    let means: Vec<f64> = arms.iter().map(Arm::mean).collect();
    let best = (0..arms.len()).reduce(|a, b| if means[b] > means[a] { b } else { a })?;
    let leader = arms[best].branch.root_move;
    let keep: Vec<bool> = arms
        .iter()
        .map(|arm| !arm.is_behind(&arms[best], standard_errors))
        .collect();
    let mut keep = keep.into_iter();
    arms.retain(|_| keep.next().unwrap_or(true));
    Some(leader)
}

#[cfg(test)]
mod tests {
    use super::super::SECOND_RACE_ERRORS;
    use super::*;

    /// An arm that is behind with every block is eliminated; an arm that is behind by luck is not.
    #[test]
    fn arms_clearly_behind_are_eliminated() {
        let arm = |x: i8, scores: &[f32]| Arm {
            branch: RootBranch {
                root_move: Pose { state: 0, x, y: 0 },
                leaves: Vec::new(),
                certain_score: 0,
            },
            scores: scores.to_vec(),
        };
        let mut arms = vec![
            arm(1, &[10.0, 3.0, 8.0, 1.0]),
            arm(2, &[11.0, 4.0, 9.0, 2.0]),
            arm(3, &[2.0, 9.0, 9.0, 3.0]),
        ];
        let leader = eliminate(&mut arms, SECOND_RACE_ERRORS);
        assert_eq!(leader.map(|pose| pose.x), Some(2));
        let left: Vec<i8> = arms.iter().map(|arm| arm.branch.root_move.x).collect();
        assert_eq!(left, [2, 3]);
        assert_eq!(eliminate(&mut Vec::new(), SECOND_RACE_ERRORS), None);
    }
}
