//! A search that runs when its caller calls it, without a thread or a clock.

use crate::DriverOptions;
use crate::driver::{Analysis, AnalysisRequest, RootChange, SearchDriver, Suggestion};
use crate::position_search::{PositionSearch, is_informative};
use landfall_rules::{Ruleset, State};
use landfall_search::game::ShouldStop;
use landfall_search::tetris::VersusInfo;

/// A search in slices. Its session runs a slice between two messages, see
/// [`Session::search_slice`](crate::Session::search_slice).
#[derive(Debug)]
pub struct SlicedSearch {
    search: PositionSearch,
    /// Nodes to spend on each suggestion, if that is fixed.
    nodes: Option<u64>,
}

impl SlicedSearch {
    /// Searches until about `nodes` more are spent or `should_stop` returns true, but does at least
    /// some work. Returns whether there is more to search. With a fixed number of nodes for each
    /// suggestion it does nothing.
    ///
    /// The final result and its number of nodes do not depend on the division into slices.
    pub fn search_slice(&mut self, nodes: u64, should_stop: ShouldStop) -> bool {
        if self.nodes.is_some() {
            return false;
        }
        let spent_on_move = self.search.spend_on_move(nodes, should_stop);
        if !spent_on_move {
            self.search.search_slice(nodes, should_stop);
        }
        spent_on_move || self.search.is_unfinished()
    }
}

impl SearchDriver for SlicedSearch {
    fn new(rules: &Ruleset, options: DriverOptions) -> SlicedSearch {
        SlicedSearch {
            nodes: options.nodes,
            search: PositionSearch::new(rules, options),
        }
    }

    fn set_root(&mut self, state: &State, versus: VersusInfo, _change: RootChange) {
        self.search.set_root(state, versus, |_| {});
    }

    fn suggest(&mut self, state: &State) -> Suggestion {
        if state.queue.is_empty() {
            return Suggestion::default();
        }
        match self.nodes {
            Some(nodes) => self.search.spend(nodes, &|| false),
            None if is_informative(&self.search.root_moves()) => {}
            None => self.search.search_for_first_answer(),
        }
        self.search.suggestion()
    }

    fn analyse(&mut self, state: &State, request: AnalysisRequest) -> Analysis {
        if state.queue.is_empty() {
            return Analysis::default();
        }
        self.search.analysis(request)
    }

    fn stop(&mut self) {
        self.search.clear();
    }
}
