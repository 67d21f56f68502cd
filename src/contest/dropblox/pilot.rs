//! The choice of a move: a beam over the known blocks, then a judgement of the ends of its
//! lines and a look at what may come after them, within a budget.

use super::ends::{End, Line, Outlook, lines};
use super::geometry::{Entrant, Situation};
use super::search::{Position, Stack};
use super::values::Values;
use super::weights::Weights;
use crate::brain::beam::{Beam, Limits, Progress};
use crate::brain::{Budget, Crew, Stop};
use crate::game::polyomino::Pose;

/// Most bytes that a search holds.
const MEMORY: usize = 256 << 20;

/// Nodes of a search for which there is no time.
const GLANCE: u64 = 500;

/// Blocks of a sample: fewer tell less of what may come, more leave time for fewer lines.
pub const SAMPLE: usize = 64;

/// Whose moves these are.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// What leads the beam.
    pub weights: &'a Weights,
    /// What judges the ends of its lines; without them the weights do.
    pub values: Option<&'a Values>,
}

/// A look beyond the known blocks, when the beam has had its budget. Needs values.
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
    player: Player,
    crew: &Crew,
    budget: &Budget,
    beyond: Option<&Beyond>,
) -> Option<Pose> {
    let mut beam = searched(situation, player.weights, crew, budget)?;
    let by_weights = beam.standings().first().map(|standing| standing.mv);
    let Some(values) = player.values else {
        return by_weights;
    };
    let lines = lines(&mut beam, situation, Some(values));
    let looked = beyond.and_then(|beyond| look(&lines, beyond, player.weights, values, crew));
    let best = looked.or(lines.first().map(|line| line.end));
    best.map(|end| end.first).or(by_weights)
}

/// A beam that has had its budget; `None` when the current block cannot enter.
pub fn searched<'a>(
    situation: &'a Situation,
    weights: &'a Weights,
    crew: &Crew,
    budget: &Budget,
) -> Option<Beam<Stack<'a>>> {
    if !situation.blocks.first()?.fits(&situation.field) {
        return None;
    }
    let game = Stack {
        blocks: &situation.blocks,
        weights,
    };
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
    Some(beam)
}

/// The best of the ends that there was time to look beyond, if there was any.
fn look(
    lines: &[Line],
    beyond: &Beyond,
    weights: &Weights,
    values: &Values,
    crew: &Crew,
) -> Option<End> {
    if (beyond.stop)() {
        return None;
    }
    let blocks = (beyond.blocks)();
    if blocks.is_empty() {
        return None;
    }
    let outlook = Outlook {
        blocks: &blocks,
        values,
        weights,
    };
    let seen = outlook.over(lines, beyond.lines, crew, beyond.stop);
    seen.first().copied()
}
