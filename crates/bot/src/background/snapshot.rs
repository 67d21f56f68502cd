//! Where a thread that thinks puts what it has found, for others to read.

use super::Suggestion;
use std::sync::atomic::AtomicU64;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Where the thread publishes and the session reads.
#[derive(Debug, Default)]
pub struct SnapshotCell {
    snapshot: Mutex<Snapshot>,
    published: Condvar,
    /// The position that is wanted; a round for another one breaks off.
    pub wanted_epoch: AtomicU64,
}

/// What is known of a position.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The number of the position.
    pub epoch: u64,
    /// The number of the order to spend nodes that this answers, if it does.
    pub request_id: u64,
    /// What to play.
    pub suggestion: Suggestion,
}

impl SnapshotCell {
    /// Puts a snapshot in the place of the last one.
    pub fn publish(&self, snapshot: Snapshot) {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = snapshot;
        self.published.notify_all();
    }

    /// The snapshot, as soon as `ready` likes it, but after `patience` at the latest.
    pub fn wait(&self, patience: Duration, ready: impl Fn(&Snapshot) -> bool) -> Snapshot {
        let snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let (snapshot, _) = self
            .published
            .wait_timeout_while(snapshot, patience, |s| !ready(s))
            .unwrap_or_else(PoisonError::into_inner);
        snapshot.clone()
    }
}
