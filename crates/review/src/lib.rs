//! Reviews finished games: what was played, what the engine would have played, and what the
//! difference cost.
//!
//! - [`report`]: what a review says, as JSON; [`summary`]: several games together;
//! - [`journal`]: judged moves on disk.

#![deny(clippy::print_stdout)]

pub mod journal;
pub mod report;
pub mod summary;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
