//! Search and evaluation for bots that play falling-block games.
//!
//! [`search_position`] takes a position, the weights of an evaluation and a limit of nodes, and
//! returns every move, the best first. The same position, weights and number of nodes give the
//! same result on any number of threads and on any machine.
//!
//! | part | what it does |
//! |---|---|
//! | [`Beam`] | a beam search over any [`Game`] (Chokudai search, merging equal positions by key) |
//! | [`TetrisGame`] | tetrominoes under a ruleset as such a game: hold, spins, expectimax past the queue |
//! | [`TetrisSearch`] | the beam, and rollouts that compare the best lines (successive halving) |
//! | [`TetrisSearch::root_lines`], [`MoveSearch`] | the best moves with their lines; what another move loses, at equal depth |
//! | [`TetrisGame::trace`] | the value of a line by [`Term`]: what it sends, holes, the well, ... |
//! | [`Weights`] | what each feature of a board and each clear is worth; JSON; one set per ruleset |
//! | [`SearchParameters`] | how the beam, the expectations and the rollouts share the nodes |
//! | [`Parameter`], [`Assignment`] | weights and search parameters by name: `NAME=VALUE` |
//! | [`ThreadPool`] | shares the work of one search among threads |
//! | [`reuse`] | what a search keeps when a piece becomes known or a move is played |
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
mod beam;
pub mod bench;
mod eval;
mod expectimax;
mod game;
mod limits;
pub mod net;
mod options;
mod parameters;
mod pending_garbage;
mod position;
pub mod reuse;
mod rollout;
mod tetris_game;
mod tetris_search;
mod threads;
mod trace;
mod transitions;
mod versus;
mod waiting_garbage;
mod weights;

pub use analysis::MoveSearch;
pub use api::{SearchResult, search_position};
pub use beam::{Beam, BeamLimits, BeamView, Leaf, OnProgress, RootLine, RootMove, SearchStatus};
pub use eval::evaluation::Evaluation;
pub use eval::feature_vector::FeatureVector;
pub use eval::{WeightedEvaluation, evaluate};
pub use game::{Child, Expectation, Game, ShouldStop};
pub use limits::SearchLimits;
pub use options::SearchOptions;
pub use parameters::{Assignment, AssignmentError, Parameter, SearchField, SearchParameters};
pub use position::Position;
pub use tetris_game::TetrisGame;
pub use tetris_search::{OnSearchProgress, SearchView, TetrisSearch};
pub use threads::ThreadPool;
pub use trace::{LineStep, Term, Trace};
pub use versus::VersusInfo;
pub use waiting_garbage::WaitingGarbage;
pub use weights::{FieldClass, Requires, WeightField, Weights, WeightsError};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
