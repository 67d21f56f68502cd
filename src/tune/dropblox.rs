//! Tunes the evaluation of Dropblox by solo games that start from a score at which blocks are hard.
//! Easier blocks do not distinguish players.

use super::config::{ConfigError, Scoring, TuneConfig};
use super::error::TuneError;
use super::problem::{BoxError, GameId, Problem};
use super::target::DROPBLOX;
use landfall_dropblox::sim::{self, BlockSet};
use landfall_dropblox::{FEATURES, Player, TUNED, Weights};
use landfall_rules::rng::mix64;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// The step size of the weight `over`, for the end of a game.
const OVER_STEP: f64 = 80_000.0;

/// The step sizes of the weights of clears of 1 to 5 rows; larger clears are too rare to be tuned.
const ROW_STEPS: [f64; 5] = [600.0, 900.0, 1_500.0, 3_000.0, 6_000.0];

/// The problem of tuning the evaluation of Dropblox.
#[derive(Debug, Default)]
pub struct DropbloxProblem {
    /// All blocks of the contest, enumerated on first use.
    blocks: OnceLock<Arc<BlockSet>>,
}

impl Problem for DropbloxProblem {
    type Weights = Weights;

    const MAX_WEIGHT: i32 = Weights::MAX;
    const DEFAULT_SCORING: Scoring = Scoring::Solo;
    const DEFAULT_NODES: u64 = 1_500;
    const HAS_START_SCORE: bool = true;
    const WEIGHT_UNIT: &'static str = "thousandths of a point";
    const SOLO_SCORE_UNIT: &'static str = "score at the end, points";

    fn name(&self) -> &'static str {
        DROPBLOX
    }

    fn zero(&self) -> Weights {
        Weights::ZERO
    }

    fn shipped(&self) -> Weights {
        TUNED.clone()
    }

    fn parse(&self, text: &str) -> Result<Weights, BoxError> {
        Ok(Weights::parse(text)?)
    }

    fn to_json(&self, weights: &Weights) -> Result<String, BoxError> {
        Ok(weights.to_json()?)
    }

    fn fields_mut(weights: &mut Weights) -> Vec<(&'static str, &mut [i32])> {
        weights.fields_mut()
    }

    fn step_size(&self, name: &str, index: usize) -> Option<f64> {
        if name == "rows" {
            return ROW_STEPS.get(index.checked_sub(1)?).copied();
        }
        if name == "over" {
            return Some(OVER_STEP);
        }
        let feature = FEATURES.iter().find(|feature| feature.name == name)?;
        Some(feature.step)
    }

    /// Refuses matches: the contest has none.
    fn check(&self, config: &TuneConfig<Weights>) -> Result<(), ConfigError> {
        match config.score {
            Scoring::Match => Err(ConfigError::NoMatches),
            Scoring::Solo => Ok(()),
        }
    }

    fn score(
        &self,
        config: &TuneConfig<Weights>,
        _scoring: Scoring,
        [weights, _]: [&Weights; 2],
        GameId { seed, number }: GameId,
        _stop: &AtomicBool,
    ) -> Result<Option<f64>, TuneError> {
        let blocks = self.blocks.get_or_init(|| Arc::new(BlockSet::enumerated()));
        let seed = mix64(seed ^ mix64(number));
        let series = sim::SeriesOptions {
            seed,
            games: 1,
            jobs: 1,
            nodes: config.nodes,
            lookahead_blocks: 0,
            clairvoyant_blocks: 0,
            start_score: config.from_score,
            keeps_replays: false,
        };
        let player = Player { weights, net: None };
        let game = sim::play_game(&series, seed, blocks, player);
        Ok(Some(f64::from(game.score)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::ParameterSpace;
    use super::*;
    use landfall_dropblox::Feature;

    #[test]
    fn all_weights_except_those_of_rare_clears_are_tuned() {
        let problem = DropbloxProblem::default();
        let mut zero = problem.zero();
        let names: Vec<&str> = DropbloxProblem::fields_mut(&mut zero)
            .iter()
            .map(|field| field.0)
            .collect();
        for Feature { name, step, .. } in FEATURES {
            assert!(names.contains(&name) && step > 0.0, "{name}");
        }
        let space = ParameterSpace::new(&problem, &problem.zero());
        assert_eq!(space.names().len(), names.len() - 1 + ROW_STEPS.len());
    }

    #[test]
    fn weights_survive_a_file_and_a_journal() {
        let problem = DropbloxProblem::default();
        for weights in [problem.zero(), problem.shipped()] {
            let text = problem.to_json(&weights).expect("a text");
            assert_eq!(problem.parse(&text).expect("weights"), weights);
            let read: Weights = serde_json::from_str(&text).expect("weights");
            assert_eq!(read, weights);
        }
    }
}
