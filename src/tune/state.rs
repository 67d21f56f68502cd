//! A run as a pure machine: candidates out, scores in, weights found so far.
//!
//! Plays nothing and writes nothing. Scores out of a journal bring it to where it was.

use super::config::{Opponent, Scoring, TuneConfig};
use super::evaluator::GenerationScores;
use super::journal::GenerationRecord;
use super::space::ParameterSpace;
use super::target::Weights;
use landfall_experiment::cma::Cma;
use landfall_rules::mix64;

/// How far the first step goes after the warm-up, beside the first step of all: about where
/// the warm-up was right already, and far enough for matches to tell candidates apart.
const SIGMA_AFTER_WARM_UP: f64 = 0.3;

/// A run between two generations.
#[derive(Clone, Debug)]
pub struct TuningState {
    space: ParameterSpace,
    cma: Cma,
    population: usize,
    generation: u64,
    games: u64,
}

impl TuningState {
    /// A run before its first generation.
    ///
    /// # Errors
    /// The plan makes no sense, a sentence.
    pub fn new(plan: &TuneConfig) -> Result<TuningState, String> {
        plan.check()?;
        let space = ParameterSpace::new(plan.rules()?, &plan.start_weights);
        let start = space.point(&plan.start_weights);
        Ok(TuningState {
            cma: new_cma(plan, start, plan.sigma, 0),
            space,
            population: plan.population,
            generation: 0,
            games: 0,
        })
    }

    /// The number of the generation that is to be played.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Games played so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Who plays next.
    pub fn candidates(&self) -> Vec<Weights> {
        let points = self.cma.ask(self.population);
        points
            .iter()
            .map(|point| self.space.weights(point))
            .collect()
    }

    /// What has been found so far.
    pub fn weights(&self) -> Weights {
        self.space.weights(self.cma.mean())
    }

    /// Takes what the generation came to; gives its line of the journal.
    pub fn record(&mut self, plan: &TuneConfig, outcome: &GenerationScores) -> GenerationRecord {
        let scoring = plan.scoring(self.generation);
        let points = self.cma.ask(self.population);
        self.cma.tell(&points, &outcome.scores);
        self.games += outcome.games;
        let line = GenerationRecord {
            generation: self.generation,
            scoring,
            scores: outcome.scores.clone(),
            mean: outcome.mean,
            games: self.games,
            sigma: (self.cma.sigma() * 1e6).round() / 1e6,
            weights: self.weights(),
        };
        self.generation += 1;
        // Steps that were right for the one score are not for the other.
        if plan.scoring(self.generation) != scoring && plan.score == Scoring::Match {
            let (mean, spread) = (self.cma.mean().to_vec(), SIGMA_AFTER_WARM_UP * plan.sigma);
            self.cma = new_cma(plan, mean, spread, self.generation);
        }
        line
    }

    /// Takes a generation out of a journal.
    ///
    /// # Errors
    /// It does not follow from the scores, a sentence.
    pub fn replay(&mut self, plan: &TuneConfig, line: &GenerationRecord) -> Result<(), String> {
        let outcome = GenerationScores {
            scores: line.scores.clone(),
            mean: line.mean,
            games: line.games.saturating_sub(self.games),
        };
        match self.record(plan, &outcome) == *line {
            true => Ok(()),
            false => Err(format!(
                "generation {} of the journal does not follow from its scores: it was written by another version of this program, or changed",
                line.generation
            )),
        }
    }
}

/// A search as the plan wants it from a generation on. Who plays alone has no mirror image to
/// play against.
fn new_cma(plan: &TuneConfig, mean: Vec<f64>, spread: f64, generation: u64) -> Cma {
    let mirrored = plan.opponent == Opponent::Mirror && plan.scoring(generation) == Scoring::Match;
    let seed = mix64(plan.seed ^ generation);
    Cma::new(mean, spread, plan.population, seed).with_noise(mirrored, plan.mean_rate)
}
