//! What was known of a position before its search began, and what to answer with while that
//! is young.

use landfall_rules::Placement;
use landfall_search::RootMove;
use landfall_search::SearchView;

/// Nodes with which a search says more about a position than the widest one of its parent: it
/// has looked at every layer, and knows the piece that has come.
const MAX_SUPERSEDING_NODES: u64 = 50_000;

/// The part of its parent's nodes with which a search says more, if they were few: most of the
/// parent's went to other moves.
const SUPERSEDING_SHARE: u64 = 4;

/// How the moves of a position stood before its search began.
#[derive(Default)]
pub struct PriorResult {
    standings: Vec<RootMove<Placement>>,
    /// Nodes with which the search says more.
    superseded_at: u64,
}

impl PriorResult {
    /// The moves, the best first, as a search with this many nodes saw them from the position
    /// before.
    pub fn new(standings: Vec<RootMove<Placement>>, nodes: u64) -> PriorResult {
        PriorResult {
            standings,
            superseded_at: MAX_SUPERSEDING_NODES.min(nodes / SUPERSEDING_SHARE),
        }
    }

    /// The moves that were foreseen, the best first.
    pub fn moves(&self) -> &[RootMove<Placement>] {
        &self.standings
    }

    /// What is known when the position's own search has come so far, for one that goes on
    /// from there.
    pub fn updated(&self, view: &SearchView) -> PriorResult {
        let standings = self.standings(view);
        if self.is_superseded_by(view, &view.root_moves()) {
            return PriorResult::new(standings, view.nodes());
        }
        PriorResult { standings, ..*self }
    }

    /// The moves to answer with, the best first: those foreseen and then the others, until the
    /// search has grown or looks more than a piece farther; then as the search has them.
    pub fn standings(&self, view: &SearchView) -> Vec<RootMove<Placement>> {
        let found = view.root_moves();
        if self.is_superseded_by(view, &found) {
            return found;
        }
        let mut standings = self.standings.clone();
        let others = found.into_iter();
        standings.extend(others.filter(|s| self.standings.iter().all(|f| f.mv != s.mv)));
        standings
    }

    fn is_superseded_by(&self, view: &SearchView, found: &[RootMove<Placement>]) -> bool {
        let depth = |standings: &[RootMove<Placement>]| standings.first().map_or(0, |s| s.depth);
        view.nodes() >= self.superseded_at || depth(found) > depth(&self.standings) + 1
    }
}
