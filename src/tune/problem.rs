//! The interface between the optimiser and a game.

use super::config::{ConfigError, Scoring, TuneConfig};
use super::error::TuneError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// An error of a library below.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// A game whose evaluation has weights that can be found by playing.
pub trait Problem: Sync {
    /// The weights of the evaluation. Journals contain their JSON form.
    type Weights: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Largest absolute value of a weight.
    const MAX_WEIGHT: i32;

    /// What candidates are ranked by without `--score`.
    const DEFAULT_SCORING: Scoring;

    /// Nodes per move without `--nodes`: few, but enough to distinguish good play from bad.
    const DEFAULT_NODES: u64;

    /// Whether solo games begin at the score of `--from`.
    const HAS_START_SCORE: bool;

    /// The unit of the weights, as text.
    const WEIGHT_UNIT: &'static str;

    /// The unit of the score of a solo game, as text.
    const SOLO_SCORE_UNIT: &'static str;

    /// Returns the name of the rules, as `--rules` takes it.
    fn name(&self) -> &'static str;

    /// Returns weights that are all 0.
    fn zero(&self) -> Self::Weights;

    /// Returns the weights that come with the program.
    fn shipped(&self) -> Self::Weights;

    /// Parses a weights file.
    ///
    /// # Errors
    /// What is wrong with it.
    fn parse(&self, text: &str) -> Result<Self::Weights, BoxError>;

    /// Returns the text of a weights file.
    ///
    /// # Errors
    /// The JSON cannot be written.
    fn to_json(&self, weights: &Self::Weights) -> Result<String, BoxError>;

    /// Returns every name with its weights, in the order of a weights file.
    fn fields_mut(weights: &mut Self::Weights) -> Vec<(&'static str, &mut [i32])>;

    /// Returns the change of a weight by one step of the optimiser: small for frequent features,
    /// large for rare ones. The optimiser adapts the steps, but the right order of magnitude saves
    /// generations.
    ///
    /// `index` is the index in the list of that name, 0 if there is no list. Returns `None` if the
    /// weight is not tuned.
    fn step_size(&self, name: &str, index: usize) -> Option<f64>;

    /// Checks that the candidates of a run can be scored.
    ///
    /// # Errors
    /// The rules have no matches, or no preset for them.
    fn check(&self, config: &TuneConfig<Self::Weights>) -> Result<(), ConfigError>;

    /// Plays a job: a solo game of the first player, or a pair of games between the two. The same
    /// arguments give the same score.
    ///
    /// Returns the score, of which higher is better, from 0 to 1 for a match. Returns `None` if
    /// `stop` was set before the end.
    ///
    /// # Errors
    /// The game could not be played.
    fn score(
        &self,
        config: &TuneConfig<Self::Weights>,
        scoring: Scoring,
        players: [&Self::Weights; 2],
        game: GameId,
        stop: &AtomicBool,
    ) -> Result<Option<f64>, TuneError>;
}

/// A game, or a pair of games, by the seed of its series and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameId {
    /// The seed of the series.
    pub seed: u64,
    /// The number in the series, from 0.
    pub number: u64,
}
