//! The errors of `landfall watch`.

use landfall_tbp::host::{BotError, LaunchError};
use std::io;

/// Why `landfall watch` failed.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// The bot could not be started.
    #[error(transparent)]
    Launch(LaunchError),
    /// The bot broke the protocol or the rules.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The terminal or the output failed.
    #[error("the game cannot be shown: {0}")]
    Io(#[from] io::Error),
}

impl From<LaunchError> for WatchError {
    fn from(error: LaunchError) -> WatchError {
        match error {
            LaunchError::Bot(error) => WatchError::Bot(error),
            other => WatchError::Launch(other),
        }
    }
}
