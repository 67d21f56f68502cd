//! The Tetris Bot Protocol: wire messages, conversion, a pure session, stdio.
//!
//! Never knows how the search works.

pub mod convert;
mod deserialize;
pub mod host;
pub mod messages;
pub mod parse;

pub use parse::{ParseError, parse};
