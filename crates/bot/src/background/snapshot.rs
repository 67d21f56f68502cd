//! The latest result of a search thread, for others to read.

use crate::driver::Suggestion;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Where a search thread publishes its latest result.
#[derive(Debug, Default)]
pub struct SnapshotCell {
    snapshot: Mutex<Snapshot>,
    published: Condvar,
    /// The number of the position that is wanted; a round for another one is left early.
    /// `u64::MAX` ends the thread.
    pub wanted_epoch: AtomicU64,
    /// Whether somebody waits for an analysis; a round is left early for it.
    pub analysis_wanted: AtomicBool,
}

/// What is known of a position.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The number of the position.
    pub epoch: u64,
    /// The number of the request to spend nodes that this answers, 0 if it answers none.
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

    /// Returns the snapshot as soon as `is_ready` accepts it, but after `timeout` at the latest.
    pub fn wait(&self, timeout: Duration, is_ready: impl Fn(&Snapshot) -> bool) -> Snapshot {
        let snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let (snapshot, _) = self
            .published
            .wait_timeout_while(snapshot, timeout, |s| !is_ready(s))
            .unwrap_or_else(PoisonError::into_inner);
        snapshot.clone()
    }
}
