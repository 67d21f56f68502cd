//! Who is asked for moves: a trait, so that tests can replace the bot.

use landfall_tbp::host::FaultTolerantHost;
use landfall_tbp::messages::{Move, Start};
use std::time::Duration;

/// Who is asked for moves.
pub trait Engine {
    /// Lets it think about a position.
    fn set_position(&mut self, start: &Start);

    /// Moves for that position, the best first, if they come within `wait`; none at all if they
    /// do not.
    fn suggest(&mut self, wait: Duration) -> Vec<Move>;

    /// Stops thinking.
    fn stop(&mut self);
}

impl Engine for FaultTolerantHost {
    fn set_position(&mut self, start: &Start) {
        FaultTolerantHost::set_position(self, start);
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        FaultTolerantHost::suggest(self, wait)
    }

    fn stop(&mut self) {
        FaultTolerantHost::stop(self);
    }
}
