//! Finished games as positions and moves, whatever wrote them.
//!
//! - [`game`]: what every reader makes of its file;
//! - [`arena`]: the replays of the arena;
//! - [`page`]: the page that plays one.
//!
//! No search is here, and no clock.

#![deny(clippy::print_stdout)]

pub mod arena;
pub mod game;
pub mod page;

pub use game::{
    EndPosition, RecordedGame, RecordedMove, RecordedSide, Recording, Round, Trust, WaitingPacket,
};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
