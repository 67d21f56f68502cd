//! What was known of a position before its search began, and what to answer with while that
//! is young.

use landfall_rules::Placement;
use landfall_search::beam::Standing;
use landfall_search::search::View;

/// Nodes with which a search says more about a position than the widest one of its parent: it
/// has looked at every layer, and knows the piece that has come.
const GROWN: u64 = 50_000;

/// The part of its parent's nodes with which a search says more, if they were few: most of the
/// parent's went to other moves.
const PART: u64 = 4;

/// How the moves of a position stood before its search began.
#[derive(Default)]
pub struct Foreseen {
    standings: Vec<Standing<Placement>>,
    /// Nodes with which the search says more.
    until: u64,
}

impl Foreseen {
    /// The moves, the best first, as a search with this many nodes saw them from the position
    /// before.
    pub fn new(standings: Vec<Standing<Placement>>, nodes: u64) -> Foreseen {
        Foreseen {
            standings,
            until: GROWN.min(nodes / PART),
        }
    }

    /// The moves that were foreseen, the best first.
    pub fn moves(&self) -> &[Standing<Placement>] {
        &self.standings
    }

    /// What is known when the position's own search has come so far, for one that goes on
    /// from there.
    pub fn updated(&self, view: &View) -> Foreseen {
        let standings = self.standings(view);
        if self.is_outgrown_by(view, &view.standings()) {
            return Foreseen::new(standings, view.nodes());
        }
        Foreseen { standings, ..*self }
    }

    /// The moves to answer with, the best first: those foreseen and then the others, until the
    /// search has grown or looks more than a piece farther; then as the search has them.
    pub fn standings(&self, view: &View) -> Vec<Standing<Placement>> {
        let found = view.standings();
        if self.is_outgrown_by(view, &found) {
            return found;
        }
        let mut standings = self.standings.clone();
        let others = found.into_iter();
        standings.extend(others.filter(|s| self.standings.iter().all(|f| f.mv != s.mv)));
        standings
    }

    fn is_outgrown_by(&self, view: &View, found: &[Standing<Placement>]) -> bool {
        let depth = |standings: &[Standing<Placement>]| standings.first().map_or(0, |s| s.depth);
        view.nodes() >= self.until || depth(found) > depth(&self.standings) + 1
    }
}
