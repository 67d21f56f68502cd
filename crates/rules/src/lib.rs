#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Pure: no I/O, no clocks, no threads, no serialisation, no hidden randomness. `unsafe` is in one
//! file of [`simd`]. Rules are data: no code compares the name of a ruleset.

#![deny(clippy::print_stdout)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod attack;
mod board;
mod delays;
mod garbage;
mod garbage_queue;
mod legality;
mod lock;
mod minstd;
pub mod movegen;
pub mod path;
mod perft;
mod piece;
mod piece_sequence;
mod playfield;
mod randomizer;
mod rotation;
mod ruleset;
mod rulesets;
mod seed_format;
mod side;
mod side_garbage;
pub mod simd;
mod spin;
mod spin_detector;
mod state;
mod timing;

pub use attack::{
    AttackTable, BackToBack, ComboAttack, ComboMinimum, ComboRule, MarginTime, PointTable, Surge,
};
pub use board::{Bitboard, Board, Cell, FULL_ROW, MAX_HEIGHT, ParseBoardError, WIDTH};
pub use delays::{Delays, MoveDelays};
pub use garbage::GarbageRule;
pub use garbage_queue::{GarbageQueue, GarbageQueueRules, HoleGenerator, TetrioHoles};
pub use landfall_rng::{SplitMix64, mix64};
pub use legality::IllegalPlacement;
pub use lock::{Clear, ClearState, lock, lock_times, push_solid_row, raise_garbage};
pub use minstd::Minstd;
pub use perft::{HoldUse, Perft};
pub use piece::{
    ParsePieceError, ParsePlacementError, ParseRotationError, ParseSpinError, Piece, Placement,
    Queue, Rotation, Spin,
};
pub use piece_sequence::PieceSequence;
pub use playfield::{CellKind, Playfield, Row};
pub use randomizer::Randomizer;
pub use rotation::{
    BOX_ROTATION, Canonical, PieceRule, RotationSystem, SRS, SRS_HALF_TURNS, SRS_PLUS,
    SRS_PLUS_QUARTER_TURNS, Turn, TurnKind, Turns, srs_shapes,
};
pub use ruleset::{Ruleset, SkipRule, Spawn};
pub use rulesets::*;
pub use seed_format::SeedFormat;
pub use side::{LockResult, Loss, Side, SideTotals};
pub use side_garbage::{HoleSettings, SideGarbage};
pub use spin::{LastMove, MiniRule, PieceSet, SpinRule, SpinRules, SpinTest};
pub use state::{PlayError, State, UndoInfo, check_lockable};
pub use timing::{Gravity, Timing};
