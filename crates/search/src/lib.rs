//! Search and evaluation for bots that play falling-block games.
//!
//! [`search_position`] takes a position, options and limits, and returns every move, the best first.
//! The same position, evaluation and number of nodes give the same result on any number of threads
//! and on any machine.
//!
//! | module | what is in it |
//! |---|---|
//! | the root | one position searched: [`search_position`], its [`SearchOptions`] and [`SearchLimits`], an [`Evaluation`] |
//! | [`tetris`] | the search step by step, with the lines of its moves; what another move loses |
//! | [`beam`] | the beam search, over any game |
//! | [`game`] | the interface between the beam and a game |
//! | [`evaluation`] | the built-in evaluation; the features of a position as numbers |
//! | [`weights`] | weights files: names, ranges, errors; [`Weights`] has one set per ruleset |
//! | [`net`] | the small net of the weights |
//! | [`parameters`] | how a search divides its nodes; weights and parameters by name: `NAME=VALUE` |
//! | [`trace`] | the value of a line by term: what it sends, holes, the well, ... |
//! | [`reuse`] | what a search keeps when a piece becomes known or a move is played |
//! | [`mod@bench`] | fixed positions and a checksum of what is found |
//!
//! The crate reads no clock and no file and prints nothing: the caller passes a closure that says
//! when to stop. Rules are in `landfall-rules`, protocols in `landfall-tbp`, and a search in the
//! background in `landfall-bot`.
//!
//! # Examples
//!
//! ```
//! use landfall_rules::rulesets::GUIDELINE;
//! use landfall_rules::{Piece, Randomizer, State};
//! use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};
//!
//! let mut state = State::new(Randomizer::SEVEN_BAG);
//! for piece in [Piece::I, Piece::O, Piece::T] {
//!     state.push_piece(piece);
//! }
//! let result = search_position(
//!     &ThreadPool::new(1),
//!     &GUIDELINE,
//!     &SearchOptions::default(),
//!     &state,
//!     &SearchLimits::nodes(5_000),
//! );
//! let best = result.root_moves[0].mv;
//! assert!([Piece::I, Piece::O].contains(&best.piece), "the first piece, or the one behind it");
//! ```

#![forbid(unsafe_code)]
#![warn(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

mod analysis;
mod api;
pub mod beam;
pub mod bench;
mod eval;
mod expectimax;
pub mod game;
mod limits;
pub mod net;
mod options;
pub mod parameters;
mod pending_garbage;
mod position;
pub mod reuse;
mod rollout;
mod tetris_game;
mod tetris_search;
mod threads;
pub mod trace;
mod transitions;
mod versus;
mod waiting_garbage;
pub mod weights;

pub use api::{PositionAnalysis, SearchResult, analyse_position, search_position};
pub use eval::evaluation::Evaluation;
pub use limits::SearchLimits;
pub use options::SearchOptions;
pub use position::Position;
pub use threads::ThreadPool;
pub use weights::table::Weights;

/// Tetrominoes: the search step by step, which goes on where it was left, and the values of single
/// moves.
///
/// [`TetrisGame`](tetris::TetrisGame) is a ruleset, an evaluation and a queue as a
/// [`Game`](game::Game): hold, spins, garbage, the expectation past the queue.
/// [`TetrisSearch`](tetris::TetrisSearch) is a beam over it, and rollouts that compare the best lines
/// by successive halving. [`MoveSearch`](tetris::MoveSearch) searches one move alone.
pub mod tetris {
    pub use crate::analysis::MoveSearch;
    pub use crate::tetris_game::TetrisGame;
    pub use crate::tetris_search::{OnSearchProgress, SearchView, TetrisSearch};
    pub use crate::versus::VersusInfo;
    pub use crate::waiting_garbage::WaitingGarbage;
}

/// The built-in [`Evaluation`], and the features that it counts as numbers to learn from.
pub mod evaluation {
    pub use crate::eval::WeightedEvaluation;
    pub use crate::eval::feature_vector::FeatureVector;
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
