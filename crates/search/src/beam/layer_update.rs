//! Changes to the layers of a beam: candidates become nodes, and nodes are handed out for work.

use super::frontier::Candidate;
use super::layer::{Inserted, Layer, Node};
use super::root_moves::RootMoveTable;
use super::view::BeamView;
use super::{BeamLimits, Expectations, LeafValue, MAX_ROUND, TYPICAL_CHILDREN};
use crate::game::{Expectation, Game};
use std::ops::Range;

/// The layers of a beam, and what changes with them. Separate from the rest of the beam, so that
/// they can change while positions are expanded.
pub struct LayerUpdate<'a, G: Game> {
    /// The game that is searched.
    pub game: &'a G,
    /// The layers, the root's first.
    pub layers: &'a mut [Layer<G>],
    /// The scores of the root moves.
    pub root_table: &'a mut RootMoveTable,
    /// How much the layers may hold.
    pub limits: BeamLimits,
    /// Expectations of positions of the last layer.
    pub expectations: &'a mut Expectations,
    /// Rounds so far.
    pub rounds: &'a mut usize,
    /// Positions evaluated so far.
    pub nodes: &'a mut u64,
}

/// A node to be expanded, as it is in its layer.
pub struct NodeTask<G: Game> {
    /// The depth of its layer.
    pub depth: usize,
    /// Its index there.
    pub index: u32,
    /// The node.
    pub node: Node<G>,
}

impl<G: Game> LayerUpdate<'_, G> {
    /// Returns how many positions the next round takes of each layer.
    pub fn batch_size(&self) -> usize {
        let parameters = self.game.parameters();
        let batch = parameters.initial_batch + parameters.batch_growth * *self.rounds;
        batch.min(parameters.max_batch)
    }

    /// Returns how many positions of a batch the layer at `depth` gets: fewer in the last layer.
    pub fn layer_share(&self, depth: usize, batch: usize) -> usize {
        if depth < self.game.plies() {
            batch
        } else {
            batch.div_ceil(self.game.parameters().leaf_cost)
        }
    }

    /// Returns how many positions of each layer a parallel round may take with `until` nodes in all.
    pub fn affordable_batch(&self, until: u64) -> usize {
        let layers = self.layers.len();
        let left = until.saturating_sub(*self.nodes) / (layers as u64 * TYPICAL_CHILDREN);
        left.min(self.batch_size().min(MAX_ROUND / layers) as u64) as usize
    }

    /// Returns a view of the search.
    pub fn view(&self) -> BeamView<'_, G> {
        BeamView {
            layers: self.layers,
            root_table: self.root_table,
            nodes: *self.nodes,
        }
    }

    /// Returns the next nodes of every layer to be expanded, up to `batch` of each.
    pub fn next_tasks(&mut self, batch: usize) -> Vec<NodeTask<G>> {
        let plies = self.game.plies();
        let mut tasks = Vec::new();
        // Expectations first: they take longest.
        for depth in (0..=plies).rev() {
            let ready = self.next_batch(depth, self.layer_share(depth, batch));
            tasks.extend(ready.map(|index| NodeTask {
                depth,
                index: index as u32,
                node: self.layers[depth].nodes[index],
            }));
        }
        tasks
    }

    /// Makes nodes of a layer's best candidates until a batch is ready, as far as there are any and
    /// the limits allow, and returns the range of the batch.
    pub fn next_batch(&mut self, depth: usize, batch: usize) -> Range<usize> {
        let from = self.layers[depth].processed;
        let mut left = self.limits.nodes.saturating_sub(self.node_count());
        while self.layers[depth].nodes.len() < from + batch
            && left > 0
            && let Some(candidate) = self.layers[depth].frontier.pop()
        {
            self.make_node(depth, &candidate);
            left -= 1;
        }
        self.layers[depth].take_nodes(batch)
    }

    /// Returns how many positions are in all layers together.
    pub fn node_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.nodes.len()).sum()
    }

    /// Makes a node of a candidate, unless its position is there with as good a total; returns the
    /// index of the node that stands for the position.
    pub fn make_node(&mut self, depth: usize, candidate: &Candidate<G::Move>) -> u32 {
        let parent = &self.layers[depth - 1].nodes[candidate.parent as usize];
        let (key, node) = Node::from_candidate(self.game, parent, depth - 1, candidate);
        let Inserted {
            index,
            root_path,
            total,
        } = self.layers[depth].insert(depth, key, node);
        self.root_table.record(root_path, depth as u32, total);
        index
    }

    /// Records expectations of positions of the last layer, by their indices.
    pub fn record_expectations(
        &mut self,
        found: impl IntoIterator<Item = (u32, Expectation)>,
        depth: u32,
    ) {
        let ply = self.game.plies();
        for (index, expectation) in found {
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
    }
}
