#![doc = include_str!("../README.md")]
#![deny(clippy::print_stdout)]

pub mod adapter;
pub mod client;
pub mod messages;
mod secret;
pub mod server;

pub use secret::{Secret, SecretError};
