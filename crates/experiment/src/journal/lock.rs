//! A journal has one writer: the lock on its file.

use super::JournalError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often a lock is tried for.
const TRIES: u32 = 21;

/// The time between two tries; one second in all.
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a file that no other process writes as a journal; the lock ends with the file, or with
/// the process.
///
/// # Errors
/// A file that cannot be opened or is no regular one, or one that another process goes on writing.
pub(super) fn open_locked(path: &Path, options: &OpenOptions) -> Result<File, JournalError> {
    let failed = |error| JournalError::file(path, error);
    let file = options.open(path).map_err(failed)?;
    // The end of a pipe or a device would be waited for, for ever.
    if !file.metadata().map_err(failed)?.is_file() {
        let reason = "it is no regular file, which can be read and gone on with";
        return Err(failed(io::Error::other(reason)));
    }
    // On Windows a lock would keep out those who only read, such as a merge of a running series.
    if cfg!(unix) && !try_lock_for_a_second(&file) {
        let path = path.to_path_buf();
        return Err(JournalError::InUse { path });
    }
    Ok(file)
}

/// Tries to lock a file for a second; returns whether nobody else kept it locked. A process that was
/// killed keeps its locks until the system has put away its memory, and may be started again before.
fn try_lock_for_a_second(file: &File) -> bool {
    (0..TRIES).any(|tries| {
        if tries > 0 {
            thread::sleep(PAUSE);
        }
        // A file system without locks is no reason not to play.
        !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    })
}
