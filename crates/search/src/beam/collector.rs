//! From positions to candidates: every move of a position, judged, as an entry of the next
//! frontier.

use super::frontier::Entry;
use super::layer::Node;
use crate::game::{Child, Game};

/// Collects moves as candidates.
pub struct Collector<M> {
    /// Candidates, by the depth of the position that they are moves of.
    pub moves: Vec<Vec<Entry<M>>>,
    /// Moves that were judged, those left out included.
    pub judged: u64,
    /// The moves of one position; empty but for its memory.
    children: Vec<Child<M>>,
}

impl<M: Copy> Collector<M> {
    /// With nothing collected yet, for a game of so many plies.
    pub fn new(plies: usize) -> Collector<M> {
        Collector {
            moves: vec![Vec::new(); plies],
            judged: 0,
            children: Vec::new(),
        }
    }

    /// Forgets what was collected, for a game of so many plies.
    pub fn clear(&mut self, plies: usize) {
        self.moves.iter_mut().for_each(Vec::clear);
        self.moves.resize_with(plies, Vec::new);
        self.judged = 0;
    }

    /// Adds the moves of the node with this index in the layer at `depth`; leaves out those
    /// with less than the `least` total.
    pub fn add<G: Game<Move = M>>(
        &mut self,
        game: &G,
        (node, index): (&Node<G>, u32),
        depth: usize,
        least: i32,
    ) {
        game.expand(&node.position, depth, &mut self.children);
        self.judged += self.children.len() as u64;
        let entries = self
            .children
            .drain(..)
            .map(|child| entry(node, index, &child));
        self.moves[depth].extend(entries.filter(|entry| entry.total >= least));
    }
}

/// A judged move of a node as a candidate.
pub fn entry<G: Game>(node: &Node<G>, parent: u32, child: &Child<G::Move>) -> Entry<G::Move> {
    let reward = node.reward + child.reward;
    Entry {
        total: reward + child.eval,
        reward,
        parent,
        mv: child.mv,
    }
}
