//! What the evaluation of a search needs, prepared once for each game.

use crate::eval::evaluation::Evaluation;
use crate::eval::piece_shape::PieceShapes;
use crate::eval::weighted::WeightedEvaluation;
use crate::position::Position;
use crate::transitions::Transitions;
use crate::weights::Weights;
use landfall_rules::Clear;
use landfall_rules::Piece;
use landfall_rules::Placement;
use landfall_rules::Ruleset;
use std::sync::Arc;

/// Values of an evaluation of the caller's own are cut off here, either way: those of a line fit
/// into 32 bits.
const MAX_OWN_VALUE: i32 = 1_000_000;

/// The rules and the evaluation of a game, and what follows from them.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// How a position follows from a move.
    pub transitions: Transitions,
    /// The pieces as masks of rows.
    pub shapes: PieceShapes,
    /// The built-in evaluation.
    pub built_in: WeightedEvaluation,
    /// The evaluation in place of the built-in one.
    pub own: Option<Arc<dyn Evaluation>>,
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
            built_in: WeightedEvaluation::new(rules, weights),
            own: None,
        }
    }

    /// Returns whether another evaluates the same, as far as that can be known.
    pub fn is_same(&self, other: &Evaluator) -> bool {
        match (&self.own, &other.own) {
            (None, None) => self.built_in.weights() == other.built_in.weights(),
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }

    /// Returns the value of a position as it stands, with its held piece.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let value = self.value_by(|evaluation| evaluation.evaluate(position));
        value + self.hold_value(position.hold)
    }

    /// Returns the value of a move itself.
    pub fn reward(&self, before: &Position, placement: &Placement, clear: &Clear) -> i32 {
        self.value_by(|evaluation| evaluation.reward(before, placement, clear))
    }

    /// Returns the value of holding a piece.
    #[inline]
    pub fn hold_value(&self, held: Option<Piece>) -> i32 {
        self.value_by(|evaluation| evaluation.hold_value(held))
    }

    #[inline]
    fn value_by(&self, value: impl Fn(&dyn Evaluation) -> i32) -> i32 {
        match &self.own {
            None => value(&self.built_in),
            Some(own) => value(&**own).clamp(-MAX_OWN_VALUE, MAX_OWN_VALUE),
        }
    }
}
