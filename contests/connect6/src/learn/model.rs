//! The network with floats: outputs and loss of a sample, and gradients. Parameters are in the
//! order of the network's file. The training loop is in `training`.

use super::samples::{Sample, Target};
use crate::engine::Net;
use crate::engine::evaluator::cells_near_stones;
use crate::engine::geometry::DIRECTION_COUNT;
use crate::engine::net::{
    CHANNELS, FIRST_STONE_HEAD, HEAD_COUNT, MAX_HEAD_SUM, PARAMETER_COUNT, SCALE,
    SECOND_STONE_HEAD, VALUE_HEAD,
};
use crate::engine::patterns::{PATTERN_COUNT, PatternCache, window_counts};
use landfall_experiment::train::GradientBuffer;
use landfall_rng::SplitMix64;

/// The row of the bias; the rows of the heads follow.
const BIAS_ROW: usize = 2 * PATTERN_COUNT;

/// The parameter of the value's bias.
const VALUE_BIAS: usize = PARAMETER_COUNT - 1;

/// A chosen cell counts as predicted if fewer than this many cells score higher.
const TOP_COUNT: usize = 6;

/// Before training, the value of windows by the stones in them: for the side to move, and for the
/// other. The move score of a first stone is how much it adds.
const WINDOW_VALUES: [[f32; 7]; 2] = [
    [0.0, 6.0, 29.0, 82.0, 120.0, 120.0, 120.0],
    [0.0, 4.0, 25.0, 49.0, 49.0, 49.0, 49.0],
];

/// Before training, the logarithm of the odds of the side to move.
const TO_MOVE_LOGIT: f32 = 0.94;

/// The parameters as floats.
#[derive(Clone)]
pub struct Model {
    pub(super) parameters: Vec<f32>,
}

/// A free cell: the rows of its eight patterns, the hidden layer, and the output of a head.
struct CellOutput {
    cell: u16,
    rows: [usize; 2 * DIRECTION_COUNT],
    sums: [f32; CHANNELS],
    output: f32,
}

/// The loss and the accuracy of a sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleLoss {
    /// Cross-entropy in nats.
    pub loss: f64,
    /// 1 if the winner was predicted, or if the chosen cells were among the best six; a half if one
    /// of two was.
    pub accuracy: f64,
}

/// The gradient of the loss, summed over samples.
pub struct Gradient {
    numbers: Vec<f32>,
    /// Pattern rows that may differ from 0.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
    /// The factor that turns sums over a batch into means.
    pub(super) scale: f32,
}

impl Gradient {
    /// Returns the gradient of no samples.
    pub fn new() -> Gradient {
        Gradient {
            numbers: vec![0.0; PARAMETER_COUNT],
            touched: Vec::new(),
            is_touched: vec![false; BIAS_ROW],
            scale: 1.0,
        }
    }

    fn mark_row(&mut self, row: usize) {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row);
        }
    }
}

impl GradientBuffer for Gradient {
    fn drain(&mut self, mut visit: impl FnMut(usize, f32)) {
        self.touched.sort_unstable();
        let rows = self
            .touched
            .iter()
            .flat_map(|&row| row * CHANNELS..(row + 1) * CHANNELS);
        for at in rows.chain(BIAS_ROW * CHANNELS..PARAMETER_COUNT) {
            visit(at, self.scale * std::mem::take(&mut self.numbers[at]));
        }
        for row in self.touched.drain(..) {
            self.is_touched[row] = false;
        }
        self.scale = 1.0;
    }
}

impl Model {
    /// Returns the parameters of a network.
    pub fn from_net(net: &Net) -> Model {
        let numbers = net.parameters();
        Model {
            parameters: numbers.map(|n| f32::from(n) / SCALE as f32).collect(),
        }
    }

    /// Returns a model whose value and move scores are those of simple window counts; the rest is
    /// random.
    pub fn new(rng: &mut SplitMix64) -> Model {
        let mut numbers = vec![0.0; PARAMETER_COUNT];
        let mut random = [[[0.0f32; 6]; 2]; CHANNELS];
        for (stones, value) in random
            .iter_mut()
            .flatten()
            .flat_map(|v| v.iter_mut().enumerate())
        {
            *value = rng.signed_f32() * 0.06 * stones as f32;
        }
        for (pattern, counts) in window_counts().iter().enumerate() {
            for (stones, &count) in counts.iter().enumerate() {
                let count = f32::from(count);
                let missing = (6 - stones) as f32;
                let [own, other] = WINDOW_VALUES;
                let plain = [
                    [
                        own[stones] / missing / 100.0,
                        -other[stones] / missing / 100.0,
                    ],
                    [(own[stones + 1] - own[stones]) / 40.0, own[stones] / 40.0],
                ];
                for side in 0..2 {
                    let row = (side * PATTERN_COUNT + pattern) * CHANNELS;
                    for channel in 0..CHANNELS {
                        numbers[row + channel] += count
                            * match channel {
                                VALUE_HEAD => plain[0][side],
                                FIRST_STONE_HEAD | SECOND_STONE_HEAD => plain[1][side],
                                _ => random[channel][side][stones],
                            };
                    }
                }
            }
        }
        for channel in HEAD_COUNT..CHANNELS {
            for (row, spread) in [0.1, 0.02, 0.3, 0.3].into_iter().enumerate() {
                numbers[(BIAS_ROW + row) * CHANNELS + channel] = spread * rng.signed_f32();
            }
        }
        numbers[VALUE_BIAS] = TO_MOVE_LOGIT;
        Model {
            parameters: numbers,
        }
    }

    /// Returns the nearest network.
    pub fn to_net(&self) -> Box<Net> {
        let head = MAX_HEAD_SUM as f32 / CHANNELS as f32;
        let round = |(at, &number): (usize, &f32)| {
            let max = if at / CHANNELS > BIAS_ROW && at != VALUE_BIAS {
                head
            } else {
                f32::from(i16::MAX)
            };
            ((number * SCALE as f32).round().clamp(-max, max)) as i16
        };
        let numbers = self.parameters.iter().enumerate().map(round);
        let bytes: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        Net::from_bytes(&bytes).expect("all numbers are there, and none is too large")
    }

    /// Returns the loss of a sample.
    pub fn loss(&self, sample: &Sample) -> SampleLoss {
        let cells = self.forward(sample);
        self.output_gradients(sample, &cells).1
    }

    /// Adds a sample's gradient; returns its loss.
    pub fn backward(&self, sample: &Sample, gradient: &mut Gradient) -> SampleLoss {
        let cells = self.forward(sample);
        let (gradients, loss) = self.output_gradients(sample, &cells);
        let head = (BIAS_ROW + 1 + sample.head) * CHANNELS;
        if sample.head == VALUE_HEAD {
            // Every cell has the same gradient.
            gradient.numbers[VALUE_BIAS] += gradients.first().copied().unwrap_or_default();
        }
        for (cell, &slope) in cells.iter().zip(&gradients) {
            let mut to = [0.0; CHANNELS];
            to[sample.head] = slope;
            for (channel, to) in to.iter_mut().enumerate().skip(HEAD_COUNT) {
                let sum = cell.sums[channel].max(0.0);
                gradient.numbers[head + channel] += slope * sum;
                if sum > 0.0 {
                    *to = slope * self.parameters[head + channel];
                    gradient.numbers[BIAS_ROW * CHANNELS + channel] += *to;
                }
            }
            for row in cell.rows {
                gradient.mark_row(row);
                let numbers = &mut gradient.numbers[row * CHANNELS..(row + 1) * CHANNELS];
                for (number, slope) in numbers.iter_mut().zip(&to) {
                    *number += slope;
                }
            }
        }
        loss
    }

    /// Returns the free cells of a sample's board with the outputs of its head.
    fn forward(&self, sample: &Sample) -> Vec<CellOutput> {
        let board = sample.board();
        let mut patterns = PatternCache::new();
        patterns.update(&board.lines);
        let row = |row: usize| -> &[f32; CHANNELS] {
            let row = self.parameters[row * CHANNELS..].first_chunk();
            row.expect("a whole row")
        };
        let (start, head) = (row(BIAS_ROW), row(BIAS_ROW + 1 + sample.head));
        let cell = |cell: usize| {
            let [own, other] = *patterns.patterns(cell);
            let mut rows = [0; 2 * DIRECTION_COUNT];
            for (direction, (own, other)) in own.into_iter().zip(other).enumerate() {
                rows[direction] = own as usize;
                rows[DIRECTION_COUNT + direction] = PATTERN_COUNT + other as usize;
            }
            let mut sums = *start;
            for at in rows {
                for (sum, number) in sums.iter_mut().zip(row(at)) {
                    *sum += number;
                }
            }
            let products = sums
                .iter()
                .zip(head)
                .map(|(sum, weight)| sum.max(0.0) * weight);
            let output = sums[sample.head] + products.sum::<f32>();
            CellOutput {
                cell: cell as u16,
                rows,
                sums,
                output,
            }
        };
        cells_near_stones(&board, &patterns).map(cell).collect()
    }

    /// Returns the gradient of the loss by each cell's output, and the loss.
    fn output_gradients(&self, sample: &Sample, cells: &[CellOutput]) -> (Vec<f32>, SampleLoss) {
        match &sample.target {
            Target::Result(result) => self.result_loss(*result, cells),
            Target::Points(points) => choice_loss(points, cells),
        }
    }

    fn result_loss(&self, result: f32, cells: &[CellOutput]) -> (Vec<f32>, SampleLoss) {
        let sum: f32 = cells.iter().map(|cell| cell.output).sum();
        let odds = sum + self.parameters[VALUE_BIAS];
        let won = 1.0 / (1.0 + (-odds).exp());
        let share = |share: f32| f64::from(share.max(1e-7).ln());
        let truth = f64::from(result);
        let loss = SampleLoss {
            loss: -(truth * share(won) + (1.0 - truth) * share(1.0 - won)),
            accuracy: f64::from((won > 0.5) == (result > 0.5)),
        };
        (vec![won - result; cells.len()], loss)
    }
}

/// Loss of a choice: softmax over the cells, whose target is shared equally by the chosen ones.
fn choice_loss(points: &[u16], cells: &[CellOutput]) -> (Vec<f32>, SampleLoss) {
    let max = cells
        .iter()
        .map(|cell| cell.output)
        .fold(f32::MIN, f32::max);
    let mut gradients: Vec<f32> = cells.iter().map(|cell| (cell.output - max).exp()).collect();
    let all: f32 = gradients.iter().sum();
    gradients.iter_mut().for_each(|slope| *slope /= all);
    let mut loss = SampleLoss::default();
    let part = 1.0 / points.len() as f32;
    for (at, cell) in cells.iter().enumerate() {
        if !points.contains(&cell.cell) {
            continue;
        }
        loss.loss -= f64::from(part * (cell.output - max - all.ln()));
        let better = cells
            .iter()
            .filter(|other| other.output > cell.output)
            .count();
        if better < TOP_COUNT {
            loss.accuracy += f64::from(part);
        }
        gradients[at] -= part;
    }
    (gradients, loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::Board;
    use crate::engine::evaluator::Evaluator;
    use crate::learn::samples::tests::test_sample;
    use crate::rules::Colour;

    fn test_samples() -> Vec<Sample> {
        let targets = [
            (VALUE_HEAD, Target::Result(1.0)),
            (FIRST_STONE_HEAD, Target::Points(vec![161, 200])),
            (SECOND_STONE_HEAD, Target::Points(vec![222])),
        ];
        targets
            .map(|(head, target)| test_sample(head, target))
            .to_vec()
    }

    #[test]
    fn the_model_of_a_net_has_its_parameters_and_outputs() {
        let net = Net::built_in();
        let model = Model::from_net(net);
        assert!(*model.to_net() == *net);
        for sample in test_samples() {
            let board: Board = sample.board();
            let cells = model.forward(&sample);
            let mut evaluator = Evaluator::new(net);
            let scores = evaluator.move_scores(&board, Colour::Black);
            let output = |cell: &CellOutput| 256.0 * cell.output;
            let assert_near = |plain: i32, fraction: f32, much: f32| {
                assert!((plain as f32 - fraction).abs() < much, "{plain} {fraction}");
            };
            assert_eq!(cells.len(), scores.cells.len());
            match sample.head {
                VALUE_HEAD => {
                    let sum: f32 = cells.iter().map(|cell| cell.output).sum();
                    let plain = evaluator.evaluate(&board, Colour::Black);
                    assert_near(plain, 100.0 * (sum + model.parameters[VALUE_BIAS]), 100.0);
                }
                FIRST_STONE_HEAD => {
                    let of = |cell: &CellOutput| scores.first[cell.cell as usize];
                    cells
                        .iter()
                        .for_each(|cell| assert_near(of(cell), output(cell), 2.0));
                }
                _ => {
                    let of = |cell: &CellOutput| scores.second[cell.cell as usize];
                    cells
                        .iter()
                        .for_each(|cell| assert_near(of(cell), output(cell), 2.0));
                }
            }
        }
    }

    #[test]
    fn gradients_match_finite_differences() {
        const STEP: f32 = 0.001;
        // Hidden values of the built-in network can be exactly 0, where the gradient jumps.
        let model = Model::new(&mut SplitMix64::new(1));
        for sample in test_samples() {
            let mut gradient = Gradient::new();
            model.backward(&sample, &mut gradient);
            let mut gradients = Vec::new();
            gradient.drain(|at, slope| gradients.push((at, slope)));
            gradients.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
            for &(at, slope) in gradients.iter().step_by(7).take(12) {
                let moved = |step: f32| {
                    let mut model = model.clone();
                    model.parameters[at] += step;
                    model.loss(&sample).loss
                };
                let seen = (moved(STEP) - moved(-STEP)) as f32 / (2.0 * STEP);
                let close = (seen - slope).abs() <= 0.05 * slope.abs() + 0.02;
                assert!(
                    close,
                    "head {}, number {at}: {slope}, seen {seen}",
                    sample.head
                );
            }
            gradient.drain(|at, slope| assert_eq!(slope, 0.0, "number {at} was not reset"));
        }
    }

    #[test]
    fn the_nearest_net_of_huge_parameters_is_valid() {
        let mut model = Model::new(&mut SplitMix64::new(1));
        for at in 0..PARAMETER_COUNT {
            model.parameters[at] += if at % 2 == 0 { 1e9 } else { -1e9 };
        }
        let net = model.to_net();
        assert!(*Net::from_bytes(&net.to_bytes()).expect("a net") == *net);
    }
}
