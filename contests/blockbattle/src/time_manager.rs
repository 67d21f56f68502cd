//! Time management: the thinking time of a move, from the time left in the bank.
//!
//! Implements the contest's time control. Measures nothing itself: it uses a [`Clock`].

use std::time::{Duration, Instant};

/// The bank at the beginning, and the most that it holds, in milliseconds.
const FULL_BANK: u64 = 10_000;

/// The reserve that is never used, for pauses of the machine, in milliseconds.
const RESERVE: u64 = 1_500;

/// A move gets one part in this many of the time above the reserve.
const BANK_DIVISOR: u64 = 9;

/// The default limit of a move: more time gains no strength.
pub const MAX_THINK: Duration = Duration::from_millis(1_200);

/// A clock that can wait.
pub trait Clock {
    /// Returns the time since some fixed moment.
    fn now(&self) -> Duration;

    /// Waits.
    fn sleep(&mut self, time: Duration);
}

/// The monotonic clock of the system.
#[derive(Debug)]
pub struct WallClock(pub Instant);

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// For the search.
    pub think: Duration,
    /// For the bot's answer after that.
    pub reply: Duration,
}

/// Returns the time for a move with this much in the bank, in milliseconds, after this many
/// time-outs. Each time-out reduces it; after two, almost no time is used. The search never takes
/// longer than `max_think`.
pub fn move_budget(bank: Option<u64>, timeouts: u32, max_think: Duration) -> MoveBudget {
    let bank = bank.unwrap_or(FULL_BANK).min(FULL_BANK);
    let spendable = bank.saturating_sub(RESERVE);
    let max_think = max_think.as_millis().try_into().unwrap_or(u64::MAX);
    let think = (spendable / BANK_DIVISOR).min(max_think) >> (2 * timeouts.min(4));
    let answer = bank.saturating_sub(think).min(2 * RESERVE) / 3;
    MoveBudget {
        think: Duration::from_millis(think),
        reply: Duration::from_millis(answer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_never_touched() {
        for bank in (0..12_000).step_by(10) {
            for timeouts in 0..4 {
                let MoveBudget { think, .. } = move_budget(Some(bank), timeouts, MAX_THINK);
                let left = bank.min(FULL_BANK) - think.as_millis() as u64;
                assert!(left >= RESERVE.min(bank), "{bank} {timeouts}");
            }
        }
    }

    #[test]
    fn thinking_and_waiting_never_take_the_whole_bank() {
        for bank in (30..=FULL_BANK).step_by(10) {
            let MoveBudget {
                think,
                reply: answer,
            } = move_budget(Some(bank), 0, MAX_THINK);
            assert!(think + answer < Duration::from_millis(bank), "{bank}");
        }
    }

    /// With half a second per move, the bank settles where a move takes that time.
    #[test]
    fn a_long_game_uses_its_time() {
        let mut bank = FULL_BANK;
        for _ in 0..200 {
            let think = move_budget(Some(bank), 0, MAX_THINK).think.as_millis() as u64;
            bank = (bank - think + 500).min(FULL_BANK);
        }
        assert!((4_000..7_000).contains(&bank), "{bank}");
    }

    #[test]
    fn time_outs_shorten_the_next_moves() {
        let think = |timeouts| move_budget(Some(FULL_BANK), timeouts, MAX_THINK).think;
        assert!(think(1) <= think(0) / 4 && think(2) <= think(1) / 4);
    }
}
