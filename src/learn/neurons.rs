//! The neurons of a net in training: a row of parameters each, their outputs and gradients.
//!
//! The training loop is [`landfall_experiment::train`], with random numbers from a fixed seed.

use landfall_experiment::train::{Adam, FitConfig, Model, fit};
use landfall_rules::rng::SplitMix64;
use landfall_search::net::{INPUTS, Neuron, SCALE};

/// Every sixth game is kept for validation.
pub const VALIDATION_INTERVAL: usize = 6;

/// The number of passes over all positions.
const EPOCHS: usize = 6;

/// The number of positions of a step.
const BATCH_SIZE: usize = 512;

/// The learning rate of the first steps; it decreases to almost 0 (cosine schedule).
const LEARNING_RATE: f32 = 2e-3;

/// The weight decay.
const WEIGHT_DECAY: f32 = 1e-4;

/// The index of the bias in the row of a neuron, after the weights of the inputs.
const BIAS: usize = INPUTS;
/// The index of the output weight.
const OUTPUT_WEIGHT: usize = INPUTS + 1;
/// The length of the row of a neuron.
const ROW_LENGTH: usize = INPUTS + 2;

/// Factors that give every input a variance of about 1.
#[derive(Clone, Copy, Debug)]
pub struct InputScale([f32; INPUTS]);

impl InputScale {
    /// Returns the factors for these inputs.
    pub fn new<'a>(samples: impl Iterator<Item = &'a [u8; INPUTS]>) -> InputScale {
        let (mut sum, mut squares, mut all) = ([0.0; INPUTS], [0.0; INPUTS], 0.0);
        for inputs in samples {
            all += 1.0;
            for (k, &count) in inputs.iter().enumerate() {
                sum[k] += f64::from(count);
                squares[k] += f64::from(count).powi(2);
            }
        }
        InputScale(std::array::from_fn(|k| {
            let variance = squares[k] / all - (sum[k] / all).powi(2);
            if variance > 0.01 {
                variance.powf(-0.5) as f32
            } else {
                0.0
            }
        }))
    }

    /// Returns inputs times their factors.
    pub fn scaled(&self, inputs: &[u8; INPUTS]) -> [f32; INPUTS] {
        std::array::from_fn(|k| f32::from(inputs[k]) * self.0[k])
    }

    /// Returns the neurons of rows that take scaled inputs, as neurons that take inputs as they are.
    /// An output of 1 becomes `output`.
    pub fn neurons(&self, rows: &[f32], output: f32) -> Vec<Neuron> {
        let whole = |value: f32| (value * SCALE as f32).round() as i32;
        let neuron = |row: &[f32]| Neuron {
            bias: whole(row[BIAS]),
            weights: std::array::from_fn(|k| whole(row[k] * self.0[k])),
            output_weight: (row[OUTPUT_WEIGHT] * output).round() as i32,
        };
        rows.chunks_exact(ROW_LENGTH).map(neuron).collect()
    }
}

/// Returns random rows for neurons that are not trained yet.
pub fn initial_rows(neurons: usize, rng: &mut SplitMix64) -> Vec<f32> {
    let mut uniform = |max: f32| max * (rng.below(2001) as f32 / 1000.0 - 1.0);
    let mut rows = Vec::with_capacity(neurons * ROW_LENGTH);
    for _ in 0..neurons {
        rows.extend((0..INPUTS).map(|_| uniform(0.45)));
        rows.push(uniform(0.25) + 0.25);
        rows.push(uniform(0.04));
    }
    rows
}

/// Returns the output of all neurons together for scaled inputs.
pub fn output(rows: &[f32], inputs: &[f32; INPUTS]) -> f32 {
    let of_row = |row: &[f32]| neuron_input(row, inputs).clamp(0.0, 1.0) * row[OUTPUT_WEIGHT];
    rows.chunks_exact(ROW_LENGTH).map(of_row).sum()
}

/// Adds the gradient of the rows for a sample, where `error` is the gradient of the output.
pub fn add_gradient(rows: &[f32], inputs: &[f32; INPUTS], error: f32, gradient: &mut [f32]) {
    let gradients = gradient.chunks_exact_mut(ROW_LENGTH);
    for (row, gradient) in rows.chunks_exact(ROW_LENGTH).zip(gradients) {
        let sum = neuron_input(row, inputs);
        gradient[OUTPUT_WEIGHT] += error * sum.clamp(0.0, 1.0);
        if sum > 0.0 && sum < 1.0 {
            let error = error * row[OUTPUT_WEIGHT];
            gradient[BIAS] += error;
            for (gradient, input) in gradient.iter_mut().zip(inputs) {
                *gradient += error * input;
            }
        }
    }
}

/// Returns the input of a neuron.
fn neuron_input(row: &[f32], inputs: &[f32; INPUTS]) -> f32 {
    let pairs = row.iter().zip(inputs);
    row[BIAS] + pairs.map(|(weight, input)| weight * input).sum::<f32>()
}

/// Trains a model towards its samples, and shuffles them.
pub fn fit_model<M: Model<Gradient = Vec<f32>, Loss = ()>>(
    model: &mut M,
    samples: &mut [M::Sample],
    rng: &mut SplitMix64,
) {
    let parameters = model.params().len();
    fit(
        model,
        samples,
        FitConfig {
            epochs: EPOCHS,
            batch_size: BATCH_SIZE,
        },
        &mut Adam::with_weight_decay(parameters, WEIGHT_DECAY),
        (&mut vec![0.0; parameters], |progress| {
            progress.cosine_rate(LEARNING_RATE)
        }),
        |bound| rng.below(bound as u32) as usize,
        |_, _, ()| {},
    );
}
