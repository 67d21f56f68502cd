//! A bridge from any TBP bot to the engine adapters of Triangle.js, whose rules are TETR.IO's.
//!
//! ```text
//! adapter ─line─► session ─► host (any TBP bot)
//!                    │
//!                    ├─ messages: the lines, both directions
//!                    ├─ config: which rules are played
//!                    ├─ game: the position, which the adapter tells only now and then
//!                    └─ keys: from a placement to keys
//! cli: the command `landfall triangle` (feature `cli`)
//! ```
//!
//! The session is a state machine without I/O; `landfall_bot::stdio` passes it the lines.

#![deny(clippy::print_stdout)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod game;
pub mod keys;
pub mod messages;
mod session;

pub use config::{ConfigError, HalfTurns};
pub use session::{DEFAULT_ROWS_FALLEN, SessionOptions, TriangleSession};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
