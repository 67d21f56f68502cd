//! A local server in place of the contest's, which is gone.
//!
//! `sim` is a game, `contest` a match, `hub` all matches and the protocol: these three are
//! pure. `sockets` has the sockets and the clock, `scheduler` the HTTP request that creates
//! test matches, `record` the file.

pub mod game;
pub mod levels;
pub mod match_server;
pub mod match_state;
pub mod recorder;
pub mod scheduler;
pub mod settings;
pub mod sockets;
#[cfg(test)]
mod tests;
pub mod tokens;

pub use settings::{MatchSettings, MatchSpec, ServerConfig, ServerError, parse_match_specs};
pub use sockets::Server;
