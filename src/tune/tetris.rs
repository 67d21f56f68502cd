//! Tunes the evaluation of a ruleset by solo games under garbage, and by matches.

use super::config::{ConfigError, Scoring, TuneConfig};
use super::error::TuneError;
use super::problem::{BoxError, GameId, Problem};
use super::solo_game::SoloGame;
use landfall_arena::{PlayerSpec, play_pair};
use landfall_blockbattle::match_runner as blockbattle;
use landfall_rules::Ruleset;
use landfall_search::Weights;
use landfall_search::parameters::Parameter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A function that returns a player for matches with these weights and nodes per move.
pub type PlayerFactory<'a> = &'a (dyn Fn(&Arc<Weights>, u64) -> PlayerSpec + Sync);

/// The problem of tuning a ruleset's evaluation.
#[derive(Clone, Copy)]
pub struct TetrisProblem<'a> {
    /// The ruleset.
    pub rules: &'a Ruleset,
    /// Makes the players of matches.
    pub make_player: PlayerFactory<'a>,
}

impl Problem for TetrisProblem<'_> {
    type Weights = Weights;

    const MAX_WEIGHT: i32 = Weights::MAX;
    const DEFAULT_SCORING: Scoring = Scoring::Match;
    const DEFAULT_NODES: u64 = 300;
    const HAS_START_SCORE: bool = false;
    const WEIGHT_UNIT: &'static str = "the units of the weights file";
    const SOLO_SCORE_UNIT: &'static str = "lines sent + pieces locked, per piece";

    fn name(&self) -> &'static str {
        self.rules.name
    }

    fn zero(&self) -> Weights {
        Weights::ZERO
    }

    fn shipped(&self) -> Weights {
        Weights::clone(&Weights::for_rules(self.rules))
    }

    fn parse(&self, text: &str) -> Result<Weights, BoxError> {
        Ok(Weights::parse(text)?)
    }

    fn to_json(&self, weights: &Weights) -> Result<String, BoxError> {
        Ok(weights.to_json()?)
    }

    fn fields_mut(weights: &mut Weights) -> Vec<(&'static str, &mut [i32])> {
        weights.fields_mut().into_iter().collect()
    }

    fn step_size(&self, name: &str, _index: usize) -> Option<f64> {
        Parameter::weight_step(self.rules, name)
    }

    /// Refuses matches without a preset for the rules, unless the rules have a referee of their own.
    fn check(&self, config: &TuneConfig<Weights>) -> Result<(), ConfigError> {
        match &config.preset {
            None if config.score == Scoring::Match
                && !blockbattle::supports_ruleset(self.rules) =>
            {
                Err(ConfigError::NoPreset(config.rules.clone()))
            }
            _ => Ok(()),
        }
    }

    fn score(
        &self,
        config: &TuneConfig<Weights>,
        scoring: Scoring,
        [player, other]: [&Weights; 2],
        GameId { seed, number }: GameId,
        stop: &AtomicBool,
    ) -> Result<Option<f64>, TuneError> {
        let player = Arc::new(player.clone());
        if scoring == Scoring::Solo {
            let game = SoloGame {
                rules: *self.rules,
                nodes: config.nodes,
                pieces: config.pieces,
                previews: config.previews,
            };
            return Ok(Some(game.score(&player, seed, number)));
        }
        let players = [player, Arc::new(other.clone())]
            .map(|weights| (self.make_player)(&weights, config.nodes));
        let half_points = match &config.preset {
            Some(preset) => play_pair(preset, players, (seed, number), stop)
                .map_err(|error| TuneError::Game(error.into()))?,
            None if blockbattle::supports_ruleset(self.rules) => {
                let played = blockbattle::play_pair(&players, (seed, number));
                Some(played.map_err(|error| TuneError::Game(error.into()))?)
            }
            None => return Err(ConfigError::NoPreset(config.rules.clone()).into()),
        };
        // A pair is two games of two half points each.
        Ok(half_points.map(|half_points| half_points as f64 / 4.0))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A problem whose matches are never played.
    pub fn problem(rules: &Ruleset) -> TetrisProblem<'_> {
        TetrisProblem {
            rules,
            make_player: &|_, _| unreachable!("no matches here"),
        }
    }
}
