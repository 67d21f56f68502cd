//! Work that travels in batches: one thread, the leader, puts batches on the belt and takes
//! them off when all that is in them has been done, in the order in which it put them there.
//! Meanwhile everybody does what lies on the belt, run by run, the oldest batch first. With
//! two batches on the belt nobody waits for the last run of a batch: there is the next one.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How often somebody who has nothing to do looks whether that has changed before he sleeps,
/// which is for a few hundred microseconds: as a rule there is something within a few. Waking
/// up takes tens of them, and a thread that is woken up may come to stand behind the one that
/// woke it, on the same processor.
const SPINS: usize = 10_000;

/// A belt for batches `B`, of which every run gives an `R`.
pub struct WorkQueue<B, R> {
    lock: Mutex<QueueState<B, R>>,
    /// There is something to do, or to take off, or the belt is closed.
    changed: Condvar,
    /// How often that has been so; changes only with `state` locked.
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
    /// Runs that no one has taken yet, the next one last.
    pending: Vec<usize>,
    results: Vec<Option<R>>,
    /// How many of `results` there are.
    finished: usize,
}

impl<B, R> Default for WorkQueue<B, R> {
    fn default() -> Self {
        WorkQueue {
            lock: Mutex::new(QueueState {
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
    /// Puts a batch of so many runs on the belt.
    pub fn push(&self, work: B, runs: usize) {
        let batch = Batch {
            work: Arc::new(work),
            pending: (0..runs).rev().collect(),
            results: std::iter::repeat_with(|| None).take(runs).collect(),
            finished: 0,
        };
        let mut state = self.state();
        state.batches.push_back(batch);
        self.notify(state);
    }

    /// Takes the oldest batch off the belt, with what its runs gave, in their order; does runs,
    /// of this batch and of those behind it, until all of its are done. Gives nothing when the
    /// belt is empty.
    pub fn collect(&self, work: impl Fn(&B, usize) -> R) -> Option<(Arc<B>, Vec<R>)> {
        let mut state = self.state();
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

    /// Does runs until the belt is closed.
    pub fn work(&self, work: impl Fn(&B, usize) -> R) {
        let mut state = self.state();
        while !state.closed {
            state = self.work_once(state, &work);
        }
    }

    /// Closes the belt when what this gives is dropped: those who serve it go, whatever lies
    /// on it.
    pub fn close_on_drop(&self) -> CloseGuard<'_, B, R> {
        CloseGuard(self)
    }

    /// Does the next run, or waits for something to change when there is none.
    fn work_once<'a>(
        &'a self,
        mut state: MutexGuard<'a, QueueState<B, R>>,
        work: impl Fn(&B, usize) -> R,
    ) -> MutexGuard<'a, QueueState<B, R>> {
        let Some(run) = state.next_chunk() else {
            return self.wait_for_change(state);
        };
        drop(state);
        self.run_chunk(run, work);
        self.state()
    }

    /// Does a run. If that panics it is left for another thread; so it comes to the leader in
    /// the end, who has a caller to tell.
    fn run_chunk(&self, run: Chunk<B>, work: impl Fn(&B, usize) -> R) {
        let mut hand = ChunkInProgress {
            belt: self,
            run: &run,
            result: None,
        };
        hand.result = Some(work(&run.work, run.index));
    }

    /// Waits for something to change; awake at first.
    fn wait_for_change<'a>(
        &'a self,
        state: MutexGuard<'a, QueueState<B, R>>,
    ) -> MutexGuard<'a, QueueState<B, R>> {
        let changes = || self.change_count.load(Ordering::Relaxed);
        let known = changes();
        drop(state);
        for _ in 0..SPINS {
            if changes() != known {
                return self.state();
            }
            spin_loop();
        }
        let state = self.state();
        let waited = self.changed.wait_while(state, |_| changes() == known);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells those who wait that something has changed.
    fn notify(&self, state: MutexGuard<QueueState<B, R>>) {
        self.change_count.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, QueueState<B, R>> {
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B, R> QueueState<B, R> {
    fn next_chunk(&mut self) -> Option<Chunk<B>> {
        let mut batches = (self.first_number..).zip(&mut self.batches);
        batches.find_map(
            |(
                batch,
                Batch {
                    work,
                    pending: waiting,
                    ..
                },
            )| {
                let index = waiting.pop()?;
                let work = Arc::clone(work);
                Some(Chunk { work, batch, index })
            },
        )
    }
}

/// A run of a batch.
struct Chunk<B> {
    work: Arc<B>,
    /// The number of the batch.
    batch: usize,
    /// The index of the run.
    index: usize,
}

/// A run that is being done.
struct ChunkInProgress<'a, B, R> {
    belt: &'a WorkQueue<B, R>,
    run: &'a Chunk<B>,
    result: Option<R>,
}

impl<B, R> Drop for ChunkInProgress<'_, B, R> {
    fn drop(&mut self) {
        let Chunk { batch, index, .. } = *self.run;
        let mut state = self.belt.state();
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
        self.belt.notify(state);
    }
}

/// Closes a belt when it is dropped.
pub struct CloseGuard<'a, B, R>(&'a WorkQueue<B, R>);

impl<B, R> Drop for CloseGuard<'_, B, R> {
    fn drop(&mut self) {
        let mut state = self.0.state();
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

    fn square(numbers: &Range<usize>, run: usize) -> usize {
        (numbers.start + run).pow(2)
    }

    #[test]
    fn batches_come_back_in_their_order_and_so_do_the_results_of_their_runs() {
        for helpers in [0, 1, 4] {
            let belt = WorkQueue::default();
            thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| belt.work(square));
                }
                let _closing = belt.close_on_drop();
                let batch = |number: usize| number..number + number % 5;
                belt.push(batch(0), batch(0).len());
                for number in 0..300 {
                    belt.push(batch(number + 1), batch(number + 1).len());
                    let (numbers, squares) = belt.collect(square).expect("a batch");
                    assert_eq!(*numbers, batch(number));
                    let expected: Vec<_> = batch(number).map(|n| n * n).collect();
                    assert_eq!(squares, expected);
                }
                assert!(belt.collect(square).is_some());
                assert!(belt.collect(square).is_none());
            });
        }
    }

    #[test]
    fn what_panics_elsewhere_comes_to_the_leader() {
        let belt = WorkQueue::default();
        let (tried, led) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let fail = |_: &Range<usize>, _: usize| -> usize {
            tried.fetch_add(1, Ordering::SeqCst);
            panic!("on purpose")
        };
        let outcome = thread::scope(|scope| {
            scope.spawn(|| catch_unwind(AssertUnwindSafe(|| belt.work(fail))));
            catch_unwind(AssertUnwindSafe(|| {
                let _closing = belt.close_on_drop();
                belt.push(1..2, 1);
                while tried.load(Ordering::SeqCst) == 0 {
                    thread::yield_now();
                }
                led.fetch_add(1, Ordering::SeqCst);
                belt.collect(fail).is_some()
            }))
        });
        assert!(outcome.is_err());
        assert_eq!(tried.load(Ordering::SeqCst), 2);
        assert_eq!(led.load(Ordering::SeqCst), 1);
    }
}
