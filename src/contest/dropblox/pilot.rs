//! The choice of a move: a beam over the known blocks, within a budget.

use super::geometry::Situation;
use super::search::{Position, Stack};
use super::weights::Weights;
use crate::brain::beam::{Beam, Limits, Progress};
use crate::brain::{Budget, Crew};
use crate::game::polyomino::Pose;

/// Most bytes that a search holds.
const MEMORY: usize = 256 << 20;

/// Nodes of a search for which there is no time.
const GLANCE: u64 = 500;

/// The best pose for the current block; `None` when it cannot enter.
pub fn choose(
    situation: &Situation,
    weights: &Weights,
    crew: &Crew,
    budget: &Budget,
) -> Option<Pose> {
    let game = Stack {
        blocks: &situation.blocks,
        weights,
    };
    if !situation.blocks.first()?.fits(&situation.field) {
        return None;
    }
    let limits = Limits::within::<Stack>(MEMORY);
    let mut beam = Beam::new(game, Position::of(situation), limits);
    while beam.nodes() < budget.nodes
        && !(budget.stop)()
        && beam.round(crew, budget.nodes, budget.stop) == Progress::More
    {}
    if beam.standings().is_empty() {
        // Whatever the clock says, there is to be a move.
        beam.round(crew, GLANCE, &|| false);
    }
    beam.standings().first().map(|standing| standing.mv)
}
