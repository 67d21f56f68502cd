//! The evaluation taken apart: what each weight is multiplied with in a position.
//!
//! Owns no feature: each is asked of the evaluation with one weight of 1 and all others 0.

use crate::eval::net::INPUTS;
use crate::eval::{self, Features};
use crate::tetris_game::Position;
use crate::weights::{FieldClass, Weights};

/// Takes positions apart.
#[derive(Clone, Debug)]
pub struct FeatureVector {
    /// For each term its place among the parts of weights: part, and number in its list.
    places: Vec<(usize, usize)>,
    /// For each term weights that are 0 but for this one.
    units: Vec<Weights>,
}

impl FeatureVector {
    /// The terms of the weights whose names are `wanted`, in the order of
    /// [`Weights::fields_mut`]. Weights that belong to clears or opponents have none.
    pub fn new(wanted: impl Fn(&str) -> bool) -> FeatureVector {
        let mut places = Vec::new();
        let mut zero = Weights::ZERO;
        let fields = Weights::FIELDS.iter().zip(zero.fields_mut());
        for (part, (field, (name, values))) in fields.enumerate() {
            if field.class == FieldClass::Position && wanted(name) {
                places.extend((0..values.len()).map(|number| (part, number)));
            }
        }
        let unit = |&(part, number): &(usize, usize)| {
            let mut weights = Weights::ZERO;
            weights.fields_mut()[part].1[number] = 1;
            weights
        };
        FeatureVector {
            units: places.iter().map(unit).collect(),
            places,
        }
    }

    /// How many terms a position has.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether none was wanted.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The name of each term's weight, and what these weights give it.
    pub fn named_weights(&self, weights: &Weights) -> Vec<(&'static str, i32)> {
        let mut weights = weights.clone();
        let parts = weights.fields_mut();
        let value = |&(part, number): &(usize, usize)| (parts[part].0, parts[part].1[number]);
        self.places.iter().map(value).collect()
    }

    /// What the weight of each term is multiplied with.
    pub fn extract(&self, position: &Position) -> Vec<i32> {
        let value = |weights| eval::evaluate(weights, position);
        self.units.iter().map(value).collect()
    }

    /// These weights for the terms, and 0 otherwise.
    pub fn restrict(&self, weights: &Weights) -> Weights {
        let values: Vec<i32> = self
            .named_weights(weights)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        self.to_weights(&values)
    }

    /// Whether the weights of this name are taken.
    pub fn contains(&self, name: &str) -> bool {
        self.named_weights(&Weights::ZERO)
            .iter()
            .any(|(own, _)| *own == name)
    }

    /// What a net is given of a position.
    pub fn net_inputs(position: &Position) -> [i32; INPUTS] {
        Features::count(&position.board.columns).clamped()
    }

    /// Weights that are these for the terms and 0 otherwise.
    pub fn to_weights(&self, values: &[i32]) -> Weights {
        let mut weights = Weights::ZERO;
        for (&(part, number), &value) in self.places.iter().zip(values) {
            weights.fields_mut()[part].1[number] = value;
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{Board, ClearState, Piece, SplitMix64};

    /// A board with some cells in its lowest rows.
    fn scattered(seed: &mut SplitMix64) -> Board {
        let mut board: Board = Board::EMPTY;
        for column in &mut board.columns {
            *column = seed.next_u64() & seed.next_u64() & 0xffff | seed.next_u64() & 0xf;
        }
        board.remove_rows(board.full_rows());
        board
    }

    #[test]
    fn terms_times_weights_are_the_evaluation() {
        let terms = FeatureVector::new(|_| true);
        let mut seed = SplitMix64::new(5);
        for round in 0..200 {
            let position = Position {
                board: scattered(&mut seed),
                hold: [None, Some(Piece::I), Some(Piece::T), Some(Piece::S)][round % 4],
                chain: ClearState {
                    combo: (round % 7) as u16,
                    back_to_back: round % 3 == 0,
                    ..ClearState::default()
                },
            };
            let values: Vec<i32> = (0..terms.len())
                .map(|_| seed.below(401) as i32 - 200)
                .collect();
            let weights = terms.to_weights(&values);
            let counts = terms.extract(&position);
            let sum: i32 = counts.iter().zip(&values).map(|(c, v)| c * v).sum();
            assert_eq!(sum, eval::evaluate(&weights, &position), "{round}");
        }
    }

    #[test]
    fn only_what_is_wanted_is_taken() {
        let terms = FeatureVector::new(|name| ["holes", "clear", "t_rest"].contains(&name));
        assert_eq!(terms.len(), 1 + 3);
        let weights = terms.to_weights(&[-5, 1, 2, 3]);
        let expected = Weights {
            holes: -5,
            t_rest: [1, 2, 3],
            ..Weights::ZERO
        };
        assert_eq!(weights, expected);
        assert!(terms.contains("t_rest") && !terms.contains("clear"));
        let others = Weights {
            holes: -5,
            t_rest: [1, 2, 3],
            ..Weights::default()
        };
        assert_eq!(terms.restrict(&others), expected);
        let named = [("holes", -5), ("t_rest", 1), ("t_rest", 2), ("t_rest", 3)];
        assert_eq!(terms.named_weights(&weights), named);
    }

    #[test]
    fn every_weight_is_of_a_position_a_clear_or_an_opponent() {
        let elsewhere = [
            "point",
            "attack",
            "clear",
            "mini",
            "spin",
            "back_to_back_clear",
            "perfect_clear",
            "wasted_t",
            "clear_second",
            "clear_frames",
            "rival_attack",
            "rival_height",
        ];
        for field in Weights::FIELDS {
            let of_position = field.class == FieldClass::Position;
            assert_ne!(
                of_position,
                elsewhere.contains(&field.name),
                "{}",
                field.name
            );
        }
        assert!(
            elsewhere
                .iter()
                .all(|name| Weights::FIELDS.iter().any(|f| f.name == *name))
        );
    }
}
