//! Rollouts from the ends of lines, compared by successive halving.
//!
//! The expectation after the end of a line is an estimate. A rollout plays on instead: pieces are
//! sampled beyond the queue, and a narrow beam plays them. The samples are the same for all leaves,
//! so that no leaf is luckier. After some rollouts the worse half is eliminated, and each that is
//! left gets twice as many more (Karnin, Koren and Somekh, "Almost Optimal Exploration in
//! Multi-Armed Bandits", 2013). A leaf that takes part again later in the same search keeps its
//! results.

use crate::beam::{Beam, BeamLimits, Leaf, RootMove};
use crate::game::{Game, ShouldStop, after_first_piece};
use crate::parameters::SearchParameters;
use crate::position::LOST_VALUE;
use crate::tetris_game::TetrisGame;
use crate::threads::ThreadPool;
use landfall_rules::Placement;
use landfall_rules::rng::mix64;
use std::cmp::Reverse;

/// Nodes that a rollout of 12 positions usually takes, 3 plies and 4 positions wide.
const NODES_OF_12_POSITIONS: u64 = 700;

/// Rollouts that run in parallel before the search checks whether to go on.
const ROLLOUTS_PER_STEP: usize = 64;

/// Enough for the narrow beam of a rollout.
const ROLLOUT_LIMITS: BeamLimits = BeamLimits {
    nodes: 10_000,
    candidates: 10_000,
    base_candidates: 10_000,
};

/// A comparison of leaves by successive halving, with the results of the comparisons before it.
#[derive(Default)]
pub struct SuccessiveHalving {
    /// All leaves that ever took part.
    arms: Vec<Arm>,
    /// Those still in this comparison, by index; none when it is over.
    active: Vec<usize>,
    /// Rollouts that each must have before the worse half is eliminated.
    target_rollouts: usize,
    /// How many of them this stage has added.
    stage_rollouts: usize,
    /// The rollouts that run in parallel, with their results so far.
    step: Vec<Rollout>,
    leader: Option<Leader>,
    nodes: u64,
}

/// A rollout of an arm, by index, through a future, by number.
struct Rollout {
    arm: usize,
    future: u64,
    result: Option<RolloutResult>,
}

/// A leaf, and its value in each future.
struct Arm {
    leaf: Leaf<TetrisGame>,
    results: Vec<i32>,
}

impl Arm {
    /// Returns the sum of the first results.
    fn sum(&self, rollouts: usize) -> i64 {
        let found = self.results.iter().take(rollouts);
        found.map(|&value| i64::from(value)).sum()
    }

    /// Returns that sum plus the expectation of the beam, which counts as `prior` rollouts.
    fn score(&self, rollouts: usize, prior: i64) -> i64 {
        prior * i64::from(self.leaf.value) + self.sum(rollouts)
    }
}

/// The leaf that is taken to be best.
struct Leader {
    root_move: RootMove<Placement>,
    /// Rollouts behind that.
    rollouts: usize,
}

/// The value of a rollout.
struct RolloutResult {
    value: i32,
    nodes: u64,
}

impl SuccessiveHalving {
    /// Returns how many positions were evaluated in all rollouts.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the first move of the leaf that is taken to be best, once there is one.
    pub fn leader(&self) -> Option<RootMove<Placement>> {
        self.leader.as_ref().map(|leader| leader.root_move)
    }

    /// Returns whether a comparison is running.
    pub fn is_running(&self) -> bool {
        !self.active.is_empty()
    }

    /// Begins a comparison of the best leaves of a search, which eliminates the worse half after
    /// `rollouts` (at least 1) each, then half of the others after twice as many more each time.
    /// There is none if all leaves have the same first move.
    pub fn begin(&mut self, search: &Beam<TetrisGame>, rollouts: usize) {
        let parameters = search.game().parameters();
        let leaves = search.leaves(parameters.rollout_arms, parameters.rollout_arms_per_move);
        self.active = leaves.into_iter().map(|leaf| self.add_arm(leaf)).collect();
        (self.target_rollouts, self.stage_rollouts) = (rollouts, rollouts);
        self.stop_if_decided();
        self.eliminate_half(search.game());
    }

    /// Runs rollouts in `game`, to which the leaves belong, for a few milliseconds at most. Returns
    /// whether `nodes` were enough for any. At least one is run before `stop` ends it, and none is
    /// run again.
    pub fn advance(
        &mut self,
        game: &TetrisGame,
        nodes: u64,
        pool: &ThreadPool,
        stop: ShouldStop,
    ) -> bool {
        if self.step.is_empty() {
            let most =
                (nodes / typical_nodes(game.parameters())).min(ROLLOUTS_PER_STEP as u64) as usize;
            self.step = self.missing_rollouts().take(most).collect();
        }
        if self.step.is_empty() {
            return false;
        }
        self.run_step(game, pool, &after_first_piece(stop));
        if self.step.iter().all(|rollout| rollout.result.is_some()) {
            for Rollout { arm, result, .. } in std::mem::take(&mut self.step) {
                let Some(RolloutResult { value, nodes }) = result else {
                    continue;
                };
                self.arms[arm].results.push(value);
                self.nodes += nodes;
            }
            self.eliminate_half(game);
        }
        true
    }

    /// Runs the rollouts of this step that have no result, until it is time to stop.
    fn run_step(&mut self, game: &TetrisGame, pool: &ThreadPool, stop: ShouldStop) {
        let arms = &self.arms;
        let mut left: Vec<&mut Rollout> = self
            .step
            .iter_mut()
            .filter(|rollout| rollout.result.is_none())
            .collect();
        let found = pool.map_chunks(&left, |rollouts| {
            let run = |task: &&mut Rollout| {
                (!stop()).then(|| rollout(game, &arms[task.arm].leaf, task.future))
            };
            rollouts.iter().map(run).collect::<Vec<_>>()
        });
        for (rollout, result) in left.iter_mut().zip(found.into_iter().flatten()) {
            rollout.result = result;
        }
    }

    /// Returns the index of the arm of a leaf.
    fn add_arm(&mut self, leaf: Leaf<TetrisGame>) -> usize {
        let known = |arm: &Arm| arm.leaf.id == leaf.id;
        let index = self.arms.iter().position(known);
        index.unwrap_or_else(|| {
            self.arms.push(Arm {
                leaf,
                results: Vec::new(),
            });
            self.arms.len() - 1
        })
    }

    /// Returns the rollouts that are missing before the worse half is eliminated: one future after
    /// the other, so that the results of an arm have no gaps.
    fn missing_rollouts(&self) -> impl Iterator<Item = Rollout> {
        let seen = |index: usize| self.arms[index].results.len();
        let least = self.active.iter().map(|&index| seen(index)).min();
        let futures = least.unwrap_or(self.target_rollouts)..self.target_rollouts;
        futures.flat_map(move |future| {
            let running = self.active.iter().copied();
            let lacks = running.filter(move |&index| seen(index) <= future);
            lacks.map(move |arm| Rollout {
                arm,
                future: future as u64,
                result: None,
            })
        })
    }

    /// Eliminates the worse half and updates the leader, when all arms have the rollouts they need.
    fn eliminate_half(&mut self, game: &TetrisGame) {
        while self.is_running() && self.missing_rollouts().next().is_none() {
            let (target, arms) = (self.target_rollouts, &self.arms);
            let prior = game.parameters().rollout_prior;
            // Stable: of equals the first is the one with the better expectation.
            self.active
                .sort_by_key(|&index| Reverse(arms[index].score(target, prior)));
            let best = self.active[0];
            self.active.truncate(self.active.len().div_ceil(2));
            self.stage_rollouts *= 2;
            self.target_rollouts += self.stage_rollouts;
            self.stop_if_decided();
            self.update_leader(game, best, target);
        }
    }

    /// Updates the leader after `rollouts` rollouts. While a comparison is running, a leader with
    /// more rollouts stays.
    fn update_leader(&mut self, game: &TetrisGame, best: usize, rollouts: usize) {
        let known = self.leader.as_ref().map_or(0, |leader| leader.rollouts);
        if self.is_running() && rollouts < known {
            return;
        }
        let arm = &self.arms[best];
        self.leader = Some(Leader {
            root_move: RootMove {
                // A rollout looks one piece further than it plays.
                depth: (game.plies() + game.parameters().rollout_plies + 1) as u32,
                value: (arm.sum(rollouts) / rollouts.max(1) as i64) as i32,
                mv: arm.leaf.first_move,
            },
            rollouts,
        });
    }

    /// Ends the comparison when all arms that are left have one first move.
    fn stop_if_decided(&mut self) {
        let first = |&index: &usize| self.arms[index].leaf.first_move;
        let mut firsts = self.active.iter().map(first);
        let one = firsts.next();
        if firsts.all(|first| Some(first) == one) {
            self.active.clear();
        }
    }
}

/// Returns about how many nodes a rollout takes.
fn typical_nodes(parameters: &SearchParameters) -> u64 {
    let positions = parameters.rollout_plies * parameters.rollout_width;
    (NODES_OF_12_POSITIONS * positions as u64 / 12).max(1)
}

/// Plays on from a leaf through the pieces of a future. The same futures for all leaves: they are
/// a function of their number and of the queue of the game.
fn rollout(game: &TetrisGame, leaf: &Leaf<TetrisGame>, future: u64) -> RolloutResult {
    let seed = game.queue().iter().fold(mix64(future), |seed, piece| {
        mix64(seed ^ piece.index() as u64)
    });
    let plies = game.parameters().rollout_plies;
    let future = game.sample_future(&leaf.position, plies, seed);
    let plies = future.plies() as u32;
    let mut beam = Beam::new(future, leaf.position, ROLLOUT_LIMITS);
    beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {});
    let root_moves = beam.root_moves();
    let alive = root_moves.first().filter(|best| best.depth >= plies);
    RolloutResult {
        value: leaf.reward + alive.map_or(LOST_VALUE, |best| best.value),
        nodes: beam.nodes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::weights::Weights;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Piece, Queue, Randomizer, State};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    const ALL: u64 = u64::MAX;

    const DEFAULTS: SearchParameters = SearchParameters::DEFAULT;

    const BOARD: &str = "###....###\n####.#####";

    fn fresh(board: &str, hold: Option<Piece>, queue: &str) -> Beam<TetrisGame> {
        let mut state = State::new(Randomizer::unknown());
        state.board = board.parse().expect("a drawn board");
        state.hold = hold;
        for piece in queue.parse::<Queue>().expect("a queue") {
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
        let mut halving = SuccessiveHalving::default();
        halving.begin(beam, rollouts);
        halving
    }

    fn run(halving: &mut SuccessiveHalving, beam: &Beam<TetrisGame>, nodes: u64) {
        while halving.is_running()
            && halving.advance(beam.game(), nodes, &ThreadPool::new(1), &|| false)
        {}
    }

    /// Half of the arms play no more than the first futures, and so on.
    #[test]
    fn the_worse_half_is_eliminated() {
        let beam = searched("");
        let mut halving = begun(&beam, 2);
        assert_eq!(halving.active.len(), DEFAULTS.rollout_arms);
        assert!(halving.leader().is_none());
        run(&mut halving, &beam, ALL);
        assert!(!halving.is_running());
        let seen = |least| {
            halving
                .arms
                .iter()
                .filter(|r| r.results.len() >= least)
                .count()
        };
        assert_eq!(seen(2), DEFAULTS.rollout_arms);
        assert_eq!(seen(3), DEFAULTS.rollout_arms / 2);
        assert!(
            halving
                .arms
                .iter()
                .all(|r| [2, 6, 14, 30].contains(&r.results.len()))
        );
        let leader = halving.leader().expect("one was ahead");
        let most = halving.arms.iter().map(|r| r.results.len()).max();
        let leads = |r: &&Arm| r.results.len() == most.unwrap_or(0);
        assert!(
            halving
                .arms
                .iter()
                .filter(leads)
                .any(|r| r.leaf.first_move == leader.mv)
        );
        assert_eq!(
            leader.depth as usize,
            beam.game().plies() + DEFAULTS.rollout_plies + 1
        );
    }

    #[test]
    fn a_later_comparison_keeps_earlier_results() {
        let beam = searched(BOARD);
        let mut halving = begun(&beam, 2);
        run(&mut halving, &beam, ALL);
        let (nodes, leader) = (halving.nodes(), halving.leader());
        halving.begin(&beam, 2);
        assert!(!halving.is_running(), "nothing is left to be seen");
        assert_eq!((halving.nodes(), halving.leader()), (nodes, leader));
        halving.begin(&beam, 4);
        run(&mut halving, &beam, ALL);
        assert!(halving.nodes() > nodes);
    }

    #[test]
    fn a_stopped_comparison_goes_on_from_there() {
        let beam = searched(BOARD);
        let mut whole = begun(&beam, 2);
        run(&mut whole, &beam, ALL);
        let mut parts = begun(&beam, 2);
        let asked = AtomicU64::new(0);
        let now_and_then = || asked.fetch_add(1, Ordering::Relaxed) % 7 == 6;
        let pool = ThreadPool::new(2);
        while parts.is_running() {
            assert!(parts.advance(beam.game(), ALL, &pool, &now_and_then));
        }
        assert_eq!(parts.leader(), whole.leader());
        let found = |halving: &SuccessiveHalving| {
            halving
                .arms
                .iter()
                .map(|r| r.results.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&parts), found(&whole));
    }

    #[test]
    fn too_few_nodes_are_not_spent() {
        let beam = searched(BOARD);
        let mut halving = begun(&beam, 1);
        let nodes = typical_nodes(&DEFAULTS);
        run(&mut halving, &beam, nodes - 1);
        assert_eq!(halving.nodes(), 0);
        assert!(halving.advance(beam.game(), nodes, &ThreadPool::new(1), &|| false));
        assert_eq!(
            halving.arms.iter().map(|r| r.results.len()).sum::<usize>(),
            1
        );
    }

    /// The same future is the same pieces, whatever the leaf and its held piece.
    #[test]
    fn all_arms_play_the_same_futures() {
        let beam = searched("");
        let leaves = beam.leaves(DEFAULTS.rollout_arms, DEFAULTS.rollout_arms_per_move);
        let queue = |leaf: &Leaf<TetrisGame>| {
            beam.game()
                .sample_future(&leaf.position, DEFAULTS.rollout_plies, 5)
        };
        let first = queue(&leaves[0]);
        assert_eq!(first.plies(), DEFAULTS.rollout_plies);
        assert!(
            leaves
                .iter()
                .all(|leaf| queue(leaf).queue() == first.queue())
        );
        let values = [3, 4].map(|future| rollout(beam.game(), &leaves[0], future).value);
        assert_ne!(values[0], values[1]);
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
                let leaf = Position {
                    hold,
                    ..*beam.root()
                };
                beam.game()
                    .sample_future(&leaf, DEFAULTS.rollout_plies, 1)
                    .plies()
            };
            assert_eq!(plies(hold), DEFAULTS.rollout_plies, "{queue}");
            assert_eq!(plies(Some(Piece::Z)), DEFAULTS.rollout_plies, "{queue}");
        }
    }

    /// Before the beam has reached its last layer there is nothing to compare.
    #[test]
    fn without_leaves_there_is_no_comparison() {
        let halving = begun(&fresh("", None, "T"), 4);
        assert!(!halving.is_running());
        assert!(halving.leader().is_none());
    }
}
