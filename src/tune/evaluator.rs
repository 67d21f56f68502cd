//! Candidates at play: many games, several at a time, and what each candidate came to.
//!
//! Every candidate of a generation meets the same seeds, and the same opponent or its own
//! mirror image, so that what differs between their scores is less luck. Scores do not depend
//! on how many games are played at a time.

use super::config::{Opponent, Scoring, TuneConfig};
use super::dropblox;
use super::solo_game::SoloGame;
use super::target::{Target, Weights};
use landfall_arena::{PlayerSpec, play_pair};
use landfall_blockbattle::match_runner as blockbattle;
use landfall_dropblox::sim::BlockSet;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_rules::{Ruleset, mix64};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Makes a player of the arena of weights and nodes a move.
pub type PlayerFactory<'a> = &'a (dyn Fn(&Arc<landfall_search::Weights>, u64) -> PlayerSpec + Sync);

/// Where candidates play.
pub struct CandidateEvaluator<'a> {
    /// What is played.
    pub config: &'a TuneConfig,
    /// The rules of it.
    pub game_kind: GameKind,
    /// Games at a time, at least 1.
    pub jobs: usize,
    /// How weights become a player.
    pub make_player: PlayerFactory<'a>,
    /// When to leave everything.
    pub stop: &'a AtomicBool,
}

/// What games are played with.
#[derive(Clone, Debug)]
pub enum GameKind {
    /// The tetrominoes of a ruleset.
    Tetrominoes(&'static Ruleset),
    /// The blocks of Dropblox.
    Dropblox(Arc<BlockSet>),
}

impl GameKind {
    /// That of some rules. The blocks of Dropblox are counted out, which takes a moment.
    pub fn for_target(rules: Target) -> GameKind {
        match rules {
            Target::Tetrominoes(rules) => GameKind::Tetrominoes(rules),
            Target::Dropblox => GameKind::Dropblox(Arc::new(BlockSet::enumerated())),
        }
    }
}

/// What a generation came to.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationScores {
    /// The candidates' scores, in their order.
    pub scores: Vec<f64>,
    /// The score of their mean: alone, or against the fixed opponent.
    pub mean: f64,
    /// Games that were played for it.
    pub games: u64,
}

impl CandidateEvaluator<'_> {
    /// Plays a generation; none when it was stopped.
    ///
    /// # Errors
    /// A game could not be played, a sentence.
    pub fn evaluate(
        &self,
        generation: u64,
        candidates: &[Weights],
        mean: &Weights,
    ) -> Result<Option<GenerationScores>, String> {
        let plan = self.config;
        let scoring = plan.scoring(generation);
        let mirrored = scoring == Scoring::Match && plan.opponent == Opponent::Mirror;
        // The mean is one player more, and meets the same seeds.
        let last = [mean, &plan.reference_weights];
        let opponent = match plan.opponent {
            Opponent::Itself | Opponent::Mirror => mean,
            Opponent::Reference => &plan.reference_weights,
        };
        let encounters: Vec<[&Weights; 2]> = match mirrored {
            true => candidates
                .chunks_exact(2)
                .map(mirrored_pair)
                .chain([last])
                .collect(),
            false => {
                let each = candidates.iter().map(|candidate| [candidate, opponent]);
                each.chain([last]).collect()
            }
        };
        let seed = mix64(plan.seed ^ mix64(generation ^ GAMES_STREAM));
        let seeds = plan.seeds as usize;
        let points = self.run_all(encounters.len() * seeds, |task| {
            let game = (seed, (task % seeds) as u64);
            self.game_score(scoring, encounters[task / seeds], game)
        })?;
        let Some(points) = points else {
            return Ok(None);
        };
        let mut scores: Vec<f64> = points
            .chunks(seeds)
            .map(|points| round_to_micro(points.iter().sum::<f64>() / seeds as f64))
            .collect();
        let mean = scores.pop().unwrap_or(0.0);
        if mirrored {
            let pairs = scores.into_iter();
            scores = pairs
                .flat_map(|score| [score, round_to_micro(1.0 - score)])
                .collect();
        }
        let each = match scoring {
            Scoring::Solo => 1,
            Scoring::Match => 2,
        };
        Ok(Some(GenerationScores {
            scores,
            mean,
            games: points.len() as u64 * each,
        }))
    }

    /// What a player comes to in a game, or in a pair against another.
    fn game_score(
        &self,
        scoring: Scoring,
        [player, other]: [&Weights; 2],
        (seed, number): (u64, u64),
    ) -> Result<Option<f64>, String> {
        match (&self.game_kind, player, other) {
            (GameKind::Dropblox(catalogue), Weights::Dropblox(weights), _) => {
                let score = dropblox::play_game(self.config, catalogue, weights, (seed, number));
                Ok(Some(score))
            }
            (
                GameKind::Tetrominoes(rules),
                Weights::Tetrominoes(player),
                Weights::Tetrominoes(other),
            ) => {
                let player = Arc::new(player.clone());
                match scoring {
                    Scoring::Solo => Ok(Some(self.solo_game(rules).score(&player, seed, number))),
                    Scoring::Match => {
                        let players = [player, Arc::new(other.clone())];
                        self.match_score(rules, players, (seed, number))
                    }
                }
            }
            _ => Err("the run has weights for other rules than its own".into()),
        }
    }

    fn solo_game(&self, rules: &'static Ruleset) -> SoloGame {
        SoloGame {
            rules,
            nodes: self.config.nodes,
            pieces: self.config.pieces,
            previews: self.config.previews,
        }
    }

    /// The share of the points of a pair that the first takes, 0 to 1.
    fn match_score(
        &self,
        rules: &'static Ruleset,
        players: [Arc<landfall_search::Weights>; 2],
        game: (u64, u64),
    ) -> Result<Option<f64>, String> {
        let recipes = players.map(|weights| (self.make_player)(&weights, self.config.nodes));
        let points = match &self.config.preset {
            Some(preset) => play_pair(preset, recipes, game, self.stop)?,
            None if blockbattle::supports_ruleset(rules) => {
                Some(blockbattle::play_pair(&recipes, game)?)
            }
            None => return Err("the run has no preset to play matches in".into()),
        };
        Ok(points.map(|half_points| half_points as f64 / 4.0))
    }

    /// Does `count` tasks, several at a time; what they give, in their order. None when
    /// stopped.
    fn run_all(
        &self,
        count: usize,
        task: impl Fn(usize) -> Result<Option<f64>, String> + Sync,
    ) -> Result<Option<Vec<f64>>, String> {
        let mut scores = Vec::with_capacity(count);
        run_jobs(
            Jobs::new(0..count as u64, self.jobs, self.stop),
            || Ok(()),
            |(), number, _stop| task(number as usize),
            |_score| {},
            |_number, score| {
                scores.push(score);
                ControlFlow::Continue(())
            },
        )?;
        Ok((scores.len() == count).then_some(scores))
    }
}

/// Sets the games apart from the optimiser's dice.
const GAMES_STREAM: u64 = 0x7475_6e65_7200_0002;

/// A candidate and its mirror image.
fn mirrored_pair(pair: &[Weights]) -> [&Weights; 2] {
    [&pair[0], &pair[1]]
}

/// To six decimals, so that a journal gives back the very number that was told to the
/// optimiser.
fn round_to_micro(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}
