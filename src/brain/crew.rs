//! The threads that share the work of a round.

use rayon::prelude::*;

/// Runs of items for each thread: some take longer than others.
const RUNS: usize = 16;

/// Runs pieces of work side by side, results in the order of the work.
#[derive(Debug)]
pub struct Crew {
    pool: Option<rayon::ThreadPool>,
    threads: usize,
}

impl Crew {
    /// A crew of `threads`. With one, or if the system gives no more, the caller works
    /// alone; results are the same.
    pub fn of(threads: usize) -> Crew {
        let pool = (threads > 1)
            .then(|| {
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .thread_name(|i| format!("search-{i}"))
                    .build()
            })
            .and_then(|pool| {
                pool.inspect_err(|e| log::warn!("searching on one thread: {e}"))
                    .ok()
            });
        Crew { pool, threads }
    }

    /// Does `work` as one of the crew. Whatever work is shared out in it then needs no
    /// waiting for others to wake up; so the longer the work, the better.
    pub fn lead<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Calls `work` with runs of neighbouring items and the index of the first of them.
    /// What it gives comes back in the order of the items; into how many runs they are cut,
    /// each of `least` items at least, depends on the number of threads.
    pub fn runs<T: Sync, R: Send>(
        &self,
        items: &[T],
        least: usize,
        work: impl Fn(usize, &[T]) -> R + Sync,
    ) -> Vec<R> {
        let length = self.run_length(items.len()).max(least);
        match &self.pool {
            Some(pool) if items.len() > length => {
                let runs = items.par_chunks(length).with_max_len(1).enumerate();
                pool.install(|| runs.map(|(i, run)| work(i * length, run)).collect())
            }
            _ => vec![work(0, items)],
        }
    }

    /// How long the runs of so many items should be, at least 1.
    pub fn run_length(&self, items: usize) -> usize {
        match self.pool {
            Some(_) => items.div_ceil(self.threads * RUNS).max(1),
            None => items.max(1),
        }
    }

    /// Does `lead` while all others of the crew `serve`, who have to end when it does.
    pub fn served<R: Send>(&self, serve: impl Fn() + Sync, lead: impl FnOnce() -> R + Send) -> R {
        let (Some(pool), serve) = (&self.pool, &serve) else {
            return lead();
        };
        pool.scope(|scope| {
            (1..self.threads).for_each(|_| scope.spawn(|_| serve()));
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
            let crew = Crew::of(threads);
            let runs = crew.runs(&items, 1, |from, run| (from, run.len()));
            assert_eq!(runs.iter().map(|run| run.1).sum::<usize>(), 100);
            assert!(runs.is_sorted());
        }
    }
}
