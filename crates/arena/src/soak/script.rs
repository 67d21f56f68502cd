//! Draws the actions of a frontend of a soak test from a seed: how often each is done, and how large
//! it is.

use landfall_rules::rng::SplitMix64;
use std::ops::RangeInclusive;

/// An action of a frontend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Requests a move and plays it.
    Move,
    /// Plays several moves of its own and reports them at once.
    Burst {
        moves: u32,
        /// Whether it requests a move before each of them, and reads the answers at the end.
        requests: bool,
    },
    /// Sends many requests, and reads the answers as fast as they come.
    Flood { requests: u32 },
    /// Sends requests until the bot's output is full, reads nothing for a while, and then line by
    /// line.
    SlowRead { requests: u32, wait_ms: u32 },
    /// Sends nothing for a while, perhaps after `stop`.
    Pause { ms: u32, stops: bool },
    /// Raises garbage, and sends the position after it.
    Garbage { rows: u32 },
    /// Sends the same position again, with pending garbage.
    PendingGarbage { rows: u32 },
    /// Begins another game.
    Restart {
        /// Whether it sends `stop` before.
        stops: bool,
    },
}

/// The kinds of [`Action`] other than [`Action::Move`], with their frequencies in 10,000.
const FREQUENCIES: [(Kind, u32); 8] = [
    (Kind::Garbage, 600),
    (Kind::PendingGarbage, 300),
    (Kind::Burst, 60),
    (Kind::BurstWithRequests, 40),
    (Kind::Pause, 30),
    (Kind::Restart, 30),
    (Kind::Flood, 20),
    (Kind::SlowRead, 3),
];

#[derive(Clone, Copy)]
enum Kind {
    Garbage,
    PendingGarbage,
    Burst,
    BurstWithRequests,
    Pause,
    Restart,
    Flood,
    SlowRead,
}

/// Draws the actions of a session.
#[derive(Clone, Debug)]
pub struct Script {
    rng: SplitMix64,
}

impl Script {
    /// Returns the actions of a seed.
    pub fn new(seed: u64) -> Script {
        Script {
            rng: SplitMix64::new(seed),
        }
    }

    /// Draws a number of a range.
    pub fn draw(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.rng.below(range.end() - range.start() + 1)
    }

    /// Returns true with a probability of one in `n`.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.rng.below(n) == 0
    }

    /// Draws one of several choices.
    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.rng.below(choices.len() as u32) as usize]
    }

    /// Draws a seed.
    pub fn seed(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// Draws the next action.
    pub fn next_action(&mut self) -> Action {
        let mut drawn = self.rng.below(10_000);
        for (kind, frequency) in FREQUENCIES {
            if drawn < frequency {
                return self.action(kind);
            }
            drawn -= frequency;
        }
        Action::Move
    }

    fn action(&mut self, kind: Kind) -> Action {
        match kind {
            Kind::Garbage => Action::Garbage {
                rows: self.draw(1..=4),
            },
            Kind::PendingGarbage => Action::PendingGarbage {
                rows: self.draw(0..=12),
            },
            Kind::Burst | Kind::BurstWithRequests => Action::Burst {
                moves: self.draw(2..=12),
                requests: matches!(kind, Kind::BurstWithRequests),
            },
            Kind::Pause => Action::Pause {
                ms: self.draw(1..=40),
                stops: self.one_in(2),
            },
            Kind::Restart => Action::Restart {
                stops: self.one_in(2),
            },
            Kind::Flood => Action::Flood {
                requests: self.draw(20..=200),
            },
            // The pipe and the host's queue of lines are full after some 250 answers.
            Kind::SlowRead => Action::SlowRead {
                requests: self.draw(300..=600),
                wait_ms: self.draw(20..=200),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_actions_and_every_kind() {
        let actions = |seed| {
            let mut script = Script::new(seed);
            let actions = (0..20_000).map(|_| script.next_action());
            actions.collect::<Vec<_>>()
        };
        let drawn = actions(1);
        assert_eq!(drawn, actions(1));
        assert_ne!(drawn, actions(2));
        let count = |is: fn(&Action) -> bool| drawn.iter().filter(|action| is(action)).count();
        assert!(count(|a| *a == Action::Move) > 17_000);
        for is in [
            |a: &Action| matches!(a, Action::Burst { requests: true, .. }),
            |a: &Action| {
                matches!(
                    a,
                    Action::Burst {
                        requests: false,
                        ..
                    }
                )
            },
            |a: &Action| matches!(a, Action::Flood { .. }),
            |a: &Action| matches!(a, Action::SlowRead { .. }),
            |a: &Action| matches!(a, Action::Pause { stops: true, .. }),
            |a: &Action| matches!(a, Action::Garbage { .. }),
            |a: &Action| matches!(a, Action::PendingGarbage { .. }),
            |a: &Action| matches!(a, Action::Restart { stops: false }),
        ] {
            assert!(count(is) > 0);
        }
    }
}
