//! What a beam keeps from one search to the next.
//!
//! Everything is kept when more pieces become known. After a move, the scores of its replies can
//! be read, and single lines can be inserted into a new search from another root.

use super::Line;
use super::root_moves::{RootMoveTable, RootScore};
use super::view::{RootMove, best_first, root_move};
use super::{Beam, Expectations, Node, to_candidate};
use crate::game::Game;

impl<G: Game> Beam<G> {
    /// Returns the moves of the `most` best lines of the deepest layer that has any, the best line
    /// first.
    pub fn best_lines(&self, most: usize) -> Vec<Line<G::Move>> {
        self.best_lines_where(most, |_| true)
    }

    /// Returns the same for the lines through a child of the root, from there on; none if the
    /// position is no child of the root that has been searched.
    pub fn child_best_lines(&self, child: &G::Position, most: usize) -> Vec<Line<G::Move>> {
        let Some(first) = self.find_child(child) else {
            return Vec::new();
        };
        let mut lines = self.best_lines_where(most, |node| node.root_path.first == first);
        for line in &mut lines {
            line.remove(0);
        }
        lines
    }

    fn best_lines_where(
        &self,
        most: usize,
        counts: impl Fn(&Node<G>) -> bool,
    ) -> Vec<Line<G::Move>> {
        let nodes = |depth: usize| self.layers[depth].nodes.iter().zip(0..);
        let counted = |depth| nodes(depth).filter(|(node, _)| counts(node));
        let mut depths = (1..self.layers.len()).rev();
        let Some(deepest) = depths.find(|&depth| counted(depth).next().is_some()) else {
            return Vec::new();
        };
        let mut order: Vec<(i32, u32)> = counted(deepest).map(|(n, i)| (-n.total, i)).collect();
        if most < order.len() {
            order.select_nth_unstable(most);
            order.truncate(most);
        }
        order.sort_unstable();
        let line = |(_, i)| self.line_to(deepest, i);
        order.into_iter().map(line).collect()
    }

    /// Returns the index of a child of the root that has been searched.
    fn find_child(&self, position: &G::Position) -> Option<u32> {
        self.layers.get(1)?.find(self.game.key(position))
    }

    /// Inserts lines into a new search, so that it searches them first. Each is followed as far as
    /// its moves are possible.
    pub fn insert_lines(&mut self, lines: &[Line<G::Move>]) {
        for line in lines {
            let mut at = 0;
            for (ply, &mv) in line.iter().enumerate().take(self.game.plies()) {
                match self.insert_move(ply, at, mv) {
                    Some(next) => at = next,
                    None => break,
                }
            }
        }
    }

    /// Returns the moves from a child of the root, the best first, as far as they have been searched;
    /// none if the position is no child of the root that was.
    pub fn child_root_moves(&self, child: &G::Position) -> Vec<RootMove<G::Move>> {
        let (Some(parent), Some(second)) = (self.find_child(child), self.layers.get(2)) else {
            return Vec::new();
        };
        let reward = self.layers[1].nodes[parent as usize].reward;
        let root_moves = second
            .nodes
            .iter()
            .zip(self.root_table.second())
            .filter(|(node, _)| node.parent == parent)
            .filter_map(|(node, score)| {
                let score = RootScore {
                    depth: score.depth - 1,
                    value: score.value - reward,
                };
                Some(root_move(node.mv?, score))
            });
        best_first(root_moves.collect())
    }

    /// Makes this a search of `game` from the same root and keeps all that was found. The pieces of
    /// `game` must begin with those known so far. The former last layer is expanded in the rounds
    /// to come.
    pub fn extend(&mut self, game: G) {
        self.end_suspended();
        let known = self.game.plies();
        self.game = game;
        if self.game.plies() > known {
            self.expectations = Expectations::default();
            self.layers[known].processed = 0;
            self.rebuild_root_table();
        }
        self.add_missing_layers();
        self.nodes = 0;
        // The first rounds are narrow, so that full lines reach the new layers soon.
        self.rounds = 0;
    }

    /// Forgets all expectations, because the odds of the unknown pieces have changed.
    pub fn forget_expectations(&mut self) {
        self.end_suspended();
        self.expectations = Expectations::default();
        let plies = self.game.plies();
        self.layers[plies].processed = 0;
        self.rebuild_root_table();
    }

    /// Computes the scores of the root moves from everything that is held.
    fn rebuild_root_table(&mut self) {
        self.root_table = RootMoveTable::default();
        for (depth, layer) in (1..).zip(&self.layers[1..]) {
            for node in &layer.nodes {
                self.root_table.record(node.root_path, depth, node.total);
            }
        }
        let last = self.layers.len() - 1;
        for leaf in &self.expectations.leaves {
            let root_path = self.layers[last].nodes[leaf.node as usize].root_path;
            self.root_table
                .record(root_path, last as u32 + leaf.depth, leaf.value);
        }
    }

    /// Plays a move of a node, if it is one; returns the index of the node after it.
    fn insert_move(&mut self, ply: usize, at: u32, mv: G::Move) -> Option<u32> {
        let mut inserted = self.layers[ply + 1].nodes.iter().zip(0..);
        if let Some((_, next)) = inserted.find(|(n, _)| n.parent == at && n.mv == Some(mv)) {
            return Some(next);
        }
        let node = &self.layers[ply].nodes[at as usize];
        let mut children = Vec::with_capacity(128);
        self.game.expand(&node.position, ply, &mut children);
        self.nodes += children.len() as u64;
        let child = children.iter().find(|child| child.mv == mv)?;
        let candidate = to_candidate(node, at, child);
        Some(self.layer_update().make_node(ply + 1, &candidate))
    }

    /// Returns the moves from the root to a node.
    pub(super) fn line_to(&self, depth: usize, index: u32) -> Line<G::Move> {
        let mut line = Line::with_capacity(depth);
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
