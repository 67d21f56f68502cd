//! The Tetris Bot Protocol: wire messages, conversion, a pure session, stdio.
//!
//! Never knows how the search works.

pub mod convert;
pub mod host;
pub mod parse;
mod read;
pub mod wire;

pub use parse::{ParseError, parse};
