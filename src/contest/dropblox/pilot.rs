//! The choice of a move: a beam over the known blocks, then a look at what may come after
//! them, within a budget.

use super::geometry::{Entrant, Situation};
use super::search::{Position, Stack};
use super::weights::Weights;
use crate::brain::beam::{Beam, Limits, Progress};
use crate::brain::{Budget, Crew, Stop};
use crate::game::polyomino::Pose;
use std::sync::OnceLock;

/// Most bytes that a search holds.
const MEMORY: usize = 256 << 20;

/// Nodes of a search for which there is no time.
const GLANCE: u64 = 500;

/// Blocks of a sample: fewer tell less of what may come, more leave time for fewer lines.
pub const SAMPLE: usize = 16;

/// A look beyond the known blocks, when the beam has had its budget.
pub struct Beyond<'a> {
    /// Ends of lines that are looked at, the best first, as far as there is time.
    pub lines: usize,
    /// What may come: a sample, the same for all of them. Asked when it is needed; if it is
    /// empty, there is no look.
    pub blocks: &'a dyn Fn() -> Vec<Entrant>,
    /// When to leave it.
    pub stop: Stop<'a>,
}

/// The best pose for the current block; `None` when it cannot enter.
pub fn choose(
    situation: &Situation,
    weights: &Weights,
    crew: &Crew,
    budget: &Budget,
    beyond: Option<&Beyond>,
) -> Option<Pose> {
    let game = Stack {
        blocks: &situation.blocks,
        weights,
        beyond: OnceLock::new(),
    };
    if !situation.blocks.first()?.fits(&situation.field) {
        return None;
    }
    let limits = Limits::within::<Stack>(MEMORY);
    let mut beam = Beam::new(game, Position::of(situation), limits);
    while beam.nodes() < budget.nodes
        && !(budget.stop)()
        && beam.advance(crew, budget.nodes, budget.stop, &mut |_| {}) == Progress::More
    {}
    if beam.standings().is_empty() {
        // Whatever the clock says, there is to be a move.
        beam.advance(crew, GLANCE, &|| false, &mut |_| {});
    }
    if let Some(beyond) = beyond
        && !(beyond.stop)()
    {
        let blocks = (beyond.blocks)();
        if !blocks.is_empty() && beam.game().beyond.set(blocks).is_ok() {
            beam.look_beyond(beyond.lines, crew, beyond.stop);
        }
    }
    beam.standings().first().map(|standing| standing.mv)
}
