#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(clippy::print_stdout)]

mod action;
mod batch;
mod environment;
mod observation;
mod options;
mod seat;

pub use action::{ACTIONS, ROWS, action_of};
pub use batch::{Batch, BatchError, Buffers, Views};
pub use environment::{Environment, IllegalAction, Step};
pub use observation::{COUNTERS, NO_PIECE, Observation};
pub use options::{EnvironmentOptions, IllegalActions, Opponent, OptionsError, Reward};
