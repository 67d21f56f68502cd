//! Tokens of matches and clients, as UUIDs, and the limit on moves of a client.

use landfall_rules::SplitMix64;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// Moves a second that one client may make; ten times what anybody needs for 50 pieces a
/// second, and what a local socket carries before the other client would notice.
pub const MAX_MOVES_PER_SECOND: f64 = 5_000.0;

/// 64 bits that nobody can foresee.
pub fn random_u64() -> u64 {
    // The standard library keys its hash maps with randomness of the system.
    let state = std::collections::hash_map::RandomState::new();
    state.build_hasher().finish()
}

/// A random UUID (version 4).
pub fn random_uuid(seed: &mut SplitMix64) -> String {
    let [high, low] = [seed.next_u64(), seed.next_u64()];
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff,
    )
}

/// A bucket that holds a second's worth of moves and fills steadily.
#[derive(Clone, Debug)]
pub struct RateLimiter {
    left: f64,
    at: Duration,
}

impl RateLimiter {
    /// A full bucket.
    pub fn new(now: Duration) -> RateLimiter {
        RateLimiter {
            left: MAX_MOVES_PER_SECOND,
            at: now,
        }
    }

    /// Takes one move out; false if there is none left.
    pub fn try_acquire(&mut self, now: Duration) -> bool {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.at = self.at.max(now);
        self.left = (self.left + passed * MAX_MOVES_PER_SECOND).min(MAX_MOVES_PER_SECOND);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}
