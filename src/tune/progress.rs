//! How far a run has come, on stderr, and when it ends.

use super::journal::GenerationRecord;
use super::options::RunLimits;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Generations whose time is taken for that of the next ones: matches take longer than games
/// alone, and games get longer as players get better.
const RECENT: usize = 10;

/// The clock of a run.
pub struct Progress {
    budget: RunLimits,
    begun: Instant,
    /// When the last generations ended, and the games played until then.
    ends: VecDeque<(Instant, u64)>,
    /// What the run has when this part of it begins.
    generation: u64,
    terminal: bool,
}

impl Progress {
    /// A clock that starts now, after so many generations and games.
    pub fn new(budget: RunLimits, generation: u64, games: u64) -> Progress {
        let now = Instant::now();
        Progress {
            budget,
            begun: now,
            ends: VecDeque::from([(now, games)]),
            generation,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Whether the budget is spent.
    pub fn is_finished(&self, generation: u64, games: u64) -> bool {
        let reached = |limit: Option<u64>, at: u64| limit.is_some_and(|limit| at >= limit);
        reached(self.budget.generations, generation)
            || reached(self.budget.games, games)
            || self
                .budget
                .time
                .is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// Tells of a finished generation.
    pub fn report(&mut self, line: &GenerationRecord) {
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
        match self.terminal {
            true => eprint!("\r\x1b[K{text}"),
            false => eprintln!("{text}"),
        }
    }

    /// Ends the line of a terminal.
    pub fn finish(&self) {
        if self.terminal {
            eprintln!();
        }
    }

    /// The time that is left, by whichever budget is spent first.
    fn time_left(&self) -> String {
        let (Some(&(first, before)), Some(&(last, games))) = (self.ends.front(), self.ends.back())
        else {
            return String::new();
        };
        let seconds = (last - first).as_secs_f64();
        let each = seconds / (self.ends.len() - 1).max(1) as f64;
        let a_game = seconds / (games - before).max(1) as f64;
        let left = [
            self.budget
                .generations
                .map(|most| most.saturating_sub(self.generation) as f64 * each),
            self.budget
                .games
                .map(|most| most.saturating_sub(games) as f64 * a_game),
            self.budget.time.map(|time| {
                let left: Duration = time.saturating_sub(self.begun.elapsed());
                left.as_secs_f64()
            }),
        ];
        let left = left.into_iter().flatten().fold(f64::MAX, f64::min);
        format!(", {} left", format_duration(left))
    }
}

/// A time for people.
fn format_duration(seconds: f64) -> String {
    match seconds as u64 {
        s @ 0..60 => format!("{s} s"),
        s @ 60..3_600 => format!("{} min {} s", s / 60, s % 60),
        s => format!("{} h {} min", s / 3_600, s / 60 % 60),
    }
}
