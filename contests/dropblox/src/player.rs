//! The choice of a move: a beam over the known blocks, then a judgement of the ends of its
//! lines, and a comparison of the first moves by what may come next, within a budget.

use super::convert::GameState;
use super::game::run_beam;
use super::leaves::ranked_lines;
use super::lookahead::{Evaluators, LookaheadLimits, best_root_move};
use super::value_net::ValueNet;
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_search::{SearchLimits, ThreadPool};

/// Blocks of a sample: fewer tell less of what may come.
pub const SAMPLE_BLOCKS: usize = 64;

/// Whose moves these are.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// What leads the beam.
    pub weights: &'a Weights,
    /// What judges the ends of its lines; without them the weights do.
    pub net: Option<&'a ValueNet>,
}

/// The best pose for the current block; `None` when it cannot enter.
pub fn choose_move(
    situation: &GameState,
    player: Player,
    crew: &ThreadPool,
    budget: &SearchLimits,
    beyond: Option<&LookaheadLimits>,
) -> Option<Pose> {
    let mut beam = run_beam(situation, player.weights, crew, budget)?;
    let by_weights = beam.root_moves().first().map(|standing| standing.mv);
    let Some(values) = player.net else {
        return by_weights;
    };
    let lines = ranked_lines(&mut beam, situation, Some(values));
    let nodes = beam.nodes();
    // Branches need the memory.
    drop(beam);
    let judges = Evaluators {
        weights: player.weights,
        net: values,
    };
    let found = (lines.as_slice(), nodes);
    let compared = beyond.and_then(|beyond| best_root_move(situation, found, judges, crew, beyond));
    let best = || lines.first().map(|line| line.leaf.first_move);
    compared.or_else(best).or(by_weights)
}
