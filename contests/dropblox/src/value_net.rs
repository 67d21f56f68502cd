//! What the end of a line is worth in points: how many more the game still brings, by a small
//! net over the counts of the board and the score.
//!
//! The weights say which of two boards is the better one, and a beam can follow them quickly.
//! They do not say how many points a better board is worth, which changes with the score.
//! The net was learnt from what came of such ends when games went on from there (`study`), and
//! judges the few ends that a beam has found.

mod file;

use super::convert::DropbloxBoard;
use super::features::{Columns, FEATURES};
use super::lanes::LANES;
use super::placement_eval::{broadcast, count_features};
use landfall_rules::simd::SimdTask;
use serde::{Deserialize, Serialize};

/// Inputs that the score gives, before the counts.
const SCORE_INPUTS: usize = 3;

/// Inputs of the net.
pub const INPUTS: usize = SCORE_INPUTS + FEATURES.len();

/// Points that one unit of what the net says stands for.
pub const POINTS_PER_UNIT: f32 = 20.0;

/// How many spreads from its mean an input counts at most: what is farther out was never seen.
const MAX_DEVIATIONS: f32 = 6.0;

/// What a neuron gives below 0, of what it gets.
pub const LEAKY_SLOPE: f32 = 0.05;

/// A number of each of as many boards as there are lanes.
type LaneValues = [f32; LANES];

/// The net: two layers of neurons, and a straight way past them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueNet {
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
pub struct NetInput {
    /// Points so far.
    pub score: u32,
    /// The board.
    pub board: DropbloxBoard,
}

/// Asks for the values of up to [`LANES`] moments.
pub struct BatchEval<'a> {
    /// The net.
    pub net: &'a ValueNet,
    /// The moments.
    pub inputs: &'a [NetInput],
}

impl SimdTask for BatchEval<'_> {
    type Output = LaneValues;

    #[inline(always)]
    fn run(self) -> LaneValues {
        let mut columns: Columns = broadcast(&DropbloxBoard::EMPTY);
        let mut scores = [0.0; LANES];
        for (i, moment) in self.inputs.iter().take(LANES).enumerate() {
            scores[i] = moment.score as f32;
            for (lanes, column) in columns.iter_mut().zip(moment.board.columns) {
                lanes.0[i] = column as u32;
            }
        }
        self.net.evaluate_lanes(&scores, &columns)
    }
}

impl ValueNet {
    /// Points that games from these boards and scores still bring, never less than none.
    #[inline(always)]
    fn evaluate_lanes(&self, scores: &LaneValues, columns: &Columns) -> LaneValues {
        let mut inputs = lane_inputs(scores, columns);
        for (input, [mean, spread]) in inputs.iter_mut().zip(&self.scale) {
            *input = input.map(|x| normalized(x, *mean, *spread));
        }
        let first = layer_output(&self.first, &inputs);
        let second = layer_output(&self.second, &first);
        neuron_output(&self.last, second.iter().chain(&inputs))
            .map(|x| (x * POINTS_PER_UNIT).max(0.0))
    }
}

/// An input as the net wants it.
#[inline(always)]
pub fn normalized(x: f32, mean: f32, spread: f32) -> f32 {
    ((x - mean) / spread).clamp(-MAX_DEVIATIONS, MAX_DEVIATIONS)
}

/// What a neuron makes of what it gets.
#[inline(always)]
pub fn leaky_relu(x: f32) -> f32 {
    if x > 0.0 { x } else { LEAKY_SLOPE * x }
}

/// The inputs of boards, as counted.
#[inline(always)]
fn lane_inputs(scores: &LaneValues, columns: &Columns) -> [LaneValues; INPUTS] {
    let counts = count_features(columns);
    let mut inputs = [[0.0; LANES]; INPUTS];
    for (input, of) in inputs.iter_mut().zip(SCORE_FEATURES) {
        *input = scores.map(of);
    }
    for (input, count) in inputs[SCORE_INPUTS..].iter_mut().zip(counts) {
        *input = count.0.map(|count| count as i32 as f32);
    }
    inputs
}

/// What is made of the score: itself, and two steps that begin where blocks grow and where
/// they are large.
const SCORE_FEATURES: [fn(f32) -> f32; SCORE_INPUTS] = [
    |score| (score - 520.0) / 60.0,
    |score| softsign_step((score - 480.0) / 30.0),
    |score| softsign_step((score - 560.0) / 30.0),
];

/// From -1 to 1; of operations that are the same to the last bit on every machine.
#[inline(always)]
fn softsign_step(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// The inputs of one moment.
pub fn inputs_of(moment: &NetInput) -> [f32; INPUTS] {
    lane_inputs(&[moment.score as f32; LANES], &broadcast(&moment.board)).map(|side| side[0])
}

/// What a layer of neurons makes of what it gets.
#[inline(always)]
fn layer_output(neurons: &[Vec<f32>], given: &[LaneValues]) -> Vec<LaneValues> {
    let of = |neuron: &Vec<f32>| neuron_output(neuron, given.iter()).map(leaky_relu);
    neurons.iter().map(of).collect()
}

/// A neuron's bias, and what it gets by its weights.
#[inline(always)]
fn neuron_output<'a>(neuron: &[f32], given: impl Iterator<Item = &'a LaneValues>) -> LaneValues {
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
    fn constant(points: f32) -> ValueNet {
        let mut last = vec![0.0; 2 + INPUTS];
        last[0] = points / POINTS_PER_UNIT;
        ValueNet {
            scale: vec![[0.0, 1.0]; INPUTS],
            first: vec![vec![0.0; 1 + INPUTS]],
            second: vec![vec![0.0; 2]],
            last,
        }
    }

    fn asked(values: &ValueNet, moment: NetInput) -> f32 {
        let other = NetInput {
            score: 0,
            board: DropbloxBoard::EMPTY,
        };
        let moments = [other, other, moment];
        dispatch(BatchEval {
            net: values,
            inputs: &moments,
        })[2]
    }

    #[test]
    fn a_net_is_a_sum_of_what_neurons_give() {
        let field = DropbloxBoard::parse("############\n###.########").expect("a board");
        let moment = NetInput {
            score: 520,
            board: field,
        };
        assert_eq!(asked(&constant(40.0), moment), 40.0);
        assert_eq!(asked(&constant(-40.0), moment), 0.0, "never less than none");
        let covered = FEATURES
            .iter()
            .position(|feature| feature.name == "covered");
        let at = SCORE_INPUTS + covered.expect("a feature");
        let mut straight = constant(40.0);
        straight.last[2 + at] = -0.1;
        assert_eq!(asked(&straight, moment), 38.0, "one cell is covered");
        let mut through = constant(40.0);
        through.first[0][1 + at] = -1.0;
        through.second[0] = vec![0.5, 2.0];
        through.last[1] = 1.0;
        let fired = 0.5 - 2.0 * LEAKY_SLOPE;
        let expected = (40.0 / POINTS_PER_UNIT + fired) * POINTS_PER_UNIT;
        assert!((asked(&through, moment) - expected).abs() < 1e-4);
        assert_eq!(inputs_of(&moment)[at], 1.0);
    }

    /// A high stack of holes is worth less, and so is any board at a higher score.
    #[test]
    fn what_was_learnt_makes_sense() {
        let values = ValueNet::built_in().expect("values");
        let at = |score, drawn: &str| {
            let field = DropbloxBoard::parse(drawn).expect("a board");
            asked(
                &values,
                NetInput {
                    score,
                    board: field,
                },
            )
        };
        let flat = "####........";
        let holes = ["#.##.#.###.#", ".###.##.#.##"].join("\n");
        let holes = [holes.as_str(); 8].join("\n");
        assert!(at(480, flat) > at(480, &holes) + 10.0);
        assert!(at(480, flat) > at(560, flat));
        assert!(at(560, flat) > at(620, flat));
    }
}
