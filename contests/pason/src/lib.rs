//! Pason Battle Tetris (2012): the contest's messages, a client, and a local server.
//!
//! The client is [`controller`] (what to send next), [`adapter`] (the position for a bot, and
//! the commands for its answer) and, with the feature `network`, `client` (sockets and
//! threads). The server is [`server`]. The rules of the pieces are those of `landfall_rules`;
//! which move is best is decided by a bot that speaks TBP ([`engine`]).
//!
//! Without the feature `network` everything is pure or talks to bots only: no sockets.
//! With the feature `cli` there are the commands of `landfall pason`.

#![deny(clippy::print_stdout)]

pub mod adapter;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "network")]
pub mod client;
pub mod controller;
pub mod coordinates;
#[cfg(feature = "network")]
pub mod demo;
pub mod engine;
pub mod linear;
pub mod messages;
pub mod pathfinding;
pub mod piece_moves;
#[cfg(feature = "network")]
pub mod scheduler_client;
pub mod server;
#[cfg(test)]
mod test_fixture;
pub mod translate;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
