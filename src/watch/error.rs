//! What can end a watched game other than its rules: the bot, or the terminal.

use landfall_tbp::host::{BotError, LaunchError};
use std::fmt;
use std::io;

/// Why `landfall watch` failed.
#[derive(Debug)]
pub enum WatchError {
    /// The bot could not be brought to play.
    Launch(LaunchError),
    /// The bot did wrong.
    Bot(BotError),
    /// The terminal or the output failed.
    Io(io::Error),
}

impl From<LaunchError> for WatchError {
    fn from(error: LaunchError) -> WatchError {
        match error {
            LaunchError::Bot(fault) => WatchError::Bot(fault),
            other => WatchError::Launch(other),
        }
    }
}

impl From<BotError> for WatchError {
    fn from(fault: BotError) -> WatchError {
        WatchError::Bot(fault)
    }
}

impl From<io::Error> for WatchError {
    fn from(error: io::Error) -> WatchError {
        WatchError::Io(error)
    }
}

impl fmt::Display for WatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WatchError::Launch(error) => write!(f, "{error}"),
            WatchError::Bot(fault) => write!(f, "{fault}"),
            WatchError::Io(error) => write!(f, "the game cannot be shown: {error}"),
        }
    }
}

impl std::error::Error for WatchError {}
