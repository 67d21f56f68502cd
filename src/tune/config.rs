//! The configuration of a run: everything that its result depends on. It is the first line of
//! the journal, so that a run can be continued from its journal alone.

use super::problem::Problem;
use clap::ValueEnum;
use landfall_arena::Preset;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The version of the journal's format.
pub const JOURNAL_VERSION: u32 = 1;

/// The configuration of a run. It excludes limits and the number of parallel games, which change no
/// result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneConfig<W> {
    /// The version of the format.
    #[serde(rename = "tuner")]
    pub version: u32,
    /// The name of the rules.
    pub rules: String,
    /// The value of `--start`: `zero`, `random`, `shipped` or a file.
    pub start: String,
    /// The weights of the start.
    pub start_weights: W,
    /// The value of `--reference`: the fixed opponent by which progress is measured.
    pub reference: String,
    /// The weights of the fixed opponent.
    pub reference_weights: W,
    /// The opponent of the candidates in matches.
    pub opponent: Opponent,
    /// What candidates are ranked by after the warm-up.
    pub score: Scoring,
    /// The number of first generations that are ranked by solo games, regardless of `score`.
    pub warm_up: u64,
    /// Nodes per move, at least 1.
    pub nodes: u64,
    /// Candidates per generation, at least 4.
    pub population: usize,
    /// Solo games, or pairs of games, per candidate, at least 1.
    pub seeds: u64,
    /// Pieces of a solo game, at least 1.
    pub pieces: u64,
    /// Pieces that are seen beyond the one in play in a solo game.
    pub previews: usize,
    /// The score that games of Dropblox begin with, 0 for other rules.
    pub from_score: u32,
    /// Length of the first step along each axis, in [`Problem::step_size`]s; above 0.
    pub sigma: f64,
    /// The learning rate of the mean, above 0 and at most 1.
    pub mean_rate: f64,
    /// Seed of the run.
    pub seed: u64,
    /// The preset of matches. `None` if there are no matches, or the rules have a referee of their
    /// own.
    pub preset: Option<Preset>,
}

/// What candidates are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Lines sent and pieces locked in solo games under garbage; in Dropblox, points.
    Solo,
    /// Points of pairs of games of the arena.
    Match,
}

/// The opponent of the candidates in matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// The mean of their generation, which is about as strong as they, so that every game is
    /// informative.
    Itself,
    /// Their mirror image at the mean of their generation (mirrored sampling), so that a game scores
    /// both.
    Mirror,
    /// The fixed opponent by which progress is measured.
    Reference,
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl<W> TuneConfig<W> {
    /// Returns what the candidates of a generation, counted from 0, are ranked by.
    pub fn scoring(&self, generation: u64) -> Scoring {
        if generation < self.warm_up {
            Scoring::Solo
        } else {
            self.score
        }
    }

    /// Checks the values.
    ///
    /// # Errors
    /// A value is out of its range, or values do not fit together.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.version != JOURNAL_VERSION {
            return Err(ConfigError::Version(self.version));
        }
        let ranges = [
            ("--nodes", self.nodes, 1..=MAX_NODES),
            ("--population", self.population as u64, 4..=1_000),
            ("--seeds", self.seeds, 1..=10_000),
            ("--pieces", self.pieces, 1..=10_000),
            ("--previews", self.previews as u64, 1..=16),
            ("--from", u64::from(self.from_score), 0..=1_000_000),
        ];
        for (option, value, range) in ranges {
            if !range.contains(&value) {
                return Err(ConfigError::OutOfRange {
                    option,
                    value,
                    range,
                });
            }
        }
        for (option, value, max) in [
            ("--sigma", self.sigma, 100.0),
            ("--mean-rate", self.mean_rate, 1.0),
        ] {
            if !(value > 0.0 && value <= max) {
                return Err(ConfigError::NotPositive { option, value, max });
            }
        }
        if self.opponent == Opponent::Mirror && self.population % 2 == 1 {
            return Err(ConfigError::OddPopulation(self.population));
        }
        if let Some(preset) = &self.preset
            && preset.rules.name != self.rules
        {
            return Err(ConfigError::OtherRules {
                preset: preset.name.clone(),
                rules: preset.rules.to_string(),
                target: self.rules.clone(),
            });
        }
        Ok(())
    }

    /// Checks the values for a problem.
    ///
    /// # Errors
    /// Those of [`TuneConfig::check`], or the problem cannot score the candidates.
    pub fn check_for<P: Problem<Weights = W>>(&self, problem: &P) -> Result<(), ConfigError> {
        self.check()?;
        check_bounds::<P>(&self.start_weights)?;
        check_bounds::<P>(&self.reference_weights)?;
        problem.check(self)
    }
}

/// Checks the bounds of weights that were not parsed as a weights file.
///
/// # Errors
/// One is out of bounds.
pub fn check_bounds<P: Problem>(weights: &P::Weights) -> Result<(), ConfigError> {
    let max = P::MAX_WEIGHT;
    let mut weights = weights.clone();
    for (name, values) in P::fields_mut(&mut weights) {
        if let Some(&value) = values.iter().find(|value| !(-max..=max).contains(*value)) {
            return Err(ConfigError::WeightOutOfBounds { name, value, max });
        }
    }
    Ok(())
}

/// Why a configuration is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// The journal is of another version.
    #[error("version {0} of the journal is not known here, only version {JOURNAL_VERSION}")]
    Version(u32),
    /// A whole number is out of its range.
    #[error("{option} must be from {} to {}, not {value}", range.start(), range.end())]
    OutOfRange {
        /// The option.
        option: &'static str,
        /// Its value.
        value: u64,
        /// The values that are allowed.
        range: RangeInclusive<u64>,
    },
    /// A number is not above 0, or too large.
    #[error("{option} must be above 0 and at most {max}, not {value}")]
    NotPositive {
        /// The option.
        option: &'static str,
        /// Its value.
        value: f64,
        /// The largest value that is allowed.
        max: f64,
    },
    /// A weight is out of bounds.
    #[error("the weight `{name}` is {value}, beyond {max} or -{max}")]
    WeightOutOfBounds {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: i32,
        /// The largest absolute value of a weight.
        max: i32,
    },
    /// Mirrored candidates come in pairs.
    #[error("--opponent mirror needs pairs: --population must be even, not {0}")]
    OddPopulation(usize),
    /// The preset is for other rules than the run.
    #[error("the preset {preset} is for the rules {rules}, and the run for {target}")]
    OtherRules {
        /// The name of the preset.
        preset: String,
        /// Its rules.
        rules: String,
        /// The rules of the run.
        target: String,
    },
    /// Matches need a preset, and the rules have none.
    #[error("no preset is for the rules {0}: give --preset FILE, or --score solo")]
    NoPreset(String),
    /// The rules have no matches.
    #[error("Dropblox has no matches: give --score solo")]
    NoMatches,
}

/// The largest value of `--nodes`: with more nodes, a generation would take days.
const MAX_NODES: u64 = 10_000_000;
