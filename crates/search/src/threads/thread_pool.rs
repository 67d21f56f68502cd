//! The threads that share the work of a search.

use super::WorkQueue;

/// Chunks of items for each thread: some take longer than others.
const CHUNKS_PER_THREAD: usize = 16;

/// Runs pieces of work in parallel, with the results in the order of the work.
///
/// The caller's thread takes part; the others are spawned when there is work to share and end when
/// it is done. A new thread costs 30 to 50 microseconds, and operating systems put it on an idle
/// processor, whereas a thread that is woken up may be put on the processor of the one that woke
/// it. With one thread nothing is ever spawned.
///
/// # Examples
///
/// ```
/// use landfall_search::ThreadPool;
///
/// let numbers = [1, 2, 3, 4, 5];
/// let squares = ThreadPool::new(2).map_chunks(&numbers, |chunk| {
///     chunk.iter().map(|n| n * n).collect::<Vec<i32>>()
/// });
/// assert_eq!(squares.concat(), [1, 4, 9, 16, 25]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ThreadPool {
    threads: usize,
}

impl ThreadPool {
    /// Returns a pool of `threads` threads, the caller's included; 0 counts as 1. If the system
    /// gives fewer, the others do more; results are the same. Without the feature `threads` every
    /// pool has one.
    pub fn new(threads: usize) -> ThreadPool {
        let most = if cfg!(feature = "threads") {
            usize::MAX
        } else {
            1
        };
        ThreadPool {
            threads: threads.clamp(1, most),
        }
    }

    /// Calls `work` with chunks of neighbouring items and returns its results in the order of
    /// the items. The number of chunks depends on the number of threads.
    pub fn map_chunks<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&[T]) -> R + Sync,
    ) -> Vec<R> {
        let length = self.chunk_length(items.len());
        if items.len() <= length {
            return vec![work(items)];
        }
        let work = |chunks: &Vec<&[T]>, chunk: usize| work(chunks[chunk]);
        let queue = WorkQueue::default();
        let chunks: Vec<&[T]> = items.chunks(length).collect();
        let count = chunks.len();
        queue.push(chunks, count);
        let lead = || {
            let _guard = queue.close_on_drop();
            queue.collect(work)
        };
        let results = self.with_workers(|| queue.work(work), lead);
        results.map_or_else(Vec::new, |(_, results)| results)
    }

    /// Returns the length of the chunks of `items` items, at least 1.
    pub fn chunk_length(&self, items: usize) -> usize {
        match self.threads {
            1 => items.max(1),
            threads => items.div_ceil(threads * CHUNKS_PER_THREAD).max(1),
        }
    }

    /// Runs `lead` on the caller's thread while all others of the pool run `work`, which has to
    /// return when `lead` does.
    #[cfg(feature = "threads")]
    pub fn with_workers<R>(&self, work: impl Fn() + Sync, lead: impl FnOnce() -> R) -> R {
        if self.threads == 1 {
            return lead();
        }
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let worker = std::thread::Builder::new().name(format!("search-{number}"));
                if let Err(e) = worker.spawn_scoped(scope, &work) {
                    log::warn!("searching on {number} threads: {e}");
                    break;
                }
            }
            lead()
        })
    }

    /// Runs `lead`; there are no other threads.
    #[cfg(not(feature = "threads"))]
    pub fn with_workers<R>(&self, _work: impl Fn() + Sync, lead: impl FnOnce() -> R) -> R {
        lead()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 5] {
            let items: Vec<usize> = (1..101).collect();
            let pool = ThreadPool::new(threads);
            let chunks = pool.map_chunks(&items, |chunk| chunk.to_vec());
            assert_eq!(chunks.concat(), items);
        }
    }

    #[test]
    fn one_thread_is_the_callers() {
        let own = std::thread::current().id();
        let ids = ThreadPool::new(1).map_chunks(&[(); 100], |_| std::thread::current().id());
        assert_eq!(ids, [own]);
    }
}
