//! The errors of a match. Errors of bots in its games are in `player`.

use super::player::PlayerError;
use super::preset::PresetError;
use landfall_experiment::journal::JournalError;
use landfall_replay::arena::ReplayError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a match cannot be played, or its results cannot be written.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no such preset.
    #[error(transparent)]
    Preset(#[from] PresetError),
    /// A bot does not start.
    #[error(transparent)]
    Start(PlayerError),
    /// A bot failed in a game of [`play_pair`](crate::play_pair).
    #[error("game {game}: {error}")]
    Game {
        /// Number of the game.
        game: u64,
        /// What the bot did.
        #[source]
        error: PlayerError,
    },
    /// An output of the match cannot be written; the match went on.
    #[error("{what} cannot be written: {error}")]
    Output {
        /// The output, such as `the journal`.
        what: &'static str,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The summary cannot be written.
    #[error("the summary cannot be printed: {0}")]
    Summary(#[source] io::Error),
    /// A file or folder cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// A file is no replay.
    #[error("{path}: {error}", path = path.display())]
    Replay {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        error: ReplayError,
    },
    /// Two replays would have the same page.
    #[error("{path}: another page is called {page} already; rename the file", path = path.display())]
    SamePage {
        /// The path of the second replay.
        path: PathBuf,
        /// The name of the page.
        page: String,
    },
}

impl ArenaError {
    /// Returns a function that adds the path to an error of the system.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> ArenaError + '_ {
        |error| ArenaError::File {
            path: path.to_path_buf(),
            error,
        }
    }
}
