//! What servers and clients share: streams with deadlines, a small HTTP server, WebSocket
//! handshakes, parsing of addresses, checks for requests from this machine, and secrets.

#![deny(clippy::print_stdout)]

pub mod address;
pub mod http;
pub mod local;
mod open_connections;
mod origin;
mod printable;
mod query;
mod secret;
mod stream;
pub mod websocket;

pub use open_connections::{ConnectionPlace, OpenConnections};
pub use origin::{Origin, OriginError};
pub use printable::printable;
pub use query::{percent_decoded, percent_encoded, query_parameter};
pub use secret::{Secret, SecretError, bearer_token, random_u64};
pub use stream::{DeadlineStream, is_timeout};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
