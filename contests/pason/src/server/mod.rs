//! A local server that replaces the contest's, which no longer exists.
//!
//! `game` is a game, `match_state` a match, `match_server` all matches and the protocol: these are
//! pure. `sockets` has the sockets and the clock, `scheduler` the HTTP request that creates test
//! matches; both need the feature `network`. `recorder` writes the file of messages.

pub mod game;
pub mod levels;
pub mod match_server;
pub mod match_specs;
pub mod match_state;
pub mod rate_limiter;
pub mod recorder;
#[cfg(feature = "network")]
pub mod scheduler;
pub mod settings;
#[cfg(feature = "network")]
pub mod sockets;
pub mod team_name;
#[cfg(test)]
mod tests;
pub mod tokens;

pub use match_specs::{MatchSpec, MatchSpecError, parse_match_specs};
pub use settings::{MatchSettings, ServerConfig, Spelling, StateReports};
#[cfg(feature = "network")]
pub use sockets::{Server, ServerError};
