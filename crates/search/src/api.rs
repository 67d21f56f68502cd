//! The search of one position within limits, without a background thread.

use crate::beam::{Beam, BeamLimits, RootMove, SearchStatus};
use crate::limits::SearchLimits;
use crate::options::SearchOptions;
use crate::position::Position;
use crate::tetris_game::TetrisGame;
use crate::tetris_search::TetrisSearch;
use crate::threads::ThreadPool;
use landfall_rules::{Placement, Ruleset, State};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The moves, the best first; empty when nothing can be placed.
    pub root_moves: Vec<RootMove<Placement>>,
    /// Nodes spent.
    pub nodes: u64,
}

/// Searches a position within limits and returns its moves, the best first. The same position,
/// weights and number of nodes give the same result on any number of threads.
///
/// # Examples
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Piece, Randomizer, State};
/// use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};
///
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// state.push_piece(Piece::T);
/// let (options, limits) = (SearchOptions::default(), SearchLimits::nodes(1_000));
/// let result = search_position(&ThreadPool::new(1), &GUIDELINE, &options, &state, &limits);
/// assert_eq!(result.root_moves.len(), 34, "every way to place a T on an empty board");
/// ```
pub fn search_position(
    pool: &ThreadPool,
    rules: &Ruleset,
    options: &SearchOptions,
    state: &State,
    limits: &SearchLimits,
) -> SearchResult {
    let game = options
        .game(rules, state)
        .with_node_budget(Some(limits.nodes))
        .with_most_plies(limits.depth);
    let beam_limits = BeamLimits::within_memory::<TetrisGame>(options.memory);
    let mut search = TetrisSearch::new(Beam::new(game, Position::from_state(state), beam_limits));
    if !state.queue.is_empty() {
        run_search(&mut search, pool, limits);
    }
    let view = search.view();
    SearchResult {
        root_moves: view.root_moves(),
        nodes: view.nodes(),
    }
}

fn run_search(search: &mut TetrisSearch, pool: &ThreadPool, limits: &SearchLimits) {
    let stop = || limits.should_stop();
    while search.nodes() < limits.nodes
        && !stop()
        && search.advance(pool, limits.nodes, &stop, &mut |_| {}) == SearchStatus::Unfinished
    {}
}
