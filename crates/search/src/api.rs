//! The search of one position within limits, without a background thread.

use crate::beam::{Beam, BeamLimits, RootLine, RootMove, SearchStatus};
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
    let search = searched(pool, rules, options, state, limits);
    let view = search.view();
    SearchResult {
        root_moves: view.root_moves(),
        nodes: view.nodes(),
    }
}

/// The best moves of a position with their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The best moves with their lines, the best first; values are those of one depth.
    pub lines: Vec<RootLine<Placement>>,
    /// Nodes spent.
    pub nodes: u64,
    /// The value of one line sent, at least 1: the unit of the values.
    pub line_value: i32,
}

/// Searches a position as [`search_position`] does, and returns its `most` best moves with their lines.
///
/// # Examples
///
/// ```
/// use landfall_rules::State;
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_search::{SearchLimits, SearchOptions, ThreadPool};
/// use landfall_search::{analyse_position, search_position};
///
/// let mut state = State::new(GUIDELINE.randomizer.clone());
/// state.queue = "TIO".parse().unwrap();
/// let (pool, options) = (ThreadPool::new(1), SearchOptions::default());
/// let limits = || SearchLimits::nodes(1_000);
/// let analysis = analyse_position(&pool, &GUIDELINE, &options, &state, &limits(), 3);
/// assert_eq!((analysis.lines.len(), analysis.lines[0].line.len()), (3, 2));
/// let result = search_position(&pool, &GUIDELINE, &options, &state, &limits());
/// assert_eq!(analysis.lines[0].mv, result.root_moves[0].mv);
/// ```
pub fn analyse_position(
    pool: &ThreadPool,
    rules: &Ruleset,
    options: &SearchOptions,
    state: &State,
    limits: &SearchLimits,
    most: usize,
) -> PositionAnalysis {
    let search = searched(pool, rules, options, state, limits);
    PositionAnalysis {
        lines: search.root_lines(most),
        nodes: search.nodes(),
        line_value: search.beam().game().line_value(),
    }
}

/// Returns the search of a position, at its limits.
fn searched(
    pool: &ThreadPool,
    rules: &Ruleset,
    options: &SearchOptions,
    state: &State,
    limits: &SearchLimits,
) -> TetrisSearch {
    let game = options
        .game(rules, state)
        .with_node_budget(Some(limits.nodes))
        .with_most_plies(limits.depth);
    let beam_limits = BeamLimits::within_memory::<TetrisGame>(options.memory);
    let mut search = TetrisSearch::new(Beam::new(game, Position::from_state(state), beam_limits));
    if !state.queue.is_empty() {
        run_search(&mut search, pool, limits);
    }
    search
}

fn run_search(search: &mut TetrisSearch, pool: &ThreadPool, limits: &SearchLimits) {
    let stop = || limits.should_stop();
    while search.nodes() < limits.nodes
        && !stop()
        && search.advance(pool, limits.nodes, &stop, &mut |_| {}) == SearchStatus::Unfinished
    {}
}
