//! Sharing the work of one search among threads, and the memory that each thread keeps.
//!
//! Owns threads and locks; the caller decides what the work is, and in which order its results
//! count. Without the feature `threads`, and with one thread, everything runs on the caller.

mod pooled_vec;
mod thread_pool;
mod work_queue;

pub use pooled_vec::{MoveCost, MoveWithHold, PooledVec};
pub use thread_pool::ThreadPool;
pub use work_queue::WorkQueue;
