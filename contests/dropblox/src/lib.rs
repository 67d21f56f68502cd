//! Dropblox, the contest of 2012: blocks of one to ten cells, one process a move.
//!
//! `messages` is the state as it is written, `geometry` the same the right way up; `plan`
//! turns a pose into commands. `search` is the game for the beam; `features` and `weights`
//! are what positions are worth, `batch` many of them at once; `values` are what ends of lines
//! are worth (`ends`), `branches` what first moves are; `pilot` chooses. `clock`
//! shares out the time, `answer` is a whole move; `sim` plays whole games in this process.

mod answer;
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
pub mod sim;
mod time_manager;
mod value_net;
mod weights;

pub use answer::{AnswerError, answer};
pub use features::{FEATURES, Feature};
pub use game::{lock, points_for_rows};
pub use lookahead::LookaheadLimits;
pub use player::{Player, SAMPLE_BLOCKS, choose_move};
pub use value_net::ValueNet;
pub use weights::{TUNED, Weights};
