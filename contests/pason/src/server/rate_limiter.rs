//! The limit on the moves of one client: a token bucket.

use std::time::Duration;

/// Moves per second that one client may make: ten times the need of 50 pieces per second, and few
/// enough that the other client does not notice.
pub const MAX_MOVES_PER_SECOND: f64 = 5_000.0;

/// A bucket that holds the moves of one second and refills steadily.
#[derive(Clone, Debug)]
pub struct RateLimiter {
    moves_left: f64,
    updated_at: Duration,
}

impl RateLimiter {
    /// Returns a full bucket. Times are since any fixed moment.
    pub fn new(now: Duration) -> RateLimiter {
        RateLimiter {
            moves_left: MAX_MOVES_PER_SECOND,
            updated_at: now,
        }
    }

    /// Takes one move out; returns `false` if none is left.
    pub fn try_acquire(&mut self, now: Duration) -> bool {
        let passed = now.saturating_sub(self.updated_at).as_secs_f64();
        self.updated_at = self.updated_at.max(now);
        let filled = self.moves_left + passed * MAX_MOVES_PER_SECOND;
        self.moves_left = filled.min(MAX_MOVES_PER_SECOND);
        let enough = self.moves_left >= 1.0;
        if enough {
            self.moves_left -= 1.0;
        }
        enough
    }
}
