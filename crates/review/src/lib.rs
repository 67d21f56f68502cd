//! Reviews finished games: what was played, what the engine would have played, and what the
//! difference cost.
//!
//! - [`GameReview`]: the moves of a game, judged one by one, and the report of them all;
//! - [`judge`]: the best move of a position and the played one, searched to the same depth;
//!   [`judge_move`]: the report of a move, with [grade](report::Grade), remarks, phase;
//! - [`fumens`]: the worst positions as fumens; [`words`]: texts for people;
//! - [`report`]: a review as JSON; [`summary`]: several games together; [`players`]: the numbers of
//!   their players;
//! - [`puzzle`]: mistakes to train with, and their [`kind`]s;
//! - `reviewer`: all moves of a game on several threads; `journal`: judged moves on disk; both behind
//!   the feature `native`, which is on by default;
//! - [`page`]: a review as an HTML page.

#![deny(clippy::print_stdout)]

mod boards;
#[cfg(test)]
mod drawn;
mod finesse;
pub mod fumens;
mod game_review;
pub mod grade;
#[cfg(feature = "native")]
pub mod journal;
pub mod judge;
pub mod kind;
mod line;
mod misdrop;
mod move_report;
mod opponent;
pub mod page;
pub mod phase;
pub mod players;
pub mod puzzle;
mod reasons;
mod remarks;
pub mod report;
#[cfg(feature = "native")]
pub mod reviewer;
mod sprint;
pub mod summary;
mod totals;
pub mod words;

pub use game_review::{GameReview, NoMoves, Player, ReviewOptions};
pub use judge::{JudgeOptions, Judgement, PlayedMove};
pub use move_report::{judge_move, move_report};
pub use opponent::Opponent;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
