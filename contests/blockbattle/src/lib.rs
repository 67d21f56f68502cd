//! AI Block Battle, the contest of theaigames and riddles.io: a client on stdin and stdout, and a
//! referee for matches without the site.
//!
//! ```text
//! engine ─► client ─► controller ─► adapter ─► engine (any TBP bot)
//!                         │
//!                         ├─ game_view: what the site sent
//!                         ├─ time_manager: how long to think
//!                         ├─ tactics: what the opponent can do
//!                         └─ path: from a placement to commands
//! ```
//!
//! [`match_runner`] plays series of games between two bots, with its own referee. With the
//! feature `cli` there is the command `landfall blockbattle`.

#![deny(clippy::print_stdout)]

mod adapter;
#[cfg(feature = "cli")]
pub mod cli;
mod client;
pub mod controller;
pub mod engine;
mod game_view;
pub mod match_runner;
mod path;
mod tactics;
pub mod time_manager;

pub use client::{ClientError, run};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
