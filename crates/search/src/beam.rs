//! Chokudai search: a beam search that gets wider the longer it runs.
//!
//! Each layer holds the positions that are one ply deeper than those of the layer before, and a
//! frontier of candidates: moves that nobody has played yet. A round takes the best few candidates
//! of every layer in turn, makes positions of them and adds their moves to the next frontier. After
//! `n` rounds the beam is `n` times as wide as after one, there is a full line after each of them,
//! and nothing is computed twice. Equal positions of a layer are merged by key, as in a
//! transposition table. Positions of the last layer, where the known pieces end, are valued by
//! their expectation over the unknown next piece.
//!
//! Owns the layers and the order of the work. The game is a [`Game`]; the clock is the caller's
//! closure, and the threads are those of a [`ThreadPool`].

mod candidates;
mod frontier;
mod layer;
mod layer_update;
mod leaves;
mod lines;
mod parallel;
mod reuse;
mod root_moves;
mod suspended;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Game, ShouldStop, after_first_piece};
use crate::threads::ThreadPool;
use candidates::{CandidateList, to_candidate};
use frontier::Candidate;
use layer::{Layer, Node};
use layer_update::LayerUpdate;
pub use leaves::Leaf;
pub use lines::{Line, RootLine};
use parallel::ChunkOutput;
use root_moves::{RootMoveTable, RootPath};
use suspended::{LayerRound, LeafLookahead, Suspended};
pub use view::{BeamView, RootMove};

/// Most positions that a round takes from all layers together: it should end within a few
/// milliseconds.
const MAX_ROUND: usize = 1024;

/// Fewest positions of each layer for a parallel round. Narrower rounds go from layer to layer:
/// there is a full line sooner, and little work to share.
const MIN_PARALLEL_BATCH: usize = 16;

/// Children that an expansion is assumed to have when a budget of nodes is divided up.
const TYPICAL_CHILDREN: u64 = 64;

/// Candidates that a frontier may hold by default, however few were taken from it.
const BASE_CANDIDATES: usize = 1 << 13;

/// Least positions whose deeper expectations are computed in parallel; more if they take no more
/// than [`DEEPER_BATCH_NODES`] together.
const MIN_DEEPER_BATCH: usize = 8;

/// Nodes that are worth starting threads for: a few milliseconds, since expectations usually take
/// several times their estimate.
const DEEPER_BATCH_NODES: u64 = 1_000_000;

/// A beam search from one root.
///
/// # Examples
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Piece, Randomizer, State};
/// use landfall_search::{Position, ThreadPool, Weights};
/// use landfall_search::beam::{Beam, BeamLimits, SearchStatus};
/// use landfall_search::tetris::TetrisGame;
///
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// for piece in [Piece::T, Piece::I, Piece::O] {
///     state.push_piece(piece);
/// }
/// let game = TetrisGame::new(&GUIDELINE, Weights::for_rules(&GUIDELINE), &state);
/// let limits = BeamLimits::within_memory::<TetrisGame>(64 << 20);
/// let mut beam = Beam::new(game, Position::from_state(&state), limits);
///
/// let pool = ThreadPool::new(1);
/// while beam.nodes() < 5_000
///     && beam.advance(&pool, 5_000, &|| false, &mut |_| {}) == SearchStatus::Unfinished
/// {}
/// let best = beam.root_moves()[0];
/// assert_eq!(beam.best_lines(1)[0].len(), 2, "one of three pieces is left in the hold");
/// assert!(best.depth >= 2);
/// ```
pub struct Beam<G: Game> {
    game: G,
    layers: Vec<Layer<G>>,
    expectations: Expectations,
    root_table: RootMoveTable,
    limits: BeamLimits,
    rounds: usize,
    nodes: u64,
    /// What a stop has left unfinished. The search continues with it first.
    suspended: Suspended<G>,
    /// Lists of parallel rounds, kept to reuse their memory.
    spare_outputs: Vec<ChunkOutput<G::Move>>,
}

/// Expectations of positions of the last layer.
#[derive(Default)]
struct Expectations {
    leaves: Vec<LeafValue>,
    /// Unknown pieces that the current pass looks ahead.
    depth: u32,
    /// Positions that the current pass has still to evaluate, the best last.
    pending: Vec<u32>,
}

impl Expectations {
    /// Begins a pass that looks one unknown piece further, over the positions that the last pass has
    /// evaluated. Returns false if there are none, or if that is farther than `max_depth`.
    fn begin_deeper_pass(&mut self, max_depth: u32) -> bool {
        let depth = self.depth.max(1);
        let mut last: Vec<&LeafValue> = self.leaves.iter().filter(|l| l.depth == depth).collect();
        if last.is_empty() || depth >= max_depth {
            return false;
        }
        last.sort_unstable_by_key(|leaf| (leaf.value, std::cmp::Reverse(leaf.node)));
        self.pending = last.iter().map(|leaf| leaf.node).collect();
        self.depth = depth + 1;
        true
    }
}

/// A position of the last layer, by index, and its value with the rewards of the line to it.
#[derive(Clone, Copy)]
struct LeafValue {
    node: u32,
    value: i32,
    depth: u32,
}

/// How much a search may hold.
#[derive(Clone, Copy, Debug)]
pub struct BeamLimits {
    /// Positions in all layers together.
    pub nodes: usize,
    /// Candidates in one frontier.
    pub candidates: usize,
    /// Candidates that a frontier may hold, however few were taken from it. Fewer are faster, but
    /// the search is over when those that were kept are used up.
    pub base_candidates: usize,
}

impl BeamLimits {
    /// Returns limits that keep a search of `G` within `bytes`, with up to 16 layers. A list needs
    /// three times its size while it grows, hence the thirds.
    pub fn within_memory<G: Game>(bytes: usize) -> BeamLimits {
        let node = size_of::<Node<G>>() + 24;
        let candidate = size_of::<Candidate<G::Move>>();
        BeamLimits {
            nodes: (bytes / 3 / node).max(1_000),
            candidates: (bytes / 3 / candidate / 16).max(1_000),
            base_candidates: BASE_CANDIDATES,
        }
    }
}

/// Called with a view of the search after each parallel round.
pub type OnProgress<'a, G> = &'a mut (dyn FnMut(&BeamView<G>) + Send);

/// Whether a search can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStatus {
    /// There is more to search.
    Unfinished,
    /// There is more to search, but the nodes that are left are too few for it.
    OutOfNodes,
    /// There is nothing more to search, or no memory for it.
    Exhausted,
}

impl<G: Game> Beam<G> {
    /// Returns a search that has not begun yet.
    pub fn new(game: G, root: G::Position, limits: BeamLimits) -> Beam<G> {
        let mut first = Layer::new();
        first.nodes.push(Node {
            position: root,
            parent: 0,
            root_path: RootPath::default(),
            mv: None,
            reward: 0,
            total: 0,
        });
        let mut beam = Beam {
            game,
            layers: vec![first],
            expectations: Expectations::default(),
            root_table: RootMoveTable::default(),
            limits,
            rounds: 0,
            nodes: 0,
            suspended: Suspended::Nothing,
            spare_outputs: Vec::new(),
        };
        beam.add_missing_layers();
        beam
    }

    /// Returns the game that is searched.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the root position.
    pub fn root(&self) -> &G::Position {
        &self.layers[0].nodes[0].position
    }

    /// Returns how many positions were evaluated since the search was made or extended.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a while: one round from layer to layer while the beam is narrow, later parallel
    /// rounds until nothing is left for them, calling `on_progress` after each. Ends early when
    /// `until` nodes are reached or `stop` returns true.
    ///
    /// Each call does some work, even where `stop` always returns true, and the next one continues
    /// from there: stops do not change the result.
    pub fn advance(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnProgress<G>,
    ) -> SearchStatus {
        let stop = &after_first_piece(stop);
        let worked = match std::mem::take(&mut self.suspended) {
            Suspended::Nothing => self.next_rounds(pool, until, stop, on_progress),
            Suspended::LayerRound(round) => self.sequential_round(round, until, stop),
            Suspended::ParallelRounds(rounds) => {
                self.parallel_rounds(rounds, pool, until, stop, on_progress)
            }
            Suspended::Leaves(leaves) => {
                self.look_deeper(leaves, pool, stop);
                true
            }
        };
        if worked {
            return SearchStatus::Unfinished;
        }
        self.evaluate_leaves_deeper(pool, until, stop)
    }

    /// Returns whether the last [`Beam::advance`] was stopped within a round.
    pub fn is_suspended(&self) -> bool {
        !matches!(self.suspended, Suspended::Nothing)
    }

    /// Runs a round, or many where the beam is wide. Returns whether there was anything to do.
    fn next_rounds(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnProgress<G>,
    ) -> bool {
        let update = self.layer_update();
        let (batch, parallel) = (update.batch_size(), update.affordable_batch(until));
        if parallel < MIN_PARALLEL_BATCH {
            self.sequential_round(LayerRound::new(batch), until, stop)
        } else {
            self.parallel_rounds(Vec::new(), pool, until, stop, on_progress)
        }
    }

    /// Makes positions of the best candidates of the last layer until it holds `count`, so that
    /// [`Beam::best_lines`] has as many lines; the search goes on as before.
    pub fn fill_last_layer(&mut self, count: usize) {
        let last = self.game.plies();
        let done = self.layers[last].processed;
        self.layer_update()
            .next_batch(last, count.saturating_sub(done));
        self.layers[last].processed = done;
    }

    /// Runs a round from layer to layer, or what is left of it. Returns whether it took any positions
    /// or was left early.
    fn sequential_round(&mut self, mut round: LayerRound, until: u64, stop: ShouldStop) -> bool {
        let plies = self.game.plies();
        while round.depth <= plies {
            if self.nodes >= until {
                return true;
            }
            if stop() {
                self.suspended = Suspended::LayerRound(round);
                return true;
            }
            let depth = round.depth;
            let affordable = ((until - self.nodes) / TYPICAL_CHILDREN).max(1);
            let max_batch = self.game.parameters().max_batch;
            let batch = round.batch.min(affordable.min(max_batch as u64) as usize);
            let batch = self.layer_update().layer_share(depth, batch);
            round.taken += if depth < plies {
                self.expand_layer(depth, batch)
            } else {
                self.evaluate_leaves(depth, batch)
            };
            round.depth += 1;
        }
        self.rounds += 1;
        round.taken > 0
    }

    /// Returns a view of the search.
    pub fn view(&self) -> BeamView<'_, G> {
        BeamView {
            layers: &self.layers,
            root_table: &self.root_table,
            nodes: self.nodes,
        }
    }

    /// Returns the root moves, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        self.view().root_moves()
    }

    fn add_missing_layers(&mut self) {
        while self.layers.len() <= self.game.plies() {
            self.layers.push(Layer::new());
        }
    }

    /// Expands the best positions of a layer into the next; returns how many.
    fn expand_layer(&mut self, depth: usize, batch: usize) -> usize {
        let range = self.layer_update().next_batch(depth, batch);
        let least = self.layers[depth + 1].frontier.min_total();
        let mut found = CandidateList::new(depth + 1);
        for index in range.clone() {
            let node = &self.layers[depth].nodes[index];
            found.expand_node(&self.game, (node, index as u32), depth, least);
        }
        self.nodes += found.evaluated;
        let lists = std::iter::once(&*found.by_depth[depth]);
        self.layers[depth + 1].add_candidates(lists, &self.limits);
        range.len()
    }

    /// Computes the expectations of the best positions of the last layer; returns their number.
    fn evaluate_leaves(&mut self, depth: usize, batch: usize) -> usize {
        let range = self.layer_update().next_batch(depth, batch);
        let nodes = self.layers[depth].nodes[range.clone()].iter();
        let found: Vec<_> = range
            .clone()
            .zip(nodes)
            .map(|(index, node)| (index as u32, self.game.expectation(&node.position, depth)))
            .collect();
        self.layer_update().record_expectations(found, 1);
        range.len()
    }

    /// Computes expectations that look further ahead, of the best positions first.
    fn evaluate_leaves_deeper(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
    ) -> SearchStatus {
        let max_depth = self.game.parameters().expectation_depth;
        if self.expectations.pending.is_empty() && !self.expectations.begin_deeper_pass(max_depth) {
            return SearchStatus::Exhausted;
        }
        let depth = self.expectations.depth;
        let left = until.saturating_sub(self.nodes);
        let affordable = left / self.game.expectation_cost(depth).max(1);
        if affordable == 0 {
            return SearchStatus::OutOfNodes;
        }
        let batch = affordable.min(self.deeper_batch_size() as u64) as usize;
        let pending = &mut self.expectations.pending;
        let batch = pending.split_off(pending.len().saturating_sub(batch));
        let leaves = batch.into_iter().map(LeafLookahead::new).collect();
        self.look_deeper(leaves, pool, stop);
        SearchStatus::Unfinished
    }

    /// Continues lookaheads from positions of the last layer. Those that `stop` leaves unfinished
    /// are suspended.
    fn look_deeper(&mut self, leaves: Vec<LeafLookahead<G>>, pool: &ThreadPool, stop: ShouldStop) {
        let (ply, depth) = (self.game.plies(), self.expectations.depth);
        let (game, nodes) = (&self.game, &self.layers[ply].nodes);
        let found = pool.map_chunks(&leaves, |leaves| {
            let advance = |leaf: &LeafLookahead<G>| {
                let position = &nodes[leaf.node as usize].position;
                leaf.advance(game, position, ply, depth, stop)
            };
            leaves.iter().map(advance).collect::<Vec<_>>()
        });
        let mut finished = Vec::with_capacity(leaves.len());
        let mut left = Vec::new();
        for (leaf, found) in leaves.into_iter().zip(found.into_iter().flatten()) {
            match found {
                Some(expectation) => finished.push((leaf.node, expectation)),
                None => left.push(leaf),
            }
        }
        self.layer_update().record_expectations(finished, depth);
        if !left.is_empty() {
            self.suspended = Suspended::Leaves(left);
        }
    }

    /// Returns how many expectations of the current pass are computed in parallel.
    fn deeper_batch_size(&self) -> usize {
        let cost = self.game.expectation_cost(self.expectations.depth);
        MIN_DEEPER_BATCH.max((DEEPER_BATCH_NODES / cost.max(1)) as usize)
    }

    fn layer_update(&mut self) -> LayerUpdate<'_, G> {
        LayerUpdate {
            game: &self.game,
            layers: &mut self.layers,
            root_table: &mut self.root_table,
            limits: self.limits,
            expectations: &mut self.expectations,
            rounds: &mut self.rounds,
            nodes: &mut self.nodes,
        }
    }
}
