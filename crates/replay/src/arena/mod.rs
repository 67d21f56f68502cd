//! The replays that the arena writes: JSON lines, described in docs/replays.md.
//!
//! - [`read()`]: a replay as a recorded game, played by the rules;
//! - [`Replay`], [`ReplayReader`]: a replay whose lines have the right shape;
//! - [`lines`]: what a line says in terms of the rules;
//! - [`mod@format`]: how a line says it;
//! - [`round_lines`]: a round of any recorded game as such lines.

pub mod format;
pub mod lines;
mod recorded;
mod replay;
mod round;
mod seat;

pub use recorded::{ArenaError, read};
pub use replay::{LineError, MalformedTimings, Replay, ReplayError, ReplayReader, Totals};
pub use round::round_lines;
