//! Fumen: positions and games in the links of the community's editors. Versions 110 and 115 are
//! decoded, 115 is encoded.
//!
//! A codec between pages and text. It has pieces and cells; the caller provides the pages.
//!
//! ```text
//! find    fumens in links and prose
//! digits  digits in base 64, with a `?` after each 47; numbers, the low digit first
//! field   23 rows and one of garbage below, as differences from the page before
//! action  the piece of a page and its flags
//! comment the text of a page
//! page    all of a page, and the field that it leaves for the next one
//! quiz    comments with hold, piece in play and queue, updated from page to page
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout)]

mod action;
mod comment;
mod digits;
mod error;
mod field;
mod find;
mod page;
mod quiz;

pub use error::FumenError;
pub use field::{COLUMNS, Cell, Field, ROWS};
pub use find::{MAX_BYTES, contains_fumen, decode, decode_all};
pub use page::{Flags, MAX_PAGES, Page, encode};
pub use quiz::{Comment, Comments, Quiz};

/// The example of the README, as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
