#![doc = include_str!("../README.md")]
#![deny(clippy::print_stdout)]

pub mod adapter;
#[cfg(feature = "cli")]
pub mod cli;
pub mod client;
pub mod messages;
pub mod server;

pub use landfall_net::{Secret, SecretError};
