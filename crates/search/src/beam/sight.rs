//! How a search stands, for those who ask while it goes on.

use super::layer::Layer;
use super::ranking::{Rank, Ranking};
use crate::game::Game;

/// A root move and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<M> {
    /// Plies of the deepest line that was found from it; a deeper view counts before a
    /// shallower one, whatever their values.
    pub depth: u32,
    /// Value of the best line of that depth.
    pub value: i32,
    /// The move.
    pub mv: M,
}

/// A look at a search between two rounds.
pub struct Sight<'a, G: Game> {
    pub(super) layers: &'a [Layer<G>],
    pub(super) ranking: &'a Ranking,
    pub(super) nodes: u64,
}

impl<G: Game> Clone for Sight<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Sight<'_, G> {}

impl<G: Game> Sight<'_, G> {
    /// Positions evaluated since the search was made or extended.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The root moves, the best first.
    pub fn standings(&self) -> Vec<Standing<G::Move>> {
        let Some(first) = self.layers.get(1) else {
            return Vec::new();
        };
        let ranked = first.nodes.iter().zip(self.ranking.first());
        let mut standings: Vec<_> = ranked
            .filter_map(|(node, rank)| Some(standing(node.mv?, *rank)))
            .collect();
        standings.extend(first.frontier.iter().map(|entry| Standing {
            depth: 1,
            value: entry.total,
            mv: entry.mv,
        }));
        best_first(standings)
    }
}

/// A move with the rank of the position after it.
pub(super) fn standing<M>(mv: M, rank: Rank) -> Standing<M> {
    Standing {
        depth: rank.depth,
        value: rank.value,
        mv,
    }
}

/// The same moves, the best first.
pub(super) fn best_first<M: Ord>(mut standings: Vec<Standing<M>>) -> Vec<Standing<M>> {
    standings.sort_unstable_by(|a, b| {
        (b.depth, b.value)
            .cmp(&(a.depth, a.value))
            .then_with(|| a.mv.cmp(&b.mv))
    });
    standings
}
