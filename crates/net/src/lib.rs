//! What servers and clients share: streams with deadlines, a small HTTP server, who is on this
//! machine, and secrets.

#![deny(clippy::print_stdout)]

pub mod http;
pub mod local;
mod printable;
mod secret;
mod stream;

pub use printable::printable;
pub use secret::{Secret, SecretError, percent_decoded, percent_encoded};
pub use stream::{DeadlineStream, is_timeout};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
