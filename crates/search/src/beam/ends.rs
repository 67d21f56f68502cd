//! The ends of the best lines, for whoever looks at them in a way of his own.

use super::{Beam, Leaf};
use crate::game::Game;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A position of the last layer, and the line to it.
#[derive(Clone, Copy, Debug)]
pub struct End<G: Game> {
    /// Its number among all ends of a search: the same as long as the search keeps its root.
    pub number: u32,
    /// The position.
    pub position: G::Position,
    /// The first move of the line.
    pub first: G::Move,
    /// Rewards of the line.
    pub reward: i32,
    /// Those, and what can be expected after the position.
    pub value: i32,
}

impl<G: Game> Beam<G> {
    /// The `most` best of the ends whose expectations are known, the best first; at most
    /// `each` with the same first move.
    pub fn ends(&self, most: usize, each: usize) -> Vec<End<G>> {
        // What was looked at deeper stood best before; and of two looks the deeper one counts.
        let rank = |leaf: &Leaf| (leaf.depth, leaf.value, Reverse(leaf.node));
        // Hardly any are taken, so they are not put in order.
        let leaves = self.expectations.leaves.iter();
        let mut leaves: BinaryHeap<_> = leaves.map(rank).collect();
        let mut ends: Vec<End<G>> = Vec::with_capacity(most);
        while ends.len() < most
            && let Some((_, value, Reverse(node))) = leaves.pop()
        {
            let Some(end) = self.end(node, value) else {
                continue;
            };
            let known = ends.iter().any(|other| other.number == end.number);
            let alike = ends.iter().filter(|other| other.first == end.first);
            if !known && alike.count() < each {
                ends.push(end);
            }
        }
        ends
    }

    /// The position with this number, worth so much; none where no move leads there.
    fn end(&self, number: u32, value: i32) -> Option<End<G>> {
        let node = &self.layers[self.game.plies()].nodes[number as usize];
        let first = &self.layers[1].nodes[node.origin.first as usize];
        Some(End {
            number,
            position: node.position,
            first: first.mv?,
            reward: node.reward,
            value,
        })
    }
}
