//! How a search stands, for those who ask while it goes on.

use super::layer::Layer;
use super::root_moves::{RootMoveTable, RootScore};
use crate::game::Game;

/// A root move and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// Plies of the deepest line that was found from it; a deeper view counts before a
    /// shallower one, whatever their values.
    pub depth: u32,
    /// Value of the best line of that depth.
    pub value: i32,
    /// The move.
    pub mv: M,
}

/// A look at a search between two rounds.
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
    /// Positions evaluated since the search was made or extended.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The root moves, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let Some(first) = self.layers.get(1) else {
            return Vec::new();
        };
        let ranked = first.nodes.iter().zip(self.root_table.first());
        let mut standings: Vec<_> = ranked
            .filter_map(|(node, rank)| Some(root_move(node.mv?, *rank)))
            .collect();
        standings.extend(first.frontier.iter().map(|entry| RootMove {
            depth: 1,
            value: entry.total,
            mv: entry.mv,
        }));
        best_first(standings)
    }
}

/// A move with the rank of the position after it.
pub(super) fn root_move<M>(mv: M, rank: RootScore) -> RootMove<M> {
    RootMove {
        depth: rank.depth,
        value: rank.value,
        mv,
    }
}

/// The same moves, the best first.
pub(super) fn best_first<M: Ord>(mut standings: Vec<RootMove<M>>) -> Vec<RootMove<M>> {
    standings.sort_unstable_by(|a, b| {
        (b.depth, b.value)
            .cmp(&(a.depth, a.value))
            .then_with(|| a.mv.cmp(&b.mv))
    });
    standings
}
