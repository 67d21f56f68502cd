//! The ends of the best lines, for whoever looks at them in a way of his own.

use super::{Beam, LeafValue};
use crate::game::Game;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A position of the last layer, and the line to it.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<G: Game> {
    /// Its number among all ends of a search: the same as long as the search keeps its root.
    pub id: u32,
    /// The position.
    pub position: G::Position,
    /// The first move of the line.
    pub first_move: G::Move,
    /// Rewards of the line.
    pub reward: i32,
    /// Those, and what can be expected after the position.
    pub value: i32,
}

impl<G: Game> Beam<G> {
    /// The `most` best of the ends whose expectations are known, the best first; at most
    /// `each` with the same first move.
    pub fn leaves(&self, most: usize, each: usize) -> Vec<Leaf<G>> {
        // What was looked at deeper stood best before; and of two looks the deeper one counts.
        let rank = |leaf: &LeafValue| (leaf.depth, leaf.value, Reverse(leaf.node));
        // Hardly any are taken, so they are not put in order.
        let leaves = self.expectations.leaves.iter();
        let mut leaves: BinaryHeap<_> = leaves.map(rank).collect();
        let mut ends: Vec<Leaf<G>> = Vec::with_capacity(most);
        while ends.len() < most
            && let Some((_, value, Reverse(node))) = leaves.pop()
        {
            let Some(end) = self.leaf(node, value) else {
                continue;
            };
            let known = ends.iter().any(|other| other.id == end.id);
            let alike = ends
                .iter()
                .filter(|other| other.first_move == end.first_move);
            if !known && alike.count() < each {
                ends.push(end);
            }
        }
        ends
    }

    /// The position with this number, worth so much; none where no move leads there.
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
