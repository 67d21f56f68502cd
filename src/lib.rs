//! The `landfall` program: the command line (`cli`), the terminal frontend (`watch`), finding
//! weights (`tune`, `learn`), the server of the web page (`web`), and bots over WebSockets (`websocket`).
//!
//! Everything else is in libraries: `landfall-rules`, `landfall-search`, `landfall-tbp`,
//! `landfall-bot`, `landfall-arena`, `landfall-experiment`, `landfall-fumen`, and the contests.

/// Prints to stderr as the standard library's macro does, but does not panic where nobody reads it, or
/// where it is a file on a full disk: what a command does is more than what it says about it.
macro_rules! eprint {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!($($text)*));
    }};
}

/// Prints a line to stderr, as `eprint` does here.
macro_rules! eprintln {
    ($($text:tt)*) => { eprint!("{}\n", format_args!($($text)*)) };
}

pub mod build_info;
pub mod cli;
pub mod learn;
mod names;
mod stop_signals;
pub mod tune;
pub mod watch;
pub mod web;
pub mod websocket;
pub mod weights_file;

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
/// checkout, and with the hash of the weights that were given to the build.
pub fn version() -> &'static str {
    &VERSION
}
