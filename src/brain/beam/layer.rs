//! One layer of the beam: positions of the same depth, and the frontier of candidates
//! that may become positions.

use super::frontier::{Entry, Frontier};
use super::ranking::Origin;
use crate::brain::game::Game;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// Candidates that a layer holds however few it has taken.
const SPARE: usize = 1 << 13;

/// Candidates that a layer holds for each that it has taken.
const SPARE_SHARE: usize = 4;

/// The first layer of which strands leave positions to each other: by their positions in
/// the layers above, root moves and those after them are ranked.
const SHARED_FROM: usize = 3;

/// A position in a layer.
pub struct Node<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Its parent's index in the layer above.
    pub parent: u32,
    /// Where the way to it begins.
    pub origin: Origin,
    /// The move that led here; none at the root.
    pub mv: Option<G::Move>,
    /// Rewards from the root to here.
    pub reward: i32,
    /// Rewards, and the value of the position as it stands.
    pub total: i32,
    /// Its moves are left to another strand.
    pub given_up: bool,
}

impl<G: Game> Node<G> {
    /// The node that a candidate becomes, with the key of its position. Its origin is still
    /// its parent's.
    pub fn of(game: &G, parent: &Node<G>, ply: usize, entry: &Entry<G::Move>) -> (u64, Node<G>) {
        let position = game.play(&parent.position, ply, entry.mv);
        let node = Node {
            position,
            parent: entry.parent,
            origin: parent.origin,
            mv: Some(entry.mv),
            reward: entry.reward,
            total: entry.total,
            given_up: false,
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

/// A way to a position of a layer.
pub struct Arrival {
    /// Index of the node that stands for the position.
    pub index: u32,
    /// Where the way begins.
    pub origin: Origin,
    /// The total by this way.
    pub total: i32,
}

/// Positions of one depth.
pub struct Layer<G: Game> {
    /// The positions, in the order in which they were made.
    pub nodes: Vec<Node<G>>,
    /// How many of `nodes` have been worked on, from the first.
    pub done: usize,
    /// Candidates.
    pub frontier: Frontier<G::Move>,
    /// The best node of each position, by key.
    seen: ByKey<u32>,
    /// Positions that other strands have, by key, and their totals there.
    elsewhere: ByKey<i32>,
    /// How many of `nodes`, from the first, are older than the strands: all of them have
    /// these, and a part of the moves of each.
    common: usize,
    /// How many of `nodes` the other strands have heard of, from the first.
    told: usize,
}

type ByKey<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

impl<G: Game> Layer<G> {
    /// A layer with nothing in it.
    pub fn empty() -> Layer<G> {
        Layer {
            nodes: Vec::new(),
            done: 0,
            frontier: Frontier::default(),
            seen: HashMap::default(),
            elsewhere: HashMap::default(),
            common: 0,
            told: 0,
        }
    }

    /// A layer of the same positions for another strand, all of them worked on, and without
    /// candidates.
    pub fn settled(&mut self) -> Layer<G> {
        self.common = self.nodes.len();
        self.told = self.common;
        Layer {
            nodes: self.nodes.clone(),
            done: self.nodes.len(),
            frontier: Frontier::default(),
            seen: self.seen.clone(),
            elsewhere: HashMap::default(),
            common: self.common,
            told: self.told,
        }
    }

    /// Positions that other strands have not heard of, with their totals, by key.
    pub fn news(&mut self, game: &G) -> Vec<(u64, i32)> {
        let from = std::mem::replace(&mut self.told, self.nodes.len());
        let nodes = self.nodes[from..].iter();
        nodes
            .map(|node| (game.key(&node.position), node.total))
            .collect()
    }

    /// Hears of positions that another strand has. Gives up those that this one has too,
    /// unless they are better here, or as good and `ours` by key.
    pub fn hear(&mut self, news: &[(u64, i32)], ours: impl Fn(u64) -> bool) {
        for &(key, total) in news {
            let best = self.elsewhere.entry(key).or_insert(total);
            *best = total.max(*best);
            if let Some(&own) = self.seen.get(&key) {
                let own = &mut self.nodes[own as usize];
                own.given_up |= own.total < total || own.total == total && !ours(key);
            }
        }
    }

    /// The position of the best candidate of `frontier`, with its key, this layer being the
    /// one at `depth` and `parents` the one above. Passes over what another strand has or
    /// plays.
    pub fn next_position(
        &self,
        game: &G,
        depth: usize,
        parents: &[Node<G>],
        frontier: &mut Frontier<G::Move>,
    ) -> Option<(u64, Node<G>)> {
        loop {
            let best = frontier.pop()?;
            let parent = &parents[best.parent as usize];
            if depth < SHARED_FROM {
                return Some(Node::of(game, parent, depth - 1, &best));
            }
            if parent.given_up {
                continue;
            }
            let (key, node) = Node::of(game, parent, depth - 1, &best);
            let there = self.elsewhere.get(&key);
            if there.is_none_or(|&there| there < node.total) {
                return Some((key, node));
            }
        }
    }

    /// The node that stands for a position, if there is one.
    pub fn find(&self, key: u64) -> Option<u32> {
        self.seen.get(&key).copied()
    }

    /// Adds a node, unless its position is there with as good a total. `depth` is that of
    /// this layer; the node has its parent's origin.
    pub fn admit(&mut self, depth: usize, key: u64, mut node: Node<G>) -> Arrival {
        let (origin, total) = (node.origin, node.total);
        let index = match self.find(key) {
            Some(there) if self.nodes[there as usize].total >= total => there,
            _ => {
                let index = self.nodes.len() as u32;
                node.origin = origin.next(depth, index);
                self.seen.insert(key, index);
                self.nodes.push(node);
                index
            }
        };
        // The position that stands may be an older one, but the way here is no worse.
        Arrival {
            index,
            origin: origin.next(depth, index),
            total,
        }
    }

    /// Adds lists of candidates, and forgets hopeless ones when there are too many: more
    /// than `most`, or many times what has been taken so far.
    pub fn offer<'a>(&mut self, lists: impl Iterator<Item = &'a [Entry<G::Move>]>, most: usize)
    where
        G::Move: 'a,
    {
        lists.for_each(|entries| self.frontier.extend(entries));
        // Once for all lists: how many there are may depend on the number of threads.
        self.frontier
            .trim(most.min(SPARE + SPARE_SHARE * self.done));
    }

    /// Hands out the next `most` nodes to work on, as far as there are any.
    pub fn next_nodes(&mut self, most: usize) -> Range<usize> {
        let from = self.done;
        self.done = self.nodes.len().min(from + most);
        from..self.done
    }

    /// Leaves a node, and those after it, to be handed out once more. Those of them that have
    /// been worked on already are worked on again, which does no harm.
    pub fn put_back(&mut self, index: u32) {
        self.done = self.done.min(index as usize);
    }

    /// Keeps what comes from the kept nodes of the layer above, and renumbers it. `spent`
    /// is taken off all rewards; `origin_of` gives a node's origin from its parent's and
    /// its own new index. Gives back which nodes of this layer were kept.
    pub fn reroot(
        &mut self,
        game: &G,
        above: &Kept,
        spent: i32,
        origin_of: impl Fn(u32, u32) -> Origin,
    ) -> Kept {
        let mut kept = Kept::none(self.nodes.len());
        self.done = self.nodes[..self.done]
            .iter()
            .filter(|node| above.new_index(node.parent).is_some())
            .count();
        self.seen.clear();
        self.elsewhere.clear();
        self.common = self.nodes[..self.common]
            .iter()
            .filter(|node| above.new_index(node.parent).is_some())
            .count();
        self.told = self.common;
        for (old, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let Some(parent) = above.new_index(node.parent) else {
                continue;
            };
            let new = self.nodes.len() as u32;
            kept.0[old] = new;
            node.origin = origin_of(parent, new);
            node.parent = parent;
            node.reward -= spent;
            node.total -= spent;
            node.given_up = false;
            // Of two nodes for one position the later was admitted for being better.
            self.seen.insert(game.key(&node.position), new);
            self.nodes.push(node);
        }
        self.frontier
            .retain_mut(|entry| match above.new_index(entry.parent) {
                Some(parent) => {
                    entry.parent = parent;
                    entry.reward -= spent;
                    entry.total -= spent;
                    true
                }
                None => false,
            });
        kept
    }
}

/// Where the nodes of a layer went when it was cut down.
pub struct Kept(Vec<u32>);

impl Kept {
    const GONE: u32 = u32::MAX;

    /// Of `nodes` nodes, none.
    pub fn none(nodes: usize) -> Kept {
        Kept(vec![Kept::GONE; nodes])
    }

    /// Of `nodes` nodes, this one alone.
    pub fn only(nodes: usize, child: usize) -> Kept {
        let mut kept = Kept::none(nodes);
        kept.0[child] = 0;
        kept
    }

    /// The index that a node has now, if it was kept.
    pub fn new_index(&self, old: u32) -> Option<u32> {
        Some(self.0[old as usize]).filter(|&new| new != Kept::GONE)
    }
}

/// Keys are well mixed already, so they are their own hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
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
