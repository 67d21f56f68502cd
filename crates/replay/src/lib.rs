//! Finished games as positions and moves, whatever wrote them.
//!
//! - [`read`]: a file as a recorded game;
//! - [`game`]: what every reader makes of its file;
//! - [`arena`]: the replays of the arena;
//! - [`page`]: the page that plays one;
//! - [`tetrio`]: the replays of TETR.IO.
//!
//! No search is here, and no clock.

#![deny(clippy::print_stdout)]

pub mod arena;
mod detect;
mod error;
pub mod game;
pub mod page;
mod placed_side;
pub mod tetrio;

pub use error::{ReadError, TooManyMoves};
pub use game::{
    EndPosition, RecordedGame, RecordedMove, RecordedSide, Recording, Round, Trust, WaitingPacket,
};

use detect::Format;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// Most moves that are read from a file.
pub const MAX_MOVES: usize = 100_000;

/// Reads a finished game. What it is, its content tells.
///
/// # Errors
/// It is too large, or no game that can be read; or nothing of it can be trusted. A game that
/// goes wrong on the way is read up to there: see [`Trust`].
pub fn read(bytes: &[u8]) -> Result<RecordedGame, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge { bytes: bytes.len() });
    }
    let text = detect::text(bytes)?;
    match detect::format(text)? {
        Format::Arena => Ok(arena::read(text)?),
        Format::Tetrio => Ok(tetrio::read(text.as_bytes())?),
    }
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
