//! The value net: a small net over the features of the board and the score that predicts how many
//! points a game still brings from the end of a line.
//!
//! The weights tell which of two boards is better, and a beam can use them quickly. They do not
//! tell how many points a better board brings, because that changes with the score. The net is
//! trained on the outcomes of such leaves when games continued from there (`datagen`, `train`), and
//! evaluates the few leaves that a beam has found.

mod file;

pub use file::ValueNetError;

use super::convert::DropbloxBoard;
use super::features::{Columns, FEATURES};
use super::lanes::LANES;
use super::placement_eval::{broadcast, count_features};
use landfall_rules::simd::SimdTask;
use landfall_rules::simd::pair_sums::PairSums;
use serde::{Deserialize, Serialize};

/// Inputs that depend on the score, before the features.
const SCORE_INPUTS: usize = 3;

/// Inputs of the net.
pub const INPUTS: usize = SCORE_INPUTS + FEATURES.len();

/// Points per unit of the net's output.
pub const POINTS_PER_UNIT: f32 = 20.0;

/// Standard deviations from its mean at which an input is clipped: training never saw larger
/// values.
const MAX_DEVIATIONS: f32 = 6.0;

/// Slope of the activation (leaky ReLU) below 0.
pub const LEAKY_SLOPE: f32 = 0.05;

/// A number of each of 16 boards.
type LaneValues = [f32; LANES];

/// The net: two hidden layers, and a linear connection from the inputs to the output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueNet {
    /// Mean and standard deviation of each input in the training samples.
    pub scale: Vec<[f32; 2]>,
    /// First layer: each neuron a bias, then a weight for each input.
    pub first: Vec<Vec<f32>>,
    /// Second layer: each neuron a bias, then a weight for each neuron of the first.
    pub second: Vec<Vec<f32>>,
    /// Output: a bias, a weight for each neuron of the second layer, then one for each input.
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

/// Evaluates up to [`LANES`] positions.
pub struct BatchEval<'a> {
    /// The net.
    pub net: &'a ValueNet,
    /// The positions.
    pub inputs: &'a [NetInput],
}

impl SimdTask for BatchEval<'_> {
    type Output = LaneValues;

    #[inline(always)]
    fn run<S: PairSums>(self) -> LaneValues {
        let mut columns: Columns = broadcast(&DropbloxBoard::EMPTY);
        let mut scores = [0.0; LANES];
        for (i, position) in self.inputs.iter().take(LANES).enumerate() {
            scores[i] = position.score as f32;
            for (lanes, column) in columns.iter_mut().zip(position.board.columns) {
                lanes.0[i] = column as u32;
            }
        }
        self.net.evaluate_lanes(&scores, &columns)
    }
}

impl ValueNet {
    /// Returns the points that games from these boards and scores still bring, at least 0.
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

/// Returns an input scaled by its mean and standard deviation, clipped at [`MAX_DEVIATIONS`].
#[inline(always)]
pub fn normalized(x: f32, mean: f32, spread: f32) -> f32 {
    ((x - mean) / spread).clamp(-MAX_DEVIATIONS, MAX_DEVIATIONS)
}

/// The activation of a neuron.
#[inline(always)]
pub fn leaky_relu(x: f32) -> f32 {
    if x > 0.0 { x } else { LEAKY_SLOPE * x }
}

/// Returns the inputs of 16 boards, not yet normalized.
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

/// The inputs from the score: the score itself, and two smooth steps where blocks begin to grow and
/// where they are large.
const SCORE_FEATURES: [fn(f32) -> f32; SCORE_INPUTS] = [
    |score| (score - 520.0) / 60.0,
    |score| softsign_step((score - 480.0) / 30.0),
    |score| softsign_step((score - 560.0) / 30.0),
];

/// A smooth step from -1 to 1, computed with operations that give the same bits on every machine.
#[inline(always)]
fn softsign_step(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// Returns the inputs of one position, not yet normalized.
pub fn inputs_of(position: &NetInput) -> [f32; INPUTS] {
    lane_inputs(&[position.score as f32; LANES], &broadcast(&position.board)).map(|lane| lane[0])
}

/// Returns the outputs of a layer.
#[inline(always)]
fn layer_output(neurons: &[Vec<f32>], inputs: &[LaneValues]) -> Vec<LaneValues> {
    let of = |neuron: &Vec<f32>| neuron_output(neuron, inputs.iter()).map(leaky_relu);
    neurons.iter().map(of).collect()
}

/// Returns a neuron's bias and weighted inputs.
#[inline(always)]
fn neuron_output<'a>(neuron: &[f32], inputs: impl Iterator<Item = &'a LaneValues>) -> LaneValues {
    let (bias, weights) = neuron.split_first().unwrap_or((&0.0, &[]));
    let mut sum = [*bias; LANES];
    for (weight, lane) in weights.iter().zip(inputs) {
        for (sum, x) in sum.iter_mut().zip(lane) {
            *sum += weight * x;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::simd::dispatch;

    /// Returns a net whose output is the same for all boards.
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

    fn evaluated(net: &ValueNet, position: NetInput) -> f32 {
        let other = NetInput {
            score: 0,
            board: DropbloxBoard::EMPTY,
        };
        let positions = [other, other, position];
        dispatch(BatchEval {
            net,
            inputs: &positions,
        })[2]
    }

    #[test]
    fn the_output_is_the_sum_of_the_neurons() {
        let board = "############\n###.########"
            .parse::<DropbloxBoard>()
            .expect("a board");
        let position = NetInput { score: 520, board };
        assert_eq!(evaluated(&constant(40.0), position), 40.0);
        assert_eq!(
            evaluated(&constant(-40.0), position),
            0.0,
            "never less than none"
        );
        let covered = FEATURES
            .iter()
            .position(|feature| feature.name == "covered");
        let at = SCORE_INPUTS + covered.expect("a feature");
        let mut straight = constant(40.0);
        straight.last[2 + at] = -0.1;
        assert_eq!(evaluated(&straight, position), 38.0, "one cell is covered");
        let mut through = constant(40.0);
        through.first[0][1 + at] = -1.0;
        through.second[0] = vec![0.5, 2.0];
        through.last[1] = 1.0;
        let fired = 0.5 - 2.0 * LEAKY_SLOPE;
        let expected = (40.0 / POINTS_PER_UNIT + fired) * POINTS_PER_UNIT;
        assert!((evaluated(&through, position) - expected).abs() < 1e-4);
        assert_eq!(inputs_of(&position)[at], 1.0);
    }

    /// A high stack with holes has a lower value, and so does any board at a higher score.
    #[test]
    fn learnt_values_are_plausible() {
        let net = ValueNet::built_in().expect("values");
        let at = |score, drawn: &str| {
            let board = drawn.parse::<DropbloxBoard>().expect("a board");
            evaluated(&net, NetInput { score, board })
        };
        let flat = "####........";
        let holes = ["#.##.#.###.#", ".###.##.#.##"].join("\n");
        let holes = [holes.as_str(); 8].join("\n");
        assert!(at(480, flat) > at(480, &holes) + 10.0);
        assert!(at(480, flat) > at(560, flat));
        assert!(at(560, flat) > at(620, flat));
    }
}
