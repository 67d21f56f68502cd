//! A game of Dropblox, from a score at which blocks begin to be hard: what is played below it
//! tells nothing of a player.

use super::config::TuneConfig;
use landfall_dropblox::sim::{self, BlockSet, Recording};
use landfall_dropblox::{Player, Weights};
use landfall_rules::mix64;
use std::sync::Arc;

/// Plays game `number` of the series of this seed; what it came to is the score at its end.
pub fn play_game(
    plan: &TuneConfig,
    catalogue: &Arc<BlockSet>,
    weights: &Weights,
    (seed, number): (u64, u64),
) -> f64 {
    let seed = mix64(seed ^ mix64(number));
    let plan = sim::SeriesOptions {
        seed,
        games: 1,
        jobs: 1,
        nodes: plan.nodes,
        lookahead_blocks: 0,
        start_score: plan.from_score,
        recording: Recording::ScoresOnly,
    };
    let player = Player { weights, net: None };
    f64::from(sim::play_game(&plan, seed, catalogue, player).score)
}
