//! The latest result of a search thread, which other threads read.

use crate::driver::Suggestion;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The cell in which a search thread publishes its latest result.
#[derive(Debug, Default)]
pub struct SnapshotCell {
    snapshot: Mutex<Snapshot>,
    published: Condvar,
    /// The number of the position to search; a round for another position stops early. `u64::MAX`
    /// before the thread ends.
    pub wanted_epoch: AtomicU64,
    /// Whether a caller waits for an analysis, for which a round stops early.
    pub analysis_wanted: AtomicBool,
}

/// The result of a search at one time.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The number of the position.
    pub epoch: u64,
    /// The number of the answered request to spend nodes, 0 if there is none.
    pub request_id: u64,
    /// The best moves.
    pub suggestion: Suggestion,
}

impl SnapshotCell {
    /// Replaces the snapshot.
    pub fn publish(&self, snapshot: Snapshot) {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = snapshot;
        self.published.notify_all();
    }

    /// Returns the snapshot once `is_ready` accepts it, or after `timeout`.
    pub fn wait(&self, timeout: Duration, is_ready: impl Fn(&Snapshot) -> bool) -> Snapshot {
        let snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let (snapshot, _) = self
            .published
            .wait_timeout_while(snapshot, timeout, |s| !is_ready(s))
            .unwrap_or_else(PoisonError::into_inner);
        snapshot.clone()
    }
}
