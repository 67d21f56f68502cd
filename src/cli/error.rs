//! Errors of journals and replays, with the kind that the file has instead.

use super::CliError;
use landfall_arena::ArenaError;
use landfall_command::misread;
use landfall_experiment::journal::JournalError;
use landfall_replay::FileKind;

/// Wraps the error of a journal. Names the kind of a file that is no journal.
pub(super) fn journal_error(error: JournalError, wanted: &[FileKind]) -> CliError {
    match error.path_without_header() {
        Some(path) => CliError::Message(misread(path, wanted, &error)),
        None => CliError::failed(error),
    }
}

/// Wraps the error of arena or soak tests. Names the kind of a file that is not of the kind
/// `wanted`.
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
