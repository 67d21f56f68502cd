//! landfall in the browser, exported by wasm-bindgen: one wasm module for workers and pages.
//!
//! - [`Bot`]: a session of the Tetris Bot Protocol, searched in slices, for a Web Worker.
//! - [`LiveGame`]: a game that a visitor plays with keys.
//!
//! Values cross the border as JSON text. JavaScript knows no rules: what can be placed, cleared
//! and sent is said here.

#![forbid(unsafe_code)]

mod bot;
mod clock;
mod live_game;
mod view;

pub use bot::Bot;
pub use live_game::LiveGame;

use serde::Serialize;

/// Returns a value as JSON. What crosses the border consists of texts, numbers and lists, which
/// can always be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
