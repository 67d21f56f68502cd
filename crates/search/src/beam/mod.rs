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

mod abreast;
mod carry;
mod collector;
mod ends;
mod frontier;
mod layer;
mod ranking;
mod sight;
#[cfg(test)]
mod tests;
mod upkeep;

use super::crew::Crew;
use super::game::{Game, Stop};
use abreast::Findings;
use collector::{Collector, entry};
pub use ends::End;
use frontier::Entry;
use layer::{Layer, Node};
use ranking::{Origin, Ranking};
pub use sight::{Sight, Standing};
use upkeep::Upkeep;

/// Positions that the first round takes from each layer.
const FIRST_BATCH: usize = 4;

/// Positions that each further round takes more from each layer.
const WIDENING: usize = 2;

/// Most positions that a round takes from each layer: enough to keep many threads busy, and
/// few enough for a round to be over soon.
const FULL_BATCH: usize = 128;

/// Most positions that a round takes from all layers at once: it should be over within a
/// few milliseconds.
const ABREAST_MOST: usize = 1024;

/// Positions that a round over all layers takes from each at least. Rounds of fewer go from
/// layer to layer: there is a full line sooner, and little to share out.
const LEAST_ABREAST: usize = 16;

/// For one expectation in the last layer this many positions are expanded in each other
/// layer: an expectation costs several times what an expansion does.
const LEAF_SHARE: usize = 4;

/// Children that an expansion is reckoned to have when a budget is divided up.
const USUAL_CHILDREN: u64 = 64;

/// Candidates that a frontier usually holds however few were taken from it.
const SPARE: usize = 1 << 13;

/// Unknown pieces that expectations look ahead, once everything has been looked at with
/// fewer.
const DEEPEST_EXPECTATION: u32 = 4;

/// Positions whose deeper expectations are taken side by side, at least: more where they take
/// no more than [`DEEPER_NODES`] together.
const DEEPER_BATCH: usize = 8;

/// Nodes that are worth bringing a crew together for: a few milliseconds, since expectations
/// are reckoned to take several times what they do.
const DEEPER_NODES: u64 = 1_000_000;

/// A search from one root.
pub struct Beam<G: Game> {
    game: G,
    layers: Vec<Layer<G>>,
    expectations: Expectations,
    ranking: Ranking,
    limits: Limits,
    round: usize,
    nodes: u64,
    /// Lists of rounds over all layers, kept for their memory.
    spare: Vec<Findings<G::Move>>,
}

/// Expectations of positions of the last layer.
#[derive(Default)]
struct Expectations {
    leaves: Vec<Leaf>,
    /// Unknown pieces that the current pass looks ahead.
    depth: u32,
    /// Positions that the current pass has still to look at, the best last.
    waiting: Vec<u32>,
}

impl Expectations {
    /// Goes one unknown piece further, over the positions that the last pass has looked at;
    /// says whether there are any, and whether that is not too far.
    fn begin_deeper_pass(&mut self) -> bool {
        let depth = self.depth.max(1);
        let mut last: Vec<&Leaf> = self.leaves.iter().filter(|l| l.depth == depth).collect();
        if last.is_empty() || depth >= DEEPEST_EXPECTATION {
            return false;
        }
        last.sort_unstable_by_key(|leaf| (leaf.value, std::cmp::Reverse(leaf.node)));
        self.waiting = last.iter().map(|leaf| leaf.node).collect();
        self.depth = depth + 1;
        true
    }
}

/// A position of the last layer, by index, and what it and the way to it are worth.
#[derive(Clone, Copy)]
struct Leaf {
    node: u32,
    value: i32,
    depth: u32,
}

/// How much a search may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Positions in all layers together.
    pub positions: usize,
    /// Candidates in one frontier.
    pub frontier: usize,
    /// Candidates that a frontier may hold however few were taken from it. The fewer, the
    /// faster; but when those that were not forgotten are used up, the search is over.
    pub spare: usize,
}

impl Limits {
    /// Limits that keep a search of `G` within `bytes`, with up to 16 layers. Lists that
    /// grow hold twice what is in them for a moment, hence the thirds.
    pub fn within<G: Game>(bytes: usize) -> Limits {
        let node = size_of::<Node<G>>() + 24;
        let entry = size_of::<Entry<G::Move>>();
        Limits {
            positions: (bytes / 3 / node).max(1_000),
            frontier: (bytes / 3 / entry / 16).max(1_000),
            spare: SPARE,
        }
    }
}

/// Hears how a search stands, now and then while it goes on.
pub type Told<'a, G> = &'a mut (dyn FnMut(&Sight<G>) + Send);

/// What going on came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to look at.
    More,
    /// There is not, or no room for it.
    Done,
}

impl<G: Game> Beam<G> {
    /// A search that has not looked at anything yet.
    pub fn new(game: G, root: G::Position, limits: Limits) -> Beam<G> {
        let mut first = Layer::empty();
        first.nodes.push(Node {
            position: root,
            parent: 0,
            origin: Origin::default(),
            mv: None,
            reward: 0,
            total: 0,
        });
        let mut beam = Beam {
            game,
            layers: vec![first],
            expectations: Expectations::default(),
            ranking: Ranking::default(),
            limits,
            round: 0,
            nodes: 0,
            spare: Vec::new(),
        };
        beam.fit_layers();
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
    pub fn advance(&mut self, crew: &Crew, until: u64, stop: Stop, told: Told<G>) -> Progress {
        let upkeep = self.upkeep();
        let (batch, abreast) = (upkeep.batch(), upkeep.affordable(until));
        let worked = if abreast < LEAST_ABREAST {
            let worked = self.round_in_turn(batch, until, stop);
            self.round += usize::from(worked.is_some());
            worked.unwrap_or(1) > 0
        } else {
            stop() || self.rounds_abreast(crew, until, stop, told)
        };
        if worked {
            return Progress::More;
        }
        self.weigh_deeper(crew, until, stop)
    }

    /// Makes positions of the best candidates of the last layer until it holds `count`, so
    /// that [`Beam::lines`] has as many lines to tell of; the search goes on as before.
    pub fn fill_last_layer(&mut self, count: usize) {
        let last = self.game.plies();
        let done = self.layers[last].done;
        self.upkeep().ready(last, count.saturating_sub(done));
        self.layers[last].done = done;
    }

    /// A round from layer to layer. Says how many positions it took, or nothing when it was
    /// left early.
    fn round_in_turn(&mut self, batch: usize, until: u64, stop: Stop) -> Option<usize> {
        let plies = self.game.plies();
        let mut worked = 0;
        for depth in 0..=plies {
            if self.nodes >= until || stop() {
                return None;
            }
            let affordable = ((until - self.nodes) / USUAL_CHILDREN).max(1);
            let batch = batch.min(affordable.min(FULL_BATCH as u64) as usize);
            let batch = share(depth, plies, batch);
            worked += if depth < plies {
                self.widen(depth, batch)
            } else {
                self.weigh(depth, batch)
            };
        }
        Some(worked)
    }

    /// How it stands.
    pub fn sight(&self) -> Sight<'_, G> {
        Sight {
            layers: &self.layers,
            ranking: &self.ranking,
            nodes: self.nodes,
        }
    }

    /// The root moves, the best first.
    pub fn standings(&self) -> Vec<Standing<G::Move>> {
        self.sight().standings()
    }

    fn fit_layers(&mut self) {
        while self.layers.len() <= self.game.plies() {
            self.layers.push(Layer::empty());
        }
    }

    /// Expands the best positions of a layer into the next; says how many.
    fn widen(&mut self, depth: usize, batch: usize) -> usize {
        let range = self.upkeep().ready(depth, batch);
        let least = self.layers[depth + 1].frontier.least_total();
        let mut found = Collector::new(depth + 1);
        for index in range.clone() {
            let node = &self.layers[depth].nodes[index];
            found.add(&self.game, (node, index as u32), depth, least);
        }
        self.nodes += found.judged;
        let lists = std::iter::once(&*found.moves[depth]);
        self.layers[depth + 1].offer(lists, &self.limits);
        range.len()
    }

    /// Takes the expectation of the best positions of the last layer; says of how many.
    fn weigh(&mut self, depth: usize, batch: usize) -> usize {
        let range = self.upkeep().ready(depth, batch);
        let indices: Vec<u32> = range.map(|i| i as u32).collect();
        self.weigh_nodes(&indices, 1, &Crew::of(1), &|| false);
        indices.len()
    }

    /// Takes expectations that look further ahead, of the positions that stand best first.
    fn weigh_deeper(&mut self, crew: &Crew, until: u64, stop: Stop) -> Progress {
        if self.expectations.waiting.is_empty() && !self.expectations.begin_deeper_pass() {
            return Progress::Done;
        }
        let depth = self.expectations.depth;
        let left = until.saturating_sub(self.nodes);
        let affordable = left / self.game.expectation_cost(depth).max(1);
        if affordable == 0 {
            return Progress::Done;
        }
        let batch = affordable.min(self.deeper_batch() as u64) as usize;
        let waiting = &mut self.expectations.waiting;
        let batch = waiting.split_off(waiting.len().saturating_sub(batch));
        let unfinished = self.weigh_nodes(&batch, depth, crew, stop);
        self.expectations.waiting.extend(unfinished);
        Progress::More
    }

    /// Takes expectations of positions of the last layer; gives back those that `stop` left
    /// without one.
    fn weigh_nodes(&mut self, indices: &[u32], depth: u32, crew: &Crew, stop: Stop) -> Vec<u32> {
        let ply = self.game.plies();
        let (game, nodes) = (&self.game, &self.layers[ply].nodes);
        let found = crew.runs(indices, |indices| {
            let outlook = |&index: &u32| {
                let position = &nodes[index as usize].position;
                (index, game.expect(position, ply, depth, stop))
            };
            indices.iter().map(outlook).collect::<Vec<_>>()
        });
        self.upkeep().take_note(found.into_iter().flatten(), depth)
    }

    /// Positions whose expectations of the current pass are taken side by side.
    fn deeper_batch(&self) -> usize {
        let cost = self.game.expectation_cost(self.expectations.depth);
        DEEPER_BATCH.max((DEEPER_NODES / cost.max(1)) as usize)
    }

    fn upkeep(&mut self) -> Upkeep<'_, G> {
        Upkeep {
            game: &self.game,
            layers: &mut self.layers,
            ranking: &mut self.ranking,
            limits: self.limits,
            expectations: &mut self.expectations,
            round: &mut self.round,
            nodes: &mut self.nodes,
        }
    }
}

/// Positions that the layer at `depth` gets of a batch, the last one being at `plies`.
fn share(depth: usize, plies: usize, batch: usize) -> usize {
    if depth < plies {
        batch
    } else {
        batch.div_ceil(LEAF_SHARE)
    }
}
