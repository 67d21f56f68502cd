//! Branches side by side, block after block, until one is left or the blocks are at an end.

use super::{Evaluators, FutureBlocks, RootBranch};
use crate::polyomino::Pose;
use landfall_search::{ShouldStop, ThreadPool};

/// Blocks between two looks at which branches fall behind.
const BLOCKS_PER_ROUND: usize = 8;

/// No difference is taken to be surer than this, in points: few blocks may agree by chance.
const MIN_STANDARD_ERROR: f64 = 0.02;

/// A branch in the race, and what it came to with each block so far.
pub struct Arm {
    /// The branch.
    pub branch: RootBranch,
    /// The points, a block after the other.
    pub scores: Vec<f32>,
}

impl Arm {
    fn mean(&self) -> f64 {
        let sum: f64 = self.scores.iter().map(|&points| f64::from(points)).sum();
        sum / self.scores.len().max(1) as f64
    }

    /// Whether it is behind another, which has seen the same blocks, by so many standard errors.
    fn is_behind(&self, best: &Arm, sure: f64) -> bool {
        let pairs = best.scores.iter().zip(&self.scores);
        let by: Vec<f64> = pairs.map(|(best, own)| f64::from(best - own)).collect();
        let count = by.len() as f64;
        let mean = by.iter().sum::<f64>() / count;
        let squares: f64 = by.iter().map(|x| (x - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        mean > sure * error.max(MIN_STANDARD_ERROR)
    }
}

/// The first move of the branch that wins: rounds of blocks, after each of which those that
/// fall behind are dropped. `None` when `stop` says so before the first round is over.
pub fn race(
    racers: &mut Vec<Arm>,
    deals: &[FutureBlocks],
    sure: f64,
    judges: Evaluators,
    crew: &ThreadPool,
    stop: ShouldStop,
) -> Option<Pose> {
    let rounds = deals.len().div_ceil(BLOCKS_PER_ROUND);
    let mut leader = None;
    for round in 0..rounds {
        // Each round has small blocks and large ones: a sample goes from one to the other.
        let some = deals.iter().skip(round).step_by(rounds);
        let tasks: Vec<(usize, &FutureBlocks)> = some
            .flat_map(|deal| (0..racers.len()).map(move |racer| (racer, deal)))
            .collect();
        let found = crew.map_chunks(&tasks, |tasks| {
            let best = |&(racer, deal): &(usize, &FutureBlocks)| {
                let branch: &RootBranch = &racers[racer].branch;
                (!stop()).then(|| (racer, branch.expected_score(deal, judges)))
            };
            tasks.iter().map_while(best).collect::<Vec<_>>()
        });
        let found: Vec<(usize, f32)> = found.into_iter().flatten().collect();
        if found.len() < tasks.len() {
            break;
        }
        for (racer, points) in found {
            racers[racer].scores.push(points);
        }
        leader = eliminate(racers, sure);
        if racers.len() < 2 {
            break;
        }
    }
    leader
}

/// Keeps the best, and those that are not surely behind it; says which first move leads.
fn eliminate(racers: &mut Vec<Arm>, sure: f64) -> Option<Pose> {
    // Of equals the first is the one whose best line stands first.
    let order: Vec<f64> = racers.iter().map(Arm::mean).collect();
    let best = (0..racers.len()).reduce(|a, b| if order[b] > order[a] { b } else { a })?;
    let leader = racers[best].branch.root_move;
    let keep: Vec<bool> = racers
        .iter()
        .map(|racer| !racer.is_behind(&racers[best], sure))
        .collect();
    let mut keep = keep.into_iter();
    racers.retain(|_| keep.next().unwrap_or(true));
    Some(leader)
}

#[cfg(test)]
mod tests {
    use super::super::SECOND_RACE_ERRORS;
    use super::*;

    /// What is behind with every block is dropped; what is behind by luck is not.
    #[test]
    fn those_surely_behind_are_dropped() {
        let racer = |x: i8, found: &[f32]| Arm {
            branch: RootBranch {
                root_move: Pose { state: 0, x, y: 0 },
                leaves: Vec::new(),
                certain_score: 0,
            },
            scores: found.to_vec(),
        };
        let mut racers = vec![
            racer(1, &[10.0, 3.0, 8.0, 1.0]),
            racer(2, &[11.0, 4.0, 9.0, 2.0]),
            racer(3, &[2.0, 9.0, 9.0, 3.0]),
        ];
        let leader = eliminate(&mut racers, SECOND_RACE_ERRORS);
        assert_eq!(leader.map(|pose| pose.x), Some(2));
        let left: Vec<i8> = racers
            .iter()
            .map(|racer| racer.branch.root_move.x)
            .collect();
        assert_eq!(left, [2, 3]);
        assert_eq!(eliminate(&mut Vec::new(), SECOND_RACE_ERRORS), None);
    }
}
