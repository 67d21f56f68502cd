//! The error type of the command line.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

/// The error of a library, or a text.
type BoxError = Box<dyn Error + Send + Sync>;

/// Why a command failed, for a person to read. The program then exits with code 2.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The options cannot be used together, or something that was asked for does not exist.
    #[error("{0}")]
    Message(String),
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file or a folder is invalid.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or the folder.
        path: PathBuf,
        /// What is wrong with it.
        source: BoxError,
    },
    /// A result could not be printed.
    #[error("stdout cannot be written: {0}")]
    Stdout(#[source] io::Error),
    /// A library failed.
    #[error("{0}")]
    Failed(#[source] BoxError),
}

impl CliError {
    /// Wraps the error of a library.
    pub fn failed(source: impl Into<BoxError>) -> CliError {
        CliError::Failed(source.into())
    }

    /// Wraps the error of a file or a folder.
    pub fn about(path: &Path, source: impl Into<BoxError>) -> CliError {
        CliError::File {
            path: path.to_path_buf(),
            source: source.into(),
        }
    }
}

/// Reads a text file.
///
/// # Errors
/// [`CliError::Read`].
pub fn read_text(path: &Path) -> Result<String, CliError> {
    landfall_experiment::files::read_text(path).map_err(|source| CliError::Read {
        path: path.to_path_buf(),
        source,
    })
}
