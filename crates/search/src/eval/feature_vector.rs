//! The evaluation as a linear model: what each weight is multiplied with in a position.
//!
//! It calls the evaluation with one weight of 1 and all others 0.

use crate::eval::net::INPUTS;
use crate::eval::{Features, net_counters};
use crate::position::Position;
use crate::weights::{FieldClass, Weights};

/// A choice of the weights of positions, as the axes of a vector: of feature counts for a
/// position, of values for [`Weights`].
///
/// # Examples
///
/// ```
/// use landfall_rules::{Board, Randomizer, State};
/// use landfall_search::Position;
/// use landfall_search::evaluation::FeatureVector;
///
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// state.board = "##########\n.#########".parse().expect("a drawn board");
/// let features = FeatureVector::new(|name| ["height", "holes"].contains(&name));
/// assert_eq!(features.extract(&Position::from_state(&state)), [2, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct FeatureVector {
    /// For each axis its field in [`Weights::FIELDS`], and its place in the field's list.
    indices: Vec<(usize, usize)>,
    /// For each axis weights that are 0 but for this one.
    units: Vec<Weights>,
}

impl FeatureVector {
    /// Returns the axes of the weights whose names are `wanted`, in the order of
    /// [`Weights::FIELDS`]. Weights of clears have none.
    pub fn new(wanted: impl Fn(&str) -> bool) -> FeatureVector {
        let mut indices = Vec::new();
        let mut zero = Weights::ZERO;
        let fields = Weights::FIELDS.iter().zip(zero.fields_mut());
        for (index, (field, (name, values))) in fields.enumerate() {
            if field.class == FieldClass::Position && wanted(name) {
                indices.extend((0..values.len()).map(|number| (index, number)));
            }
        }
        let unit = |&(field, number): &(usize, usize)| {
            let mut weights = Weights::ZERO;
            weights.fields_mut()[field].1[number] = 1;
            weights
        };
        FeatureVector {
            units: indices.iter().map(unit).collect(),
            indices,
        }
    }

    /// Returns the number of axes.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns whether there are no axes.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns the name of each axis, and its value in these weights.
    pub fn named_weights(&self, weights: &Weights) -> Vec<(&'static str, i32)> {
        let mut weights = weights.clone();
        let fields = weights.fields_mut();
        let value = |&(field, number): &(usize, usize)| (fields[field].0, fields[field].1[number]);
        self.indices.iter().map(value).collect()
    }

    /// Returns what the weight of each axis is multiplied with in a position.
    pub fn extract(&self, position: &Position) -> Vec<i32> {
        let value = |weights: &Weights| weights.evaluate(position);
        self.units.iter().map(value).collect()
    }

    /// Returns these weights along the axes, and 0 otherwise.
    pub fn restrict(&self, weights: &Weights) -> Weights {
        let values = self.named_weights(weights).into_iter();
        self.replace(&Weights::ZERO, values.map(|(_, value)| value))
    }

    /// Returns the inputs of a net for a position.
    pub fn net_inputs(position: &Position) -> [i32; INPUTS] {
        let counters = net_counters(position.clear_state, position.waiting_garbage);
        Features::count(&position.board.columns).net_inputs(&counters)
    }

    /// Returns weights with these values along the axes, and those of `weights` otherwise.
    pub fn replace(&self, weights: &Weights, values: impl IntoIterator<Item = i32>) -> Weights {
        let mut weights = weights.clone();
        let fields = weights.fields_mut();
        for (&(field, number), value) in self.indices.iter().zip(values) {
            fields[field].1[number] = value;
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waiting_garbage::WaitingGarbage;
    use landfall_rules::lock::ClearState;
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::{Board, Piece};

    /// Boards with what scattered ones lack: high stacks with a deep well, slots by the rows that a T
    /// would clear there, and a four-wide.
    fn drawn() -> Vec<Board> {
        let wells = (0..5).map(|x| {
            let row: String = (0..10).map(|i| if i == x { '.' } else { '#' }).collect();
            format!("{row}\n").repeat(17)
        });
        let triple = "
            ##........
            #...######
            #.########
            #..#######
            #.########
        ";
        let double = |upper: &str, lower: &str| format!("...#......\n{upper}\n{lower}");
        let slots = [
            double("###...###.", "####.####."),
            double("###...####", "####.####."),
            double("###...####", "####.#####"),
            double("####..###.", "####.####."),
            double("####..###.", "####.#####"),
            double("####..####", "####.#####"),
            triple.to_string(),
        ];
        let four_wide = "######....\n".repeat(2);
        let texts = wells.chain(slots).chain([four_wide]);
        texts
            .map(|text| text.parse::<Board>().expect("a drawn board"))
            .collect()
    }

    /// A board with some cells in its lowest rows.
    fn scattered(rng: &mut SplitMix64) -> Board {
        let mut board: Board = Board::EMPTY;
        for column in &mut board.columns {
            *column = rng.next_u64() & rng.next_u64() & 0xffff | rng.next_u64() & 0xf;
        }
        board.remove_rows(board.full_rows());
        board
    }

    /// A position with a scattered board and counters that vary with its number.
    fn varied(rng: &mut SplitMix64, number: usize) -> Position {
        Position {
            board: scattered(rng),
            hold: [None, Some(Piece::I), Some(Piece::T), Some(Piece::S)][number % 4],
            waiting_garbage: WaitingGarbage {
                rows: (number % 5) as u8,
                opener_pieces: 0,
            },
            clear_state: ClearState {
                combo: (number % 7) as u16,
                back_to_back: (number % 3 * (number % 14)) as u16,
                garbage_rows: (number % 6) as u8,
                skips: (number % 4) as u8,
                ..ClearState::default()
            },
        }
    }

    #[test]
    fn features_times_weights_are_the_evaluation() {
        let features = FeatureVector::new(|_| true);
        let mut rng = SplitMix64::new(5);
        for number in 0..200 {
            let position = varied(&mut rng, number);
            let values: Vec<i32> = (0..features.len())
                .map(|_| rng.below(401) as i32 - 200)
                .collect();
            let weights = features.replace(&Weights::ZERO, values.iter().copied());
            let counts = features.extract(&position);
            let sum: i32 = counts.iter().zip(&values).map(|(c, v)| c * v).sum();
            assert_eq!(sum, weights.evaluate(&position), "{number}");
        }
    }

    #[test]
    fn only_what_is_wanted_is_taken() {
        let features = FeatureVector::new(|name| ["holes", "clear", "t_rest"].contains(&name));
        assert_eq!(features.len(), 1 + 3);
        let weights = features.replace(&Weights::ZERO, [-5, 1, 2, 3]);
        let expected = Weights {
            holes: -5,
            t_rest: [1, 2, 3],
            ..Weights::ZERO
        };
        assert_eq!(weights, expected);
        let others = Weights {
            holes: -5,
            t_rest: [1, 2, 3],
            ..Weights::default()
        };
        assert_eq!(features.restrict(&others), expected);
        let named = [("holes", -5), ("t_rest", 1), ("t_rest", 2), ("t_rest", 3)];
        assert_eq!(features.named_weights(&weights), named);
    }

    /// A weight of another class changes the value of no position; each weight of a position changes
    /// the value of some.
    #[test]
    fn the_class_of_a_weight_says_whether_positions_have_it() {
        let mut rng = SplitMix64::new(9);
        let mut positions: Vec<Position> = (0..200).map(|i| varied(&mut rng, i)).collect();
        let first = positions[0];
        positions.extend(drawn().into_iter().map(|board| Position { board, ..first }));
        for (index, field) in Weights::FIELDS.iter().enumerate() {
            let mut zero = Weights::ZERO;
            for place in 0..zero.fields_mut()[index].1.len() {
                let mut weights = zero.clone();
                weights.fields_mut()[index].1[place] = 7;
                let counts = positions.iter().any(|p| weights.evaluate(p) != 0);
                let name = field.name;
                assert_eq!(
                    counts,
                    field.class == FieldClass::Position,
                    "{name} {place}"
                );
            }
        }
    }
}
