//! The records of a run's journal: a line for each finished generation. The journal is read and
//! written by [`landfall_experiment::journal`]; the header is the run's [`TuneConfig`].
//!
//! The journal does not contain the state of the optimiser, which follows from the seed and the
//! scores. It contains no times either: the same run writes the same bytes, with any number of jobs
//! and after any number of interruptions.

use super::config::{Scoring, TuneConfig};
use landfall_experiment::journal::{Header, Journal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::error::Error;

/// The journal of a run.
pub type TuneJournal<W> = Journal<TuneConfig<W>>;

/// Why a record does not fit into a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerationError {
    /// The generation does not follow the one before.
    #[error("generation {0} is not the next one")]
    Order(u64),
    /// The number of scores is not the number of candidates.
    #[error("{found} scores for {expected} candidates")]
    ScoreCount {
        /// The number of scores.
        found: usize,
        /// The number of candidates.
        expected: usize,
    },
}

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationRecord<W> {
    /// Its number, from 0.
    pub generation: u64,
    /// What the candidates were ranked by.
    pub scoring: Scoring,
    /// The scores of the candidates, in their order.
    pub scores: Vec<f64>,
    /// The score of their mean, in solo games or against the fixed opponent.
    pub mean: f64,
    /// The number of games of the run up to the end of the generation.
    pub games: u64,
    /// The step length after the generation, to six decimals.
    pub sigma: f64,
    /// The mean after the generation as weights: the result of the run so far.
    pub weights: W,
}

impl<W> GenerationRecord<W> {
    /// Returns a short text about the scores.
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
            true => format!("`{name}` differs"),
            false => format!("`{name}` is {there} there and {here} here"),
        })
    }

    fn identify(record: &GenerationRecord<W>) -> (u64, String) {
        let number = record.generation;
        (number, format!("generation {number}"))
    }
}
