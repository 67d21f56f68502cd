//! The built-in evaluation: features of a position times weights, and a small net.

use crate::eval;
use crate::eval::evaluation::Evaluation;
use crate::eval::four_wide::{self, FourWideCombos};
use crate::eval::travel::TravelPrices;
use crate::position::Position;
use crate::weights::Weights;
use landfall_rules::lock::ClearState;
use landfall_rules::rotation::RotationSystem;
use landfall_rules::{Board, Clear, Piece, Placement, Ruleset};
use std::sync::Arc;

/// The built-in evaluation: features of a position times [`Weights`], and a small net.
///
/// A search computes it for many boards at once. An evaluation of your own can add to it:
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::State;
/// use landfall_search::{Evaluation, Position, Weights};
/// use landfall_search::evaluation::WeightedEvaluation;
///
/// let built_in = WeightedEvaluation::new(&GUIDELINE, Weights::for_rules(&GUIDELINE));
/// let cautious = move |position: &Position| {
///     built_in.evaluate(position) - 100 * i32::from(position.board.max_height() > 15)
/// };
/// let state = State::new(GUIDELINE.randomizer.clone());
/// assert_eq!(cautious.reward(&Position::from_state(&state), &placement(), &Default::default()), 0);
/// # fn placement() -> landfall_rules::Placement {
/// #     landfall_rules::Placement::skip(landfall_rules::Piece::I)
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct WeightedEvaluation {
    weights: Arc<Weights>,
    rotation: &'static RotationSystem,
    /// The price of moving a piece to its place.
    pub(crate) travel: TravelPrices,
    four_wide: FourWideCombos,
}

impl WeightedEvaluation {
    /// Returns the evaluation by weights under a ruleset.
    pub fn new(rules: &Ruleset, weights: Arc<Weights>) -> WeightedEvaluation {
        WeightedEvaluation {
            rotation: rules.rotation,
            travel: TravelPrices::new(rules, &weights),
            four_wide: FourWideCombos::new(rules, &weights),
            weights,
        }
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// Returns the price of the route to a placement.
    pub(crate) fn travel_price(&self, board: &Board, placement: &Placement) -> i32 {
        self.travel.on_board(self.rotation, board, placement)
    }

    /// Returns what a running combo adds to the value of the rows of a four-wide.
    #[inline]
    pub(crate) fn four_wide_bonus(&self, board: &Board, clear_state: ClearState) -> i32 {
        if self.four_wide.is_free() {
            return 0;
        }
        let rows = four_wide::count_rows_of(&board.columns);
        self.four_wide.bonus(rows, clear_state.combo)
    }
}

impl Evaluation for WeightedEvaluation {
    fn evaluate(&self, position: &Position) -> i32 {
        eval::evaluate_unheld(&self.weights, position)
            + self.four_wide_bonus(&position.board, position.clear_state)
    }

    fn reward(&self, before: &Position, placement: &Placement, clear: &Clear) -> i32 {
        eval::evaluate_clear(&self.weights, placement.piece, clear)
            + self.travel_price(&before.board, placement)
    }

    fn hold_value(&self, held: Option<Piece>) -> i32 {
        eval::evaluate_hold(&self.weights, held)
    }
}
