//! The `landfall` program: its command line, its terminal frontend, and the tuner.
//!
//! What a library can have is in one: `landfall-rules`, `landfall-search`, `landfall-tbp`,
//! `landfall-bot`, `landfall-arena`, `landfall-experiment`, and the contests.

pub mod cli;
pub mod fumen;
pub mod learn;
pub mod tune;
pub mod watch;
pub mod weights_file;

/// Version of the package, with the commit in brackets if it was built in a git checkout.
pub const VERSION: &str = env!("LANDFALL_VERSION");
