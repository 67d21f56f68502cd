//! Principal variations: the best line of each root move, to one depth.
//!
//! Read from the layers on request, so that searching takes no longer.

use super::layer::Node;
use super::{Beam, BeamLimits, to_candidate};
use crate::game::{Child, Game};
use smallvec::SmallVec;

/// Moves one after the other. Most positions show eight pieces at most.
pub type Line<M> = SmallVec<[M; 8]>;

/// A root move, its value at a depth, and the line to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootLine<M> {
    /// The move.
    pub mv: M,
    /// Plies that the value has seen: those of the line, and beyond the known pieces one unknown
    /// piece.
    pub depth: u32,
    /// Value of the line.
    pub value: i32,
    /// The moves, its own first.
    pub line: Line<M>,
}

/// The best node through a root move.
#[derive(Clone, Copy)]
struct Best {
    value: i32,
    node: u32,
}

impl<G: Game> Beam<G> {
    /// Returns a search of one root move alone, or `None` if the root has no such move. Depths and
    /// values mean the same as in a search of all.
    pub fn of_move(game: G, root: G::Position, mv: G::Move, limits: BeamLimits) -> Option<Beam<G>> {
        let mut children = Vec::new();
        if game.plies() > 0 {
            game.expand(&root, 0, &mut children);
        }
        let child = *children.iter().find(|child| child.mv == mv)?;
        let mut beam = Beam::of_child(game, root, &child, limits)?;
        beam.nodes += children.len() as u64;
        Some(beam)
    }

    /// Returns a search of one evaluated root move alone, which need not be one of
    /// [`Game::expand`]; `None` if no piece is known.
    pub fn of_child(
        game: G,
        root: G::Position,
        child: &Child<G::Move>,
        limits: BeamLimits,
    ) -> Option<Beam<G>> {
        let mut beam = Beam::new(game, root, limits);
        if beam.game.plies() == 0 {
            return None;
        }
        let candidate = to_candidate(&beam.layers[0].nodes[0], 0, child);
        beam.layer_update().make_node(1, &candidate);
        // The root counts as expanded: no other move of it is ever found.
        beam.layers[0].processed = 1;
        Some(beam)
    }

    /// Returns the depth at which moves are compared: the known pieces and one unknown piece. A
    /// search soon sees its best lines that far, and only few of them farther.
    pub fn comparison_depth(&self) -> u32 {
        self.game.plies() as u32 + 1
    }

    /// Returns the best line of each root move that has one of this depth, at most
    /// [`Beam::comparison_depth`]; the best first.
    pub fn root_lines(&self, depth: u32) -> Vec<RootLine<G::Move>> {
        let depth = depth.min(self.comparison_depth());
        let plies = self.game.plies();
        let ply = (depth as usize).min(plies);
        if ply == 0 {
            return Vec::new();
        }
        let best = if depth as usize > plies {
            self.best_leaves()
        } else {
            self.best_nodes(ply)
        };
        let lines = best.into_iter().flatten().map(|best| {
            let line = self.line_to(ply, best.node);
            (line[0], best.value, line)
        });
        let mut lines: Vec<_> = lines
            .map(|(mv, value, line)| RootLine {
                mv,
                depth,
                value,
                line,
            })
            .collect();
        lines.sort_by(|a, b| b.value.cmp(&a.value).then_with(|| a.mv.cmp(&b.mv)));
        lines
    }

    /// Returns the best node of a layer through each node of layer 1, by their index.
    fn best_nodes(&self, ply: usize) -> Vec<Option<Best>> {
        let nodes = self.layers[ply].nodes.iter().zip(0..);
        self.best_of(nodes.map(|(node, index)| (node, index, node.total)))
    }

    /// Returns the same of the last layer, by expectations over one unknown piece.
    fn best_leaves(&self) -> Vec<Option<Best>> {
        let nodes = &self.layers[self.game.plies()].nodes;
        let leaves = self.expectations.leaves.iter();
        let shallow = leaves.filter(|leaf| leaf.depth == 1);
        self.best_of(shallow.map(|leaf| (&nodes[leaf.node as usize], leaf.node, leaf.value)))
    }

    fn best_of<'a>(&self, nodes: impl Iterator<Item = (&'a Node<G>, u32, i32)>) -> Vec<Option<Best>>
    where
        G: 'a,
    {
        let mut best: Vec<Option<Best>> = vec![None; self.layers[1].nodes.len()];
        for (node, index, value) in nodes {
            let first = &mut best[node.root_path.first as usize];
            if first.is_none_or(|best| value > best.value) {
                *first = Some(Best { value, node: index });
            }
        }
        best
    }
}
