//! Why a command failed: the one error type of the command line.

use landfall_arena::ArenaError;
use landfall_experiment::journal::JournalError;
use landfall_replay::FileKind;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// An error of any library below, or a plain text.
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
    /// A file or a folder is not what it should be.
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
    /// A library could not do what the command wanted.
    #[error("{0}")]
    Failed(#[source] BoxError),
}

impl CliError {
    /// Wraps the error of a library.
    pub(super) fn failed(source: impl Into<BoxError>) -> CliError {
        CliError::Failed(source.into())
    }

    /// Wraps what is wrong with a file or a folder.
    pub(super) fn about(path: &Path, source: impl Into<BoxError>) -> CliError {
        CliError::File {
            path: path.to_path_buf(),
            source: source.into(),
        }
    }
}

/// Longest beginning of a file that is looked at to tell what it is, in bytes.
const MAX_LOOK: u64 = 1 << 20;

/// Wraps the error of a journal; where its file is another one, with what that is.
pub(super) fn journal_error(error: JournalError, wanted: &[FileKind]) -> CliError {
    match error.path_without_header() {
        Some(path) => CliError::Message(misread(path, wanted, &error)),
        None => CliError::failed(error),
    }
}

/// Wraps the error of arena or soak tests; where a file is another one than `wanted`, with what that
/// is.
pub(super) fn arena_error(error: ArenaError, wanted: FileKind) -> CliError {
    match &error {
        ArenaError::Replay { path, .. } => {
            CliError::Message(misread(path, &[FileKind::ARENA_REPLAY], &error))
        }
        ArenaError::Journal(journal) => match journal.path_without_header() {
            Some(path) => CliError::Message(misread(path, &[wanted], &error)),
            None => CliError::failed(error),
        },
        _ => CliError::failed(error),
    }
}

/// Returns what is wrong with a file that should be `wanted`, and what it is, if it is another one
/// that landfall knows.
pub(super) fn misread(path: &Path, wanted: &[FileKind], error: impl fmt::Display) -> String {
    match kind_of_file(path).filter(|kind| !wanted.contains(kind)) {
        Some(kind) => format!("{error}; {kind}"),
        None => error.to_string(),
    }
}

/// Returns what a file is, by its beginning. Only regular files are opened.
fn kind_of_file(path: &Path) -> Option<FileKind> {
    let mut bytes = Vec::new();
    let file = path.is_file().then(|| File::open(path).ok())??;
    file.take(MAX_LOOK).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 == MAX_LOOK {
        let line_end = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(line_end.unwrap_or(0));
    }
    FileKind::of(&bytes)
}

/// Reads a text file.
///
/// # Errors
/// [`CliError::Read`].
pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    landfall_experiment::files::read_text(path).map_err(|source| CliError::Read {
        path: path.to_path_buf(),
        source,
    })
}
