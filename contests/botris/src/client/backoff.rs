//! Pauses between attempts to connect, which grow with each failure.

use std::time::Duration;

/// The first pause, in seconds.
const FIRST: u64 = 1;

/// The longest pause, in seconds.
const LONGEST: u64 = 60;

/// The most failed attempts in a row.
const MAX_TRIES: u32 = 20;

/// The pauses since the last success.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    tries: u32,
}

impl Backoff {
    /// Returns the pause after another failed attempt; `None` after the last attempt.
    pub fn next_pause(&mut self) -> Option<Duration> {
        self.tries += 1;
        let doubled = FIRST << (self.tries - 1).min(10);
        (self.tries < MAX_TRIES).then(|| Duration::from_secs(doubled.min(LONGEST)))
    }

    /// Returns how many tries have failed.
    pub fn tries(self) -> u32 {
        self.tries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute_and_end() {
        let mut backoff = Backoff::default();
        let pauses: Vec<u64> = std::iter::from_fn(|| backoff.next_pause())
            .map(|pause| pause.as_secs())
            .collect();
        assert_eq!(pauses[..8], [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!((pauses.len(), backoff.tries()), (19, 20));
    }
}
