//! What comes into the layers of a beam, and what is next in them.

use super::frontier::Entry;
use super::layer::{Arrival, Layer, Node};
use super::ranking::Ranking;
use super::sight::Sight;
use super::{
    ABREAST_MOST, Expectations, FIRST_BATCH, FULL_BATCH, Leaf, Limits, USUAL_CHILDREN, WIDENING,
    share,
};
use crate::game::{Expectation, Game};
use std::ops::Range;

/// The layers of a beam, and what changes with them. Apart from the rest, so that it can be
/// at work while positions are looked at.
pub struct Upkeep<'a, G: Game> {
    /// The game that is searched.
    pub game: &'a G,
    /// The layers, the root's first.
    pub layers: &'a mut [Layer<G>],
    /// How the root moves stand.
    pub ranking: &'a mut Ranking,
    /// How much the layers may hold.
    pub limits: Limits,
    /// What can be expected after positions of the last layer.
    pub expectations: &'a mut Expectations,
    /// Rounds so far.
    pub round: &'a mut usize,
    /// Positions evaluated so far.
    pub nodes: &'a mut u64,
}

/// A position to be looked at, as it is in its layer.
pub struct Task<G: Game> {
    /// The depth of its layer.
    pub depth: usize,
    /// Its index there.
    pub index: u32,
    /// The position, and what is known of it.
    pub node: Node<G>,
}

impl<G: Game> Upkeep<'_, G> {
    /// Positions that the next round takes of each layer.
    pub fn batch(&self) -> usize {
        (FIRST_BATCH + WIDENING * *self.round).min(FULL_BATCH)
    }

    /// Positions of each layer that a round over all layers may take with `until` nodes in
    /// all.
    pub fn affordable(&self, until: u64) -> usize {
        let layers = self.layers.len();
        let left = until.saturating_sub(*self.nodes) / (layers as u64 * USUAL_CHILDREN);
        left.min(self.batch().min(ABREAST_MOST / layers) as u64) as usize
    }

    /// How the search stands.
    pub fn sight(&self) -> Sight<'_, G> {
        Sight {
            layers: self.layers,
            ranking: self.ranking,
            nodes: *self.nodes,
        }
    }

    /// The next positions of every layer, up to `batch` of each, to be looked at.
    pub fn tasks(&mut self, batch: usize) -> Vec<Task<G>> {
        let plies = self.game.plies();
        let mut tasks = Vec::new();
        // Expectations first: they take longest.
        for depth in (0..=plies).rev() {
            let ready = self.ready(depth, share(depth, plies, batch));
            tasks.extend(ready.map(|index| Task {
                depth,
                index: index as u32,
                node: self.layers[depth].nodes[index],
            }));
        }
        tasks
    }

    /// Makes sure that a layer has positions to work on, as far as its frontier gives any
    /// and there is room, and hands out the next of them.
    pub fn ready(&mut self, depth: usize, batch: usize) -> Range<usize> {
        let from = self.layers[depth].done;
        let mut room = self.limits.positions.saturating_sub(self.held());
        while self.layers[depth].nodes.len() < from + batch
            && room > 0
            && let Some(entry) = self.layers[depth].frontier.pop()
        {
            self.realise(depth, &entry);
            room -= 1;
        }
        self.layers[depth].next_nodes(batch)
    }

    /// Positions in all layers together.
    pub fn held(&self) -> usize {
        self.layers.iter().map(|layer| layer.nodes.len()).sum()
    }

    /// Makes a position of a candidate, unless one as good is there already; gives the
    /// index of the one that stands.
    pub fn realise(&mut self, depth: usize, entry: &Entry<G::Move>) -> u32 {
        let parent = &self.layers[depth - 1].nodes[entry.parent as usize];
        let (key, node) = Node::of(self.game, parent, depth - 1, entry);
        let Arrival {
            index,
            origin,
            total,
        } = self.layers[depth].admit(depth, key, node);
        self.ranking.note(origin, depth as u32, total);
        index
    }

    /// Takes note of expectations; gives back the positions that are left without one.
    pub fn take_note(
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
            self.ranking.note(node.origin, ply as u32 + depth, value);
            *self.nodes += expectation.nodes;
            self.expectations.leaves.push(Leaf {
                node: index,
                value,
                depth,
            });
        }
        unfinished
    }
}
