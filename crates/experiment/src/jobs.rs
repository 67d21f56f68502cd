//! Runs numbered jobs on several threads, and returns their results in the order of the numbers.
//!
//! Owns the threads and the order. The caller says what a job does and keeps its result.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// The jobs to run, and how to run them.
#[derive(Debug)]
pub struct Jobs<'a, T> {
    /// The numbers of the jobs. An end of `u64::MAX` means that there is no end.
    pub range: Range<u64>,
    /// Most jobs that run at a time; 0 counts as 1.
    pub threads: usize,
    /// Once this is true, no further job starts.
    pub stop: &'a AtomicBool,
    /// Results of an earlier run, by number. These jobs are not run again.
    pub done: BTreeMap<u64, T>,
}

/// Whether a running job should stop. Checking it is cheap.
#[derive(Clone, Copy, Debug)]
pub struct StopSignal<'a> {
    /// The caller's flag.
    requested: &'a AtomicBool,
    /// Set when enough results are there, or a job has failed.
    finished: &'a AtomicBool,
}

impl StopSignal<'_> {
    /// Returns whether the job should stop: its result is not needed.
    pub fn is_set(&self) -> bool {
        self.requested.load(Ordering::Relaxed) || self.finished.load(Ordering::Relaxed)
    }
}

impl<'a, T> Jobs<'a, T> {
    /// Returns jobs of which none has been run.
    pub fn new(range: Range<u64>, threads: usize, stop: &'a AtomicBool) -> Jobs<'a, T> {
        Jobs {
            range,
            threads,
            stop,
            done: BTreeMap::new(),
        }
    }

    /// Returns the number of threads that have a job to run.
    fn useful_threads(&self) -> usize {
        let done = self.done.range(self.range.clone()).count() as u64;
        let total = self.range.end.saturating_sub(self.range.start);
        let left = usize::try_from(total - done).unwrap_or(usize::MAX);
        self.threads.max(1).min(left)
    }
}

/// Runs jobs until all are done, `stop` is set, one fails, or `in_order` breaks.
///
/// - `worker` makes the state that a thread needs for its jobs. All workers are made on the
///   caller's thread before the first job starts, so that an error here comes before any result.
/// - `job` computes the result of a number. It returns `None` if it stopped because of its
///   [`StopSignal`]; its thread then ends.
/// - `finished` receives each new result at once, in any order. It does not receive the results
///   of [`Jobs::done`].
/// - `in_order` receives the results by number, without gaps. If it breaks, the [`StopSignal`] of
///   running jobs is set, and results of higher numbers go to `finished` only. If `stop` was set,
///   the results after the first gap come last, by number.
///
/// `finished` and `in_order` are called on the caller's thread, so the outcome does not depend on
/// the number of threads.
///
/// # Errors
/// The first error of `worker` or `job`. Results that come after an error of `job` still go to
/// `finished` and, up to the first gap, to `in_order`.
///
/// # Panics
/// When a job panics.
///
/// # Examples
/// ```
/// use landfall_experiment::jobs::{Jobs, run_jobs};
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let mut squares = Vec::new();
/// let run: Result<(), Infallible> = run_jobs(
///     Jobs::new(0..5, 2, &stop),
///     || Ok(()),
///     |(), number, _stop| Ok(Some(number * number)),
///     |_result| {},
///     |_number, square| {
///         squares.push(square);
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!((run, squares), (Ok(()), vec![0, 1, 4, 9, 16]));
/// ```
pub fn run_jobs<W: Send, T: Send, E: Send>(
    jobs: Jobs<T>,
    worker: impl Fn() -> Result<W, E>,
    job: impl Fn(&mut W, u64, StopSignal) -> Result<Option<T>, E> + Sync,
    mut finished: impl FnMut(&T),
    in_order: impl FnMut(u64, T) -> ControlFlow<()>,
) -> Result<(), E> {
    let workers: Vec<W> = (0..jobs.useful_threads())
        .map(|_| worker())
        .collect::<Result<_, _>>()?;
    let known: Vec<u64> = jobs.done.keys().copied().collect();
    let queue = Queue {
        range: jobs.range.clone(),
        known,
        next: AtomicU64::new(jobs.range.start),
        finished: AtomicBool::new(false),
        requested: jobs.stop,
    };
    let (sender, results) = channel();
    let mut order = InOrder::new(jobs.range.start, jobs.done, in_order);
    let mut error = None;
    thread::scope(|scope| {
        for mut worker in workers {
            let (queue, job, sender) = (&queue, &job, sender.clone());
            scope.spawn(move || queue.work(&mut worker, job, &sender));
        }
        drop(sender);
        if order.deliver().is_break() {
            queue.finished.store(true, Ordering::Relaxed);
        }
        for (number, result) in results {
            match result {
                Ok(result) => {
                    finished(&result);
                    if order.insert(number, result).is_break() {
                        queue.finished.store(true, Ordering::Relaxed);
                    }
                }
                Err(failure) => {
                    error.get_or_insert(failure);
                }
            }
        }
    });
    match error {
        Some(error) => Err(error),
        None => {
            order.finish();
            Ok(())
        }
    }
}

/// The state that the threads share.
struct Queue<'a> {
    range: Range<u64>,
    /// Numbers of jobs that are not run again, in ascending order.
    known: Vec<u64>,
    next: AtomicU64,
    finished: AtomicBool,
    requested: &'a AtomicBool,
}

impl Queue<'_> {
    /// Runs one job after the other until there is none or the run is over.
    fn work<W, T, E>(
        &self,
        worker: &mut W,
        job: &impl Fn(&mut W, u64, StopSignal) -> Result<Option<T>, E>,
        sender: &Sender<(u64, Result<T, E>)>,
    ) {
        let signal = StopSignal {
            requested: self.requested,
            finished: &self.finished,
        };
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.range.end || signal.is_set() {
                return;
            }
            if self.known.binary_search(&number).is_ok() {
                continue;
            }
            let Some(result) = job(worker, number, signal).transpose() else {
                return;
            };
            if result.is_err() {
                self.finished.store(true, Ordering::Relaxed);
            }
            // The receiver lives as long as the threads.
            let _ = sender.send((number, result));
        }
    }
}

/// Passes results on by number.
struct InOrder<T, F> {
    next: u64,
    /// Results that wait for one of a lower number.
    waiting: BTreeMap<u64, T>,
    is_over: bool,
    receiver: F,
}

impl<T, F: FnMut(u64, T) -> ControlFlow<()>> InOrder<T, F> {
    fn new(next: u64, waiting: BTreeMap<u64, T>, receiver: F) -> InOrder<T, F> {
        InOrder {
            next,
            waiting,
            is_over: false,
            receiver,
        }
    }

    fn insert(&mut self, number: u64, result: T) -> ControlFlow<()> {
        self.waiting.insert(number, result);
        self.deliver()
    }

    /// Passes on the results up to the first gap.
    fn deliver(&mut self) -> ControlFlow<()> {
        while !self.is_over
            && let Some(result) = self.waiting.remove(&self.next)
        {
            self.is_over = (self.receiver)(self.next, result).is_break();
            self.next += 1;
        }
        if self.is_over {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Passes on the results after gaps, unless the receiver has ended the run.
    fn finish(mut self) {
        for (number, result) in std::mem::take(&mut self.waiting) {
            if self.is_over {
                return;
            }
            self.is_over = (self.receiver)(number, result).is_break();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::time::Duration;

    type Outcome = (Result<(), String>, Vec<u64>);

    /// Runs jobs whose result is their number. Returns the numbers that `in_order` received, which
    /// breaks at `last`.
    fn run(
        jobs: Jobs<u64>,
        job: impl Fn(u64, StopSignal) -> Result<Option<u64>, String> + Sync,
        last: u64,
    ) -> Outcome {
        let mut seen = Vec::new();
        let result = run_jobs(
            jobs,
            || Ok(()),
            |(), number, signal| job(number, signal),
            |_| {},
            |number, result| {
                assert_eq!(number, result);
                seen.push(number);
                if number == last {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        (result, seen)
    }

    #[test]
    fn results_come_in_order_however_long_they_take() {
        let stop = AtomicBool::new(false);
        let slow_first = |number: u64, _: StopSignal| {
            std::thread::sleep(Duration::from_millis(20u64.saturating_sub(number)));
            Ok(Some(number))
        };
        let found = run(Jobs::new(3..23, 3, &stop), slow_first, u64::MAX);
        assert_eq!(found, (Ok(()), (3..23).collect()));
    }

    #[test]
    fn a_break_ends_a_run_of_unlimited_jobs() {
        let stop = AtomicBool::new(false);
        let found = run(
            Jobs::new(0..u64::MAX, 3, &stop),
            |number, _| Ok(Some(number)),
            40,
        );
        assert_eq!(found, (Ok(()), (0..=40).collect()));
        assert!(
            !stop.load(Ordering::Relaxed),
            "the caller's flag does not change"
        );
    }

    #[test]
    fn a_break_sets_the_stop_signal_of_running_jobs() {
        let stop = AtomicBool::new(false);
        let job = |number: u64, signal: StopSignal| {
            if number == 0 {
                return Ok(Some(0));
            }
            while !signal.is_set() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(None)
        };
        let found = run(Jobs::new(0..u64::MAX, 3, &stop), job, 0);
        assert_eq!(found, (Ok(()), vec![0]));
    }

    #[test]
    fn a_failure_ends_the_run_and_is_returned() {
        let stop = AtomicBool::new(false);
        let job = |number: u64, _: StopSignal| {
            if number == 7 {
                Err("seven".to_string())
            } else {
                Ok(Some(number))
            }
        };
        let (result, seen) = run(Jobs::new(0..u64::MAX, 3, &stop), job, u64::MAX);
        assert_eq!(result, Err("seven".into()));
        // It depends on the threads which of the lower numbers were started.
        assert_eq!(seen, (0..seen.len() as u64).collect::<Vec<_>>());
        assert!(seen.len() <= 7);
    }

    #[test]
    fn after_a_stop_results_after_a_gap_are_passed_on() {
        let stop = AtomicBool::new(false);
        let job = |number: u64, signal: StopSignal| match number {
            2 => {
                while !signal.is_set() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(None)
            }
            5 => {
                stop.store(true, Ordering::Relaxed);
                Ok(Some(5))
            }
            other => Ok(Some(other)),
        };
        let (result, seen) = run(Jobs::new(0..100, 2, &stop), job, u64::MAX);
        assert_eq!((result, seen), (Ok(()), vec![0, 1, 3, 4, 5]));
    }

    #[test]
    fn earlier_results_are_not_computed_again() {
        let stop = AtomicBool::new(false);
        let computed = Mutex::new(Vec::new());
        let jobs = Jobs {
            done: [(0, 0), (1, 1), (4, 4), (9, 9)].into(),
            ..Jobs::new(0..6, 1, &stop)
        };
        let job = |number: u64, _: StopSignal| {
            computed.lock().unwrap().push(number);
            Ok(Some(number))
        };
        let (result, seen) = run(jobs, job, u64::MAX);
        assert_eq!(computed.into_inner().unwrap(), [2, 3, 5]);
        // Number 9 is after the end of the range: it is passed on, but last.
        assert_eq!((result, seen), (Ok(()), vec![0, 1, 2, 3, 4, 5, 9]));
    }

    #[test]
    fn no_worker_is_made_if_all_results_are_known() {
        let stop = AtomicBool::new(false);
        let jobs = Jobs {
            done: (0..4).map(|number| (number, number)).collect(),
            ..Jobs::new(0..4, 3, &stop)
        };
        let worker = || -> Result<(), String> { Err("no worker is needed".into()) };
        let mut seen = Vec::new();
        let in_order = |number, _| {
            seen.push(number);
            ControlFlow::Continue(())
        };
        let run = run_jobs(jobs, worker, |_, _, _| Ok(None), |_| {}, in_order);
        assert_eq!((run, seen), (Ok(()), vec![0, 1, 2, 3]));
    }

    #[test]
    fn a_worker_that_cannot_be_made_is_an_error_before_any_job() {
        let stop = AtomicBool::new(false);
        let made = Mutex::new(0);
        let run = run_jobs(
            Jobs::new(0..10, 3, &stop),
            || {
                *made.lock().unwrap() += 1;
                if *made.lock().unwrap() == 2 {
                    Err("no")
                } else {
                    Ok(())
                }
            },
            |(), _, _| -> Result<Option<u64>, &str> { panic!("no job may start") },
            |_| {},
            |_, _| ControlFlow::Continue(()),
        );
        assert_eq!(run, Err("no"));
    }
}
