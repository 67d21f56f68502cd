//! Sharing out the time: how long to think about a move, by what is left in the bank.
//!
//! Knows the contest's terms. Measures nothing itself: [`Clock`] is asked.

use std::time::{Duration, Instant};

/// The bank at the beginning, and the most that it holds, in milliseconds.
const FULL_BANK: u64 = 10_000;

/// What is never spent, in milliseconds: for pauses of the machine.
const RESERVE: u64 = 1_500;

/// The part of what is left above the reserve that one move may take.
const BANK_DIVISOR: u64 = 9;

/// Most for one move unless something else is wanted: more gains nothing.
pub const MAX_THINK: Duration = Duration::from_millis(1_200);

/// Wall time.
pub trait Clock {
    /// Time since some moment.
    fn now(&self) -> Duration;

    /// Lets time pass.
    fn sleep(&mut self, time: Duration);
}

/// The clock on the wall.
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

/// How the time of one move is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// For thinking.
    pub think: Duration,
    /// For waiting for the bot's answer after that.
    pub reply: Duration,
}

/// The terms with so much in the bank, in milliseconds, after so many time-outs: with each
/// there is less, and before the third there is next to nothing. Nobody thinks longer than
/// `most`.
pub fn move_budget(bank: Option<u64>, late: u32, most: Duration) -> MoveBudget {
    let bank = bank.unwrap_or(FULL_BANK).min(FULL_BANK);
    let spare = bank.saturating_sub(RESERVE);
    let most = most.as_millis().try_into().unwrap_or(u64::MAX);
    let think = (spare / BANK_DIVISOR).min(most) >> (2 * late.min(4));
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
            for late in 0..4 {
                let MoveBudget { think, .. } = move_budget(Some(bank), late, MAX_THINK);
                let left = bank.min(FULL_BANK) - think.as_millis() as u64;
                assert!(left >= RESERVE.min(bank), "{bank} {late}");
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

    /// With half a second a move the bank settles where that is what a move takes.
    #[test]
    fn a_long_game_uses_what_it_is_given() {
        let mut bank = FULL_BANK;
        for _ in 0..200 {
            let think = move_budget(Some(bank), 0, MAX_THINK).think.as_millis() as u64;
            bank = (bank - think + 500).min(FULL_BANK);
        }
        assert!((4_000..7_000).contains(&bank), "{bank}");
    }

    #[test]
    fn who_was_late_hurries() {
        let think = |late| move_budget(Some(FULL_BANK), late, MAX_THINK).think;
        assert!(think(1) <= think(0) / 4 && think(2) <= think(1) / 4);
    }
}
