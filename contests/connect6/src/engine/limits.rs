//! When to end: nodes, the clock and the flag, asked for once a node.
//!
//! With a limit of nodes alone the clock is never looked at, so that it cannot matter.

use super::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Nodes between two looks at the clock and the flag; a node takes a few microseconds.
const LOOK: u64 = 32;

/// What is left of a budget.
pub struct Limits<'a> {
    nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    over: bool,
}

impl<'a> Limits<'a> {
    /// Nothing is spent yet.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Limits<'a> {
        let mut limits = Limits {
            nodes: 0,
            most: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget.deadline,
            stop,
            over: false,
        };
        limits.look();
        limits
    }

    /// Counts a node. Whether the search has to end is in [`Limits::over`].
    #[inline]
    pub fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.look();
        }
        self.over |= self.nodes >= self.most;
    }

    fn look(&mut self) {
        let late = self.deadline.is_some_and(|at| Instant::now() >= at);
        self.over |= late || self.stop.load(Ordering::Relaxed);
    }

    /// Whether the search has to end.
    #[inline]
    pub fn over(&self) -> bool {
        self.over
    }

    /// Nodes counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
