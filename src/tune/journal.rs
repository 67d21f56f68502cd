//! The records of a run's journal: a line for each finished generation. Reading and writing
//! is [`landfall_experiment::journal`]; the header is the run's [`TuneConfig`].
//!
//! There is no state of the optimiser in it. What it asks for follows from its seed and the
//! scores that it received, so the scores restore it. No times are in it either: the same
//! run gives the same bytes, on any number of jobs and after any number of interruptions.

use super::config::{Scoring, TuneConfig};
use landfall_experiment::journal::{Header, Journal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::error::Error;

/// The journal of a run.
pub type TuneJournal<W> = Journal<TuneConfig<W>>;

/// Why a generation does not belong into a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerationError {
    /// It does not follow the one before.
    #[error("generation {0} is not the next one")]
    Order(u64),
    /// Its scores are not one for each candidate.
    #[error("{found} scores for {expected} candidates")]
    ScoreCount {
        /// Scores of the generation.
        found: usize,
        /// Candidates of the run.
        expected: usize,
    },
}

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationRecord<W> {
    /// Its number, from 0.
    pub generation: u64,
    /// What its candidates were ranked by.
    pub scoring: Scoring,
    /// The scores of the candidates, in their order.
    pub scores: Vec<f64>,
    /// The score of their mean, in solo games or against the fixed opponent.
    pub mean: f64,
    /// Games played up to its end.
    pub games: u64,
    /// Length of a step after it, to six decimals.
    pub sigma: f64,
    /// The mean after it, rounded: what the run has found.
    pub weights: W,
}

impl<W> GenerationRecord<W> {
    /// Returns the scores in a few words.
    pub fn score_summary(&self) -> String {
        let best = self.scores.iter().copied().fold(f64::MIN, f64::max);
        let (scoring, mean, sigma) = (self.scoring, self.mean, self.sigma);
        format!("{scoring}: mean {mean:.3}, best {best:.3}, step {sigma:.3}")
    }
}

impl<W: Serialize + DeserializeOwned + PartialEq> Header for TuneConfig<W> {
    type Record = GenerationRecord<W>;

    fn check(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(TuneConfig::check(self)?)
    }

    fn check_record(
        &self,
        before: usize,
        record: &GenerationRecord<W>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        if record.generation != before as u64 {
            return Err(GenerationError::Order(record.generation).into());
        }
        if record.scores.len() != self.population {
            return Err(GenerationError::ScoreCount {
                found: record.scores.len(),
                expected: self.population,
            }
            .into());
        }
        Ok(())
    }

    fn difference(&self, other: &TuneConfig<W>) -> Option<String> {
        let values = |config: &TuneConfig<W>| serde_json::to_value(config).unwrap_or_default();
        let (here, there) = (values(self), values(other));
        let is_other = |name: &&String| here.get(name) != there.get(name);
        let name = here.as_object()?.keys().find(is_other)?;
        let (here, there) = (&here[name], &there[name]);
        // Weights and presets are too long for a line.
        Some(match here.is_object() || there.is_object() {
            true => format!("`{name}` is another one"),
            false => format!("`{name}` is {there} there and {here} here"),
        })
    }

    fn identify(record: &GenerationRecord<W>) -> (u64, String) {
        let number = record.generation;
        (number, format!("generation {number}"))
    }
}
