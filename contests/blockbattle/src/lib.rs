//! AI Block Battle, the contest of theaigames and riddles.io: its bot on stdin and stdout.
//!
//! `view` hears what the engine says, `adapter` puts it into the protocol's words, `plan`
//! turns a placement into commands, `tactics` looks at the opponent, `clock` shares out the
//! time, `pilot` puts them together, `engine` is the bot that is asked, `client` the loop.

mod adapter;
mod client;
mod controller;
mod engine;
mod game_view;
pub mod match_runner;
mod path;
mod tactics;
mod time_manager;

pub use client::run;
pub use engine::BotKind;
