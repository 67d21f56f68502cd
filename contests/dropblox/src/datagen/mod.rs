//! Training data for the value net: games in which several leaves of search lines are played
//! on from.
//!
//! `games` plays, `sample` is a line of a file, `file` fills a file and goes on with one. What
//! is learnt from samples is in `train`.
//!
//! The value of a leaf must be learnt at leaves. Boards of games as they are played will not
//! do: each was chosen with five further blocks in view, and is worth what it is because of
//! them. So such a game now and then takes three leaves of its lines, the best and two others,
//! and plays on from each, with the same blocks to come.
//!
//! It plays on as games are played, block by block. Whole lines one after the other would be
//! cheaper, but then a board is worth what six blocks known at once can make of it, and stacks
//! seem to be better than they are.

mod file;
mod games;
mod sample;

pub use file::{DatagenError, DatagenProgress, DatagenRun, generate_file};
pub use games::{DatagenConfig, generate_samples};
pub use sample::{ROLLOUTS, Sample, SampleError, SampleFault, parse_samples};
