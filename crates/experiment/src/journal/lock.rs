//! Locks the file of a journal, so that it has one writer.

use super::JournalError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often a lock is tried.
const TRIES: u32 = 21;

/// The time between two tries, which take one second in all.
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a file and locks it against other writers of journals, until it is closed or the process
/// ends.
///
/// # Errors
/// The file cannot be opened, is no regular file, or stays locked by another process.
pub(super) fn open_locked(path: &Path, options: &OpenOptions) -> Result<File, JournalError> {
    let failed = |error| JournalError::file(path, error);
    let file = options.open(path).map_err(failed)?;
    // Reading a pipe or a device to its end could wait for ever.
    if !file.metadata().map_err(failed)?.is_file() {
        let reason = "it is no regular file; a journal must be one";
        return Err(failed(io::Error::other(reason)));
    }
    // On Windows a lock would also keep readers out, such as a merge of a running series.
    if cfg!(unix) && !try_lock_for_a_second(&file) {
        let path = path.to_path_buf();
        return Err(JournalError::InUse { path });
    }
    Ok(file)
}

/// Tries for a second to lock a file. Returns false if another process kept it locked. A process that
/// was killed keeps its locks until the system has freed its memory, and may be restarted before that.
fn try_lock_for_a_second(file: &File) -> bool {
    (0..TRIES).any(|tries| {
        if tries > 0 {
            thread::sleep(PAUSE);
        }
        // A file system without locks is no error.
        !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    })
}
