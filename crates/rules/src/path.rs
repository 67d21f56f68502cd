//! Routes of inputs to a placement: one cheapest-first search over a move model.
//!
//! Owns the search and its order, which is fixed, so that routes are the same wherever they are
//! computed. The model says how a piece moves: [`PieceMoves`] is that of the rulesets; games whose
//! inputs differ implement [`MoveModel`]. [`movegen`](crate::movegen) finds the legal placements,
//! without routes.
//!
//! # How to use it
//!
//! | wanted | call |
//! |---|---|
//! | one route to a placement | [`State::route`](crate::State::route), or [`placement_route()`] on a board |
//! | the placement of a route | [`played_inputs()`] |
//! | one route | [`shortest`]; it stops at the first pose that the goal accepts |
//! | many routes of one piece | [`explore`] once, then [`Routes::shortest`] or [`Routes::route`] |
//! | a goal that an input decides, such as a spin | walk a [`Search`], try the input on each pose |
//!
//! Where all inputs cost 1, poses are reached breadth first: first in, first out, inputs in
//! the order of [`MoveModel::inputs`], and each pose keeps the route that reached it first.
//! With other costs a cheaper route replaces it, an equally cheap one does not.
//!
//! Limits such as a row above which no piece may go belong into [`MoveModel::index`], which returns
//! `None` for poses that must not be entered; the first pose is exempt. An input that the game
//! refuses, and one that leaves the piece where it is, lead nowhere: `apply` returns `None`, or the
//! same pose. The caller appends a last input that always comes, such as a hard drop.

mod piece_moves;
mod placement_route;
mod played_inputs;
mod search;

pub use piece_moves::{MoveCosts, ParseInputError, PieceInput, PieceMoves, PiecePose};
pub use placement_route::placement_route;
pub use played_inputs::played_inputs;
pub use search::{MoveModel, Reached, Route, Routes, Search, explore, shortest};
