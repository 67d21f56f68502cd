//! Carrying a search over from one root to the next.
//!
//! Everything below the new root is kept when that is a child of the old one; single lines
//! can be planted into a fresh search when it is not.

use super::layer::{Kept, Layer};
use super::ranking::{Origin, Rank, Ranking};
use super::sight::{Standing, best_first, standing};
use super::{Beam, Expectations, Leaf, entry};
use crate::brain::game::Game;

impl<G: Game> Beam<G> {
    /// The moves of the `most` best lines of the deepest layer that has any, the best line
    /// first.
    pub fn lines(&self, most: usize) -> Vec<Vec<G::Move>> {
        let deepest = self.layers.iter().rposition(|l| !l.nodes.is_empty());
        let deepest = deepest.unwrap_or(0);
        let nodes = &self.layers[deepest].nodes;
        let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
        order.sort_unstable_by_key(|&i| (-nodes[i as usize].total, i));
        order.truncate(most);
        let line = |i| self.line_to(deepest, i);
        order.into_iter().map(line).collect()
    }

    /// Puts lines into a fresh search, so that it looks at them first. Each is followed as
    /// far as its moves are possible.
    pub fn plant(&mut self, lines: &[Vec<G::Move>]) {
        for line in lines {
            let mut at = 0;
            for (ply, &mv) in line.iter().enumerate().take(self.game.plies()) {
                match self.plant_move(ply, at, mv) {
                    Some(next) => at = next,
                    None => break,
                }
            }
        }
    }

    /// Whether a position is a child of the root that has been looked at.
    pub fn has_child(&self, position: &G::Position) -> bool {
        let key = self.game.key(position);
        self.layers
            .get(1)
            .is_some_and(|first| first.find(key).is_some())
    }

    /// The moves from a child of the root, the best first, as far as they have been looked
    /// at: what a search rerooted there would say, without the work of rerooting.
    pub fn standings_after(&self, child: &G::Position) -> Vec<Standing<G::Move>> {
        let (Some(first), Some(second)) = (self.layers.get(1), self.layers.get(2)) else {
            return Vec::new();
        };
        let Some(parent) = first.find(self.game.key(child)) else {
            return Vec::new();
        };
        let spent = first.nodes[parent as usize].reward;
        let standings = second
            .nodes
            .iter()
            .zip(self.ranking.second())
            .filter(|(node, _)| node.parent == parent)
            .filter_map(|(node, rank)| {
                let rank = Rank {
                    depth: rank.depth - 1,
                    value: rank.value - spent,
                };
                Some(standing(node.mv?, rank))
            });
        best_first(standings.collect())
    }

    /// Makes this a search of `game` from `root`, keeping all that was found below it.
    /// `root` must be the root of this search or a child of it, and the pieces of `game`
    /// must go on from there as this search knows them. Gives nothing when `root` was
    /// never looked at.
    pub fn rerooted(mut self, game: G, root: &G::Position) -> Option<Beam<G>> {
        let key = game.key(root);
        let mut known = self.game.plies();
        if self.game.key(self.root()) != key {
            let child = self.layers.get(1)?.find(key)?;
            self.descend(child as usize);
            known -= 1;
        }
        self.adopt(game, known);
        self.nodes = 0;
        // What is new should be reached by a full line soon.
        self.round = 0;
        Some(self)
    }

    /// Forgets all expectations, because the odds of the unknown pieces have changed.
    pub fn forget_expectations(&mut self) {
        self.expectations = Expectations::default();
        let plies = self.game.plies();
        self.layers[plies].done = 0;
        self.rank_anew();
    }

    /// Drops the root and everything that does not come from `child`.
    fn descend(&mut self, child: usize) {
        self.layers.remove(0);
        let mut first = std::mem::replace(&mut self.layers[0], Layer::empty());
        let mut kept = Kept::only(first.nodes.len(), child);
        let expanded = child < first.done;
        let mut root = first.nodes.swap_remove(child);
        let spent = root.reward;
        (root.parent, root.origin, root.reward) = (0, Origin::default(), 0);
        root.total -= spent;
        self.layers[0].nodes.push(root);
        self.layers[0].done = usize::from(expanded);
        for depth in 1..self.layers.len() {
            let (above, rest) = self.layers.split_at_mut(depth);
            let above = &above[depth - 1].nodes;
            kept = rest[0].reroot(&self.game, &kept, spent, |parent, own| {
                above[parent as usize].origin.next(depth, own)
            });
        }
        let leaves = std::mem::take(&mut self.expectations.leaves);
        let leaves = leaves.into_iter().filter_map(|leaf| {
            Some(Leaf {
                node: kept.new_index(leaf.node)?,
                value: leaf.value - spent,
                ..leaf
            })
        });
        self.expectations.leaves = leaves.collect();
        let waiting = std::mem::take(&mut self.expectations.waiting).into_iter();
        self.expectations.waiting = waiting.filter_map(|i| kept.new_index(i)).collect();
        self.rank_anew();
    }

    /// Works out from everything that is held how the root moves stand.
    fn rank_anew(&mut self) {
        self.ranking = Ranking::default();
        for (depth, layer) in (1..).zip(&self.layers[1..]) {
            for node in &layer.nodes {
                self.ranking.note(node.origin, depth, node.total);
            }
        }
        let last = self.layers.len() - 1;
        for leaf in &self.expectations.leaves {
            let origin = self.layers[last].nodes[leaf.node as usize].origin;
            self.ranking
                .note(origin, last as u32 + leaf.depth, leaf.value);
        }
    }

    /// Takes on a game whose pieces are known at least as far as this search knows them,
    /// `known` plies. What was the last layer and is no more gets expanded in the rounds
    /// to come.
    fn adopt(&mut self, game: G, known: usize) {
        self.game = game;
        if self.game.plies() > known {
            self.expectations = Expectations::default();
            self.layers[known].done = 0;
            self.rank_anew();
        }
        self.fit_layers();
    }

    /// Plays a move of a position, if it is one; gives the index of the position after it.
    fn plant_move(&mut self, ply: usize, at: u32, mv: G::Move) -> Option<u32> {
        let node = &self.layers[ply].nodes[at as usize];
        let mut children = Vec::with_capacity(128);
        self.game.expand(&node.position, ply, &mut children);
        self.nodes += children.len() as u64;
        let child = children.iter().find(|child| child.mv == mv)?;
        let entry = entry(node, at, child);
        Some(self.upkeep().realise(ply + 1, &entry))
    }

    fn line_to(&self, depth: usize, index: u32) -> Vec<G::Move> {
        let mut line = Vec::with_capacity(depth);
        let mut index = index;
        for layer in self.layers[1..=depth].iter().rev() {
            let node = &layer.nodes[index as usize];
            line.extend(node.mv);
            index = node.parent;
        }
        line.reverse();
        line
    }
}
