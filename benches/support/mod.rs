//! Options and statistics of the benches.

#![allow(dead_code, reason = "each bench uses its own part")]

use std::time::Duration;

/// Full figures, or a short run that only checks that the bench works.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BenchMode {
    /// The run whose figures are in `docs/lab/figures.md`.
    Full,
    /// `--quick`.
    Quick,
}

impl BenchMode {
    /// Returns the mode that the command line names. Other arguments, which cargo passes, are ignored.
    pub fn from_args() -> BenchMode {
        if std::env::args().any(|argument| argument == "--quick") {
            BenchMode::Quick
        } else {
            BenchMode::Full
        }
    }

    /// Returns the first value in a full run, the second in a quick one.
    pub fn choose<T>(self, full: T, quick: T) -> T {
        match self {
            BenchMode::Full => full,
            BenchMode::Quick => quick,
        }
    }
}

/// Returns the argument that follows an option on the command line.
pub fn option(name: &str) -> Option<String> {
    std::env::args()
        .skip_while(|argument| argument != name)
        .nth(1)
}

/// Returns the middle value, or the mean of the middle two.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() % 2 {
        0 => (sorted[half - 1] + sorted[half]) / 2.0,
        _ => sorted[half],
    }
}

/// Returns the time that this share of the times does not exceed.
pub fn percentile(times: &[Duration], share: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

/// Returns a time in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
