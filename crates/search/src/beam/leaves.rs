//! The ends of the best lines, for other evaluations, such as rollouts.

use super::{Beam, LeafValue};
use crate::game::Game;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A position of the last layer, and the line to it.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<G: Game> {
    /// Its number among all leaves of a search: the same as long as the search keeps its root.
    pub id: u32,
    /// The position.
    pub position: G::Position,
    /// The first move of the line.
    pub first_move: G::Move,
    /// Rewards of the line.
    pub reward: i32,
    /// Rewards of the line, and the expectation after the position.
    pub value: i32,
}

impl<G: Game> Beam<G> {
    /// Returns the `most` best of the leaves whose expectations are known, the best first; at most
    /// `each` with the same first move.
    pub fn leaves(&self, most: usize, each: usize) -> Vec<Leaf<G>> {
        // A position with a deeper expectation was among the best, so depth counts before value.
        let order = |leaf: &LeafValue| (leaf.depth, leaf.value, Reverse(leaf.node));
        // Hardly any are taken, so they are not sorted.
        let leaves = self.expectations.leaves.iter();
        let mut leaves: BinaryHeap<_> = leaves.map(order).collect();
        let mut best: Vec<Leaf<G>> = Vec::with_capacity(most);
        while best.len() < most
            && let Some((_, value, Reverse(node))) = leaves.pop()
        {
            let Some(leaf) = self.leaf(node, value) else {
                continue;
            };
            let known = best.iter().any(|other| other.id == leaf.id);
            let same_first = best
                .iter()
                .filter(|other| other.first_move == leaf.first_move);
            if !known && same_first.count() < each {
                best.push(leaf);
            }
        }
        best
    }

    /// Returns the leaf with this number and value; none where no move leads there.
    fn leaf(&self, number: u32, value: i32) -> Option<Leaf<G>> {
        let node = &self.layers[self.game.plies()].nodes[number as usize];
        let first = &self.layers[1].nodes[node.root_path.first as usize];
        Some(Leaf {
            id: number,
            position: node.position,
            first_move: first.mv?,
            reward: node.reward,
            value,
        })
    }
}
