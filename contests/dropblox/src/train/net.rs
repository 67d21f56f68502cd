//! The value net while it is trained: all weights in one list, forward pass and gradient.

use crate::value_net::{INPUTS, LEAKY_SLOPE, ValueNet, leaky_relu};
use landfall_rules::rng::SplitMix64;

/// A value net with all weights in one list, neuron by neuron, each with its bias first.
pub struct TrainableNet {
    neurons: [usize; 2],
    /// The weights.
    pub weights: Vec<f32>,
}

/// The activations of a forward pass: each layer after a 1, which the bias weighs.
pub struct ForwardPass {
    inputs: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    /// The predicted points, in units of [`POINTS_PER_UNIT`](crate::value_net::POINTS_PER_UNIT).
    pub output: f32,
}

impl TrainableNet {
    /// Returns a net with so many neurons in its two layers and random weights.
    pub fn new(neurons: [usize; 2], seed: u64) -> TrainableNet {
        let [first, second] = neurons;
        let mut rng = SplitMix64::new(seed ^ 1);
        let mut weights = Vec::new();
        let mut rows = |count: usize, inputs: usize, width: f32| {
            for _ in 0..count {
                weights.push(0.0);
                let mut unit = || rng.next_u64() as f32 / u64::MAX as f32;
                weights.extend((0..inputs).map(|_| (2.0 * unit() - 1.0) * width));
            }
        };
        rows(first, INPUTS, (3.0 / INPUTS as f32).sqrt());
        rows(second, first, (6.0 / first as f32).sqrt());
        rows(1, second, 0.5 / (second as f32).sqrt());
        weights.extend([0.0; INPUTS]);
        TrainableNet { neurons, weights }
    }

    /// Returns the weights of a value net.
    pub fn from_value_net(values: &ValueNet) -> TrainableNet {
        let layers = values.first.iter().chain(&values.second);
        TrainableNet {
            neurons: [values.first.len(), values.second.len()],
            weights: layers.chain([&values.last]).flatten().copied().collect(),
        }
    }

    /// Returns the indices at which the second layer and the output neuron begin.
    fn layer_offsets(&self) -> (usize, usize) {
        let [first, second] = self.neurons;
        let of_first = first * (1 + INPUTS);
        (of_first, of_first + second * (1 + first))
    }

    /// Computes the output for normalized inputs.
    pub fn forward(&self, inputs: &[f32; INPUTS]) -> ForwardPass {
        let (from_second, from_last) = self.layer_offsets();
        let given: Vec<f32> = std::iter::once(1.0).chain(*inputs).collect();
        let first = layer_outputs(&self.weights[..from_second], &given);
        let second = layer_outputs(&self.weights[from_second..from_last], &first);
        let (neurons, inputs) = self.weights[from_last..].split_at(second.len());
        let output = dot(neurons, &second) + dot(inputs, &given[1..]);
        ForwardPass {
            inputs: given,
            first,
            second,
            output,
        }
    }

    /// Adds `error` times the gradient of the output by the weights.
    pub fn add_gradient(&self, pass: &ForwardPass, error: f32, gradient: &mut [f32]) {
        let (from_second, from_last) = self.layer_offsets();
        let (firsts, rest) = gradient.split_at_mut(from_second);
        let (seconds, last) = rest.split_at_mut(from_last - from_second);
        let (neurons, inputs) = last.split_at_mut(pass.second.len());
        add_scaled(neurons, &pass.second, error);
        add_scaled(inputs, &pass.inputs[1..], error);
        let mut back = vec![0.0; pass.first.len()];
        let second = &self.weights[from_second..from_last];
        let second = second.chunks_exact(pass.first.len());
        let seconds = seconds.chunks_exact_mut(pass.first.len());
        for (j, (row, sums)) in second.zip(seconds).enumerate() {
            let error =
                error * self.weights[from_last + 1 + j] * leaky_relu_slope(pass.second[1 + j]);
            add_scaled(sums, &pass.first, error);
            add_scaled(&mut back, row, error);
        }
        let firsts = firsts.chunks_exact_mut(pass.inputs.len());
        for (j, sums) in firsts.enumerate() {
            add_scaled(
                sums,
                &pass.inputs,
                back[1 + j] * leaky_relu_slope(pass.first[1 + j]),
            );
        }
    }

    /// Returns the value net with these weights and the scale of its inputs.
    pub fn to_value_net(&self, scale: Vec<[f32; 2]>) -> ValueNet {
        let (from_second, from_last) = self.layer_offsets();
        let rows = |weights: &[f32], inputs: usize| -> Vec<Vec<f32>> {
            weights
                .chunks_exact(1 + inputs)
                .map(<[f32]>::to_vec)
                .collect()
        };
        ValueNet {
            scale,
            first: rows(&self.weights[..from_second], INPUTS),
            second: rows(&self.weights[from_second..from_last], self.neurons[0]),
            last: self.weights[from_last..].to_vec(),
        }
    }
}

/// Returns the outputs of a layer, after a 1.
fn layer_outputs(neurons: &[f32], inputs: &[f32]) -> Vec<f32> {
    let rows = neurons.chunks_exact(inputs.len());
    let outputs = rows.map(|row| leaky_relu(dot(row, inputs)));
    std::iter::once(1.0).chain(outputs).collect()
}

/// Returns the slope of a neuron whose output is this.
fn leaky_relu_slope(output: f32) -> f32 {
    if output > 0.0 { 1.0 } else { LEAKY_SLOPE }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add_scaled(sums: &mut [f32], terms: &[f32], times: f32) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += times * term;
    }
}
