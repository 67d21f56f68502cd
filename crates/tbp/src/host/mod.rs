//! The frontend's side of the protocol: a bot, built in or another program, that is told
//! of positions and asked for moves within limits of time.
//!
//! Judges no moves and knows no game: what the position is and what a move is worth is the
//! business of whoever hosts.

mod bot;
mod command_line;
mod error;
mod process;

pub use bot::{Bot, parse_time_limit};
pub use command_line::{CommandError, split_command};
pub use error::{BotError, LaunchError};
pub use process::SignalGroup;
