//! The replays that the arena writes: JSON lines, described in docs/replays.md.
//!
//! - [`read()`]: a replay as a recorded game, played under the rules;
//! - [`Replay`], [`ReplayReader`]: a replay with lines of valid shape;
//! - [`lines`]: lines converted to the rules' types;
//! - [`mod@format`]: the form of the lines;
//! - [`round_lines`]: a round of any recorded game in this form.

pub mod format;
pub mod lines;
mod recorded;
mod replay;
mod round;
mod seat;

pub use recorded::{ArenaError, read};
pub use replay::{LineError, MissingTimings, Replay, ReplayError, ReplayReader, Totals};
pub use round::round_lines;
