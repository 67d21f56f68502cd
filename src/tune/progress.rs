//! The limits of a run, and its progress on stderr.

use super::journal::GenerationRecord;
use super::options::RunLimits;
use landfall_experiment::progress::{Progress, format_duration};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The number of recent generations from which the time of the next ones is estimated: matches take
/// longer than solo games, and games get longer as players get better.
const RECENT: usize = 10;

/// Measures and prints the progress of a run.
pub struct RunProgress {
    limits: RunLimits,
    started: Instant,
    /// The times at which recent generations ended, and the games played until then.
    ends: VecDeque<(Instant, u64)>,
    /// The number of finished generations.
    generation: u64,
    bar: Progress,
}

impl RunProgress {
    /// Starts the measurement after this number of generations and games.
    pub fn new(limits: RunLimits, generation: u64, games: u64) -> RunProgress {
        let now = Instant::now();
        let bar = match (limits.generations, limits.games) {
            (None, Some(limit)) => Progress::new("games", Some(limit)).starting_at(games),
            (limit, _) => Progress::new("generations", limit).starting_at(generation),
        };
        RunProgress {
            limits,
            started: now,
            ends: VecDeque::from([(now, games)]),
            generation,
            bar,
        }
    }

    /// Returns whether a limit is reached.
    pub fn is_finished(&self, generation: u64, games: u64) -> bool {
        self.limits.are_reached(generation, games)
            || self
                .limits
                .time
                .is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Prints a line about a finished generation.
    pub fn report<W>(&mut self, line: &GenerationRecord<W>) {
        self.generation = line.generation + 1;
        self.ends.push_back((Instant::now(), line.games));
        if self.ends.len() > RECENT + 1 {
            self.ends.pop_front();
        }
        let (scores, games) = (line.score_summary(), line.games);
        let done = match (self.limits.generations, self.limits.games) {
            (None, Some(_)) => games,
            _ => self.generation,
        };
        self.bar.advance_to(done, || scores.clone());
        let (elapsed, left) = (self.started.elapsed().as_secs_f64(), self.time_left());
        self.bar.log(|_| {
            let (generation, elapsed) = (self.generation, format_duration(elapsed));
            format!("generation {generation}, {scores}, {games} games, {elapsed}{left}")
        });
    }

    /// Returns the estimated time until the first limit is reached, with a comma before it.
    fn time_left(&self) -> String {
        let (Some(&(first, before)), Some(&(last, games))) = (self.ends.front(), self.ends.back())
        else {
            return String::new();
        };
        let seconds = (last - first).as_secs_f64();
        let per_generation = seconds / (self.ends.len() - 1).max(1) as f64;
        let per_game = seconds / (games - before).max(1) as f64;
        let left = [
            self.limits
                .generations
                .map(|limit| limit.saturating_sub(self.generation) as f64 * per_generation),
            self.limits
                .games
                .map(|limit| limit.saturating_sub(games) as f64 * per_game),
            self.limits.time.map(|time| {
                let left: Duration = time.saturating_sub(self.started.elapsed());
                left.as_secs_f64()
            }),
        ];
        let left = left.into_iter().flatten().fold(f64::MAX, f64::min);
        format!(", {} left", format_duration(left))
    }
}
