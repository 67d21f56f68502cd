//! The speed of a game: pieces per second, the steps of the speed keys, and a clock that stops while
//! the game is paused.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The speed of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// This many pieces per second; above 0.
    PerSecond(f64),
    /// As fast as the bot answers.
    Unlimited,
}

/// The steps of the speed keys, in pieces per second; the step after the last is full speed.
const STEPS: [f64; 14] = [
    0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0,
];

impl Pace {
    /// The default on a terminal: slow enough to follow.
    pub const DEFAULT: Pace = Pace::PerSecond(2.5);

    /// Returns the time from one piece to the next.
    pub fn period(self) -> Duration {
        match self {
            Pace::PerSecond(pps) => Duration::from_secs_f64(1.0 / pps),
            Pace::Unlimited => Duration::ZERO,
        }
    }

    /// Returns the next faster step.
    pub fn faster(self) -> Pace {
        match self {
            Pace::PerSecond(pps) => STEPS
                .into_iter()
                .find(|&step| step > pps)
                .map_or(Pace::Unlimited, Pace::PerSecond),
            Pace::Unlimited => Pace::Unlimited,
        }
    }

    /// Returns the next slower step.
    pub fn slower(self) -> Pace {
        let pps = match self {
            Pace::PerSecond(pps) => pps,
            Pace::Unlimited => f64::INFINITY,
        };
        STEPS
            .into_iter()
            .rev()
            .find(|&step| step < pps)
            .map_or(self, Pace::PerSecond)
    }
}

/// The text is no valid pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give pieces per second from 0.01 to 1000, or max (or 0) for full speed")]
pub struct ParsePaceError;

impl FromStr for Pace {
    type Err = ParsePaceError;

    /// Parses `max`, `0` (the same), or a number of pieces per second from 0.01 to 1000.
    fn from_str(text: &str) -> Result<Pace, ParsePaceError> {
        if text == "max" {
            return Ok(Pace::Unlimited);
        }
        match text.parse::<f64>() {
            Ok(0.0) => Ok(Pace::Unlimited),
            Ok(pps) if (0.01..=1000.0).contains(&pps) => Ok(Pace::PerSecond(pps)),
            _ => Err(ParsePaceError),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::PerSecond(pps) => write!(f, "{pps}/s"),
            Pace::Unlimited => f.write_str("full speed"),
        }
    }
}

/// A clock of the time played, without pauses.
#[derive(Clone, Debug, Default)]
pub struct PlayClock {
    /// The time until the last pause.
    before: Duration,
    /// When the clock was resumed; `None` while it is paused.
    since: Option<Instant>,
}

impl PlayClock {
    /// Starts the clock, unless it is running.
    pub fn resume(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Stops the clock until it is resumed.
    pub fn pause(&mut self) {
        self.before = self.elapsed();
        self.since = None;
    }

    /// Returns the time for which the clock has been running.
    pub fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_speed_has_two_names() {
        assert_eq!("max".parse(), Ok(Pace::Unlimited));
        assert_eq!("0".parse(), Ok(Pace::Unlimited));
        assert_eq!("2.5".parse(), Ok(Pace::DEFAULT));
    }

    #[test]
    fn invalid_paces_are_refused() {
        for text in ["", "-1", "fast", "NaN", "inf", "1e9", "1e-9"] {
            assert!(text.parse::<Pace>().is_err(), "{text}");
        }
    }

    #[test]
    fn speed_keys_step_up_to_full_speed_and_back() {
        assert_eq!(Pace::DEFAULT.faster(), Pace::PerSecond(3.0));
        assert_eq!(Pace::DEFAULT.slower(), Pace::PerSecond(2.0));
        assert_eq!(Pace::PerSecond(30.0).faster(), Pace::Unlimited);
        assert_eq!(Pace::Unlimited.faster(), Pace::Unlimited);
        assert_eq!(Pace::Unlimited.slower(), Pace::PerSecond(30.0));
        assert_eq!(Pace::PerSecond(0.25).slower(), Pace::PerSecond(0.25));
    }

    #[test]
    fn a_clock_that_was_never_started_shows_zero() {
        let mut clock = PlayClock::default();
        clock.pause();
        assert_eq!(clock.elapsed(), Duration::ZERO);
    }
}
