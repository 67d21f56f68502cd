//! First moves, compared by what can be made of them once the next unknown block is seen.
//!
//! The best end of a first move is not what it is worth: when it has been played, one more
//! block is known, and the others can still go elsewhere. So each first move has a branch: a
//! beam of its own over the known blocks that are left, and the boards that it ends with. What
//! the branch is worth is the mean, over blocks that may come, of the best that any of these
//! boards allows with that block (expectimax; not the best of means). First moves that fall
//! behind are dropped on the way (a race: Maron and Moore 1994). Those that are left race once
//! more, by the block after that as well.

mod race;

use super::batch::Judge;
use super::ends::{End, Line, judge, standing};
use super::geometry::{Entrant, Situation};
use super::lanes::LANES;
use super::search::{NOTHING, lock, points, resting, searched};
use super::values::{Moment, Values};
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::dispatch;
use landfall_search::{SearchLimits, ThreadPool};
use race::{Racer, race};
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

/// Blocks that may come after a block that may come.
const AFTER: usize = 16;

/// The best boards with a block from which those after it are tried, at most.
const KEPT: usize = 16;

/// As `JUDGED`, of what can be done with a block after it.
const JUDGED_AFTER: usize = 6 * LANES;

/// By how many standard errors a branch must be behind to be dropped by the next block alone.
const SURELY: f64 = 3.0;

/// The same by the block after it as well.
const SURE: f64 = 1.5;

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
    crew: &ThreadPool,
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
        let budget = SearchLimits {
            nodes: nodes / firsts.len() as u64,
            stop: &|| (beyond.gone)(part),
        };
        racers.push(Racer {
            branch: Branch::of(situation, first, judges.weights, crew, &budget),
            found: Vec::new(),
        });
    }
    let over = || (beyond.gone)(1.0);
    let leader = race(&mut racers, &deals(&blocks, 0), SURELY, judges, crew, &over)?;
    if racers.len() < 2 {
        return Some(leader);
    }
    racers.iter_mut().for_each(|racer| racer.found.clear());
    let by_more = race(
        &mut racers,
        &deals(&blocks, AFTER),
        SURE,
        judges,
        crew,
        &over,
    );
    by_more.or(Some(leader))
}

/// A block that may come next, and some that may come after it.
struct Deal<'a> {
    next: &'a Entrant,
    after: Vec<&'a Entrant>,
}

/// Each block with so many of them after it: small ones and large ones, others for others.
fn deals(blocks: &[Entrant], after: usize) -> Vec<Deal<'_>> {
    let step = blocks.len().checked_div(after).unwrap_or(0).max(1);
    let numbered = blocks.iter().enumerate();
    numbered
        .map(|(i, next)| {
            let from = (i + i / step + 1) % step;
            let some = blocks.iter().skip(from).step_by(step).take(after);
            Deal {
                next,
                after: some.collect(),
            }
        })
        .collect()
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
        crew: &ThreadPool,
        budget: &SearchLimits,
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

    /// What the game can be brought to with a block, and then with those after it: the mean.
    fn worth(&self, deal: &Deal, judges: Judges) -> f32 {
        let ends = self.with(deal.next, JUDGED, judges);
        if deal.after.is_empty() {
            return most(self.sure, &ends);
        }
        let next = self.next(ends);
        let bests = deal.after.iter();
        let sum: f32 = bests
            .map(|block| most(next.sure, &next.with(block, JUDGED_AFTER, judges)))
            .sum();
        sum / deal.after.len() as f32
    }

    /// What there is after a block: the best of its boards.
    fn next(&self, mut ends: Vec<End>) -> Branch {
        let sure = ends.iter().map(|end| end.moment.score).max();
        ends.sort_by(|a, b| b.total.total_cmp(&a.total));
        ends.dedup_by_key(|end| end.moment);
        ends.truncate(KEPT);
        Branch {
            first: self.first,
            sure: sure.unwrap_or(0).max(self.sure),
            ends,
        }
    }

    /// What can be done with a block, judged by values where it stands best by weights: up to
    /// so many boards, in any order.
    fn with(&self, entrant: &Entrant, judged: usize, judges: Judges) -> Vec<End> {
        let moves = self.moves(entrant, judged, judges.weights);
        let mut ends: Vec<End> = moves
            .iter()
            .map(|mv| mv.played(self, entrant, judges.weights))
            .collect();
        judge(&mut ends, judges.values);
        ends
    }

    /// What stands best with a block by the weights, in any order.
    fn moves(&self, entrant: &Entrant, most: usize, weights: &Weights) -> Vec<Move> {
        let mut moves = Vec::new();
        let (mut poses, mut judged) = (Vec::new(), Vec::new());
        for (index, end) in self.ends.iter().enumerate() {
            poses.clear();
            judged.clear();
            resting(&end.moment.field, entrant, &mut poses);
            dispatch(Judge {
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
        if moves.len() > most {
            let order = |mv: &Move| (Reverse(mv.total), mv.end, mv.pose);
            moves.select_nth_unstable_by_key(most, order);
            moves.truncate(most);
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
    fn played(&self, branch: &Branch, entrant: &Entrant, weights: &Weights) -> End {
        let mut end = branch.ends[self.end];
        let rows = lock(&mut end.moment.field, &entrant.block, self.pose);
        end.moment.score += points(rows);
        end.reward += weights.rows[rows];
        end.total = end.moment.score as f32;
        end
    }
}

/// The most points of the ends, or those that are sure.
fn most(sure: u32, ends: &[End]) -> f32 {
    ends.iter().map(|end| end.total).fold(sure as f32, f32::max)
}

/// What there is to think about after a move.
fn after(situation: &Situation, first: Pose) -> Situation {
    let mut next = situation.clone();
    let entrant = next.blocks.remove(0);
    next.score += points(lock(&mut next.field, &entrant.block, first));
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ends::lines;
    use crate::geometry::Field;
    use crate::sim::{Catalogue, Dealer, Match, sample};
    use crate::weights::TUNED;
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

    /// A branch in the middle of a game.
    fn branch() -> Branch {
        let situation = at(500, 8);
        let first = found(&situation, None)[0].end.first;
        let budget = SearchLimits::nodes(NODES);
        Branch::of(&situation, first, &TUNED, &ThreadPool::new(1), &budget)
    }

    fn found(situation: &Situation, values: Option<&Values>) -> Vec<Line> {
        let beam = searched(
            situation,
            &TUNED,
            &ThreadPool::new(1),
            &SearchLimits::nodes(NODES),
        );
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
        let crew = ThreadPool::new(threads);
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
        let branch = branch();
        assert!(branch.ends.len() > LANES, "{}", branch.ends.len());
        let block = &sample(&Catalogue::counted(), 500, 1, 3)[0];
        let next = &Deal {
            next: block,
            after: Vec::new(),
        };
        let whole = branch.worth(next, judges);
        assert!(whole >= branch.sure as f32);
        let one = |end: &End| Branch {
            first: branch.first,
            ends: vec![*end],
            sure: branch.sure,
        };
        let alone = branch.ends.iter().map(|end| one(end).worth(next, judges));
        let alone = alone.fold(0.0, f32::max);
        assert!((whole - alone).abs() < 1.0, "{whole} and {alone}");
        let nowhere = Branch {
            ends: Vec::new(),
            ..branch
        };
        assert_eq!(nowhere.worth(next, judges), nowhere.sure as f32);
    }

    /// With blocks after it, a block is worth the mean of what each of these brings: more than
    /// was said of the boards, if they bring more.
    #[test]
    fn a_block_is_worth_what_those_after_it_bring() {
        let values = Values::learnt().expect("values");
        let judges = Judges {
            weights: &TUNED,
            values: &values,
        };
        let branch = branch();
        let blocks = sample(&Catalogue::counted(), 500, 3, 3);
        let with = |after: &[usize]| {
            let after = after.iter().map(|&i| &blocks[i]).collect();
            let next = &blocks[0];
            branch.worth(&Deal { next, after }, judges)
        };
        let (one, other) = (with(&[1]), with(&[2]));
        assert_ne!(one, other);
        assert_eq!(with(&[1, 2]), (one + other) / 2.0);

        let ends = branch.with(&blocks[0], JUDGED, judges);
        let next = branch.next(ends.clone());
        assert_eq!(next.ends.len(), KEPT);
        assert!(next.ends.is_sorted_by(|a, b| a.total >= b.total));
        assert_eq!(next.ends[0].total, most(0, &ends), "the best is kept");
        let again = next.with(&blocks[1], JUDGED_AFTER, judges);
        assert_eq!(one, most(next.sure, &again));
        assert!(next.sure >= next.ends[0].moment.score);
    }

    /// Every block comes with so many others, from small to large.
    #[test]
    fn deals_have_some_of_all_blocks_after_each() {
        let blocks = sample(&Catalogue::counted(), 560, 64, 9);
        let deals_of = deals(&blocks, AFTER);
        assert_eq!(deals_of.len(), blocks.len());
        let place = |block: &&Entrant| blocks.iter().position(|other| std::ptr::eq(other, *block));
        let mut seen = [0; 64];
        for deal in &deals_of {
            assert_eq!(deal.after.len(), AFTER);
            let places: Vec<usize> = deal.after.iter().filter_map(place).collect();
            assert!(
                places.is_sorted_by(|a, b| a + 64 / AFTER == *b),
                "{places:?}"
            );
            places.iter().for_each(|&place| seen[place] += 1);
        }
        assert!(seen.iter().all(|&times| times == AFTER), "{seen:?}");
        let few = deals(&blocks[..3], AFTER);
        assert!(few.iter().all(|deal| deal.after.len() == 3));
        assert!(deals(&blocks, 0).iter().all(|deal| deal.after.is_empty()));
        assert!(deals(&[], AFTER).is_empty());
    }

    #[test]
    fn a_branch_without_known_blocks_is_its_board() {
        let mut situation = at(500, 8);
        situation.blocks.truncate(1);
        let first = found(&situation, None)[0].end.first;
        let budget = SearchLimits::nodes(NODES);
        let branch = Branch::of(&situation, first, &TUNED, &ThreadPool::new(1), &budget);
        assert_eq!(branch.ends.len(), 1);
        assert_eq!(branch.ends[0].moment.field, after(&situation, first).field);
        assert_ne!(branch.ends[0].moment.field, Field::EMPTY);
    }
}
