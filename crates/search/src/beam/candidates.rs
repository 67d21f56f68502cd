//! From positions to candidates: every move of a position, evaluated, for the next frontier.

use super::frontier::Candidate;
use super::layer::Node;
use crate::game::{Child, Game};

/// Collects evaluated moves as candidates.
pub struct CandidateList<M> {
    /// Candidates, by the depth of the position that they are moves of.
    pub by_depth: Vec<Vec<Candidate<M>>>,
    /// Moves that were evaluated, those left out included.
    pub evaluated: u64,
    /// The moves of one position, kept to reuse the memory.
    children: Vec<Child<M>>,
}

impl<M: Copy> CandidateList<M> {
    /// Returns an empty list, for a game of `plies` plies.
    pub fn new(plies: usize) -> CandidateList<M> {
        CandidateList {
            by_depth: vec![Vec::new(); plies],
            evaluated: 0,
            children: Vec::new(),
        }
    }

    /// Empties the list, for a game of `plies` plies.
    pub fn clear(&mut self, plies: usize) {
        self.by_depth.iter_mut().for_each(Vec::clear);
        self.by_depth.resize_with(plies, Vec::new);
        self.evaluated = 0;
    }

    /// Adds the moves of the node with this index in the layer at `depth`, except those with a total
    /// below `min_total`.
    pub fn expand_node<G: Game<Move = M>>(
        &mut self,
        game: &G,
        (node, index): (&Node<G>, u32),
        depth: usize,
        min_total: i32,
    ) {
        game.expand(&node.position, depth, &mut self.children);
        self.evaluated += self.children.len() as u64;
        let candidates = self
            .children
            .drain(..)
            .map(|child| to_candidate(node, index, &child));
        self.by_depth[depth].extend(candidates.filter(|candidate| candidate.total >= min_total));
    }
}

/// Returns an evaluated move of a node as a candidate.
pub fn to_candidate<G: Game>(
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
