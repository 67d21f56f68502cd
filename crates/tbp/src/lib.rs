//! The Tetris Bot Protocol (TBP): messages, parsing, conversion, and the frontend's side.
//!
//! - [`messages`]: the messages of both directions, as in JSON.
//! - [`parse()`]: parses a line into a message, with errors that say what to send.
//! - [`attributes`]: parses attributes that other protocols share.
//! - [`convert`]: translates between messages and the types of `landfall-rules`.
//! - [`game_rules`]: attributes of `rules` that change the game.
//! - [`mod@line`]: reads lines of bounded length.
//! - [`sbp`]: the Stacker Bot Protocol.
//! - `host` (feature `host`): bots as processes or threads, with time limits.
//!
//! The search and the bot's side of the protocol are in `landfall-bot`.

#![deny(clippy::print_stdout)]

pub mod attributes;
pub mod convert;
mod deserialize;
pub mod game_rules;
#[cfg(feature = "host")]
pub mod host;
pub mod line;
pub mod messages;
pub mod parse;
pub mod sbp;

pub use parse::{ParseError, parse};

/// The examples of the README, as doctests.
#[cfg(all(doctest, feature = "host"))]
#[doc = include_str!("../README.md")]
struct Readme;
