//! The choice of a move: a beam over the known blocks, then a judgement of the ends of its
//! lines, and a comparison of the first moves by what may come next, within a budget.

use super::branches::{Beyond, Judges, best_first};
use super::ends::lines;
use super::geometry::Situation;
use super::search::searched;
use super::values::Values;
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_search::{SearchLimits, ThreadPool};

/// Blocks of a sample: fewer tell less of what may come.
pub const SAMPLE: usize = 64;

/// Whose moves these are.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// What leads the beam.
    pub weights: &'a Weights,
    /// What judges the ends of its lines; without them the weights do.
    pub values: Option<&'a Values>,
}

/// The best pose for the current block; `None` when it cannot enter.
pub fn choose(
    situation: &Situation,
    player: Player,
    crew: &ThreadPool,
    budget: &SearchLimits,
    beyond: Option<&Beyond>,
) -> Option<Pose> {
    let mut beam = searched(situation, player.weights, crew, budget)?;
    let by_weights = beam.root_moves().first().map(|standing| standing.mv);
    let Some(values) = player.values else {
        return by_weights;
    };
    let lines = lines(&mut beam, situation, Some(values));
    let nodes = beam.nodes();
    // Branches need the memory.
    drop(beam);
    let judges = Judges {
        weights: player.weights,
        values,
    };
    let found = (lines.as_slice(), nodes);
    let compared = beyond.and_then(|beyond| best_first(situation, found, judges, crew, beyond));
    let best = || lines.first().map(|line| line.end.first);
    compared.or_else(best).or(by_weights)
}
