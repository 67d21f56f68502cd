//! Scores of a generation: many games, several at a time.
//!
//! Every candidate of a generation meets the same seeds, and the same opponent or its own
//! mirror image, so that less of the difference between scores is luck. Scores do not depend
//! on the number of games that are played at a time.

use super::config::{Opponent, Scoring, TuneConfig};
use super::error::TuneError;
use super::problem::{GameId, Problem};
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_rules::mix64;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Plays the games of a run.
#[derive(Debug)]
pub struct CandidateEvaluator<'a, P: Problem> {
    /// What is tuned.
    pub problem: &'a P,
    /// The run.
    pub config: &'a TuneConfig<P::Weights>,
    /// Games at a time, at least 1.
    pub jobs: usize,
    /// Ends the generation that is being played.
    pub stop: &'a AtomicBool,
}

/// The scores of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationScores {
    /// The scores of the candidates, in their order.
    pub scores: Vec<f64>,
    /// The score of their mean: in solo games, or against the fixed opponent.
    pub mean: f64,
    /// Games that were played.
    pub games: u64,
}

/// Separates the seeds of the games from those of the optimiser.
const GAMES_STREAM: u64 = 0x7475_6e65_7200_0002;

impl<P: Problem> CandidateEvaluator<'_, P> {
    /// Plays a generation. Returns `None` when it was stopped.
    ///
    /// # Errors
    /// A game could not be played.
    pub fn evaluate(
        &self,
        generation: u64,
        candidates: &[P::Weights],
        mean: &P::Weights,
    ) -> Result<Option<GenerationScores>, TuneError> {
        let config = self.config;
        let scoring = config.scoring(generation);
        let mirrored = scoring == Scoring::Match && config.opponent == Opponent::Mirror;
        let pairings = self.pairings(mirrored, candidates, mean);
        let seed = mix64(config.seed ^ mix64(generation ^ GAMES_STREAM));
        let played = self.play(scoring, seed, &pairings)?;
        let Some(played) = played else {
            return Ok(None);
        };
        let seeds = config.seeds as usize;
        let mut scores: Vec<f64> = played
            .chunks(seeds)
            .map(|scores| round_to_micro(scores.iter().sum::<f64>() / seeds as f64))
            .collect();
        let mean = scores.pop().unwrap_or(0.0);
        if mirrored {
            let pairs = scores.into_iter();
            scores = pairs
                .flat_map(|score| [score, round_to_micro(1.0 - score)])
                .collect();
        }
        let games_each = match scoring {
            Scoring::Solo => 1,
            Scoring::Match => 2,
        };
        Ok(Some(GenerationScores {
            scores,
            mean,
            games: played.len() as u64 * games_each,
        }))
    }

    /// Returns the players of each game; the mean against the fixed opponent comes last.
    fn pairings<'w>(
        &'w self,
        mirrored: bool,
        candidates: &'w [P::Weights],
        mean: &'w P::Weights,
    ) -> Vec<[&'w P::Weights; 2]> {
        let reference = &self.config.reference_weights;
        let last = [mean, reference];
        if mirrored {
            let pairs = candidates.chunks_exact(2).map(|pair| [&pair[0], &pair[1]]);
            return pairs.chain([last]).collect();
        }
        let opponent = match self.config.opponent {
            Opponent::Itself | Opponent::Mirror => mean,
            Opponent::Reference => reference,
        };
        let each = candidates.iter().map(|candidate| [candidate, opponent]);
        each.chain([last]).collect()
    }

    /// Plays every pairing with every seed, in that order. Returns `None` when stopped.
    fn play(
        &self,
        scoring: Scoring,
        seed: u64,
        pairings: &[[&P::Weights; 2]],
    ) -> Result<Option<Vec<f64>>, TuneError> {
        let seeds = self.config.seeds;
        let count = pairings.len() as u64 * seeds;
        let mut scores = Vec::new();
        run_jobs(
            Jobs::new(0..count, self.jobs, self.stop),
            || Ok(()),
            |(), number, _stop| {
                let players = pairings[(number / seeds) as usize];
                let game = GameId {
                    seed,
                    number: number % seeds,
                };
                self.problem
                    .score(self.config, scoring, players, game, self.stop)
            },
            |_score| {},
            |_number, score| {
                scores.push(score);
                ControlFlow::Continue(())
            },
        )?;
        Ok((scores.len() as u64 == count).then_some(scores))
    }
}

/// Rounds to six decimals, so that a journal gives back the very number that the optimiser
/// received.
fn round_to_micro(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}
