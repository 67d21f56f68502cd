//! Chokudai search: a beam search that gets wider the longer it runs.
//!
//! Each layer holds the positions that are one ply deeper than those of the layer before, and a
//! frontier of candidates: moves that nobody has played yet. A round takes the best few
//! candidates of every layer in turn, makes positions of them and adds their moves to the next
//! frontier. After `n` rounds the beam is `n` times as wide as after one, there is a full line at
//! every moment, and nothing is computed twice. Equal positions of a layer are merged by key, as
//! in a transposition table. Positions of the last layer, where the known pieces end, are valued
//! by their expectation over the unknown next piece.
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
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Game, ShouldStop};
use crate::threads::ThreadPool;
use candidates::{CandidateList, to_candidate};
use frontier::Candidate;
use layer::{Layer, Node};
use layer_update::LayerUpdate;
pub use leaves::Leaf;
pub use lines::RootLine;
use parallel::ChunkOutput;
use root_moves::{RootMoveTable, RootPath};
pub use view::{BeamView, RootMove};

/// Most positions that a round takes from all layers together: it should end within a few
/// milliseconds.
const MAX_ROUND: usize = 1024;

/// Fewest positions of each layer for a parallel round. Narrower rounds go from layer to layer:
/// there is a full line sooner, and little work to share.
const MIN_PARALLEL_BATCH: usize = 16;

/// Children that an expansion is assumed to have when a budget of nodes is divided up.
const TYPICAL_CHILDREN: u64 = 64;

/// Candidates that a frontier usually holds however few were taken from it.
const BASE_CANDIDATES: usize = 1 << 13;

/// Positions whose deeper expectations are taken side by side, at least: more where they take no
/// more than [`DEEPER_BATCH_NODES`] together.
const MIN_DEEPER_BATCH: usize = 8;

/// Nodes that are worth starting threads for: a few milliseconds, since expectations usually take
/// several times their estimate.
const DEEPER_BATCH_NODES: u64 = 1_000_000;

/// A beam search from one root.
///
/// # Examples
///
/// ```
/// use landfall_rules::{GUIDELINE, Piece, Randomizer, State};
/// use landfall_search::{
///     Beam, BeamLimits, Position, SearchStatus, TetrisGame, ThreadPool, Weights,
/// };
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
    /// Lists of parallel rounds, kept for their memory.
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
    /// Candidates that a frontier may hold however few were taken from it. The fewer, the faster;
    /// but when those that were not dropped are used up, the search is over.
    pub base_candidates: usize,
}

impl BeamLimits {
    /// Returns limits that keep a search of `G` within `bytes`, with up to 16 layers. Lists that grow
    /// hold twice what is in them for a moment, hence the thirds.
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
    /// There is not, or no memory for it.
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

    /// Searches for a while: as long as the beam is narrow one round from layer to layer, from then
    /// on parallel rounds until nothing is left for them, after each of which `on_progress` is
    /// called. Ends early when `until` nodes are reached or `stop` returns true.
    pub fn advance(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnProgress<G>,
    ) -> SearchStatus {
        let update = self.layer_update();
        let (batch, parallel) = (update.batch_size(), update.affordable_batch(until));
        let worked = if parallel < MIN_PARALLEL_BATCH {
            let worked = self.sequential_round(batch, until, stop);
            self.rounds += usize::from(worked.is_some());
            worked.unwrap_or(1) > 0
        } else {
            stop() || self.parallel_rounds(pool, until, stop, on_progress)
        };
        if worked {
            return SearchStatus::Unfinished;
        }
        self.evaluate_leaves_deeper(pool, until, stop)
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

    /// Runs a round from layer to layer. Returns how many positions it took, or `None` if it was left
    /// early.
    fn sequential_round(&mut self, batch: usize, until: u64, stop: ShouldStop) -> Option<usize> {
        let plies = self.game.plies();
        let mut worked = 0;
        for depth in 0..=plies {
            if self.nodes >= until || stop() {
                return None;
            }
            let affordable = ((until - self.nodes) / TYPICAL_CHILDREN).max(1);
            let most = self.game.parameters().max_batch;
            let batch = batch.min(affordable.min(most as u64) as usize);
            let batch = self.layer_update().layer_share(depth, batch);
            worked += if depth < plies {
                self.expand_layer(depth, batch)
            } else {
                self.evaluate_leaves(depth, batch)
            };
        }
        Some(worked)
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

    /// Takes the expectation of the best positions of the last layer; returns of how many.
    fn evaluate_leaves(&mut self, depth: usize, batch: usize) -> usize {
        let range = self.layer_update().next_batch(depth, batch);
        let indices: Vec<u32> = range.map(|i| i as u32).collect();
        self.evaluate_leaf_nodes(&indices, 1, &ThreadPool::new(1), &|| false);
        indices.len()
    }

    /// Takes expectations that look further ahead, of the best positions first.
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
            return SearchStatus::Exhausted;
        }
        let batch = affordable.min(self.deeper_batch_size() as u64) as usize;
        let pending = &mut self.expectations.pending;
        let batch = pending.split_off(pending.len().saturating_sub(batch));
        let unfinished = self.evaluate_leaf_nodes(&batch, depth, pool, stop);
        self.expectations.pending.extend(unfinished);
        SearchStatus::Unfinished
    }

    /// Takes expectations of positions of the last layer; returns those that `stop` left without one.
    fn evaluate_leaf_nodes(
        &mut self,
        indices: &[u32],
        depth: u32,
        pool: &ThreadPool,
        stop: ShouldStop,
    ) -> Vec<u32> {
        let ply = self.game.plies();
        let (game, nodes) = (&self.game, &self.layers[ply].nodes);
        let found = pool.map_chunks(indices, |indices| {
            let evaluate = |&index: &u32| {
                let position = &nodes[index as usize].position;
                (index, game.expectation(position, ply, depth, stop))
            };
            indices.iter().map(evaluate).collect::<Vec<_>>()
        });
        self.layer_update()
            .record_expectations(found.into_iter().flatten(), depth)
    }

    /// Returns how many expectations of the current pass are taken side by side.
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
