//! The threads that share the work of one layer.

use rayon::prelude::*;

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

    /// Calls `work` with every item and its index; it appends what it finds to the list
    /// that it is given. The lists come back in the order of the items.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(usize, &T, &mut Vec<R>) + Sync,
    ) -> Vec<Vec<R>> {
        let chunk = match &self.pool {
            Some(_) => items.len().div_ceil(self.threads * 4).max(1),
            None => items.len().max(1),
        };
        let run = |(c, chunk_items): (usize, &[T])| {
            let mut out = Vec::new();
            for (i, item) in chunk_items.iter().enumerate() {
                work(c * chunk + i, item, &mut out);
            }
            out
        };
        match &self.pool {
            Some(pool) if items.len() > 1 => {
                pool.install(|| items.par_chunks(chunk).enumerate().map(run).collect())
            }
            _ => items.chunks(chunk).enumerate().map(run).collect(),
        }
    }
}
