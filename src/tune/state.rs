//! The state of a run: gives candidates, takes their scores, and has the weights found so far.
//!
//! It plays no games and writes no files. The scores of a journal restore it.

use super::config::{Opponent, Scoring, TuneConfig};
use super::error::TuneError;
use super::generation::{Generation, GenerationScores};
use super::journal::GenerationRecord;
use super::problem::Problem;
use super::space::ParameterSpace;
use landfall_experiment::cma::Cma;
use landfall_rules::rng::mix64;

/// The first step length after the warm-up, as a fraction of the first step length of the run:
/// smaller, because the warm-up has found the region, but large enough for matches to distinguish
/// candidates.
const SIGMA_AFTER_WARM_UP: f64 = 0.3;

/// A run between two generations.
#[derive(Debug)]
pub struct TuningState<P: Problem> {
    space: ParameterSpace<P>,
    cma: Cma,
    population: usize,
    generation: u64,
    games: u64,
}

impl<P: Problem> TuningState<P> {
    /// Returns a run before its first generation.
    ///
    /// # Errors
    /// The configuration is invalid.
    pub fn new(problem: &P, config: &TuneConfig<P::Weights>) -> Result<TuningState<P>, TuneError> {
        config.check_for(problem)?;
        let space = ParameterSpace::new(problem, &config.start_weights);
        let start = space.point(&config.start_weights);
        Ok(TuningState {
            cma: new_cma(config, start, config.sigma, 0),
            space,
            population: config.population,
            generation: 0,
            games: 0,
        })
    }

    /// Returns the next generation: its candidates and their mean.
    pub fn next_generation(&self) -> Generation<P::Weights> {
        let points = self.cma.ask(self.population);
        let candidates = points.iter().map(|point| self.space.weights(point));
        Generation {
            number: self.generation,
            candidates: candidates.collect(),
            mean: self.weights(),
        }
    }

    /// Returns the weights found so far.
    pub fn weights(&self) -> P::Weights {
        self.space.weights(self.cma.mean())
    }

    /// Adds the scores of a generation, and returns its record for the journal.
    pub fn record(
        &mut self,
        config: &TuneConfig<P::Weights>,
        scores: &GenerationScores,
    ) -> GenerationRecord<P::Weights> {
        let scoring = config.scoring(self.generation);
        let points = self.cma.ask(self.population);
        self.cma.tell(&points, &scores.scores);
        self.games += scores.games;
        let line = GenerationRecord {
            generation: self.generation,
            scoring,
            scores: scores.scores.clone(),
            mean: scores.mean,
            games: self.games,
            sigma: (self.cma.sigma() * 1e6).round() / 1e6,
            weights: self.weights(),
        };
        self.generation += 1;
        // Solo games and matches need different step lengths.
        if config.scoring(self.generation) != scoring && config.score == Scoring::Match {
            let (mean, sigma) = (self.cma.mean().to_vec(), SIGMA_AFTER_WARM_UP * config.sigma);
            self.cma = new_cma(config, mean, sigma, self.generation);
        }
        line
    }

    /// Replays a generation of a journal.
    ///
    /// # Errors
    /// The generation does not follow from its scores.
    pub fn replay(
        &mut self,
        config: &TuneConfig<P::Weights>,
        line: &GenerationRecord<P::Weights>,
    ) -> Result<(), TuneError> {
        let scores = GenerationScores {
            scores: line.scores.clone(),
            mean: line.mean,
            games: line.games.saturating_sub(self.games),
        };
        if self.record(config, &scores) == *line {
            Ok(())
        } else {
            Err(TuneError::JournalMismatch(line.generation))
        }
    }
}

/// Returns the optimiser for the generations from this one. Solo games have no mirrored opponent.
fn new_cma<W>(config: &TuneConfig<W>, mean: Vec<f64>, sigma: f64, generation: u64) -> Cma {
    let mirrored =
        config.opponent == Opponent::Mirror && config.scoring(generation) == Scoring::Match;
    let seed = mix64(config.seed ^ generation);
    Cma::new(mean, sigma, config.population, seed).with_noise(mirrored, config.mean_rate)
}
