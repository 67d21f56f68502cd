//! The rules: pieces, boards, reachability, spins, clears, attack, randomizers, and
//! rulesets as data.
//!
//! Pure: no I/O, no clocks, no threads, no serialisation, no hidden randomness.

mod blockbattle;
mod board;
mod clear;
pub mod cpu;
mod delays;
mod field;
mod garbage;
mod judge;
mod pason;
mod perft;
mod piece;
mod randomizer;
pub mod reach;
mod rotation;
mod ruleset;
mod seed;
mod state;
mod stats;
mod tetrio;

pub use blockbattle::{BLOCKBATTLE, BLOCKBATTLE_HONEST};
pub use board::{Board, Cell, ParseBoardError};
pub use clear::{Chain, Clear, lock, rise};
pub use delays::ClearDelays;
pub use field::{Block, Field, Row};
pub use garbage::GarbageRule;
pub use judge::{Illegal, describe};
pub use pason::{PASON, PASON_ROTATION};
pub use perft::{HoldUse, Perft};
pub use piece::{Piece, Placement, Rotation, Spin};
pub use randomizer::Randomizer;
pub use rotation::{BOX_ROTATION, Canonical, PieceRule, RotationSystem, SRS, Turn};
pub use ruleset::{
    AttackTable, ComboRule, GUIDELINE, GUIDELINE_NO_HOLD, PointTable, Ruleset, SkipRule, Spawn,
    SpinRule, UnknownRuleset,
};
pub use seed::{Seed, mix};
pub use state::{PlayError, State, check_rest};
pub use stats::{Effort, KINDS, Kind, Mean, Stats, combo_shown, label};
pub use tetrio::TETRIO;
