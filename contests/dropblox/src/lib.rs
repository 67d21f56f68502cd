//! Dropblox, the contest of 2012: blocks of one to ten cells, one process a move.
//!
//! `messages` is the state as it is written, `geometry` the same the right way up; `plan`
//! turns a pose into commands. `search` is the game for the beam; `features` and `weights`
//! are what positions are worth, `batch` many of them at once; `values` are what ends of lines
//! are worth (`ends`), `branches` what first moves are; `pilot` chooses. `clock`
//! shares out the time, `answer` is a whole move; `sim` plays whole games in this process.

mod answer;
mod batch;
mod branches;
mod clock;
mod ends;
mod features;
pub mod geometry;
mod lanes;
pub mod messages;
mod pilot;
pub mod plan;
pub mod polyomino;
pub mod reach;
mod search;
pub mod sim;
pub mod study;
mod values;
mod weights;

pub use answer::{AnswerError, answer};
pub use branches::Beyond;
pub use features::FEATURES;
pub use pilot::{Player, SAMPLE, choose};
pub use search::{lock, points};
pub use values::Values;
pub use weights::{TUNED, Weights};
