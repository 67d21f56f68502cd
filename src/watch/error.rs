//! What can end a watched game other than its rules: the bot, or the terminal.

use landfall_tbp::host::{BotError, LaunchError};
use std::fmt;
use std::io;

/// Why `landfall watch` failed.
#[derive(Debug)]
pub enum Error {
    /// The bot could not be brought to play.
    Launch(LaunchError),
    /// The bot did wrong.
    Bot(BotError),
    /// The terminal or the output failed.
    Output(io::Error),
}

impl From<LaunchError> for Error {
    fn from(error: LaunchError) -> Error {
        match error {
            LaunchError::Bot(fault) => Error::Bot(fault),
            other => Error::Launch(other),
        }
    }
}

impl From<BotError> for Error {
    fn from(fault: BotError) -> Error {
        Error::Bot(fault)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Launch(error) => write!(f, "{error}"),
            Error::Bot(fault) => write!(f, "{fault}"),
            Error::Output(error) => write!(f, "the game cannot be shown: {error}"),
        }
    }
}

impl std::error::Error for Error {}
