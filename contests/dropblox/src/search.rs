//! Dropblox as a game for the beam: the known blocks, one a ply; and a beam over them.
//!
//! A game that is over goes on without moves, so that a line that ends in points can be
//! compared with one that lives.

use super::batch::{Judge, value};
use super::geometry::{Entrant, Field, HEIGHT, Situation};
use super::weights::{MOST_ROWS, Weights};
use crate::polyomino::{Polyomino, Pose};
use crate::reach::resting_poses;
use landfall_rules::mix64;
use landfall_rules::simd::{SimdTask, dispatch};
use landfall_search::beam::{Beam, BeamLimits, SearchStatus};
use landfall_search::{Child, Expectation, Game, SearchLimits, ShouldStop, ThreadPool};
use std::cell::RefCell;

/// Most bytes that a search holds.
const MEMORY: usize = 256 << 20;

/// Candidates that a layer keeps however few were taken from it: enough for a search of some
/// seconds not to run out of them, which with few blocks known and few ways for each it would.
const SPARE: usize = 1 << 16;

/// Nodes of a search for which there is no time.
const GLANCE: u64 = 500;

/// The game from one situation.
#[derive(Clone, Debug)]
pub struct Stack<'a> {
    /// The known blocks.
    pub blocks: &'a [Entrant],
    /// What positions are worth.
    pub weights: &'a Weights,
}

/// What changes from ply to ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub field: Field,
    /// Whether a block could not enter.
    pub over: bool,
}

impl Position {
    /// Where the search begins.
    pub fn of(situation: &Situation) -> Position {
        Position {
            field: situation.field,
            over: false,
        }
    }
}

/// What is played where nothing can be.
pub const NOTHING: Pose = Pose {
    state: 0,
    x: 0,
    y: -1,
};

/// Puts a block on the board and takes out the rows that are full then; says how many.
#[inline(always)]
pub fn lock(field: &mut Field, block: &Polyomino, pose: Pose) -> usize {
    for (x, y) in block.cells(pose) {
        field.columns[x as usize] |= 1 << y;
    }
    let full = field.full_rows();
    if full != 0 {
        field.remove_rows(full);
    }
    full.count_ones() as usize
}

/// Points for so many rows at once.
pub fn points(rows: usize) -> u32 {
    (1 << rows.min(MOST_ROWS)) - 1
}

thread_local! {
    /// Poses of one expansion: empty but for its memory.
    static POSES: RefCell<Vec<Pose>> = const { RefCell::new(Vec::new()) };
}

/// Appends the poses in which a block can come to rest.
pub fn resting(field: &Field, entrant: &Entrant, poses: &mut Vec<Pose>) {
    dispatch(Find {
        field,
        entrant,
        poses,
    });
}

/// Floods for the poses of a block, compiled for this processor.
struct Find<'a> {
    field: &'a Field,
    entrant: &'a Entrant,
    poses: &'a mut Vec<Pose>,
}

impl SimdTask for Find<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (block, start) = (&self.entrant.block, self.entrant.start);
        resting_poses(self.field, HEIGHT, block, start, self.poses);
    }
}

impl Game for Stack<'_> {
    type Position = Position;
    type Move = Pose;

    fn plies(&self) -> usize {
        self.blocks.len()
    }

    fn expand(&self, position: &Position, ply: usize, out: &mut Vec<Child<Pose>>) {
        self.judge(position, &self.blocks[ply], self.blocks.get(ply + 1), out);
    }

    fn play(&self, position: &Position, ply: usize, mv: Pose) -> Position {
        let mut next = *position;
        if mv == NOTHING {
            next.over = true;
        } else {
            lock(&mut next.field, &self.blocks[ply].block, mv);
        }
        next
    }

    fn key(&self, position: &Position) -> u64 {
        let columns = position.field.columns.iter();
        columns.fold(mix64(u64::from(position.over)), |key, &column| {
            (key ^ column)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        })
    }

    fn expectation(
        &self,
        position: &Position,
        _: usize,
        _: u32,
        _: ShouldStop,
    ) -> Option<Expectation> {
        let value = match position.over {
            true => self.weights.over,
            false => value(&position.field, self.weights),
        };
        Some(Expectation { value, nodes: 1 })
    }

    /// What comes after the known blocks is looked at when the beam is left (`ends`).
    fn expectation_cost(&self, depth: u32) -> u64 {
        match depth {
            1 => 1,
            _ => u64::MAX,
        }
    }
}

impl Stack<'_> {
    /// Judges all that can be done with a block.
    fn judge(
        &self,
        position: &Position,
        entrant: &Entrant,
        next: Option<&Entrant>,
        out: &mut Vec<Child<Pose>>,
    ) {
        let mut poses = POSES.take();
        if !position.over {
            resting(&position.field, entrant, &mut poses);
        }
        if poses.is_empty() {
            out.push(Child {
                mv: NOTHING,
                reward: 0,
                eval: self.weights.over,
            });
        }
        dispatch(Judge {
            field: &position.field,
            entrant,
            next,
            poses: &poses,
            weights: self.weights,
            out,
        });
        poses.clear();
        POSES.set(poses);
    }
}

/// A beam that has had its budget; `None` when the current block cannot enter.
pub fn searched<'a>(
    situation: &'a Situation,
    weights: &'a Weights,
    crew: &ThreadPool,
    budget: &SearchLimits,
) -> Option<Beam<Stack<'a>>> {
    if !situation.blocks.first()?.fits(&situation.field) {
        return None;
    }
    let game = Stack {
        blocks: &situation.blocks,
        weights,
    };
    let limits = BeamLimits {
        base_candidates: SPARE,
        ..BeamLimits::within_memory::<Stack>(MEMORY)
    };
    let mut beam = Beam::new(game, Position::of(situation), limits);
    while beam.nodes() < budget.nodes
        && !(budget.stop)()
        && beam.advance(crew, budget.nodes, budget.stop, &mut |_| {}) == SearchStatus::Unfinished
    {
    }
    if beam.root_moves().is_empty() {
        // Whatever the clock says, there is to be a move.
        beam.advance(crew, GLANCE, &|| false, &mut |_| {});
    }
    Some(beam)
}
