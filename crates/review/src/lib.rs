//! Reviews finished games: what was played, what the engine would have played, and what the
//! difference cost.
//!
//! - [`report`]: what a review says, as JSON.

#![deny(clippy::print_stdout)]

pub mod report;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
