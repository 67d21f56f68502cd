//! The `landfall` program: the command line (`cli`), the terminal frontend (`watch`), the search for
//! weights (`tune`, `learn`), the server of the web page (`web`), and bots over WebSockets
//! (`websocket`).
//!
//! Everything else is in libraries, which ARCHITECTURE.md lists: the contests with their commands,
//! and the parts that all commands share in `landfall-command`.

// Replaces the macro of the standard library, which panics if stderr cannot be written.
#[macro_use(eprintln)]
extern crate landfall_command;

pub mod build_info;
pub mod cli;
pub mod learn;
pub mod tune;
pub mod watch;
pub mod web;
pub mod websocket;

use landfall_command::weights_file;
use landfall_search::Weights;
use std::sync::LazyLock;

/// The text that [`version`] returns.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("LANDFALL_VERSION");
    match Weights::of_build() {
        Ok(Some(weights)) => format!("{version} with weights {}", weights_file::hash(&weights)),
        _ => version.to_string(),
    }
});

/// Returns the version of the package, with the commit in brackets if it was built in a git
/// checkout, and with the hash of the weights if the build was given any.
pub fn version() -> &'static str {
    &VERSION
}
