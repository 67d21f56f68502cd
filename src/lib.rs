//! The `landfall` program: the command line (`cli`), the terminal frontend (`watch`), finding
//! weights (`tune`, `learn`), the server of the web page (`web`), and bots over WebSockets (`websocket`).
//!
//! Everything else is in libraries: `landfall-rules`, `landfall-search`, `landfall-tbp`,
//! `landfall-bot`, `landfall-arena`, `landfall-experiment`, `landfall-fumen`, and the contests.

pub mod build_info;
pub mod cli;
pub mod learn;
pub mod tune;
pub mod watch;
pub mod web;
pub mod websocket;
pub mod weights_file;

/// Version of the package, with the commit in brackets if it was built in a git checkout.
pub const VERSION: &str = env!("LANDFALL_VERSION");
