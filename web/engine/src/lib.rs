//! landfall in the browser, exported by wasm-bindgen: wasm modules for workers and pages.
//!
//! - [`Bot`]: a session of the Tetris Bot Protocol, searched in slices, for a Web Worker.
//! - [`LiveGame`]: a game that a visitor plays with keys.
//! - [`Game`]: a game by turns and a position to edit, for a page; [`rulesets()`] to choose from.
//! - [`fumen_comments()`], [`join_fumens()`]: the pages of fumens and their comments.
//! - [`bench()`]: the speed of the search here, and the checksum of `landfall bench`.
//! - [`Review`]: the moves of a finished game, judged one by one, and the report.
//!
//! The feature `bot` has the bot and the bench, `review` the reviews, and `page` the bot and all the
//! rest; each becomes a module of its own. All are on by default, for the tests.
//!
//! Values are exchanged as JSON text. JavaScript knows no rules: this crate decides what can be
//! placed, cleared and sent.

#![forbid(unsafe_code)]

#[cfg(feature = "bot")]
mod bench;
#[cfg(feature = "bot")]
mod bot;
#[cfg(feature = "bot")]
mod clock;
#[cfg(feature = "page")]
mod fumens;
#[cfg(feature = "page")]
mod game;
#[cfg(any(feature = "bot", feature = "review"))]
mod json;
#[cfg(feature = "page")]
mod live_game;
#[cfg(feature = "review")]
mod review;
#[cfg(feature = "page")]
mod rulesets;
#[cfg(feature = "page")]
mod turn_game;
#[cfg(feature = "page")]
mod view;

#[cfg(feature = "bot")]
pub use bench::run as bench;
#[cfg(feature = "bot")]
pub use bot::Bot;
#[cfg(feature = "page")]
pub use fumens::{fumen_comments, join_fumens};
#[cfg(feature = "page")]
pub use game::Game;
#[cfg(feature = "page")]
pub use live_game::LiveGame;
#[cfg(feature = "review")]
pub use review::Review;
#[cfg(feature = "page")]
pub use rulesets::rulesets;
