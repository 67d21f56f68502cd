//! The Tetris Bot Protocol (TBP): messages, parsing, conversion, and the frontend's side.
//!
//! - [`messages`]: the messages as they stand on the wire, both directions.
//! - [`parse()`]: from the bytes of a line to a message, with errors that say what to send.
//! - [`attributes`]: what of it other protocols share.
//! - [`convert`]: between messages and the vocabulary of `landfall-rules`.
//! - [`intern`]: rulesets that are put together while the program runs.
//! - [`mod@line`]: lines that cannot exhaust the memory.
//! - `host` (feature `host`): bots as processes or threads, with limits of time.
//!
//! Neither the search nor the bot's side of the conversation is here: see `landfall-bot`.

#![deny(clippy::print_stdout)]

pub mod attributes;
pub mod convert;
mod deserialize;
pub mod game_rules;
#[cfg(feature = "host")]
pub mod host;
pub mod intern;
pub mod line;
pub mod messages;
pub mod parse;
pub mod sbp;

pub use parse::{ParseError, parse};

/// The examples of the README, as doctests.
#[cfg(all(doctest, feature = "host"))]
#[doc = include_str!("../README.md")]
struct Readme;
