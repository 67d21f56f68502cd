//! Dropblox, the contest of 2012: blocks of one to ten cells, one process per move.
//!
//! Data flow of a move:
//!
//! ```text
//! argv ─► program ─► messages ─► convert ─► player ─► path ─► stdout
//!                    (JSON)      (GameState)  │
//!                                             ├─ game: a beam over the known blocks
//!                                             ├─ leaves: their values, by the net
//!                                             └─ lookahead: root moves, by what may come next
//! ```
//!
//! - `polyomino`, `movegen` and `path` are blocks, where they can come to rest, and the commands
//!   that take them there.
//! - `features` counts on boards, `weights` and `placement_eval` evaluate them for the beam,
//!   `value_net` predicts points for its leaves; `lanes` is 16 boards side by side.
//! - `answer` and `time_manager` share out the time of a move.
//! - [`sim`] plays whole games in this process, [`datagen`] and [`train`] make the net.
//! - With the feature `cli` there are the commands of `landfall dropblox`.

#![deny(clippy::print_stdout)]

mod answer;
#[cfg(feature = "cli")]
pub mod cli;
pub mod convert;
pub mod datagen;
mod features;
mod game;
mod lanes;
mod leaves;
mod lookahead;
pub mod messages;
pub mod movegen;
pub mod path;
mod placement_eval;
mod player;
pub mod polyomino;
pub mod program;
pub mod sim;
mod time_manager;
pub mod train;
mod value_net;
mod weights;

pub use answer::{AnswerError, answer};
pub use features::{FEATURES, Feature};
pub use game::{DropbloxGame, lock, points_for_rows};
pub use lookahead::LookaheadLimits;
pub use player::{Player, SAMPLE_BLOCKS, choose_move};
pub use value_net::{NetInput, ValueNet, ValueNetError};
pub use weights::{TUNED, Weights, WeightsError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
