//! How long and how far to search.

use std::fmt;

/// How long and how far to search: nodes, known pieces, and whatever the caller's clock says.
///
/// A search also ends when there is nothing more to find or no memory for it.
///
/// # Examples
///
/// ```
/// use landfall_search::SearchLimits;
/// use std::time::{Duration, Instant};
///
/// let start = Instant::now();
/// // 50 ms, but no more than a million nodes, and no farther than the first five pieces.
/// let limits = SearchLimits::nodes(1_000_000)
///     .depth(5)
///     .until(|| start.elapsed() >= Duration::from_millis(50));
/// # use landfall_rules::rulesets::GUIDELINE;
/// # use landfall_rules::{Piece, State};
/// # use landfall_search::{SearchOptions, ThreadPool, search_position};
/// # let mut state = State::new(GUIDELINE.randomizer.clone());
/// # state.push_piece(Piece::T);
/// # let (pool, options) = (ThreadPool::new(1), SearchOptions::default());
///
/// // Time alone:
/// let limits = SearchLimits::default().until(|| start.elapsed() >= Duration::from_millis(50));
/// let result = search_position(&pool, &GUIDELINE, &options, &state, &limits);
/// # assert_eq!(result.root_moves.len(), 34);
/// ```
pub struct SearchLimits<'a> {
    /// Nodes after which to stop: placements applied, cleared and evaluated.
    pub nodes: u64,
    /// Most known pieces that are placed, at least 1. The piece after them still counts by its
    /// expectation, and rollouts go on from there.
    pub depth: usize,
    stop: Option<Box<dyn Fn() -> bool + Sync + 'a>>,
}

impl<'a> SearchLimits<'a> {
    /// Returns a limit of nodes alone.
    pub fn nodes(nodes: u64) -> SearchLimits<'a> {
        SearchLimits {
            nodes,
            ..SearchLimits::default()
        }
    }

    /// Returns the same limits for at most `plies` known pieces.
    pub fn depth(self, plies: usize) -> SearchLimits<'a> {
        SearchLimits {
            depth: plies.max(1),
            ..self
        }
    }

    /// Returns the same limits for a search that ends when `stop` returns true. It is called before
    /// each piece of work, on any thread of the search.
    pub fn until(self, stop: impl Fn() -> bool + Sync + 'a) -> SearchLimits<'a> {
        SearchLimits {
            stop: Some(Box::new(stop)),
            ..self
        }
    }

    /// Returns whether the closure of [`SearchLimits::until`] says that the search ends.
    pub fn should_stop(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop())
    }
}

impl Default for SearchLimits<'_> {
    /// Returns no limits.
    fn default() -> Self {
        SearchLimits {
            nodes: u64::MAX,
            depth: usize::MAX,
            stop: None,
        }
    }
}

impl fmt::Debug for SearchLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchLimits")
            .field("nodes", &self.nodes)
            .field("depth", &self.depth)
            .field("until", &self.stop.is_some())
            .finish()
    }
}
