//! What comes into the layers of a beam, and what is next in them.

use super::frontier::Candidate;
use super::layer::{Inserted, Layer, Node};
use super::root_moves::RootMoveTable;
use super::view::BeamView;
use super::{
    BATCH_GROWTH, BeamLimits, Expectations, INITIAL_BATCH, LeafValue, MAX_BATCH, MAX_ROUND,
    TYPICAL_CHILDREN, layer_share,
};
use crate::game::{Expectation, Game};
use std::ops::Range;

/// The layers of a beam, and what changes with them. Apart from the rest, so that it can be
/// at work while positions are looked at.
pub struct LayerUpdate<'a, G: Game> {
    /// The game that is searched.
    pub game: &'a G,
    /// The layers, the root's first.
    pub layers: &'a mut [Layer<G>],
    /// How the root moves stand.
    pub root_table: &'a mut RootMoveTable,
    /// How much the layers may hold.
    pub limits: BeamLimits,
    /// What can be expected after positions of the last layer.
    pub expectations: &'a mut Expectations,
    /// Rounds so far.
    pub rounds: &'a mut usize,
    /// Positions evaluated so far.
    pub nodes: &'a mut u64,
}

/// A position to be looked at, as it is in its layer.
pub struct NodeTask<G: Game> {
    /// The depth of its layer.
    pub depth: usize,
    /// Its index there.
    pub index: u32,
    /// The position, and what is known of it.
    pub node: Node<G>,
}

impl<G: Game> LayerUpdate<'_, G> {
    /// Positions that the next round takes of each layer.
    pub fn batch_size(&self) -> usize {
        (INITIAL_BATCH + BATCH_GROWTH * *self.rounds).min(MAX_BATCH)
    }

    /// Positions of each layer that a round over all layers may take with `until` nodes in
    /// all.
    pub fn affordable_batch(&self, until: u64) -> usize {
        let layers = self.layers.len();
        let left = until.saturating_sub(*self.nodes) / (layers as u64 * TYPICAL_CHILDREN);
        left.min(self.batch_size().min(MAX_ROUND / layers) as u64) as usize
    }

    /// How the search stands.
    pub fn view(&self) -> BeamView<'_, G> {
        BeamView {
            layers: self.layers,
            root_table: self.root_table,
            nodes: *self.nodes,
        }
    }

    /// The next positions of every layer, up to `batch` of each, to be looked at.
    pub fn next_tasks(&mut self, batch: usize) -> Vec<NodeTask<G>> {
        let plies = self.game.plies();
        let mut tasks = Vec::new();
        // Expectations first: they take longest.
        for depth in (0..=plies).rev() {
            let ready = self.next_batch(depth, layer_share(depth, plies, batch));
            tasks.extend(ready.map(|index| NodeTask {
                depth,
                index: index as u32,
                node: self.layers[depth].nodes[index],
            }));
        }
        tasks
    }

    /// Makes sure that a layer has positions to work on, as far as its frontier gives any
    /// and there is room, and hands out the next of them.
    pub fn next_batch(&mut self, depth: usize, batch: usize) -> Range<usize> {
        let from = self.layers[depth].processed;
        let mut room = self.limits.nodes.saturating_sub(self.node_count());
        while self.layers[depth].nodes.len() < from + batch
            && room > 0
            && let Some(entry) = self.layers[depth].frontier.pop()
        {
            self.make_node(depth, &entry);
            room -= 1;
        }
        self.layers[depth].take_nodes(batch)
    }

    /// Positions in all layers together.
    pub fn node_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.nodes.len()).sum()
    }

    /// Makes a position of a candidate, unless one as good is there already; gives the
    /// index of the one that stands.
    pub fn make_node(&mut self, depth: usize, entry: &Candidate<G::Move>) -> u32 {
        let parent = &self.layers[depth - 1].nodes[entry.parent as usize];
        let (key, node) = Node::from_candidate(self.game, parent, depth - 1, entry);
        let Inserted {
            index,
            root_path: origin,
            total,
        } = self.layers[depth].insert(depth, key, node);
        self.root_table.record(origin, depth as u32, total);
        index
    }

    /// Takes note of expectations; gives back the positions that are left without one.
    pub fn record_expectations(
        &mut self,
        found: impl Iterator<Item = (u32, Option<Expectation>)>,
        depth: u32,
    ) -> Vec<u32> {
        let ply = self.game.plies();
        let mut unfinished = Vec::new();
        for (index, expectation) in found {
            let Some(expectation) = expectation else {
                unfinished.push(index);
                continue;
            };
            let node = &self.layers[ply].nodes[index as usize];
            let value = node.reward + expectation.value;
            self.root_table
                .record(node.root_path, ply as u32 + depth, value);
            *self.nodes += expectation.nodes;
            self.expectations.leaves.push(LeafValue {
                node: index,
                value,
                depth,
            });
        }
        unfinished
    }
}
