//! The division of a generation into numbered jobs, each a game or a pair of games, and the
//! combination of their scores.
//!
//! Every candidate of a generation plays the same seeds, against the same opponent or its own mirror
//! image, which reduces the variance of differences between scores. Scores depend neither on where a
//! job is played nor on how many are played at a time.

use super::config::{Opponent, Scoring, TuneConfig};
use super::error::TuneError;
use super::problem::{GameId, Problem};
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_rules::rng::mix64;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// The candidates between two updates of the optimiser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation<W> {
    /// Its number, from 0.
    pub number: u64,
    /// The candidates, in their order.
    pub candidates: Vec<W>,
    /// Their mean.
    pub mean: W,
}

/// The jobs of a generation. The games of each pairing of players are consecutive, and those of
/// the mean against the fixed opponent come last.
#[derive(Debug)]
pub struct GenerationJobs<'a, P: Problem> {
    config: &'a TuneConfig<P::Weights>,
    scoring: Scoring,
    /// Whether candidates play their mirror image.
    mirrored: bool,
    /// Seed of the games.
    seed: u64,
    /// The players of each pairing, candidates in their order.
    pairings: Vec<[&'a P::Weights; 2]>,
}

/// The score of a job.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobScore {
    /// Its number, from 0.
    pub job: u64,
    /// The score of the first player.
    pub score: f64,
}

/// The scores of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationScores {
    /// The scores of the candidates, in their order.
    pub scores: Vec<f64>,
    /// The score of their mean: in solo games, or against the fixed opponent.
    pub mean: f64,
    /// The number of games.
    pub games: u64,
}

/// Separates the seeds of the games from those of the optimiser.
const GAMES_STREAM: u64 = 0x7475_6e65_7200_0002;

impl<'a, P: Problem> GenerationJobs<'a, P> {
    /// Returns the jobs of a generation of a run.
    pub fn new(
        config: &'a TuneConfig<P::Weights>,
        generation: &'a Generation<P::Weights>,
    ) -> GenerationJobs<'a, P> {
        let scoring = config.scoring(generation.number);
        let mirrored = scoring == Scoring::Match && config.opponent == Opponent::Mirror;
        GenerationJobs {
            config,
            scoring,
            mirrored,
            seed: mix64(config.seed ^ mix64(generation.number ^ GAMES_STREAM)),
            pairings: pairings(config, mirrored, generation),
        }
    }

    /// Returns the number of jobs.
    pub fn count(&self) -> u64 {
        self.pairings.len() as u64 * self.config.seeds
    }

    /// Plays jobs, and passes each score to `finished` immediately. Returns the scores of all played
    /// jobs by number; after a stop, some are missing.
    ///
    /// # Errors
    /// A game could not be played, or `finished` failed.
    pub fn play(
        &self,
        problem: &P,
        jobs: Jobs<JobScore>,
        mut finished: impl FnMut(&JobScore) -> Result<(), TuneError>,
    ) -> Result<Vec<JobScore>, TuneError> {
        let stop = jobs.stop;
        let failure = RefCell::new(None);
        let mut scores = Vec::new();
        run_jobs(
            jobs,
            || Ok::<_, TuneError>(()),
            |(), job, _stop| {
                let game = GameId {
                    seed: self.seed,
                    number: job % self.config.seeds,
                };
                let players = self.pairings[(job / self.config.seeds) as usize];
                let score = problem.score(self.config, self.scoring, players, game, stop)?;
                Ok(score.map(|score| JobScore { job, score }))
            },
            |score| {
                if let Err(error) = finished(score) {
                    failure.borrow_mut().get_or_insert(error);
                }
            },
            |_job, score| {
                scores.push(score);
                match *failure.borrow() {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            },
        )?;
        failure.into_inner().map_or(Ok(scores), Err)
    }

    /// Combines the scores of the jobs, which are in order and without duplicates, to those of the
    /// generation. Returns `None` if some are missing.
    pub fn combine(&self, played: &[JobScore]) -> Option<GenerationScores> {
        if played.len() as u64 != self.count() {
            return None;
        }
        let seeds = self.config.seeds as usize;
        let mut scores: Vec<f64> = played
            .chunks(seeds)
            .map(|jobs| jobs.iter().map(|job| job.score).sum::<f64>())
            .map(|sum| round_to_micro(sum / seeds as f64))
            .collect();
        let mean = scores.pop()?;
        if self.mirrored {
            let pairs = scores.into_iter();
            scores = pairs
                .flat_map(|score| [score, round_to_micro(1.0 - score)])
                .collect();
        }
        let games_per_job = match self.scoring {
            Scoring::Solo => 1,
            Scoring::Match => 2,
        };
        Some(GenerationScores {
            scores,
            mean,
            games: self.count() * games_per_job,
        })
    }
}

/// Returns the players of each pairing; the mean against the fixed opponent comes last.
fn pairings<'a, W>(
    config: &'a TuneConfig<W>,
    mirrored: bool,
    generation: &'a Generation<W>,
) -> Vec<[&'a W; 2]> {
    let Generation {
        candidates, mean, ..
    } = generation;
    let reference = &config.reference_weights;
    let mean_pairing = [mean, reference];
    if mirrored {
        let pairs = candidates.chunks_exact(2).map(|pair| [&pair[0], &pair[1]]);
        return pairs.chain([mean_pairing]).collect();
    }
    let opponent = match config.opponent {
        Opponent::Itself | Opponent::Mirror => mean,
        Opponent::Reference => reference,
    };
    let pairs = candidates.iter().map(|candidate| [candidate, opponent]);
    pairs.chain([mean_pairing]).collect()
}

/// Rounds to six decimals, so that a journal restores exactly the number that the optimiser
/// received.
fn round_to_micro(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}
