//! The Tetris Bot Protocol: wire messages, conversion, a pure session, stdio.
//!
//! Never knows how the search works.

pub mod wire;
