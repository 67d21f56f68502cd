//! What a run of the tuner is: everything that its result depends on. It is the head of the
//! journal, so that a run can go on from its journal alone.

use super::target::{Target, Weights};
use landfall_arena::Preset;
use landfall_blockbattle::match_runner as blockbattle;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the journal's format.
pub const JOURNAL_VERSION: u32 = 1;

/// What a run is. How long it goes on, and how many games are played at a time, is not in it:
/// that changes no result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneConfig {
    /// The version of the format.
    #[serde(rename = "tuner")]
    pub version: u32,
    /// Name of the rules.
    #[serde(rename = "rules")]
    pub target: String,
    /// What the start was called: `zero`, `random`, `shipped` or a file.
    pub start: String,
    /// The weights from which it starts.
    pub start_weights: Weights,
    /// The fixed opponent by which progress is measured, as it was called.
    pub reference: String,
    /// The weights of the fixed opponent.
    pub reference_weights: Weights,
    /// Against whom candidates play.
    pub opponent: Opponent,
    /// What is played in the end.
    pub score: Scoring,
    /// The first so many generations play alone, whatever `score` says.
    pub warm_up: u64,
    /// Nodes a move, at least 1.
    pub nodes: u64,
    /// Candidates a generation, at least 4.
    pub population: usize,
    /// Games alone, or pairs of games, that each candidate of a generation plays, at least 1.
    pub seeds: u64,
    /// Pieces of a game alone, at least 1.
    pub pieces: u64,
    /// Pieces that are seen beyond the one in play in a game alone.
    pub previews: usize,
    /// The score that games of Dropblox begin with.
    #[serde(default, rename = "from")]
    pub from_score: u32,
    /// Length of the first step, in the steps of the weights' table; above 0.
    #[serde(rename = "spread")]
    pub sigma: f64,
    /// How much of its way the mean goes each generation, above 0 and at most 1.
    #[serde(rename = "follow", default = "default_mean_rate")]
    pub mean_rate: f64,
    /// Seed of the run.
    pub seed: u64,
    /// The kind of game in which pairs are played; none if the run never comes to that, or
    /// the rules have a referee of their own.
    pub preset: Option<Preset>,
}

/// What candidates are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Lines sent and pieces survived, each player alone; in Dropblox, points.
    #[serde(rename = "alone")]
    Solo,
    /// Points of games of the arena.
    Match,
}

/// Against whom candidates play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// The mean of their own generation: always about as strong, so that every game tells
    /// something.
    Itself,
    /// Their mirror image at the mean of their generation: what tells two weights apart shows
    /// twice, and a game serves both.
    Mirror,
    /// The fixed one by which progress is measured.
    Reference,
}

/// Journals of before there was a choice.
fn default_mean_rate() -> f64 {
    1.0
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scoring::Solo => "solo",
            Scoring::Match => "match",
        })
    }
}

impl TuneConfig {
    /// What candidates of a generation, counted from 0, are ranked by.
    pub fn scoring(&self, generation: u64) -> Scoring {
        match generation < self.warm_up {
            true => Scoring::Solo,
            false => self.score,
        }
    }

    /// The rules.
    ///
    /// # Errors
    /// There are none of that name, a sentence.
    pub fn rules(&self) -> Result<Target, String> {
        Target::by_name(&self.target)
    }

    /// Checks what the types do not say.
    ///
    /// # Errors
    /// What is wrong and what to do, a sentence.
    pub fn check(&self) -> Result<(), String> {
        if self.version != JOURNAL_VERSION {
            return Err(format!(
                "version {} of the journal is not known here, only version {JOURNAL_VERSION}",
                self.version
            ));
        }
        let rules = self.rules()?;
        let weights = [&self.start_weights, &self.reference_weights];
        if !weights.iter().all(|weights| weights.are_for(rules)) {
            return Err(format!("the weights are not for the rules {}", self.target));
        }
        let bounds = [
            ("--nodes", self.nodes, 1..=MAX_NODES),
            ("--population", self.population as u64, 4..=1_000),
            ("--seeds", self.seeds, 1..=10_000),
            ("--pieces", self.pieces, 1..=10_000),
            ("--previews", self.previews as u64, 1..=16),
            ("--from", u64::from(self.from_score), 0..=1_000_000),
        ];
        for (name, value, range) in bounds {
            if !range.contains(&value) {
                let (least, most) = (range.start(), range.end());
                return Err(format!(
                    "{name} must be from {least} to {most}, not {value}"
                ));
            }
        }
        if !(self.sigma > 0.0 && self.sigma <= 100.0) {
            return Err(format!(
                "--sigma must be above 0 and at most 100, not {}",
                self.sigma
            ));
        }
        if !(self.mean_rate > 0.0 && self.mean_rate <= 1.0) {
            return Err(format!(
                "--mean-rate must be above 0 and at most 1, not {}",
                self.mean_rate
            ));
        }
        if self.opponent == Opponent::Mirror && self.population % 2 == 1 {
            return Err(format!(
                "--opponent mirror needs pairs: --population must be even, not {}",
                self.population
            ));
        }
        let refereed = match rules {
            Target::Tetrominoes(rules) => blockbattle::supports_ruleset(rules),
            Target::Dropblox if self.score == Scoring::Match => {
                return Err("nobody plays Dropblox against anybody: give --score solo".into());
            }
            Target::Dropblox => false,
        };
        match &self.preset {
            None if self.score == Scoring::Match && !refereed => Err(format!(
                "no preset is for the rules {}: give --preset FILE, or --score solo",
                self.target
            )),
            Some(preset) if preset.rules != self.target => Err(format!(
                "the preset {} is for the rules {}, and the run for {}",
                preset.name, preset.rules, self.target
            )),
            _ => Ok(()),
        }
    }
}

/// Most nodes a move: what is beyond would take days a generation.
const MAX_NODES: u64 = 10_000_000;
