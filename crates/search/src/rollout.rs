//! Ends of lines side by side, compared by what they come to with pieces that may come.
//!
//! What can be expected after the end of a line is a guess. Here it is played on: pieces are
//! drawn beyond the queue, and a narrow beam goes through them (a rollout). The draws are the
//! same for all, so that luck is the same, too. After some the worse half drops out, and those
//! that are left see twice as many more (successive halving: Karnin, Koren and Somekh
//! 2013). Who runs once more, in a later race of the same search, knows what he has seen.

use crate::beam::{Beam, BeamLimits, Leaf, RootMove};
use crate::game::{Game, ShouldStop};
use crate::tetris_game::{LOST_VALUE, TetrisGame};
use crate::threads::ThreadPool;
use landfall_rules::{Placement, mix64};
use std::cmp::Reverse;

/// Ends that run, at most.
const MAX_ARMS: usize = 8;

/// Of these, at most so many with the same first move: the first moves are what is decided.
const MAX_ARMS_PER_MOVE: usize = 4;

/// Plies of a rollout.
const ROLLOUT_PLIES: usize = 3;

/// As many rollouts as this, what was expected before counts.
const PRIOR_WEIGHT: i64 = 2;

/// Nodes that a rollout is reckoned to take.
const TYPICAL_NODES: u64 = 700;

/// Rollouts that are done side by side before anybody is asked whether to go on.
const ROLLOUTS_PER_STEP: usize = 64;

/// The beam of a rollout is so narrow that it needs no more.
const ROLLOUT_LIMITS: BeamLimits = BeamLimits {
    nodes: 10_000,
    candidates: 10_000,
    base_candidates: 10_000,
};

/// A race, and what is known from those before it.
#[derive(Default)]
pub struct SuccessiveHalving {
    /// All that ever ran.
    arms: Vec<Arm>,
    /// Those in this race, by index; none when it is over.
    active: Vec<usize>,
    /// Rollouts that each must have had before the worse half drops out.
    target_rollouts: usize,
    /// How many of them this stage of the race has brought.
    stage_rollouts: usize,
    leader: Option<Leader>,
    nodes: u64,
}

/// An end, and what it came to with one future after the other.
struct Arm {
    leaf: Leaf<TetrisGame>,
    results: Vec<i32>,
}

impl Arm {
    /// What its first rollouts came to, summed up.
    fn sum(&self, rollouts: usize) -> i64 {
        let found = self.results.iter().take(rollouts);
        found.map(|&value| i64::from(value)).sum()
    }

    /// What it stands by: those, and what was expected before.
    fn score(&self, rollouts: usize) -> i64 {
        PRIOR_WEIGHT * i64::from(self.leaf.value) + self.sum(rollouts)
    }
}

/// Who is taken to be best.
struct Leader {
    root_move: RootMove<Placement>,
    /// Rollouts that say so.
    rollouts: usize,
}

/// What a rollout came to.
struct RolloutResult {
    value: i32,
    nodes: u64,
}

impl SuccessiveHalving {
    /// Positions evaluated in all races.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The first move of the end that is taken to be best, once there is one.
    pub fn leader(&self) -> Option<RootMove<Placement>> {
        self.leader.as_ref().map(|leader| leader.root_move)
    }

    /// Whether somebody is running.
    pub fn is_running(&self) -> bool {
        !self.active.is_empty()
    }

    /// Begins a race between the best ends of a search, which drops the worse half after so
    /// many `rollouts` each (at least 1), and the others after twice as many more each time.
    /// There is none where there is one first move.
    pub fn begin(&mut self, search: &Beam<TetrisGame>, rollouts: usize) {
        let ends = search.leaves(MAX_ARMS, MAX_ARMS_PER_MOVE);
        self.active = ends.into_iter().map(|end| self.add_arm(end)).collect();
        (self.target_rollouts, self.stage_rollouts) = (rollouts, rollouts);
        self.stop_if_decided();
        self.eliminate_half(search.game());
    }

    /// Goes on for a while, a few milliseconds at most, with rollouts in `game`, of which
    /// those take the ends that are running. Says whether so many nodes were enough for any.
    pub fn advance(
        &mut self,
        game: &TetrisGame,
        nodes: u64,
        crew: &ThreadPool,
        stop: ShouldStop,
    ) -> bool {
        let most = (nodes / TYPICAL_NODES).min(ROLLOUTS_PER_STEP as u64) as usize;
        let tasks: Vec<(usize, u64)> = self.missing_rollouts().take(most).collect();
        if tasks.is_empty() {
            return false;
        }
        let runners = &self.arms;
        let found = crew.map_chunks(&tasks, |tasks| {
            let roll = |&(runner, future): &(usize, u64)| {
                (!stop()).then(|| rollout(game, &runners[runner].leaf, future))
            };
            tasks.iter().map(roll).collect::<Vec<_>>()
        });
        let done = found.into_iter().flatten().map_while(|found| found);
        for (&(runner, _), rollout) in tasks.iter().zip(done) {
            self.arms[runner].results.push(rollout.value);
            self.nodes += rollout.nodes;
        }
        self.eliminate_half(game);
        true
    }

    /// The index of the runner for an end.
    fn add_arm(&mut self, end: Leaf<TetrisGame>) -> usize {
        let known = |runner: &Arm| runner.leaf.id == end.id;
        let index = self.arms.iter().position(known);
        index.unwrap_or_else(|| {
            let found = Vec::new();
            self.arms.push(Arm {
                leaf: end,
                results: found,
            });
            self.arms.len() - 1
        })
    }

    /// The rollouts that are lacking before the worse half drops out, by runner and future: one
    /// future after the other, so that what is known of a runner has no gaps.
    fn missing_rollouts(&self) -> impl Iterator<Item = (usize, u64)> {
        let seen = |index: usize| self.arms[index].results.len();
        let least = self.active.iter().map(|&index| seen(index)).min();
        let futures = least.unwrap_or(self.target_rollouts)..self.target_rollouts;
        futures.flat_map(move |future| {
            let running = self.active.iter().copied();
            let lacks = running.filter(move |&index| seen(index) <= future);
            lacks.map(move |index| (index, future as u64))
        })
    }

    /// When all have come as far as they must: drops the worse half, and takes note of who is
    /// best.
    fn eliminate_half(&mut self, game: &TetrisGame) {
        while self.is_running() && self.missing_rollouts().next().is_none() {
            let (goal, runners) = (self.target_rollouts, &self.arms);
            // Stable: of equals the first is the one that was expected to be better.
            self.active
                .sort_by_key(|&index| Reverse(runners[index].score(goal)));
            let best = self.active[0];
            self.active.truncate(self.active.len().div_ceil(2));
            self.stage_rollouts *= 2;
            self.target_rollouts += self.stage_rollouts;
            self.stop_if_decided();
            self.update_leader(game, best, goal);
        }
    }

    /// Takes note of who leads after so many rollouts. While a race is under way, another one
    /// who leads by more of them stays.
    fn update_leader(&mut self, game: &TetrisGame, best: usize, rollouts: usize) {
        let known = self.leader.as_ref().map_or(0, |leader| leader.rollouts);
        if self.is_running() && rollouts < known {
            return;
        }
        let runner = &self.arms[best];
        self.leader = Some(Leader {
            root_move: RootMove {
                // A rollout looks one piece further than it plays.
                depth: (game.plies() + ROLLOUT_PLIES + 1) as u32,
                value: (runner.sum(rollouts) / rollouts.max(1) as i64) as i32,
                mv: runner.leaf.first_move,
            },
            rollouts,
        });
    }

    fn stop_if_decided(&mut self) {
        let first = |&index: &usize| self.arms[index].leaf.first_move;
        let mut firsts = self.active.iter().map(first);
        let one = firsts.next();
        if firsts.all(|first| Some(first) == one) {
            self.active.clear();
        }
    }
}

/// Plays on from an end through the pieces of a future. The same futures whoever runs: they
/// follow from their number, and from the queue of the game.
fn rollout(game: &TetrisGame, end: &Leaf<TetrisGame>, future: u64) -> RolloutResult {
    let seed = game.queue().iter().fold(mix64(future), |seed, piece| {
        mix64(seed ^ piece.index() as u64)
    });
    let beyond = game.sample_future(&end.position, ROLLOUT_PLIES, seed);
    let plies = beyond.plies() as u32;
    let mut beam = Beam::new(beyond, end.position, ROLLOUT_LIMITS);
    beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {});
    let standings = beam.root_moves();
    let alive = standings.first().filter(|best| best.depth >= plies);
    RolloutResult {
        value: end.reward + alive.map_or(LOST_VALUE, |best| best.value),
        nodes: beam.nodes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tetris_game::Position;
    use crate::weights::Weights;
    use landfall_rules::{Board, GUIDELINE, Piece, Randomizer, State};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    const ALL: u64 = u64::MAX;

    const BOARD: &str = "###....###\n####.#####";

    fn fresh(board: &str, hold: Option<Piece>, queue: &str) -> Beam<TetrisGame> {
        let mut state = State::new(Randomizer::unknown());
        state.board = Board::parse(board).expect("a drawn board");
        state.hold = hold;
        for piece in queue.chars().filter_map(Piece::from_letter) {
            state.push_piece(piece);
        }
        let game = TetrisGame::new(&GUIDELINE, Arc::new(Weights::default()), &state);
        let limits = BeamLimits::within_memory::<TetrisGame>(1 << 26);
        Beam::new(game, Position::from_state(&state), limits)
    }

    fn searched(board: &str) -> Beam<TetrisGame> {
        let mut beam = fresh(board, Some(Piece::I), "TSZOLJ");
        while beam.nodes() < 10_000 {
            beam.advance(&ThreadPool::new(1), 10_000, &|| false, &mut |_| {});
        }
        beam
    }

    fn begun(beam: &Beam<TetrisGame>, rollouts: usize) -> SuccessiveHalving {
        let mut race = SuccessiveHalving::default();
        race.begin(beam, rollouts);
        race
    }

    fn run(race: &mut SuccessiveHalving, beam: &Beam<TetrisGame>, nodes: u64) {
        while race.is_running() && race.advance(beam.game(), nodes, &ThreadPool::new(1), &|| false)
        {
        }
    }

    /// Half of them have seen no more than the first futures, and so on.
    #[test]
    fn the_worse_half_drops_out() {
        let beam = searched(BOARD);
        let mut race = begun(&beam, 2);
        assert_eq!(race.active.len(), MAX_ARMS);
        assert!(race.leader().is_none());
        run(&mut race, &beam, ALL);
        assert!(!race.is_running());
        let seen = |least| {
            race.arms
                .iter()
                .filter(|r| r.results.len() >= least)
                .count()
        };
        assert_eq!(seen(2), MAX_ARMS);
        assert_eq!(seen(3), MAX_ARMS / 2);
        assert!(
            race.arms
                .iter()
                .all(|r| [2, 6, 14, 30].contains(&r.results.len()))
        );
        let leader = race.leader().expect("one was ahead");
        let most = race.arms.iter().map(|r| r.results.len()).max();
        let leads = |r: &&Arm| r.results.len() == most.unwrap_or(0);
        assert!(
            race.arms
                .iter()
                .filter(leads)
                .any(|r| r.leaf.first_move == leader.mv)
        );
        assert_eq!(
            leader.depth as usize,
            beam.game().plies() + ROLLOUT_PLIES + 1
        );
    }

    #[test]
    fn a_later_race_knows_what_an_earlier_one_has_seen() {
        let beam = searched(BOARD);
        let mut race = begun(&beam, 2);
        run(&mut race, &beam, ALL);
        let (nodes, leader) = (race.nodes(), race.leader());
        race.begin(&beam, 2);
        assert!(!race.is_running(), "nothing is left to be seen");
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
        let crew = ThreadPool::new(2);
        while parts.is_running() {
            assert!(parts.advance(beam.game(), ALL, &crew, &now_and_then));
        }
        assert_eq!(parts.leader(), whole.leader());
        let found = |race: &SuccessiveHalving| {
            race.arms
                .iter()
                .map(|r| r.results.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&parts), found(&whole));
    }

    #[test]
    fn too_few_nodes_are_left_alone() {
        let beam = searched(BOARD);
        let mut race = begun(&beam, 1);
        run(&mut race, &beam, TYPICAL_NODES - 1);
        assert_eq!(race.nodes(), 0);
        assert!(race.advance(beam.game(), TYPICAL_NODES, &ThreadPool::new(1), &|| false));
        assert_eq!(race.arms.iter().map(|r| r.results.len()).sum::<usize>(), 1);
    }

    /// The same future is the same pieces, whoever runs and whatever he holds.
    #[test]
    fn all_see_the_same_futures() {
        let beam = searched("");
        let ends = beam.leaves(MAX_ARMS, MAX_ARMS_PER_MOVE);
        let queue =
            |end: &Leaf<TetrisGame>| beam.game().sample_future(&end.position, ROLLOUT_PLIES, 5);
        let first = queue(&ends[0]);
        assert_eq!(first.plies(), ROLLOUT_PLIES);
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
                beam.game().sample_future(&end, ROLLOUT_PLIES, 1).plies()
            };
            assert_eq!(plies(hold), ROLLOUT_PLIES, "{queue}");
            assert_eq!(plies(Some(Piece::Z)), ROLLOUT_PLIES, "{queue}");
        }
    }

    /// Before the beam has got anywhere there is nothing to compare.
    #[test]
    fn without_ends_there_is_no_race() {
        let race = begun(&fresh("", None, "T"), 4);
        assert!(!race.is_running());
        assert!(race.leader().is_none());
    }
}
