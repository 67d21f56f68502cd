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
const LOOKS: usize = 10_000;

/// A belt for batches `B`, of which every run gives an `R`.
pub struct Belt<B, R> {
    state: Mutex<State<B, R>>,
    /// There is something to do, or to take off, or the belt is closed.
    changed: Condvar,
    /// How often that has been so; changes only with `state` locked.
    changes: AtomicUsize,
}

struct State<B, R> {
    batches: VecDeque<Batch<B, R>>,
    /// The number of the first of `batches`; each one that follows has the next number.
    first: usize,
    closed: bool,
}

struct Batch<B, R> {
    work: Arc<B>,
    /// Runs that no one has taken yet, the next one last.
    waiting: Vec<usize>,
    results: Vec<Option<R>>,
    /// How many of `results` there are.
    done: usize,
}

impl<B, R> Default for Belt<B, R> {
    fn default() -> Self {
        Belt {
            state: Mutex::new(State {
                batches: VecDeque::new(),
                first: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            changes: AtomicUsize::new(0),
        }
    }
}

impl<B, R> Belt<B, R> {
    /// Puts a batch of so many runs on the belt.
    pub fn put(&self, work: B, runs: usize) {
        let batch = Batch {
            work: Arc::new(work),
            waiting: (0..runs).rev().collect(),
            results: std::iter::repeat_with(|| None).take(runs).collect(),
            done: 0,
        };
        let mut state = self.state();
        state.batches.push_back(batch);
        self.tell(state);
    }

    /// Takes the oldest batch off the belt, with what its runs gave, in their order; does runs,
    /// of this batch and of those behind it, until all of its are done. Gives nothing when the
    /// belt is empty.
    pub fn take(&self, work: impl Fn(&B, usize) -> R) -> Option<(Arc<B>, Vec<R>)> {
        let mut state = self.state();
        loop {
            let oldest = state.batches.front()?;
            if oldest.done == oldest.results.len() {
                let oldest = state.batches.pop_front()?;
                state.first += 1;
                return Some((oldest.work, oldest.results.into_iter().flatten().collect()));
            }
            state = self.help(state, &work);
        }
    }

    /// Does runs until the belt is closed.
    pub fn serve(&self, work: impl Fn(&B, usize) -> R) {
        let mut state = self.state();
        while !state.closed {
            state = self.help(state, &work);
        }
    }

    /// Closes the belt when what this gives is dropped: those who serve it go, whatever lies
    /// on it.
    pub fn closing(&self) -> Closing<'_, B, R> {
        Closing(self)
    }

    /// Does the next run, or waits for something to change when there is none.
    fn help<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<B, R>>,
        work: impl Fn(&B, usize) -> R,
    ) -> MutexGuard<'a, State<B, R>> {
        let Some(run) = state.next_run() else {
            return self.wait(state);
        };
        drop(state);
        self.make(run, work);
        self.state()
    }

    /// Does a run. If that panics it is left for another thread; so it comes to the leader in
    /// the end, who has a caller to tell.
    fn make(&self, run: Run<B>, work: impl Fn(&B, usize) -> R) {
        let mut hand = Hand {
            belt: self,
            run: &run,
            result: None,
        };
        hand.result = Some(work(&run.work, run.index));
    }

    /// Waits for something to change; awake at first.
    fn wait<'a>(&'a self, state: MutexGuard<'a, State<B, R>>) -> MutexGuard<'a, State<B, R>> {
        let changes = || self.changes.load(Ordering::Relaxed);
        let known = changes();
        drop(state);
        for _ in 0..LOOKS {
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
    fn tell(&self, state: MutexGuard<State<B, R>>) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State<B, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B, R> State<B, R> {
    fn next_run(&mut self) -> Option<Run<B>> {
        let mut batches = (self.first..).zip(&mut self.batches);
        batches.find_map(|(batch, Batch { work, waiting, .. })| {
            let index = waiting.pop()?;
            let work = Arc::clone(work);
            Some(Run { work, batch, index })
        })
    }
}

/// A run of a batch.
struct Run<B> {
    work: Arc<B>,
    /// The number of the batch.
    batch: usize,
    /// The index of the run.
    index: usize,
}

/// A run that is being done.
struct Hand<'a, B, R> {
    belt: &'a Belt<B, R>,
    run: &'a Run<B>,
    result: Option<R>,
}

impl<B, R> Drop for Hand<'_, B, R> {
    fn drop(&mut self) {
        let Run { batch, index, .. } = *self.run;
        let mut state = self.belt.state();
        let position = batch - state.first;
        let batch = &mut state.batches[position];
        match self.result.take() {
            Some(result) => {
                batch.results[index] = Some(result);
                batch.done += 1;
                if batch.done < batch.results.len() {
                    return;
                }
            }
            None => batch.waiting.push(index),
        }
        self.belt.tell(state);
    }
}

/// Closes a belt when it is dropped.
pub struct Closing<'a, B, R>(&'a Belt<B, R>);

impl<B, R> Drop for Closing<'_, B, R> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.closed = true;
        self.0.tell(state);
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
            let belt = Belt::default();
            thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| belt.serve(square));
                }
                let _closing = belt.closing();
                let batch = |number: usize| number..number + number % 5;
                belt.put(batch(0), batch(0).len());
                for number in 0..300 {
                    belt.put(batch(number + 1), batch(number + 1).len());
                    let (numbers, squares) = belt.take(square).expect("a batch");
                    assert_eq!(*numbers, batch(number));
                    let expected: Vec<_> = batch(number).map(|n| n * n).collect();
                    assert_eq!(squares, expected);
                }
                assert!(belt.take(square).is_some());
                assert!(belt.take(square).is_none());
            });
        }
    }

    #[test]
    fn what_panics_elsewhere_comes_to_the_leader() {
        let belt = Belt::default();
        let (tried, led) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let fail = |_: &Range<usize>, _: usize| -> usize {
            tried.fetch_add(1, Ordering::SeqCst);
            panic!("on purpose")
        };
        let outcome = thread::scope(|scope| {
            scope.spawn(|| catch_unwind(AssertUnwindSafe(|| belt.serve(fail))));
            catch_unwind(AssertUnwindSafe(|| {
                let _closing = belt.closing();
                belt.put(1..2, 1);
                while tried.load(Ordering::SeqCst) == 0 {
                    thread::yield_now();
                }
                led.fetch_add(1, Ordering::SeqCst);
                belt.take(fail).is_some()
            }))
        });
        assert!(outcome.is_err());
        assert_eq!(tried.load(Ordering::SeqCst), 2);
        assert_eq!(led.load(Ordering::SeqCst), 1);
    }
}
