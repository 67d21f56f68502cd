//! Dropblox as a game for the beam search: the known blocks, one per ply.
//!
//! A game that is over continues without moves, so that a line that ends with points can be
//! compared with a line that survives.

use super::convert::{DropbloxBoard, FallingBlock, GameState, HEIGHT};
use super::placement_eval::{PlacementEvaluator, evaluate};
use super::weights::{MAX_ROWS, Weights};
use crate::movegen::resting_poses;
use crate::polyomino::{Polyomino, Pose};
use landfall_rules::rng::mix64;
use landfall_rules::simd::pair_sums::PairSums;
use landfall_rules::simd::{SimdTask, dispatch};
use landfall_search::beam::{Beam, BeamLimits, SearchStatus};
use landfall_search::game::{Child, Expectation, Game, ShouldStop};
use landfall_search::{SearchLimits, ThreadPool};
use std::cell::RefCell;

/// Most bytes of memory per search.
const MEMORY_LIMIT: usize = 256 << 20;

/// The least number of candidates of every layer: enough for a search of some seconds even with few
/// known blocks and few placements of each.
const MIN_CANDIDATES: usize = 1 << 16;

/// Nodes that are searched even when there is no time left.
const MIN_NODES: u64 = 500;

/// The game from one position.
#[derive(Clone, Debug)]
pub struct DropbloxGame<'a> {
    /// The known blocks.
    pub blocks: &'a [FallingBlock],
    /// The evaluation.
    pub weights: &'a Weights,
}

/// The state that changes from ply to ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: DropbloxBoard,
    /// Whether a block could not enter.
    pub is_over: bool,
}

impl Position {
    /// Returns the root position.
    pub fn from_state(state: &GameState) -> Position {
        Position {
            board: state.board,
            is_over: false,
        }
    }
}

/// The move of a position without legal moves.
pub const NO_MOVE: Pose = Pose {
    state: 0,
    x: 0,
    y: -1,
};

/// Locks a block and removes the full rows. Returns their number.
#[inline(always)]
pub fn lock(board: &mut DropbloxBoard, block: &Polyomino, pose: Pose) -> usize {
    for (x, y) in block.cells(pose) {
        board.columns[x as usize] |= 1 << y;
    }
    let full = board.full_rows();
    if full != 0 {
        board.remove_rows(full);
    }
    full.count_ones() as usize
}

/// Returns the points for clearing this many rows at once.
pub fn points_for_rows(rows: usize) -> u32 {
    (1 << rows.min(MAX_ROWS)) - 1
}

thread_local! {
    /// Poses of one expansion: empty, kept for its memory.
    static POSES: RefCell<Vec<Pose>> = const { RefCell::new(Vec::new()) };
}

/// Appends the poses in which a block can come to rest.
pub fn find_resting_poses(board: &DropbloxBoard, block: &FallingBlock, poses: &mut Vec<Pose>) {
    dispatch(FindRestingPoses {
        board,
        block,
        poses,
    });
}

/// Move generation for a block, compiled for the processor.
struct FindRestingPoses<'a> {
    board: &'a DropbloxBoard,
    block: &'a FallingBlock,
    poses: &'a mut Vec<Pose>,
}

impl SimdTask for FindRestingPoses<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: PairSums>(self) {
        let (block, spawn) = (&self.block.shape, self.block.spawn);
        resting_poses(self.board, HEIGHT, block, spawn, self.poses);
    }
}

impl Game for DropbloxGame<'_> {
    type Position = Position;
    type Move = Pose;
    /// `lookahead` searches beyond the known blocks.
    type Lookahead = Expectation;

    fn plies(&self) -> usize {
        self.blocks.len()
    }

    fn expand(&self, position: &Position, ply: usize, out: &mut Vec<Child<Pose>>) {
        self.evaluate_placements(position, &self.blocks[ply], self.blocks.get(ply + 1), out);
    }

    fn play(&self, position: &Position, ply: usize, mv: Pose) -> Position {
        let mut next = *position;
        if mv == NO_MOVE {
            next.is_over = true;
        } else {
            lock(&mut next.board, &self.blocks[ply].shape, mv);
        }
        next
    }

    fn key(&self, position: &Position) -> u64 {
        position
            .board
            .seeded_hash(mix64(u64::from(position.is_over)))
    }

    fn expectation(&self, position: &Position, _: usize) -> Expectation {
        let value = if position.is_over {
            self.weights.over
        } else {
            evaluate(&position.board, self.weights)
        };
        Expectation { value, nodes: 1 }
    }

    fn begin_lookahead(&self, position: &Position, ply: usize, _: u32) -> Expectation {
        self.expectation(position, ply)
    }

    fn continue_lookahead(&self, found: &mut Expectation, _: ShouldStop) -> Option<Expectation> {
        Some(*found)
    }

    fn expectation_cost(&self, depth: u32) -> u64 {
        if depth == 1 { 1 } else { u64::MAX }
    }
}

impl DropbloxGame<'_> {
    /// Evaluates all placements of a block.
    fn evaluate_placements(
        &self,
        position: &Position,
        block: &FallingBlock,
        next: Option<&FallingBlock>,
        out: &mut Vec<Child<Pose>>,
    ) {
        let mut poses = POSES.take();
        if !position.is_over {
            find_resting_poses(&position.board, block, &mut poses);
        }
        if poses.is_empty() {
            out.push(Child {
                mv: NO_MOVE,
                reward: 0,
                eval: self.weights.over,
            });
        }
        dispatch(PlacementEvaluator {
            board: &position.board,
            block,
            next,
            poses: &poses,
            weights: self.weights,
            out,
        });
        poses.clear();
        POSES.set(poses);
    }
}

/// Runs a beam search within the limits. Returns `None` when the current block cannot enter.
pub fn run_beam<'a>(
    state: &'a GameState,
    weights: &'a Weights,
    pool: &ThreadPool,
    limits: &SearchLimits,
) -> Option<Beam<DropbloxGame<'a>>> {
    if !state.blocks.first()?.fits(&state.board) {
        return None;
    }
    let game = DropbloxGame {
        blocks: &state.blocks[..limits.depth.min(state.blocks.len())],
        weights,
    };
    let beam_limits = BeamLimits {
        base_candidates: MIN_CANDIDATES,
        ..BeamLimits::within_memory::<DropbloxGame>(MEMORY_LIMIT)
    };
    let mut beam = Beam::new(game, Position::from_state(state), beam_limits);
    let stop = || limits.should_stop();
    while beam.nodes() < limits.nodes
        && !stop()
        && beam.advance(pool, limits.nodes, &stop, &mut |_| {}) == SearchStatus::Unfinished
    {}
    if beam.root_moves().is_empty() {
        // A move is needed even when there is no time left.
        beam.advance(pool, MIN_NODES, &|| false, &mut |_| {});
    }
    Some(beam)
}
