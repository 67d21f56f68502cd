#![doc = include_str!("../README.md")]
#![deny(clippy::print_stdout)]

pub mod arena;
#[cfg(feature = "cli")]
pub mod cli;
pub mod client;
pub mod codec;
mod connection;
pub mod display;
pub mod engine;
pub mod learn;
pub mod opening_book;
pub mod random_opening;
pub mod record;
pub mod referee;
pub mod rules;
pub mod server;
pub mod session;
pub mod time_manager;
