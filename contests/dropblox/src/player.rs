//! Chooses a move: a beam search over the known blocks, the values of its leaves, and a comparison
//! of the root moves over possible next blocks.

use super::convert::GameState;
use super::game::run_beam;
use super::leaves::ranked_lines;
use super::lookahead::{Evaluators, LookaheadLimits, best_root_move};
use super::value_net::ValueNet;
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_search::{SearchLimits, ThreadPool};

/// Sampled next blocks per move: fewer give too little information.
pub const SAMPLE_BLOCKS: usize = 64;

/// The evaluations of the player.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// The evaluation of the beam.
    pub weights: &'a Weights,
    /// Predicts the points of leaves; without it the weights decide.
    pub net: Option<&'a ValueNet>,
}

/// Returns the best pose for the current block, or `None` when it cannot enter.
///
/// `limits` bound the beam. With a `lookahead` and a net the root moves are compared after it.
pub fn choose_move(
    state: &GameState,
    player: Player,
    pool: &ThreadPool,
    limits: &SearchLimits,
    lookahead: Option<&LookaheadLimits>,
) -> Option<Pose> {
    let mut beam = run_beam(state, player.weights, pool, limits)?;
    let by_weights = beam.root_moves().first().map(|root_move| root_move.mv);
    let Some(net) = player.net else {
        return by_weights;
    };
    let lines = ranked_lines(&mut beam, state, Some(net));
    let nodes = beam.nodes();
    // Branches need the memory.
    drop(beam);
    let evaluators = Evaluators {
        weights: player.weights,
        net,
    };
    let found = (lines.as_slice(), nodes);
    let by_lookahead =
        lookahead.and_then(|lookahead| best_root_move(state, found, evaluators, pool, lookahead));
    let by_net = || lines.first().map(|line| line.leaf.first_move);
    by_lookahead.or_else(by_net).or(by_weights)
}
