//! From positions to candidates: every move of a position, judged, as an entry of the next
//! frontier.

use super::frontier::Candidate;
use super::layer::Node;
use crate::game::{Child, Game};

/// Collects moves as candidates.
pub struct CandidateList<M> {
    /// Candidates, by the depth of the position that they are moves of.
    pub by_depth: Vec<Vec<Candidate<M>>>,
    /// Moves that were judged, those left out included.
    pub evaluated: u64,
    /// The moves of one position; empty but for its memory.
    children: Vec<Child<M>>,
}

impl<M: Copy> CandidateList<M> {
    /// With nothing collected yet, for a game of so many plies.
    pub fn new(plies: usize) -> CandidateList<M> {
        CandidateList {
            by_depth: vec![Vec::new(); plies],
            evaluated: 0,
            children: Vec::new(),
        }
    }

    /// Forgets what was collected, for a game of so many plies.
    pub fn clear(&mut self, plies: usize) {
        self.by_depth.iter_mut().for_each(Vec::clear);
        self.by_depth.resize_with(plies, Vec::new);
        self.evaluated = 0;
    }

    /// Adds the moves of the node with this index in the layer at `depth`; leaves out those
    /// with less than the `least` total.
    pub fn expand_node<G: Game<Move = M>>(
        &mut self,
        game: &G,
        (node, index): (&Node<G>, u32),
        depth: usize,
        least: i32,
    ) {
        game.expand(&node.position, depth, &mut self.children);
        self.evaluated += self.children.len() as u64;
        let entries = self
            .children
            .drain(..)
            .map(|child| candidate(node, index, &child));
        self.by_depth[depth].extend(entries.filter(|entry| entry.total >= least));
    }
}

/// A judged move of a node as a candidate.
pub fn candidate<G: Game>(
    node: &Node<G>,
    parent: u32,
    child: &Child<G::Move>,
) -> Candidate<G::Move> {
    let reward = node.reward + child.reward;
    Candidate {
        total: reward + child.eval,
        reward,
        parent,
        mv: child.mv,
    }
}
