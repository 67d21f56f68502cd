//! Tools for experiments with game-playing programs of any game.
//!
//! | module | contents |
//! |---|---|
//! | [`jobs`] | many numbered jobs on threads, their results in order |
//! | [`ranges`] | ranges of job numbers, their parts and gaps |
//! | [`journal`] | a header and JSON lines, to continue after an interruption |
//! | [`statistics`] | Elo with its bounds, and sequential tests |
//! | [`cma`] | separable CMA-ES, an optimiser for noisy scores |
//! | [`logistic`] | logistic regression with priors |
//! | [`train`] | the training loop of small nets, with Adam and Adagrad |
//! | [`files`] | atomic writing of files, reading up to a size |
//! | [`hash`] | a hash that tells files apart |
//! | [`locale`] | whether a terminal shows Unicode |
//! | `progress` (feature of that name) | a bar on a terminal, lines elsewhere |
//!
//! The crate does not depend on any game, and only `progress` prints.

#![deny(clippy::print_stdout)]

pub mod cma;
pub mod files;
pub mod hash;
pub mod jobs;
pub mod journal;
pub mod locale;
pub mod logistic;
#[cfg(feature = "progress")]
pub mod progress;
pub mod ranges;
pub mod statistics;
pub mod train;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
