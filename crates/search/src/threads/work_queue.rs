//! Work in batches: one thread, the leader, pushes batches and collects them when all their chunks
//! are done, in the order in which it pushed them. Meanwhile every thread works on what is queued,
//! chunk by chunk, the oldest batch first. With two batches queued no thread waits for the last
//! chunk of a batch: it works on the next one.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How often a thread without work checks for a change before it sleeps: a few hundred
/// microseconds, while there is usually work within a few. Waking up takes tens of microseconds,
/// and a thread that is woken up may have to wait for the one that woke it, on the same processor.
const SPINS: usize = 10_000;

/// A queue of batches `B`, of which every chunk gives an `R`.
pub struct WorkQueue<B, R> {
    state: Mutex<QueueState<B, R>>,
    /// There is something to do or to collect, or the queue is closed.
    changed: Condvar,
    /// Number of changes so far; changes only with `state` locked.
    change_count: AtomicUsize,
}

struct QueueState<B, R> {
    batches: VecDeque<Batch<B, R>>,
    /// The number of the first of `batches`; each one that follows has the next number.
    first_number: usize,
    closed: bool,
}

struct Batch<B, R> {
    work: Arc<B>,
    /// Chunks that no thread has taken yet, the next one last.
    pending: Vec<usize>,
    results: Vec<Option<R>>,
    /// How many of `results` there are.
    finished: usize,
}

impl<B, R> Default for WorkQueue<B, R> {
    fn default() -> Self {
        WorkQueue {
            state: Mutex::new(QueueState {
                batches: VecDeque::new(),
                first_number: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            change_count: AtomicUsize::new(0),
        }
    }
}

impl<B, R> WorkQueue<B, R> {
    /// Pushes a batch of `chunks` chunks.
    pub fn push(&self, work: impl Into<Arc<B>>, chunks: usize) {
        let batch = Batch {
            work: work.into(),
            pending: (0..chunks).rev().collect(),
            results: std::iter::repeat_with(|| None).take(chunks).collect(),
            finished: 0,
        };
        let mut state = self.lock();
        state.batches.push_back(batch);
        self.notify(state);
    }

    /// Removes the oldest batch and returns it with the results of its chunks, in their order.
    /// Works on chunks, of this batch and of those behind it, until all chunks of this batch are
    /// done. Returns `None` when the queue is empty.
    pub fn collect(&self, work: impl Fn(&B, usize) -> R) -> Option<(Arc<B>, Vec<R>)> {
        let mut state = self.lock();
        loop {
            let oldest = state.batches.front()?;
            if oldest.finished == oldest.results.len() {
                let oldest = state.batches.pop_front()?;
                state.first_number += 1;
                return Some((oldest.work, oldest.results.into_iter().flatten().collect()));
            }
            state = self.work_once(state, &work);
        }
    }

    /// Works on chunks until the queue is closed.
    pub fn work(&self, work: impl Fn(&B, usize) -> R) {
        let mut state = self.lock();
        while !state.closed {
            state = self.work_once(state, &work);
        }
    }

    /// Returns a guard that closes the queue when it is dropped: then [`WorkQueue::work`] returns
    /// on all threads, whatever is still queued.
    pub fn close_on_drop(&self) -> CloseGuard<'_, B, R> {
        CloseGuard(self)
    }

    /// Works on the next chunk, or waits for a change when there is none.
    fn work_once<'a>(
        &'a self,
        mut state: MutexGuard<'a, QueueState<B, R>>,
        work: impl Fn(&B, usize) -> R,
    ) -> MutexGuard<'a, QueueState<B, R>> {
        let Some(chunk) = state.next_chunk() else {
            return self.wait_for_change(state);
        };
        drop(state);
        self.run_chunk(chunk, work);
        self.lock()
    }

    /// Works on a chunk. If that panics, the chunk is left for another thread, so that the panic
    /// reaches the leader in the end, and through it the caller.
    fn run_chunk(&self, chunk: Chunk<B>, work: impl Fn(&B, usize) -> R) {
        let mut in_progress = ChunkInProgress {
            queue: self,
            chunk: &chunk,
            result: None,
        };
        in_progress.result = Some(work(&chunk.work, chunk.index));
    }

    /// Waits for a change; spins at first.
    fn wait_for_change<'a>(
        &'a self,
        state: MutexGuard<'a, QueueState<B, R>>,
    ) -> MutexGuard<'a, QueueState<B, R>> {
        let changes = || self.change_count.load(Ordering::Relaxed);
        let known = changes();
        drop(state);
        for _ in 0..SPINS {
            if changes() != known {
                return self.lock();
            }
            spin_loop();
        }
        let state = self.lock();
        let waited = self.changed.wait_while(state, |_| changes() == known);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the threads that wait for a change.
    fn notify(&self, state: MutexGuard<QueueState<B, R>>) {
        self.change_count.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<B, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B, R> QueueState<B, R> {
    fn next_chunk(&mut self) -> Option<Chunk<B>> {
        let mut batches = (self.first_number..).zip(&mut self.batches);
        batches.find_map(|(batch, Batch { work, pending, .. })| {
            let index = pending.pop()?;
            let work = Arc::clone(work);
            Some(Chunk { work, batch, index })
        })
    }
}

/// A chunk of a batch.
struct Chunk<B> {
    work: Arc<B>,
    /// The number of the batch.
    batch: usize,
    /// The index of the chunk.
    index: usize,
}

/// A chunk that a thread works on.
struct ChunkInProgress<'a, B, R> {
    queue: &'a WorkQueue<B, R>,
    chunk: &'a Chunk<B>,
    result: Option<R>,
}

impl<B, R> Drop for ChunkInProgress<'_, B, R> {
    fn drop(&mut self) {
        let Chunk { batch, index, .. } = *self.chunk;
        let mut state = self.queue.lock();
        let position = batch - state.first_number;
        let batch = &mut state.batches[position];
        match self.result.take() {
            Some(result) => {
                batch.results[index] = Some(result);
                batch.finished += 1;
                if batch.finished < batch.results.len() {
                    return;
                }
            }
            None => batch.pending.push(index),
        }
        self.queue.notify(state);
    }
}

/// Closes a queue when it is dropped.
pub struct CloseGuard<'a, B, R>(&'a WorkQueue<B, R>);

impl<B, R> Drop for CloseGuard<'_, B, R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        self.0.notify(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    fn square(numbers: &Range<usize>, chunk: usize) -> usize {
        (numbers.start + chunk).pow(2)
    }

    #[test]
    fn batches_and_the_results_of_their_chunks_keep_their_order() {
        for workers in [0, 1, 4] {
            let queue = WorkQueue::default();
            thread::scope(|scope| {
                for _ in 0..workers {
                    scope.spawn(|| queue.work(square));
                }
                let _guard = queue.close_on_drop();
                let batch = |number: usize| number..number + number % 5;
                queue.push(batch(0), batch(0).len());
                for number in 0..300 {
                    queue.push(batch(number + 1), batch(number + 1).len());
                    let (numbers, squares) = queue.collect(square).expect("a batch");
                    assert_eq!(*numbers, batch(number));
                    let expected: Vec<_> = batch(number).map(|n| n * n).collect();
                    assert_eq!(squares, expected);
                }
                assert!(queue.collect(square).is_some());
                assert!(queue.collect(square).is_none());
            });
        }
    }

    #[test]
    fn a_panic_on_a_worker_reaches_the_leader() {
        let queue = WorkQueue::default();
        let (tried, led) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let fail = |_: &Range<usize>, _: usize| -> usize {
            tried.fetch_add(1, Ordering::SeqCst);
            panic!("on purpose")
        };
        let outcome = thread::scope(|scope| {
            scope.spawn(|| catch_unwind(AssertUnwindSafe(|| queue.work(fail))));
            catch_unwind(AssertUnwindSafe(|| {
                let _guard = queue.close_on_drop();
                queue.push(1..2, 1);
                while tried.load(Ordering::SeqCst) == 0 {
                    thread::yield_now();
                }
                led.fetch_add(1, Ordering::SeqCst);
                queue.collect(fail).is_some()
            }))
        });
        assert!(outcome.is_err());
        assert_eq!(tried.load(Ordering::SeqCst), 2);
        assert_eq!(led.load(Ordering::SeqCst), 1);
    }
}
