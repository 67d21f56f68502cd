//! The threads that share the work of a search.

use super::work_queue::WorkQueue;
use std::thread::{Builder, scope};

/// Runs of items for each thread: some take longer than others.
const CHUNKS_PER_THREAD: usize = 16;

/// Runs pieces of work side by side, results in the order of the work.
///
/// Whoever brings the work leads; the others are made when there is something to share out and
/// go when that is done. A new thread costs 30 to 50 microseconds, and systems put it on a
/// processor that is idle, where a thread that is woken up may be put beside the one that woke
/// it and stay there.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPool {
    threads: usize,
}

impl ThreadPool {
    /// A crew of so many `threads`, 0 counting as 1. If the system gives fewer, the leader
    /// does more; results are the same.
    pub fn new(threads: usize) -> ThreadPool {
        ThreadPool {
            threads: threads.max(1),
        }
    }

    /// Calls `work` with runs of neighbouring items. What it gives comes back in the order of
    /// the items; into how many runs they are cut depends on the number of threads.
    pub fn map_chunks<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&[T]) -> R + Sync,
    ) -> Vec<R> {
        let length = self.chunk_length(items.len());
        if items.len() <= length {
            return vec![work(items)];
        }
        let work = |runs: &Vec<&[T]>, run: usize| work(runs[run]);
        let belt = WorkQueue::default();
        let runs: Vec<&[T]> = items.chunks(length).collect();
        let count = runs.len();
        belt.push(runs, count);
        let lead = || {
            let _closing = belt.close_on_drop();
            belt.collect(work)
        };
        let found = self.with_workers(|| belt.work(work), lead);
        found.map_or_else(Vec::new, |(_, found)| found)
    }

    /// How long the runs of so many items should be, at least 1.
    pub fn chunk_length(&self, items: usize) -> usize {
        match self.threads {
            1 => items.max(1),
            threads => items.div_ceil(threads * CHUNKS_PER_THREAD).max(1),
        }
    }

    /// Does `lead` while all others of the crew `serve`, who have to end when it does.
    pub fn with_workers<R>(&self, serve: impl Fn() + Sync, lead: impl FnOnce() -> R) -> R {
        scope(|scope| {
            for number in 1..self.threads {
                let helper = Builder::new().name(format!("search-{number}"));
                if let Err(e) = helper.spawn_scoped(scope, &serve) {
                    log::warn!("searching on {number} threads: {e}");
                    break;
                }
            }
            lead()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 5] {
            let items: Vec<usize> = (1..101).collect();
            let crew = ThreadPool::new(threads);
            let runs = crew.map_chunks(&items, |run| run.to_vec());
            assert_eq!(runs.concat(), items);
        }
    }
}
