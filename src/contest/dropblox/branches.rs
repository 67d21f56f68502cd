//! First moves, compared by what can be made of them once the next unknown block is seen.
//!
//! The best end of a first move is not what it is worth: when it has been played, one more
//! block is known, and the others can still go elsewhere. So each first move has a branch: a
//! beam of its own over the known blocks that are left, and the boards that it ends with. What
//! the branch is worth is the mean, over blocks that may come, of the best that any of these
//! boards allows with that block (expectimax; not the best of means). First moves that fall
//! behind are dropped on the way (a race: Maron and Moore 1994).

use super::batch::Judge;
use super::ends::{End, Line, standing};
use super::geometry::{Entrant, Situation};
use super::lanes::LANES;
use super::search::{NOTHING, lock, points, resting, searched};
use super::values::{Ask, Moment, Values};
use super::weights::Weights;
use crate::brain::{Budget, Crew, Stop};
use crate::game::cpu::fastest;
use crate::game::polyomino::Pose;
use std::cmp::Reverse;

/// First moves that are compared, at most.
const FIRSTS: usize = 8;

/// A first move whose best end is further behind the best of all is not compared, in points.
const BEHIND: f32 = 4.0;

/// Boards that a branch ends with, at most.
const BOARDS: usize = 64;

/// What can be done with a block is judged by values where it stands best by weights: so many
/// boards, over all boards of a branch.
const JUDGED: usize = 10 * LANES;

/// Blocks between two looks at which branches fall behind.
const ROUND: usize = 8;

/// By how many standard errors a branch must be behind to be dropped.
const SURE: f64 = 1.5;

/// No difference is taken to be surer than this, in points: few blocks may agree by chance.
const LEAST_ERROR: f64 = 0.02;

/// The part of the time by which branches must have grown; the rest is for the race.
const GROWING: f64 = 0.75;

/// How long branches may be compared, and what may come then.
pub struct Beyond<'a> {
    /// What may come: a sample, the same for all branches, so that luck is the same, too. Asked
    /// when it is needed; if it is empty, there is no look.
    pub blocks: &'a dyn Fn() -> Vec<Entrant>,
    /// Whether this part of the time for all of it, from 0 to 1, has gone by.
    pub gone: &'a (dyn Fn(f64) -> bool + Sync),
}

/// What judges boards.
#[derive(Clone, Copy, Debug)]
pub struct Judges<'a> {
    /// What leads beams, and chooses the boards that are worth asking for.
    pub weights: &'a Weights,
    /// What boards are worth.
    pub values: &'a Values,
}

/// The first move that is worth most, of those with the best lines; `lines` stand the best
/// first, from a beam of so many `nodes`. All branches together get as many, each the same: a
/// wider one would win by its width. `None` when there was no time to compare any.
pub fn best_first(
    situation: &Situation,
    (lines, nodes): (&[Line], u64),
    judges: Judges,
    crew: &Crew,
    beyond: &Beyond,
) -> Option<Pose> {
    let firsts = firsts(lines);
    if firsts.len() < 2 {
        return firsts.first().copied();
    }
    if (beyond.gone)(1.0) {
        return None;
    }
    let blocks = (beyond.blocks)();
    let parts = firsts.len() as f64;
    let mut racers = Vec::with_capacity(firsts.len());
    for (i, &first) in firsts.iter().enumerate() {
        let part = GROWING * (i + 1) as f64 / parts;
        let budget = Budget {
            nodes: nodes / firsts.len() as u64,
            stop: &|| (beyond.gone)(part),
        };
        racers.push(Racer {
            branch: Branch::of(situation, first, judges.weights, crew, &budget),
            found: Vec::new(),
        });
    }
    race(&mut racers, &blocks, judges, crew, &|| (beyond.gone)(1.0))
}

/// The first moves with the best ends, the best first.
fn firsts(lines: &[Line]) -> Vec<Pose> {
    let mut firsts = Vec::with_capacity(FIRSTS);
    let best = lines.first().map_or(0.0, |line| line.end.total);
    for line in lines {
        let End { first, total, .. } = line.end;
        if firsts.len() == FIRSTS || total < best - BEHIND {
            break;
        }
        if first != NOTHING && !firsts.contains(&first) {
            firsts.push(first);
        }
    }
    firsts
}

/// What the known blocks can be made into after a first move.
struct Branch {
    first: Pose,
    /// Ends of lines on which the game goes on.
    ends: Vec<End>,
    /// Points that are sure, whatever comes.
    sure: u32,
}

impl Branch {
    fn of(
        situation: &Situation,
        first: Pose,
        weights: &Weights,
        crew: &Crew,
        budget: &Budget,
    ) -> Branch {
        let next = after(situation, first);
        let ends = match searched(&next, weights, crew, budget) {
            Some(mut beam) => {
                let lines = standing(&mut beam, &next, BOARDS);
                lines.into_iter().map(|line| line.end).collect()
            }
            // No further block is known, or the next one cannot enter.
            None => vec![End {
                first,
                moment: Moment {
                    score: next.score,
                    field: next.field,
                },
                reward: 0,
                over: !next.blocks.is_empty(),
                total: next.score as f32,
            }],
        };
        let scores = ends.iter().map(|end| end.moment.score);
        Branch {
            first,
            sure: scores.max().unwrap_or(next.score),
            ends: ends.into_iter().filter(|end| !end.over).collect(),
        }
    }

    /// The most points that the game can be brought to with a block.
    fn best(&self, entrant: &Entrant, judges: Judges) -> f32 {
        let mut most = self.sure as f32;
        for some in self.moves(entrant, judges.weights).chunks(LANES) {
            let played = some.iter().map(|mv| mv.played(&self.ends, entrant));
            let moments: Vec<Moment> = played.collect();
            let values = fastest(Ask {
                values: judges.values,
                moments: &moments,
            });
            for (moment, value) in moments.iter().zip(values) {
                most = most.max(moment.score as f32 + value);
            }
        }
        most
    }

    /// What stands best with a block by the weights, in any order.
    fn moves(&self, entrant: &Entrant, weights: &Weights) -> Vec<Move> {
        let mut moves = Vec::new();
        let (mut poses, mut judged) = (Vec::new(), Vec::new());
        for (index, end) in self.ends.iter().enumerate() {
            poses.clear();
            judged.clear();
            resting(&end.moment.field, entrant, &mut poses);
            fastest(Judge {
                field: &end.moment.field,
                entrant,
                next: None,
                poses: &poses,
                weights,
                out: &mut judged,
            });
            moves.extend(judged.iter().map(|child| Move {
                total: end.reward + child.reward + child.eval,
                end: index,
                pose: child.mv,
            }));
        }
        if moves.len() > JUDGED {
            let order = |mv: &Move| (Reverse(mv.total), mv.end, mv.pose);
            moves.select_nth_unstable_by_key(JUDGED, order);
            moves.truncate(JUDGED);
        }
        moves
    }
}

/// A move with a block on one of the boards of a branch.
struct Move {
    /// What it brings to, by the weights.
    total: i32,
    /// Index of the board's end.
    end: usize,
    pose: Pose,
}

impl Move {
    fn played(&self, ends: &[End], entrant: &Entrant) -> Moment {
        let mut moment = ends[self.end].moment;
        let rows = lock(&mut moment.field, &entrant.block, self.pose);
        moment.score += points(rows);
        moment
    }
}

/// What there is to think about after a move.
fn after(situation: &Situation, first: Pose) -> Situation {
    let mut next = situation.clone();
    let entrant = next.blocks.remove(0);
    next.score += points(lock(&mut next.field, &entrant.block, first));
    next
}

/// A branch in the race, and what it came to with each block so far.
struct Racer {
    branch: Branch,
    found: Vec<f32>,
}

impl Racer {
    fn mean(&self) -> f64 {
        let sum: f64 = self.found.iter().map(|&points| f64::from(points)).sum();
        sum / self.found.len().max(1) as f64
    }

    /// Whether it is surely behind another, which has seen the same blocks.
    fn is_behind(&self, best: &Racer) -> bool {
        let pairs = best.found.iter().zip(&self.found);
        let by: Vec<f64> = pairs.map(|(best, own)| f64::from(best - own)).collect();
        let count = by.len() as f64;
        let mean = by.iter().sum::<f64>() / count;
        let squares: f64 = by.iter().map(|x| (x - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        mean > SURE * error.max(LEAST_ERROR)
    }
}

/// The first move of the branch that wins: rounds of blocks, after each of which those that
/// fall behind are dropped. `None` when `stop` says so before the first round is over.
fn race(
    racers: &mut Vec<Racer>,
    blocks: &[Entrant],
    judges: Judges,
    crew: &Crew,
    stop: Stop,
) -> Option<Pose> {
    let rounds = blocks.len().div_ceil(ROUND);
    let mut leader = None;
    for round in 0..rounds {
        // Each round has small blocks and large ones: a sample goes from one to the other.
        let some = blocks.iter().skip(round).step_by(rounds);
        let tasks: Vec<(usize, &Entrant)> = some
            .flat_map(|block| (0..racers.len()).map(move |racer| (racer, block)))
            .collect();
        let found = crew.runs(&tasks, |tasks| {
            let best = |&(racer, block): &(usize, &Entrant)| {
                let branch: &Branch = &racers[racer].branch;
                (!stop()).then(|| (racer, branch.best(block, judges)))
            };
            tasks.iter().map_while(best).collect::<Vec<_>>()
        });
        let found: Vec<(usize, f32)> = found.into_iter().flatten().collect();
        if found.len() < tasks.len() {
            break;
        }
        for (racer, points) in found {
            racers[racer].found.push(points);
        }
        leader = drop_those_behind(racers);
        if racers.len() < 2 {
            break;
        }
    }
    leader
}

/// Keeps the best, and those that are not surely behind it; says which first move leads.
fn drop_those_behind(racers: &mut Vec<Racer>) -> Option<Pose> {
    // Of equals the first is the one whose best line stands first.
    let order: Vec<f64> = racers.iter().map(Racer::mean).collect();
    let best = (0..racers.len()).reduce(|a, b| if order[b] > order[a] { b } else { a })?;
    let leader = racers[best].branch.first;
    let keep: Vec<bool> = racers
        .iter()
        .map(|racer| !racer.is_behind(&racers[best]))
        .collect();
    let mut keep = keep.into_iter();
    racers.retain(|_| keep.next().unwrap_or(true));
    Some(leader)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::dropblox::ends::lines;
    use crate::contest::dropblox::geometry::Field;
    use crate::contest::dropblox::sim::{Catalogue, Dealer, Match, sample};
    use crate::contest::dropblox::weights::TUNED;
    use std::sync::Arc;

    const NODES: u64 = 2_000;

    fn at(from: u32, moves: usize) -> Situation {
        let mut game = Match::new(Dealer::new(Arc::new(Catalogue::counted()), 4), from);
        for _ in 0..moves {
            let lines = found(&game.situation, None);
            game.play(lines[0].end.first);
        }
        game.situation
    }

    /// Where several first moves are worth comparing.
    fn undecided(values: &Values) -> Situation {
        let mut situations = (8..40).map(|moves| at(480, moves));
        let several = |situation: &Situation| firsts(&found(situation, Some(values))).len() > 2;
        situations.find(several).expect("such a one")
    }

    fn found(situation: &Situation, values: Option<&Values>) -> Vec<Line> {
        let beam = searched(situation, &TUNED, &Crew::of(1), &Budget::nodes(NODES));
        lines(&mut beam.expect("it goes on"), situation, values)
    }

    fn chosen(
        situation: &Situation,
        values: &Values,
        threads: usize,
        gone: &(dyn Fn(f64) -> bool + Sync),
    ) -> Option<Pose> {
        let beyond = Beyond {
            blocks: &|| sample(&Catalogue::counted(), situation.score, 16, 1),
            gone,
        };
        let judges = Judges {
            weights: &TUNED,
            values,
        };
        let lines = found(situation, Some(values));
        let crew = Crew::of(threads);
        best_first(situation, (&lines, 4 * NODES), judges, &crew, &beyond)
    }

    #[test]
    fn the_same_first_move_is_chosen_on_any_number_of_threads() {
        let values = Values::learnt().expect("values");
        let situation = undecided(&values);
        let alone = chosen(&situation, &values, 1, &|_| false);
        let firsts = firsts(&found(&situation, Some(&values)));
        assert!(firsts.contains(&alone.expect("a move")));
        assert_eq!(alone, chosen(&situation, &values, 3, &|_| false));
        let beam_over = |part| part <= 0.0;
        let after_beam = chosen(&situation, &values, 1, &beam_over);
        assert_eq!(alone, after_beam, "when the beam ends the branches begin");
    }

    #[test]
    fn without_time_for_a_round_nothing_is_chosen() {
        let values = Values::learnt().expect("values");
        let situation = undecided(&values);
        assert_eq!(chosen(&situation, &values, 1, &|_| true), None);
        assert_eq!(chosen(&situation, &values, 1, &|part| part > 0.9), None);
    }

    /// A branch is worth what the best of its boards allows with a block, and never less than
    /// the points that it has.
    #[test]
    fn a_branch_is_worth_its_best_board() {
        let values = Values::learnt().expect("values");
        let judges = Judges {
            weights: &TUNED,
            values: &values,
        };
        let situation = at(500, 8);
        let first = found(&situation, None)[0].end.first;
        let budget = Budget::nodes(NODES);
        let branch = Branch::of(&situation, first, &TUNED, &Crew::of(1), &budget);
        assert!(branch.ends.len() > LANES, "{}", branch.ends.len());
        let block = &sample(&Catalogue::counted(), 500, 1, 3)[0];
        let whole = branch.best(block, judges);
        assert!(whole >= branch.sure as f32);
        let one = |end: &End| Branch {
            first,
            ends: vec![*end],
            sure: branch.sure,
        };
        let alone = branch.ends.iter().map(|end| one(end).best(block, judges));
        let alone = alone.fold(0.0, f32::max);
        assert!((whole - alone).abs() < 1.0, "{whole} and {alone}");
        let nowhere = Branch {
            ends: Vec::new(),
            ..branch
        };
        assert_eq!(nowhere.best(block, judges), nowhere.sure as f32);
    }

    #[test]
    fn a_branch_without_known_blocks_is_its_board() {
        let mut situation = at(500, 8);
        situation.blocks.truncate(1);
        let first = found(&situation, None)[0].end.first;
        let budget = Budget::nodes(NODES);
        let branch = Branch::of(&situation, first, &TUNED, &Crew::of(1), &budget);
        assert_eq!(branch.ends.len(), 1);
        assert_eq!(branch.ends[0].moment.field, after(&situation, first).field);
        assert_ne!(branch.ends[0].moment.field, Field::EMPTY);
    }

    /// What is behind with every block is dropped; what is behind by luck is not.
    #[test]
    fn those_surely_behind_are_dropped() {
        let racer = |x: i8, found: &[f32]| Racer {
            branch: Branch {
                first: Pose { state: 0, x, y: 0 },
                ends: Vec::new(),
                sure: 0,
            },
            found: found.to_vec(),
        };
        let mut racers = vec![
            racer(1, &[10.0, 3.0, 8.0, 1.0]),
            racer(2, &[11.0, 4.0, 9.0, 2.0]),
            racer(3, &[2.0, 9.0, 9.0, 3.0]),
        ];
        let leader = drop_those_behind(&mut racers);
        assert_eq!(leader.map(|pose| pose.x), Some(2));
        let left: Vec<i8> = racers.iter().map(|racer| racer.branch.first.x).collect();
        assert_eq!(left, [2, 3]);
        assert_eq!(drop_those_behind(&mut Vec::new()), None);
    }
}
