//! The frontend's side of the protocol: a bot, built in or another program, that is told
//! of positions and asked for moves within limits of time.
//!
//! Judges no moves and knows no game: what the position is and what a move is worth is the
//! business of whoever hosts.

mod bot;
mod error;
pub mod messages;
mod process;
mod words;

pub use bot::{Bot, limit};
pub use error::{Fault, LaunchError};
pub use process::Group;
pub use words::{SplitError, split};
