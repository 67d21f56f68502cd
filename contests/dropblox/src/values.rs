//! What the end of a line is worth in points: how many more the game still brings, by a small
//! net over the counts of the board and the score.
//!
//! The weights say which of two boards is the better one, and a beam can follow them quickly.
//! They do not say how many points a better board is worth, which changes with the score.
//! The net was learnt from what came of such ends when games went on from there (`study`), and
//! judges the few ends that a beam has found.

mod file;

use super::batch::{alike, counted};
use super::features::{Columns, FEATURES};
use super::geometry::Field;
use super::lanes::LANES;
use landfall_rules::simd::SimdTask;
use serde::{Deserialize, Serialize};

/// Inputs that the score gives, before the counts.
const OF_SCORE: usize = 3;

/// Inputs of the net.
pub const INPUTS: usize = OF_SCORE + FEATURES.len();

/// Points that one unit of what the net says stands for.
pub const UNIT: f32 = 20.0;

/// How many spreads from its mean an input counts at most: what is farther out was never seen.
const FARTHEST: f32 = 6.0;

/// What a neuron gives below 0, of what it gets.
pub const LEAK: f32 = 0.05;

/// A number of each of as many boards as there are lanes.
type Side = [f32; LANES];

/// The net: two layers of neurons, and a straight way past them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// Mean and spread of each input where it was learnt.
    pub scale: Vec<[f32; 2]>,
    /// Neurons over the inputs: a bias, then a weight for each.
    pub first: Vec<Vec<f32>>,
    /// Neurons over those.
    pub second: Vec<Vec<f32>>,
    /// A bias, a weight for each neuron of the second layer, and one for each input.
    pub last: Vec<f32>,
}

/// A board and the score at which it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Points so far.
    pub score: u32,
    /// The board.
    pub field: Field,
}

/// Asks for the values of up to [`LANES`] moments.
pub struct Ask<'a> {
    /// The net.
    pub values: &'a Values,
    /// The moments.
    pub moments: &'a [Moment],
}

impl SimdTask for Ask<'_> {
    type Output = Side;

    #[inline(always)]
    fn run(self) -> Side {
        let mut columns: Columns = alike(&Field::EMPTY);
        let mut scores = [0.0; LANES];
        for (i, moment) in self.moments.iter().take(LANES).enumerate() {
            scores[i] = moment.score as f32;
            for (lanes, column) in columns.iter_mut().zip(moment.field.columns) {
                lanes.0[i] = column as u32;
            }
        }
        self.values.of(&scores, &columns)
    }
}

impl Values {
    /// Points that games from these boards and scores still bring, never less than none.
    #[inline(always)]
    fn of(&self, scores: &Side, columns: &Columns) -> Side {
        let mut inputs = inputs(scores, columns);
        for (input, [mean, spread]) in inputs.iter_mut().zip(&self.scale) {
            *input = input.map(|x| scaled(x, *mean, *spread));
        }
        let first = layer(&self.first, &inputs);
        let second = layer(&self.second, &first);
        weighed(&self.last, second.iter().chain(&inputs)).map(|x| (x * UNIT).max(0.0))
    }
}

/// An input as the net wants it.
#[inline(always)]
pub fn scaled(x: f32, mean: f32, spread: f32) -> f32 {
    ((x - mean) / spread).clamp(-FARTHEST, FARTHEST)
}

/// What a neuron makes of what it gets.
#[inline(always)]
pub fn activated(x: f32) -> f32 {
    if x > 0.0 { x } else { LEAK * x }
}

/// The inputs of boards, as counted.
#[inline(always)]
fn inputs(scores: &Side, columns: &Columns) -> [Side; INPUTS] {
    let counts = counted(columns);
    let mut inputs = [[0.0; LANES]; INPUTS];
    for (input, of) in inputs.iter_mut().zip(OF_SCORES) {
        *input = scores.map(of);
    }
    for (input, count) in inputs[OF_SCORE..].iter_mut().zip(counts) {
        *input = count.0.map(|count| count as i32 as f32);
    }
    inputs
}

/// What is made of the score: itself, and two steps that begin where blocks grow and where
/// they are large.
const OF_SCORES: [fn(f32) -> f32; OF_SCORE] = [
    |score| (score - 520.0) / 60.0,
    |score| step((score - 480.0) / 30.0),
    |score| step((score - 560.0) / 30.0),
];

/// From -1 to 1; of operations that are the same to the last bit on every machine.
#[inline(always)]
fn step(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// The inputs of one moment.
pub fn inputs_of(moment: &Moment) -> [f32; INPUTS] {
    inputs(&[moment.score as f32; LANES], &alike(&moment.field)).map(|side| side[0])
}

/// What a layer of neurons makes of what it gets.
#[inline(always)]
fn layer(neurons: &[Vec<f32>], given: &[Side]) -> Vec<Side> {
    let of = |neuron: &Vec<f32>| weighed(neuron, given.iter()).map(activated);
    neurons.iter().map(of).collect()
}

/// A neuron's bias, and what it gets by its weights.
#[inline(always)]
fn weighed<'a>(neuron: &[f32], given: impl Iterator<Item = &'a Side>) -> Side {
    let (bias, weights) = neuron.split_first().unwrap_or((&0.0, &[]));
    let mut sum = [*bias; LANES];
    for (weight, side) in weights.iter().zip(given) {
        for (sum, x) in sum.iter_mut().zip(side) {
            *sum += weight * x;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::simd::dispatch;

    /// A net that says the same of everything, but for what the score adds.
    fn constant(points: f32) -> Values {
        let mut last = vec![0.0; 2 + INPUTS];
        last[0] = points / UNIT;
        Values {
            scale: vec![[0.0, 1.0]; INPUTS],
            first: vec![vec![0.0; 1 + INPUTS]],
            second: vec![vec![0.0; 2]],
            last,
        }
    }

    fn asked(values: &Values, moment: Moment) -> f32 {
        let other = Moment {
            score: 0,
            field: Field::EMPTY,
        };
        let moments = [other, other, moment];
        dispatch(Ask {
            values,
            moments: &moments,
        })[2]
    }

    #[test]
    fn a_net_is_a_sum_of_what_neurons_give() {
        let field = Field::parse("############\n###.########").expect("a board");
        let moment = Moment { score: 520, field };
        assert_eq!(asked(&constant(40.0), moment), 40.0);
        assert_eq!(asked(&constant(-40.0), moment), 0.0, "never less than none");
        let covered = FEATURES.iter().position(|name| *name == "covered");
        let at = OF_SCORE + covered.expect("a feature");
        let mut straight = constant(40.0);
        straight.last[2 + at] = -0.1;
        assert_eq!(asked(&straight, moment), 38.0, "one cell is covered");
        let mut through = constant(40.0);
        through.first[0][1 + at] = -1.0;
        through.second[0] = vec![0.5, 2.0];
        through.last[1] = 1.0;
        let fired = 0.5 - 2.0 * LEAK;
        let expected = (40.0 / UNIT + fired) * UNIT;
        assert!((asked(&through, moment) - expected).abs() < 1e-4);
        assert_eq!(inputs_of(&moment)[at], 1.0);
    }

    /// A high stack of holes is worth less, and so is any board at a higher score.
    #[test]
    fn what_was_learnt_makes_sense() {
        let values = Values::learnt().expect("values");
        let at = |score, drawn: &str| {
            let field = Field::parse(drawn).expect("a board");
            asked(&values, Moment { score, field })
        };
        let flat = "####........";
        let holes = ["#.##.#.###.#", ".###.##.#.##"].join("\n");
        let holes = [holes.as_str(); 8].join("\n");
        assert!(at(480, flat) > at(480, &holes) + 10.0);
        assert!(at(480, flat) > at(560, flat));
        assert!(at(560, flat) > at(620, flat));
    }
}
