//! A beam search that gets wider the longer it runs.
//!
//! Each layer holds the positions that are one ply deeper than those of the layer before,
//! and a frontier of candidates that no one has looked at yet. A round takes the best few
//! candidates of every layer in turn, makes positions of them and puts their moves into
//! the next frontier; so after `n` rounds the beam is `n` times as wide as after one, at
//! every moment there is a full line to answer with, and nothing is ever computed twice
//! (the scheme is known as Chokudai search). Positions of the last layer, where the known
//! pieces end, are judged by their expectation over the unknown next piece.
//!
//! Knows no clock, and no threads but the crew that it is lent for a layer's work.

mod candidates;
mod frontier;
mod layer;
mod layer_update;
mod leaves;
mod parallel;
mod reuse;
mod root_moves;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Game, ShouldStop};
use crate::threads::ThreadPool;
use candidates::{CandidateList, candidate};
use frontier::Candidate;
use layer::{Layer, Node};
use layer_update::LayerUpdate;
pub use leaves::Leaf;
use parallel::ChunkOutput;
use root_moves::{RootMoveTable, RootPath};
pub use view::{BeamView, RootMove};

/// Positions that the first round takes from each layer.
const INITIAL_BATCH: usize = 4;

/// Positions that each further round takes more from each layer.
const BATCH_GROWTH: usize = 2;

/// Most positions that a round takes from each layer: enough to keep many threads busy, and
/// few enough for a round to be over soon.
const MAX_BATCH: usize = 128;

/// Most positions that a round takes from all layers at once: it should be over within a
/// few milliseconds.
const MAX_ROUND: usize = 1024;

/// Positions that a round over all layers takes from each at least. Rounds of fewer go from
/// layer to layer: there is a full line sooner, and little to share out.
const MIN_PARALLEL_BATCH: usize = 16;

/// For one expectation in the last layer this many positions are expanded in each other
/// layer: an expectation costs several times what an expansion does.
const LEAF_COST: usize = 4;

/// Children that an expansion is reckoned to have when a budget is divided up.
const TYPICAL_CHILDREN: u64 = 64;

/// Candidates that a frontier usually holds however few were taken from it.
const BASE_CANDIDATES: usize = 1 << 13;

/// Unknown pieces that expectations look ahead, once everything has been looked at with
/// fewer.
const MAX_EXPECTATION_DEPTH: u32 = 4;

/// Positions whose deeper expectations are taken side by side, at least: more where they take
/// no more than [`DEEPER_BATCH_NODES`] together.
const MIN_DEEPER_BATCH: usize = 8;

/// Nodes that are worth bringing a crew together for: a few milliseconds, since expectations
/// are reckoned to take several times what they do.
const DEEPER_BATCH_NODES: u64 = 1_000_000;

/// A search from one root.
pub struct Beam<G: Game> {
    game: G,
    layers: Vec<Layer<G>>,
    expectations: Expectations,
    root_table: RootMoveTable,
    limits: BeamLimits,
    rounds: usize,
    nodes: u64,
    /// Lists of rounds over all layers, kept for their memory.
    spare_outputs: Vec<ChunkOutput<G::Move>>,
}

/// Expectations of positions of the last layer.
#[derive(Default)]
struct Expectations {
    leaves: Vec<LeafValue>,
    /// Unknown pieces that the current pass looks ahead.
    depth: u32,
    /// Positions that the current pass has still to look at, the best last.
    pending: Vec<u32>,
}

impl Expectations {
    /// Goes one unknown piece further, over the positions that the last pass has looked at;
    /// says whether there are any, and whether that is not too far.
    fn begin_deeper_pass(&mut self) -> bool {
        let depth = self.depth.max(1);
        let mut last: Vec<&LeafValue> = self.leaves.iter().filter(|l| l.depth == depth).collect();
        if last.is_empty() || depth >= MAX_EXPECTATION_DEPTH {
            return false;
        }
        last.sort_unstable_by_key(|leaf| (leaf.value, std::cmp::Reverse(leaf.node)));
        self.pending = last.iter().map(|leaf| leaf.node).collect();
        self.depth = depth + 1;
        true
    }
}

/// A position of the last layer, by index, and what it and the way to it are worth.
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
    /// Candidates that a frontier may hold however few were taken from it. The fewer, the
    /// faster; but when those that were not forgotten are used up, the search is over.
    pub base_candidates: usize,
}

impl BeamLimits {
    /// Limits that keep a search of `G` within `bytes`, with up to 16 layers. Lists that
    /// grow hold twice what is in them for a moment, hence the thirds.
    pub fn within_memory<G: Game>(bytes: usize) -> BeamLimits {
        let node = size_of::<Node<G>>() + 24;
        let entry = size_of::<Candidate<G::Move>>();
        BeamLimits {
            nodes: (bytes / 3 / node).max(1_000),
            candidates: (bytes / 3 / entry / 16).max(1_000),
            base_candidates: BASE_CANDIDATES,
        }
    }
}

/// Hears how a search stands, now and then while it goes on.
pub type OnProgress<'a, G> = &'a mut (dyn FnMut(&BeamView<G>) + Send);

/// What going on came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStatus {
    /// There is more to look at.
    Unfinished,
    /// There is not, or no room for it.
    Exhausted,
}

impl<G: Game> Beam<G> {
    /// A search that has not looked at anything yet.
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

    /// The game that is searched.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The root position.
    pub fn root(&self) -> &G::Position {
        &self.layers[0].nodes[0].position
    }

    /// Positions evaluated since the search was made or extended.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on for a while: as long as the search is narrow a round from layer to layer, from
    /// then on rounds over all layers until nothing is left for them, after each of which
    /// `told` hears how the search stands. Ends early when `until` nodes are reached or
    /// `stop` says so.
    pub fn advance(
        &mut self,
        crew: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        told: OnProgress<G>,
    ) -> SearchStatus {
        let upkeep = self.layer_update();
        let (batch, abreast) = (upkeep.batch_size(), upkeep.affordable_batch(until));
        let worked = if abreast < MIN_PARALLEL_BATCH {
            let worked = self.sequential_round(batch, until, stop);
            self.rounds += usize::from(worked.is_some());
            worked.unwrap_or(1) > 0
        } else {
            stop() || self.parallel_rounds(crew, until, stop, told)
        };
        if worked {
            return SearchStatus::Unfinished;
        }
        self.evaluate_leaves_deeper(crew, until, stop)
    }

    /// Makes positions of the best candidates of the last layer until it holds `count`, so
    /// that [`Beam::best_lines`] has as many lines to tell of; the search goes on as before.
    pub fn fill_last_layer(&mut self, count: usize) {
        let last = self.game.plies();
        let done = self.layers[last].processed;
        self.layer_update()
            .next_batch(last, count.saturating_sub(done));
        self.layers[last].processed = done;
    }

    /// A round from layer to layer. Says how many positions it took, or nothing when it was
    /// left early.
    fn sequential_round(&mut self, batch: usize, until: u64, stop: ShouldStop) -> Option<usize> {
        let plies = self.game.plies();
        let mut worked = 0;
        for depth in 0..=plies {
            if self.nodes >= until || stop() {
                return None;
            }
            let affordable = ((until - self.nodes) / TYPICAL_CHILDREN).max(1);
            let batch = batch.min(affordable.min(MAX_BATCH as u64) as usize);
            let batch = layer_share(depth, plies, batch);
            worked += if depth < plies {
                self.expand_layer(depth, batch)
            } else {
                self.evaluate_leaves(depth, batch)
            };
        }
        Some(worked)
    }

    /// How it stands.
    pub fn view(&self) -> BeamView<'_, G> {
        BeamView {
            layers: &self.layers,
            root_table: &self.root_table,
            nodes: self.nodes,
        }
    }

    /// The root moves, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        self.view().root_moves()
    }

    fn add_missing_layers(&mut self) {
        while self.layers.len() <= self.game.plies() {
            self.layers.push(Layer::new());
        }
    }

    /// Expands the best positions of a layer into the next; says how many.
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

    /// Takes the expectation of the best positions of the last layer; says of how many.
    fn evaluate_leaves(&mut self, depth: usize, batch: usize) -> usize {
        let range = self.layer_update().next_batch(depth, batch);
        let indices: Vec<u32> = range.map(|i| i as u32).collect();
        self.evaluate_leaf_nodes(&indices, 1, &ThreadPool::new(1), &|| false);
        indices.len()
    }

    /// Takes expectations that look further ahead, of the positions that stand best first.
    fn evaluate_leaves_deeper(
        &mut self,
        crew: &ThreadPool,
        until: u64,
        stop: ShouldStop,
    ) -> SearchStatus {
        if self.expectations.pending.is_empty() && !self.expectations.begin_deeper_pass() {
            return SearchStatus::Exhausted;
        }
        let depth = self.expectations.depth;
        let left = until.saturating_sub(self.nodes);
        let affordable = left / self.game.expectation_cost(depth).max(1);
        if affordable == 0 {
            return SearchStatus::Exhausted;
        }
        let batch = affordable.min(self.deeper_batch_size() as u64) as usize;
        let waiting = &mut self.expectations.pending;
        let batch = waiting.split_off(waiting.len().saturating_sub(batch));
        let unfinished = self.evaluate_leaf_nodes(&batch, depth, crew, stop);
        self.expectations.pending.extend(unfinished);
        SearchStatus::Unfinished
    }

    /// Takes expectations of positions of the last layer; gives back those that `stop` left
    /// without one.
    fn evaluate_leaf_nodes(
        &mut self,
        indices: &[u32],
        depth: u32,
        crew: &ThreadPool,
        stop: ShouldStop,
    ) -> Vec<u32> {
        let ply = self.game.plies();
        let (game, nodes) = (&self.game, &self.layers[ply].nodes);
        let found = crew.map_chunks(indices, |indices| {
            let outlook = |&index: &u32| {
                let position = &nodes[index as usize].position;
                (index, game.expectation(position, ply, depth, stop))
            };
            indices.iter().map(outlook).collect::<Vec<_>>()
        });
        self.layer_update()
            .record_expectations(found.into_iter().flatten(), depth)
    }

    /// Positions whose expectations of the current pass are taken side by side.
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

/// Positions that the layer at `depth` gets of a batch, the last one being at `plies`.
fn layer_share(depth: usize, plies: usize, batch: usize) -> usize {
    if depth < plies {
        batch
    } else {
        batch.div_ceil(LEAF_COST)
    }
}
