//! The replays that the arena writes: JSON lines, described in docs/replays.md.
//!
//! - [`Replay`]: a replay whose lines have the right shape;
//! - [`lines`]: what a line says in terms of the rules;
//! - [`mod@format`]: how a line says it.

pub mod format;
pub mod lines;
mod replay;

pub use replay::{LineError, MalformedTimings, Replay, ReplayError, Totals};
