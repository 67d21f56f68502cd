//! What a position and a move are worth: the interface between the search and an evaluation.

use crate::position::Position;
use landfall_rules::{Clear, Piece, Placement};
use std::fmt;

/// What a position and a move are worth. [`WeightedEvaluation`](crate::evaluation::WeightedEvaluation) is the
/// built-in one; [`SearchOptions::evaluation`](crate::SearchOptions::evaluation) takes another.
///
/// The value of a line is the sum of its rewards, the value of the position at its end and that of
/// the piece held there. A lost game has the value -100,000, so that all others should be tens of
/// thousands at most. What exceeds a million either way is cut off.
///
/// A closure that evaluates a position is an evaluation without rewards.
///
/// # Examples
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Clear, Piece, Placement, Randomizer, State};
/// use landfall_search::{
///     Evaluation, Position, SearchLimits, SearchOptions, ThreadPool, search_position,
/// };
/// use std::sync::Arc;
///
/// struct LowStack;
///
/// impl Evaluation for LowStack {
///     fn evaluate(&self, position: &Position) -> i32 {
///         -(position.board.max_height() as i32)
///     }
///
///     fn reward(&self, _before: &Position, _placement: &Placement, clear: &Clear) -> i32 {
///         10 * clear.attack as i32
///     }
/// }
///
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// state.push_piece(Piece::I);
/// let options = SearchOptions {
///     evaluation: Some(Arc::new(LowStack)),
///     ..SearchOptions::default()
/// };
/// let (pool, limits) = (ThreadPool::new(1), SearchLimits::nodes(1_000));
/// let result = search_position(&pool, &GUIDELINE, &options, &state, &limits);
/// assert_eq!(result.root_moves[0].mv.y, 0, "flat on the floor");
/// ```
pub trait Evaluation: Send + Sync {
    /// Returns the value of a position as it stands, without that of its held piece.
    fn evaluate(&self, position: &Position) -> i32;

    /// Returns the value of a move itself, which is summed along a line: 0 by default. `clear` is
    /// what it clears and sends, `before` the position before it.
    fn reward(&self, _before: &Position, _placement: &Placement, _clear: &Clear) -> i32 {
        0
    }

    /// Returns the value of holding a piece, or none: 0 by default.
    fn hold_value(&self, _held: Option<Piece>) -> i32 {
        0
    }
}

impl<F: Fn(&Position) -> i32 + Send + Sync> Evaluation for F {
    fn evaluate(&self, position: &Position) -> i32 {
        self(position)
    }
}

impl fmt::Debug for dyn Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Evaluation")
    }
}
