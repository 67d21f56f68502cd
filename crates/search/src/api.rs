//! One position, one budget, one answer: the search without a worker.

use crate::beam::{Beam, BeamLimits, RootMove, SearchStatus};
use crate::game::ShouldStop;
use crate::options::SearchOptions;
use crate::tetris_game::{Position, TetrisGame};
use crate::tetris_search::TetrisSearch;
use crate::threads::ThreadPool;
use landfall_rules::{Placement, Ruleset, State};

/// How long to think.
pub struct SearchLimits<'a> {
    /// Nodes after which to stop: placements applied, cleared and evaluated.
    pub nodes: u64,
    /// Asked between the layers of a round; thinking ends when it says so. A deadline is
    /// a `stop` that looks at a clock.
    pub stop: ShouldStop<'a>,
}

impl SearchLimits<'_> {
    /// A fixed number of nodes, whatever time they take.
    pub fn nodes(nodes: u64) -> SearchLimits<'static> {
        SearchLimits {
            nodes,
            stop: &|| false,
        }
    }
}

/// What thinking came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The moves, the best first; empty when nothing can be placed.
    pub root_moves: Vec<RootMove<Placement>>,
    /// Nodes spent.
    pub nodes: u64,
}

/// Thinks about a position within a budget. The same position, weights and number of
/// nodes give the same thought on any number of threads.
pub fn search_position(
    crew: &ThreadPool,
    rules: &'static Ruleset,
    options: &SearchOptions,
    state: &State,
    budget: &SearchLimits,
) -> SearchResult {
    let game = TetrisGame::new(rules, options.weights_for(rules), state);
    let limits = BeamLimits::within_memory::<TetrisGame>(options.memory);
    let mut search = TetrisSearch::new(Beam::new(game, Position::from_state(state), limits));
    if !state.queue.is_empty() {
        run_search(&mut search, crew, budget);
    }
    let view = search.view();
    SearchResult {
        root_moves: view.root_moves(),
        nodes: view.nodes(),
    }
}

fn run_search(search: &mut TetrisSearch, crew: &ThreadPool, budget: &SearchLimits) {
    while search.nodes() < budget.nodes
        && !(budget.stop)()
        && search.advance(crew, budget.nodes, budget.stop, &mut |_| {}) == SearchStatus::Unfinished
    {
    }
}
