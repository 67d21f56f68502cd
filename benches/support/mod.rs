//! What the benches share: their one option and plain statistics.

#![allow(dead_code, reason = "each bench uses its own part")]

use std::time::Duration;

/// Full figures, or a short run that shows that the bench works.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BenchMode {
    /// What `docs/lab/figures.md` is made from.
    Full,
    /// `--quick`.
    Quick,
}

impl BenchMode {
    /// What the command line asks for. Whatever else cargo passes is ignored.
    pub fn from_args() -> BenchMode {
        match std::env::args().any(|argument| argument == "--quick") {
            true => BenchMode::Quick,
            false => BenchMode::Full,
        }
    }

    /// The first of two numbers in a full run, else the second.
    pub fn choose<T>(self, full: T, quick: T) -> T {
        match self {
            BenchMode::Full => full,
            BenchMode::Quick => quick,
        }
    }
}

/// What follows an option on the command line.
pub fn option(name: &str) -> Option<String> {
    std::env::args()
        .skip_while(|argument| argument != name)
        .nth(1)
}

/// The middle one, or the mean of the middle two.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() % 2 {
        0 => (sorted[half - 1] + sorted[half]) / 2.0,
        _ => sorted[half],
    }
}

/// The least of the times that is not exceeded by this share of them.
pub fn percentile(times: &[Duration], share: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

/// Milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
