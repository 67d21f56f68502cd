//! Errors of journals, with what a file is that should be one.

use super::CliError;
use landfall_arena::ArenaError;
use landfall_command::misread;
use landfall_experiment::journal::JournalError;
use landfall_replay::FileKind;

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
