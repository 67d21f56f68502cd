//! Ends of lines side by side, compared by what they come to with pieces that may come.
//!
//! What can be expected after the end of a line is a guess. Here it is played on: pieces are
//! drawn beyond the queue, and a narrow beam goes through them (a rollout). The draws are the
//! same for all, so that luck is the same, too. After some the worse half drops out, and those
//! that are left see twice as many more (successive halving: Karnin, Koren and Somekh
//! 2013). Who runs once more, in a later race of the same search, knows what he has seen.

use super::beam::{Beam, End, Limits, Standing};
use super::crew::Crew;
use super::game::{Game, Stop};
use super::stacker::{LOST, Stacker};
use landfall_rules::{Placement, mix64};
use std::cmp::Reverse;

/// Ends that run, at most.
const ENTRANTS: usize = 8;

/// Of these, at most so many with the same first move: the first moves are what is decided.
const ALIKE: usize = 4;

/// Plies of a rollout.
const PLIES: usize = 3;

/// As many rollouts as this, what was expected before counts.
const GUESS: i64 = 2;

/// Nodes that a rollout is reckoned to take.
const USUAL_NODES: u64 = 700;

/// Rollouts that are done side by side before anybody is asked whether to go on.
const STEP: usize = 64;

/// The beam of a rollout is so narrow that it needs no more.
const LIMITS: Limits = Limits {
    positions: 10_000,
    frontier: 10_000,
    spare: 10_000,
};

/// A race, and what is known from those before it.
#[derive(Default)]
pub struct Race {
    /// All that ever ran.
    runners: Vec<Runner>,
    /// Those in this race, by index; none when it is over.
    running: Vec<usize>,
    /// Rollouts that each must have had before the worse half drops out.
    goal: usize,
    /// How many of them this stage of the race has brought.
    stage: usize,
    leader: Option<Leader>,
    nodes: u64,
}

/// An end, and what it came to with one future after the other.
struct Runner {
    end: End<Stacker>,
    found: Vec<i32>,
}

impl Runner {
    /// What its first rollouts came to, summed up.
    fn sum(&self, rollouts: usize) -> i64 {
        let found = self.found.iter().take(rollouts);
        found.map(|&value| i64::from(value)).sum()
    }

    /// What it stands by: those, and what was expected before.
    fn score(&self, rollouts: usize) -> i64 {
        GUESS * i64::from(self.end.value) + self.sum(rollouts)
    }
}

/// Who is taken to be best.
struct Leader {
    standing: Standing<Placement>,
    /// Rollouts that say so.
    rollouts: usize,
}

/// What a rollout came to.
struct Rollout {
    value: i32,
    nodes: u64,
}

impl Race {
    /// Positions evaluated in all races.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The first move of the end that is taken to be best, once there is one.
    pub fn leader(&self) -> Option<Standing<Placement>> {
        self.leader.as_ref().map(|leader| leader.standing)
    }

    /// Whether somebody is running.
    pub fn is_under_way(&self) -> bool {
        !self.running.is_empty()
    }

    /// Begins a race between the best ends of a search, which drops the worse half after so
    /// many `rollouts` each (at least 1), and the others after twice as many more each time.
    /// There is none where there is one first move.
    pub fn begin(&mut self, search: &Beam<Stacker>, rollouts: usize) {
        let ends = search.ends(ENTRANTS, ALIKE);
        self.running = ends.into_iter().map(|end| self.enlist(end)).collect();
        (self.goal, self.stage) = (rollouts, rollouts);
        self.end_if_decided();
        self.drop_the_worse(search.game());
    }

    /// Goes on for a while, a few milliseconds at most, with rollouts in `game`, of which
    /// those take the ends that are running. Says whether so many nodes were enough for any.
    pub fn advance(&mut self, game: &Stacker, nodes: u64, crew: &Crew, stop: Stop) -> bool {
        let most = (nodes / USUAL_NODES).min(STEP as u64) as usize;
        let tasks: Vec<(usize, u64)> = self.lacking().take(most).collect();
        if tasks.is_empty() {
            return false;
        }
        let runners = &self.runners;
        let found = crew.runs(&tasks, |tasks| {
            let roll = |&(runner, future): &(usize, u64)| {
                (!stop()).then(|| rollout(game, &runners[runner].end, future))
            };
            tasks.iter().map(roll).collect::<Vec<_>>()
        });
        let done = found.into_iter().flatten().map_while(|found| found);
        for (&(runner, _), rollout) in tasks.iter().zip(done) {
            self.runners[runner].found.push(rollout.value);
            self.nodes += rollout.nodes;
        }
        self.drop_the_worse(game);
        true
    }

    /// The index of the runner for an end.
    fn enlist(&mut self, end: End<Stacker>) -> usize {
        let known = |runner: &Runner| runner.end.number == end.number;
        let index = self.runners.iter().position(known);
        index.unwrap_or_else(|| {
            let found = Vec::new();
            self.runners.push(Runner { end, found });
            self.runners.len() - 1
        })
    }

    /// The rollouts that are lacking before the worse half drops out, by runner and future: one
    /// future after the other, so that what is known of a runner has no gaps.
    fn lacking(&self) -> impl Iterator<Item = (usize, u64)> {
        let seen = |index: usize| self.runners[index].found.len();
        let least = self.running.iter().map(|&index| seen(index)).min();
        let futures = least.unwrap_or(self.goal)..self.goal;
        futures.flat_map(move |future| {
            let running = self.running.iter().copied();
            let lacks = running.filter(move |&index| seen(index) <= future);
            lacks.map(move |index| (index, future as u64))
        })
    }

    /// When all have come as far as they must: drops the worse half, and takes note of who is
    /// best.
    fn drop_the_worse(&mut self, game: &Stacker) {
        while self.is_under_way() && self.lacking().next().is_none() {
            let (goal, runners) = (self.goal, &self.runners);
            // Stable: of equals the first is the one that was expected to be better.
            self.running
                .sort_by_key(|&index| Reverse(runners[index].score(goal)));
            let best = self.running[0];
            self.running.truncate(self.running.len().div_ceil(2));
            self.stage *= 2;
            self.goal += self.stage;
            self.end_if_decided();
            self.take_note(game, best, goal);
        }
    }

    /// Takes note of who leads after so many rollouts. While a race is under way, another one
    /// who leads by more of them stays.
    fn take_note(&mut self, game: &Stacker, best: usize, rollouts: usize) {
        let known = self.leader.as_ref().map_or(0, |leader| leader.rollouts);
        if self.is_under_way() && rollouts < known {
            return;
        }
        let runner = &self.runners[best];
        self.leader = Some(Leader {
            standing: Standing {
                // A rollout looks one piece further than it plays.
                depth: (game.plies() + PLIES + 1) as u32,
                value: (runner.sum(rollouts) / rollouts.max(1) as i64) as i32,
                mv: runner.end.first,
            },
            rollouts,
        });
    }

    fn end_if_decided(&mut self) {
        let first = |&index: &usize| self.runners[index].end.first;
        let mut firsts = self.running.iter().map(first);
        let one = firsts.next();
        if firsts.all(|first| Some(first) == one) {
            self.running.clear();
        }
    }
}

/// Plays on from an end through the pieces of a future. The same futures whoever runs: they
/// follow from their number, and from the queue of the game.
fn rollout(game: &Stacker, end: &End<Stacker>, future: u64) -> Rollout {
    let seed = game.queue().iter().fold(mix64(future), |seed, piece| {
        mix64(seed ^ piece.index() as u64)
    });
    let beyond = game.beyond(&end.position, PLIES, seed);
    let plies = beyond.plies() as u32;
    let mut beam = Beam::new(beyond, end.position, LIMITS);
    beam.advance(&Crew::of(1), u64::MAX, &|| false, &mut |_| {});
    let standings = beam.standings();
    let alive = standings.first().filter(|best| best.depth >= plies);
    Rollout {
        value: end.reward + alive.map_or(LOST, |best| best.value),
        nodes: beam.nodes(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::stacker::Position;
    use super::super::weights::Weights;
    use super::*;
    use landfall_rules::{Board, GUIDELINE, Piece, Randomizer, State};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    const ALL: u64 = u64::MAX;

    const BOARD: &str = "###....###\n####.#####";

    fn fresh(board: &str, hold: Option<Piece>, queue: &str) -> Beam<Stacker> {
        let mut state = State::new(Randomizer::unknown());
        state.board = Board::parse(board).expect("a drawn board");
        state.hold = hold;
        for piece in queue.chars().filter_map(Piece::from_letter) {
            state.push_piece(piece);
        }
        let game = Stacker::new(&GUIDELINE, Arc::new(Weights::default()), &state);
        let limits = Limits::within::<Stacker>(1 << 26);
        Beam::new(game, Position::of(&state), limits)
    }

    fn searched(board: &str) -> Beam<Stacker> {
        let mut beam = fresh(board, Some(Piece::I), "TSZOLJ");
        while beam.nodes() < 10_000 {
            beam.advance(&Crew::of(1), 10_000, &|| false, &mut |_| {});
        }
        beam
    }

    fn begun(beam: &Beam<Stacker>, rollouts: usize) -> Race {
        let mut race = Race::default();
        race.begin(beam, rollouts);
        race
    }

    fn run(race: &mut Race, beam: &Beam<Stacker>, nodes: u64) {
        while race.is_under_way() && race.advance(beam.game(), nodes, &Crew::of(1), &|| false) {}
    }

    /// Half of them have seen no more than the first futures, and so on.
    #[test]
    fn the_worse_half_drops_out() {
        let beam = searched(BOARD);
        let mut race = begun(&beam, 2);
        assert_eq!(race.running.len(), ENTRANTS);
        assert!(race.leader().is_none());
        run(&mut race, &beam, ALL);
        assert!(!race.is_under_way());
        let seen = |least| {
            race.runners
                .iter()
                .filter(|r| r.found.len() >= least)
                .count()
        };
        assert_eq!(seen(2), ENTRANTS);
        assert_eq!(seen(3), ENTRANTS / 2);
        assert!(
            race.runners
                .iter()
                .all(|r| [2, 6, 14, 30].contains(&r.found.len()))
        );
        let leader = race.leader().expect("one was ahead");
        let most = race.runners.iter().map(|r| r.found.len()).max();
        let leads = |r: &&Runner| r.found.len() == most.unwrap_or(0);
        assert!(
            race.runners
                .iter()
                .filter(leads)
                .any(|r| r.end.first == leader.mv)
        );
        assert_eq!(leader.depth as usize, beam.game().plies() + PLIES + 1);
    }

    #[test]
    fn a_later_race_knows_what_an_earlier_one_has_seen() {
        let beam = searched(BOARD);
        let mut race = begun(&beam, 2);
        run(&mut race, &beam, ALL);
        let (nodes, leader) = (race.nodes(), race.leader());
        race.begin(&beam, 2);
        assert!(!race.is_under_way(), "nothing is left to be seen");
        assert_eq!((race.nodes(), race.leader()), (nodes, leader));
        race.begin(&beam, 4);
        run(&mut race, &beam, ALL);
        assert!(race.nodes() > nodes);
    }

    #[test]
    fn who_is_told_to_leave_goes_on_from_there() {
        let beam = searched(BOARD);
        let mut whole = begun(&beam, 2);
        run(&mut whole, &beam, ALL);
        let mut parts = begun(&beam, 2);
        let asked = AtomicU64::new(0);
        let now_and_then = || asked.fetch_add(1, Ordering::Relaxed) % 7 == 6;
        let crew = Crew::of(2);
        while parts.is_under_way() {
            assert!(parts.advance(beam.game(), ALL, &crew, &now_and_then));
        }
        assert_eq!(parts.leader(), whole.leader());
        let found = |race: &Race| {
            race.runners
                .iter()
                .map(|r| r.found.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&parts), found(&whole));
    }

    #[test]
    fn too_few_nodes_are_left_alone() {
        let beam = searched(BOARD);
        let mut race = begun(&beam, 1);
        run(&mut race, &beam, USUAL_NODES - 1);
        assert_eq!(race.nodes(), 0);
        assert!(race.advance(beam.game(), USUAL_NODES, &Crew::of(1), &|| false));
        assert_eq!(race.runners.iter().map(|r| r.found.len()).sum::<usize>(), 1);
    }

    /// The same future is the same pieces, whoever runs and whatever he holds.
    #[test]
    fn all_see_the_same_futures() {
        let beam = searched("");
        let ends = beam.ends(ENTRANTS, ALIKE);
        let queue = |end: &End<Stacker>| beam.game().beyond(&end.position, PLIES, 5);
        let first = queue(&ends[0]);
        assert_eq!(first.plies(), PLIES);
        assert!(ends.iter().all(|end| queue(end).queue() == first.queue()));
        let rolls = [3, 4].map(|future| rollout(beam.game(), &ends[0], future).value);
        assert_ne!(rolls[0], rolls[1]);
    }

    /// However many pieces are known, and whether one is held.
    #[test]
    fn rollouts_are_equally_long() {
        let many = "TSZOLJITSZOLJITSZOLJI";
        for (hold, queue) in [
            (None, "T"),
            (None, "TSZO"),
            (None, many),
            (Some(Piece::I), "T"),
            (Some(Piece::I), many),
        ] {
            let beam = fresh("", hold, queue);
            let plies = |hold| {
                let end = Position {
                    hold,
                    ..*beam.root()
                };
                beam.game().beyond(&end, PLIES, 1).plies()
            };
            assert_eq!(plies(hold), PLIES, "{queue}");
            assert_eq!(plies(Some(Piece::Z)), PLIES, "{queue}");
        }
    }

    /// Before the beam has got anywhere there is nothing to compare.
    #[test]
    fn without_ends_there_is_no_race() {
        let race = begun(&fresh("", None, "T"), 4);
        assert!(!race.is_under_way());
        assert!(race.leader().is_none());
    }
}
