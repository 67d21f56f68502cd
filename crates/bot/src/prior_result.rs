//! The result for a position from before its search began, and how long it is the better answer.

use landfall_rules::Placement;
use landfall_search::beam::RootMove;
use landfall_search::tetris::SearchView;

/// Most nodes after which a search replaces the prediction of the search before it: it has expanded
/// every layer, and knows the piece that was dealt.
const MAX_SUPERSEDING_NODES: u64 = 50_000;

/// A search replaces the prediction after the nodes of the search before it divided by this, which
/// spent most of them on other moves.
const SUPERSEDING_SHARE: u64 = 4;

/// The root moves of a position as the search of the position before it predicted them.
#[derive(Default)]
pub(crate) struct PriorResult {
    root_moves: Vec<RootMove<Placement>>,
    /// Nodes after which the position's own search is better.
    superseded_at: u64,
}

impl PriorResult {
    /// Returns the prediction of a search with this many `nodes`, the best move first.
    pub fn new(root_moves: Vec<RootMove<Placement>>, nodes: u64) -> PriorResult {
        PriorResult {
            root_moves,
            superseded_at: MAX_SUPERSEDING_NODES.min(nodes / SUPERSEDING_SHARE),
        }
    }

    /// Returns the predicted moves, the best first.
    pub fn predicted(&self) -> &[RootMove<Placement>] {
        &self.root_moves
    }

    /// Returns the prior result after the position's own search has come as far as `view`, for the
    /// search of the same position with more pieces.
    pub fn updated(&self, view: &SearchView) -> PriorResult {
        let root_moves = self.root_moves(view);
        if self.is_superseded_by(view, &view.root_moves()) {
            return PriorResult::new(root_moves, view.nodes());
        }
        PriorResult {
            root_moves,
            ..*self
        }
    }

    /// Returns the moves, the best first: the predicted ones and then the others, until the search
    /// has spent enough nodes or looks more than one piece farther ahead; then those of the search.
    pub fn root_moves(&self, view: &SearchView) -> Vec<RootMove<Placement>> {
        let found = view.root_moves();
        if self.is_superseded_by(view, &found) {
            return found;
        }
        let mut root_moves = self.root_moves.clone();
        let others = found.into_iter();
        root_moves.extend(others.filter(|other| self.root_moves.iter().all(|m| m.mv != other.mv)));
        root_moves
    }

    fn is_superseded_by(&self, view: &SearchView, found: &[RootMove<Placement>]) -> bool {
        let depth = |moves: &[RootMove<Placement>]| moves.first().map_or(0, |best| best.depth);
        view.nodes() >= self.superseded_at || depth(found) > depth(&self.root_moves) + 1
    }
}
