//! Training data for the value net: games with rollouts from several leaves of search lines.
//!
//! `games` plays, `sample` is a line of a file, `file` writes and continues a file. `train` learns
//! from the samples.
//!
//! The value of a leaf must be learnt from leaves. Boards of ordinary games do not suffice: each
//! was chosen with five further blocks in view, and its value depends on them. So a game regularly
//! takes three leaves of its lines, the best and two others, and plays a rollout from each with the
//! same blocks.
//!
//! A rollout plays block by block, like an ordinary game. Playing whole lines would be cheaper, but
//! it would value a board as if six blocks were always known at once, and overvalue stacks.

mod file;
mod games;
mod sample;

pub use file::{DatagenError, DatagenProgress, DatagenRun, generate_file};
pub use games::{DatagenConfig, generate_samples};
pub use sample::{ROLLOUTS, Sample, SampleError, SampleFault, parse_samples};
