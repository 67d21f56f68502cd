//! Fumen: positions and games as the community's editors write them into links, version 115.
//!
//! A codec: pages in, text out, and back. It knows pieces and cells; where pages come from is the
//! caller's.
//!
//! ```text
//! text   version, base 64 digits, a `?` now and then; numbers, the low digit first
//! field  23 rows and one of garbage below, as differences from the page before
//! page   field, piece, flags and comment of a page; what its lock leaves for the next one
//! quiz   comments with hold, piece in play and queue
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout)]

mod field;
mod page;
mod quiz;
mod text;

pub use field::{COLUMNS, Cell, Field, ROWS};
pub use page::{MAX_BYTES, Page, decode, encode};
pub use quiz::Quiz;
pub use text::FumenError;

/// The example of the README, as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
