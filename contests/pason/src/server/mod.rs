//! A local server in place of the contest's, which is gone.
//!
//! `sim` is a game, `contest` a match, `hub` all matches and the protocol: these three are
//! pure. `sockets` has the sockets and the clock, `scheduler` the HTTP request that creates
//! test matches, `record` the file.

pub mod contest;
pub mod hub;
pub mod levels;
pub mod record;
pub mod scheduler;
pub mod settings;
pub mod shapes;
pub mod sim;
pub mod sockets;
#[cfg(test)]
mod tests;
pub mod tokens;

pub use settings::{Booking, Place, ServeError, Settings, read_bookings};
pub use sockets::Server;
