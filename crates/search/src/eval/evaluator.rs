//! What the evaluation of a search needs, prepared once for each game.

use crate::eval;
use crate::eval::four_wide::{self, FourWideCombos};
use crate::eval::piece_shape::PieceShapes;
use crate::eval::travel::TravelPrices;
use crate::position::Position;
use crate::transitions::Transitions;
use crate::weights::Weights;
use landfall_rules::lock::ClearState;
use landfall_rules::{Board, Ruleset};
use std::sync::Arc;

/// The rules and weights by which moves are evaluated, and what follows from them.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// How a position follows from a move.
    pub transitions: Transitions,
    /// The weights.
    pub weights: Arc<Weights>,
    /// The pieces as masks of rows.
    pub shapes: PieceShapes,
    /// The price of moving a piece to its place.
    pub travel: TravelPrices,
    four_wide: FourWideCombos,
}

impl Evaluator {
    /// Returns the evaluation by weights under a ruleset, with attacks not multiplied. Garbage that
    /// waits rises where it brings the stack within `danger_rows` of the top-out row.
    pub fn new(rules: &Ruleset, weights: Arc<Weights>, danger_rows: u32) -> Evaluator {
        Evaluator {
            transitions: Transitions {
                rules: *rules,
                attack_multiplier: 1.0,
                danger_rows,
            },
            shapes: PieceShapes::new(rules.rotation),
            travel: TravelPrices::new(rules, &weights),
            four_wide: FourWideCombos::new(rules, &weights),
            weights,
        }
    }

    /// Returns the value of a position as it stands.
    pub fn evaluate(&self, position: &Position) -> i32 {
        eval::evaluate(&self.weights, position)
            + self.four_wide_bonus(&position.board, position.clear_state)
    }

    /// Returns what a running combo adds to the value of the rows of a four-wide.
    #[inline]
    pub fn four_wide_bonus(&self, board: &Board, clear_state: ClearState) -> i32 {
        if self.four_wide.is_free() {
            return 0;
        }
        let rows = four_wide::count_rows_of(&board.columns);
        self.four_wide.bonus(rows, clear_state.combo)
    }
}
