//! The trait of the bot that suggests moves, so that tests can replace the bot.

use landfall_rules::Ruleset;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::FaultTolerantHost;
use landfall_tbp::messages::{Move, Start};
use std::time::Duration;

/// A bot that suggests moves.
pub trait Engine {
    /// Starts a search of a position.
    fn set_position(&mut self, start: &Start);

    /// Returns moves for that position, best first, if they arrive within `wait`; otherwise none.
    fn suggest(&mut self, wait: Duration) -> Vec<Move>;

    /// Switches to other rules.
    fn set_rules(&mut self, rules: &Ruleset);
}

impl Engine for FaultTolerantHost {
    fn set_position(&mut self, start: &Start) {
        FaultTolerantHost::set_position(self, start);
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        FaultTolerantHost::suggest(self, wait)
    }

    fn set_rules(&mut self, rules: &Ruleset) {
        FaultTolerantHost::set_rules(self, to_rules(rules));
    }
}
