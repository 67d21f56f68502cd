//! When a search has to end: node limit, deadline and stop flag, checked once per node. With a node
//! limit alone the clock is never read, so the result does not depend on it.

use super::SearchLimits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Nodes between two checks of the clock and the flag; a node takes a few microseconds.
const CHECK_INTERVAL: u64 = 32;

/// Counts nodes against the limits of a search.
pub struct SearchControl<'a> {
    /// The nodes counted.
    pub nodes: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    /// Whether the search has to end.
    pub is_over: bool,
}

impl<'a> SearchControl<'a> {
    /// Returns a control with no nodes counted.
    pub fn new(limits: SearchLimits, stop: &'a AtomicBool) -> SearchControl<'a> {
        let mut control = SearchControl {
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.deadline,
            stop,
            is_over: false,
        };
        control.check();
        control
    }

    /// Counts a node. [`SearchControl::is_over`] is then whether the search has to end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.check();
        }
        self.is_over |= self.nodes >= self.max_nodes;
    }

    /// Checks the clock and the flag.
    fn check(&mut self) {
        let late = self.deadline.is_some_and(|at| Instant::now() >= at);
        self.is_over |= late || self.stop.load(Ordering::Relaxed);
    }
}
