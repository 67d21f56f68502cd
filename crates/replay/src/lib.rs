//! Finished games as positions and moves, from files of any format.
//!
//! - [`read`]: a file as a recorded game;
//! - [`game`]: the result of every reader;
//! - [`arena`]: the replays of the arena;
//! - [`tetrio`]: the replays of TETR.IO;
//! - [`fumen`], [`tbp_log`]: files of other programs;
//! - [`page`]: the page that plays a replay;
//! - [`Stats`], [`clear_label`]: counts of a game, and the names of its clears.
//!
//! Contains no search and no clock.

#![deny(clippy::print_stdout)]

pub mod arena;
mod detect;
mod error;
mod file_kind;
pub mod fumen;
pub mod game;
mod json_error;
mod label;
pub mod page;
mod placed_side;
mod stats;
pub mod tbp_log;
pub mod tetrio;

pub use error::ReadError;
pub use file_kind::FileKind;
pub use game::{
    EndPosition, Goal, RecordedGame, RecordedMove, RecordedSide, Recording, Round, Trust,
    WaitingPacket,
};
pub use label::{clear_label, displayed_combo};
pub use stats::{CLEAR_KINDS, ClearKind, Mean, SearchEffort, Stats};

use detect::Format;
use landfall_rules::Ruleset;
use landfall_rules::rulesets::GUIDELINE;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// Most moves that are read from a file.
pub const MAX_MOVES: usize = 100_000;

/// Values that a file does not contain and its reader needs.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The rules of fumens, and of TBP logs without rules.
    pub rules: Ruleset,
    /// Previews of a player: visible pieces beyond the one in play, if the file has all pieces.
    pub previews: usize,
}

impl Default for ReadOptions {
    /// Returns the guideline with five previews.
    fn default() -> ReadOptions {
        ReadOptions {
            rules: GUIDELINE,
            previews: 5,
        }
    }
}

/// Reads a finished game. Its content determines the format.
///
/// # Errors
/// It is too large, not a game that can be read, or no part of it can be trusted. A game that
/// disagrees with its file from some point on is read up to that point: see [`Trust`].
pub fn read(bytes: &[u8]) -> Result<RecordedGame, ReadError> {
    read_with(bytes, &ReadOptions::default())
}

/// Reads a finished game as [`read`] does, with options for values that its file does not contain.
///
/// # Errors
/// Those of [`read`].
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<RecordedGame, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge { bytes: bytes.len() });
    }
    let text = detect::text(bytes)?;
    Ok(match detect::format(text)? {
        Format::Arena => arena::read(text)?,
        Format::Tetrio => tetrio::read(text.as_bytes())?,
        Format::Fumen => fumen::read(text, &options.rules, options.previews)?,
        Format::TbpLog => tbp_log::read(text, &options.rules)?,
    })
}

/// Returns whether a text reads as a fumen or as a link to one, good or broken.
pub fn is_fumen(text: &str) -> bool {
    matches!(detect::format(text), Ok(Format::Fumen))
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
