//! Settings of a search, whatever the position.

use crate::versus::OpponentDanger;
use crate::weights::Weights;
use landfall_rules::{ClearDelays, Ruleset};
use std::sync::Arc;

/// Settings of a search, whatever the position.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Threads that search, at least 1.
    pub threads: usize,
    /// Nodes to spend on each move; without it a search in the background runs until it is stopped.
    pub nodes: Option<u64>,
    /// Most bytes that the search may hold.
    pub memory: usize,
    /// Weights of the evaluation; without them those that are made for the rules.
    pub weights: Option<Arc<Weights>>,
}

impl SearchOptions {
    /// Returns the weights for these rules.
    pub fn weights_for(&self, rules: &Ruleset) -> Arc<Weights> {
        match &self.weights {
            Some(weights) => Arc::clone(weights),
            None => Weights::for_rules(rules),
        }
    }

    /// Returns the same options with the weights for clears that take so long.
    pub fn for_clear_delays(&self, rules: &Ruleset, delays: &ClearDelays) -> SearchOptions {
        SearchOptions {
            weights: Some(self.weights_for(rules).for_clear_delays(delays)),
            ..self.clone()
        }
    }

    /// Returns the same options with the weights for an opponent in such danger.
    pub fn for_opponent(&self, rules: &Ruleset, opponent: OpponentDanger) -> SearchOptions {
        SearchOptions {
            weights: Some(self.weights_for(rules).for_opponent(opponent)),
            ..self.clone()
        }
    }
}

impl Default for SearchOptions {
    /// Returns one thread, no fixed number of nodes, 512 MiB, and the weights of each ruleset.
    fn default() -> Self {
        SearchOptions {
            threads: 1,
            nodes: None,
            memory: 512 << 20,
            weights: None,
        }
    }
}
