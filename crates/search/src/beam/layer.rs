//! One layer of the beam: nodes of the same depth, and the frontier of candidates that may become
//! nodes.

use super::BeamLimits;
use super::frontier::{Candidate, Frontier};
use super::root_moves::RootPath;
use crate::game::Game;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// Candidates that a layer may hold for each node that it has handed out.
const CANDIDATES_PER_NODE: usize = 4;

/// A position in a layer.
pub struct Node<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Its parent's index in the layer above.
    pub parent: u32,
    /// The first nodes on the line to it.
    pub root_path: RootPath,
    /// The move that led here; none at the root.
    pub mv: Option<G::Move>,
    /// Rewards from the root to here.
    pub reward: i32,
    /// Rewards, and the value of the position as it stands.
    pub total: i32,
}

impl<G: Game> Node<G> {
    /// Returns the key of a candidate's position, and its node. The node's path is still its parent's.
    pub fn from_candidate(
        game: &G,
        parent: &Node<G>,
        ply: usize,
        candidate: &Candidate<G::Move>,
    ) -> (u64, Node<G>) {
        let position = game.play(&parent.position, ply, candidate.mv);
        let node = Node {
            position,
            parent: candidate.parent,
            root_path: parent.root_path,
            mv: Some(candidate.mv),
            reward: candidate.reward,
            total: candidate.total,
        };
        (game.key(&position), node)
    }
}

impl<G: Game> Clone for Node<G> {
    fn clone(&self) -> Node<G> {
        *self
    }
}

impl<G: Game> Copy for Node<G> {}

/// A line to a position of a layer.
pub struct Inserted {
    /// Index of the node that stands for the position.
    pub index: u32,
    /// The first nodes on this line.
    pub root_path: RootPath,
    /// The total by this line.
    pub total: i32,
}

/// The nodes and candidates of one depth.
pub struct Layer<G: Game> {
    /// The nodes, in the order in which they were made.
    pub nodes: Vec<Node<G>>,
    /// How many of `nodes` have been handed out for work, from the first.
    pub processed: usize,
    /// Candidates.
    pub frontier: Frontier<G::Move>,
    /// The best node of each position, by key.
    transpositions: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
}

impl<G: Game> Layer<G> {
    /// Returns an empty layer.
    pub fn new() -> Layer<G> {
        Layer {
            nodes: Vec::new(),
            processed: 0,
            frontier: Frontier::default(),
            transpositions: HashMap::default(),
        }
    }

    /// Returns the node that stands for a position, if there is one.
    pub fn find(&self, key: u64) -> Option<u32> {
        self.transpositions.get(&key).copied()
    }

    /// Adds a node, unless its position is there with as good a total. `depth` is that of this layer;
    /// the node has its parent's path.
    pub fn insert(&mut self, depth: usize, key: u64, mut node: Node<G>) -> Inserted {
        let (parent_path, total) = (node.root_path, node.total);
        let index = match self.find(key) {
            Some(there) if self.nodes[there as usize].total >= total => there,
            _ => {
                let index = self.nodes.len() as u32;
                node.root_path = parent_path.extended(depth, index);
                self.transpositions.insert(key, index);
                self.nodes.push(node);
                index
            }
        };
        // The node may be an older one, but this line to it counts, too.
        Inserted {
            index,
            root_path: parent_path.extended(depth, index),
            total,
        }
    }

    /// Adds lists of candidates, and drops the worst when there are more than the limits allow, or
    /// many times what has been handed out so far.
    pub fn add_candidates<'a>(
        &mut self,
        lists: impl Iterator<Item = &'a [Candidate<G::Move>]>,
        limits: &BeamLimits,
    ) where
        G::Move: 'a,
    {
        lists.for_each(|candidates| self.frontier.extend(candidates));
        // Once for all lists: the number of lists may depend on the number of threads.
        let many = limits.base_candidates + CANDIDATES_PER_NODE * self.processed;
        self.frontier.trim(many.min(limits.candidates));
    }

    /// Hands out the next `most` nodes, as far as there are any.
    pub fn take_nodes(&mut self, most: usize) -> Range<usize> {
        let from = self.processed;
        self.processed = self.nodes.len().min(from + most);
        from..self.processed
    }

    /// Puts back a node and those after it, to be handed out again. Those of them that have been
    /// expanded already are expanded again, which does no harm.
    pub fn put_back(&mut self, index: u32) {
        self.processed = self.processed.min(index as usize);
    }
}

/// Keys are well mixed already, so they are their own hash.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
