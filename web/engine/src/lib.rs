//! landfall in the browser, exported by wasm-bindgen: one wasm module for workers and pages.
//!
//! - [`Bot`]: a session of the Tetris Bot Protocol, searched in slices, for a Web Worker.
//! - [`LiveGame`]: a game that a visitor plays with keys.
//! - [`Game`]: a game by turns and a position to edit, for a page; [`rulesets()`] to choose from.
//!
//! Values cross the border as JSON text. JavaScript knows no rules: what can be placed, cleared
//! and sent is said here.

#![forbid(unsafe_code)]

mod bot;
mod clock;
mod game;
mod json;
mod live_game;
mod rulesets;
mod turn_game;
mod view;

pub use bot::Bot;
pub use game::Game;
pub use live_game::LiveGame;
pub use rulesets::rulesets;
