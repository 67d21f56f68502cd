//! How the search of a session runs.

use landfall_search::SearchOptions;

/// How the search of a session runs.
#[derive(Clone, Debug)]
pub struct DriverOptions {
    /// The evaluation, the memory and how nodes are divided.
    pub search: SearchOptions,
    /// Threads that search, at least 1.
    pub threads: usize,
    /// Nodes to spend on each move; `None` to search until the next position.
    pub nodes: Option<u64>,
}

impl Default for DriverOptions {
    /// Returns one thread without a fixed number of nodes, and the default options of a search.
    fn default() -> Self {
        DriverOptions {
            search: SearchOptions::default(),
            threads: 1,
            nodes: None,
        }
    }
}
