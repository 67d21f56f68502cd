//! landfall in the browser, exported by wasm-bindgen: one wasm module for workers and pages.
//!
//! - [`Bot`]: a session of the Tetris Bot Protocol, searched in slices, for a Web Worker.
//!
//! Values cross the border as JSON text. JavaScript knows no rules: what can be placed, cleared
//! and sent is said here.

#![forbid(unsafe_code)]

mod bot;
mod clock;

pub use bot::Bot;
