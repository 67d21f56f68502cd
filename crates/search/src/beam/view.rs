//! A view of a search between two rounds: its root moves and counters.

use super::layer::Layer;
use super::root_moves::{RootMoveTable, RootScore};
use crate::game::Game;

/// A root move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// Plies of the deepest line that was found from it. Depth counts before value.
    pub depth: u32,
    /// Value of the best line of that depth.
    pub value: i32,
    /// The move.
    pub mv: M,
}

/// A view of a search between two rounds.
pub struct BeamView<'a, G: Game> {
    pub(super) layers: &'a [Layer<G>],
    pub(super) root_table: &'a RootMoveTable,
    pub(super) nodes: u64,
}

impl<G: Game> Clone for BeamView<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for BeamView<'_, G> {}

impl<G: Game> BeamView<'_, G> {
    /// Returns how many positions were evaluated since the search was made or extended.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the root moves, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let Some(first) = self.layers.get(1) else {
            return Vec::new();
        };
        let scored = first.nodes.iter().zip(self.root_table.first());
        let mut root_moves: Vec<_> = scored
            .filter_map(|(node, score)| Some(root_move(node.mv?, *score)))
            .collect();
        root_moves.extend(first.frontier.iter().map(|candidate| RootMove {
            depth: 1,
            value: candidate.total,
            mv: candidate.mv,
        }));
        best_first(root_moves)
    }
}

/// Returns a move with the score of the position after it.
pub(super) fn root_move<M>(mv: M, score: RootScore) -> RootMove<M> {
    RootMove {
        depth: score.depth,
        value: score.value,
        mv,
    }
}

/// Returns the same moves, the best first.
pub(super) fn best_first<M: Ord>(mut root_moves: Vec<RootMove<M>>) -> Vec<RootMove<M>> {
    root_moves.sort_unstable_by(|a, b| {
        (b.depth, b.value)
            .cmp(&(a.depth, a.value))
            .then_with(|| a.mv.cmp(&b.mv))
    });
    root_moves
}
