//! The progress of a run on stderr, and when it ends.

use super::journal::GenerationRecord;
use super::options::RunLimits;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Recent generations from which the time of the next ones is estimated: matches take longer
/// than solo games, and games get longer as players get better.
const RECENT: usize = 10;

/// Measures and prints the progress of a run.
pub struct Progress {
    limits: RunLimits,
    begun: Instant,
    /// When recent generations ended, and the games played until then.
    ends: VecDeque<(Instant, u64)>,
    /// Generations that are finished.
    generation: u64,
    terminal: bool,
}

impl Progress {
    /// Starts measuring now, after so many generations and games.
    pub fn new(limits: RunLimits, generation: u64, games: u64) -> Progress {
        let now = Instant::now();
        Progress {
            limits,
            begun: now,
            ends: VecDeque::from([(now, games)]),
            generation,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Returns whether a limit is reached.
    pub fn is_finished(&self, generation: u64, games: u64) -> bool {
        let reached = |limit: Option<u64>, at: u64| limit.is_some_and(|limit| at >= limit);
        reached(self.limits.generations, generation)
            || reached(self.limits.games, games)
            || self
                .limits
                .time
                .is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// Prints a line about a finished generation.
    pub fn report<W>(&mut self, line: &GenerationRecord<W>) {
        self.generation = line.generation + 1;
        self.ends.push_back((Instant::now(), line.games));
        if self.ends.len() > RECENT + 1 {
            self.ends.pop_front();
        }
        let best = line.scores.iter().copied().fold(f64::MIN, f64::max);
        let text = format!(
            "generation {}, {}: mean {:.3}, best {best:.3}, step {:.3}, {} games, {}{}",
            self.generation,
            line.scoring,
            line.mean,
            line.sigma,
            line.games,
            format_duration(self.begun.elapsed().as_secs_f64()),
            self.time_left(),
        );
        if self.terminal {
            eprint!("\r\x1b[K{text}");
        } else {
            eprintln!("{text}");
        }
    }

    /// Ends the line of a terminal.
    pub fn finish(&self) {
        if self.terminal {
            eprintln!();
        }
    }

    /// The estimated time until the first limit is reached.
    fn time_left(&self) -> String {
        let (Some(&(first, before)), Some(&(last, games))) = (self.ends.front(), self.ends.back())
        else {
            return String::new();
        };
        let seconds = (last - first).as_secs_f64();
        let each = seconds / (self.ends.len() - 1).max(1) as f64;
        let a_game = seconds / (games - before).max(1) as f64;
        let left = [
            self.limits
                .generations
                .map(|most| most.saturating_sub(self.generation) as f64 * each),
            self.limits
                .games
                .map(|most| most.saturating_sub(games) as f64 * a_game),
            self.limits.time.map(|time| {
                let left: Duration = time.saturating_sub(self.begun.elapsed());
                left.as_secs_f64()
            }),
        ];
        let left = left.into_iter().flatten().fold(f64::MAX, f64::min);
        format!(", {} left", format_duration(left))
    }
}

/// Formats a time for people.
fn format_duration(seconds: f64) -> String {
    match seconds as u64 {
        s @ 0..60 => format!("{s} s"),
        s @ 60..3_600 => format!("{} min {} s", s / 60, s % 60),
        s => format!("{} h {} min", s / 3_600, s / 60 % 60),
    }
}
