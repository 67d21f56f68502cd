//! Training of a small net towards the lines that a side sends from a position on.
//!
//! The target is the sum of the lines of the next pieces, each piece's less the price of its time and
//! discounted by [`DISCOUNT`] once more, less [`LOSS_LINES`] shortly before the side loses. It has
//! less noise than the result of a game, which a few pieces decide between equal bots.

use super::neurons::{self, InputScale, VALIDATION_INTERVAL};
use landfall_experiment::train::Model;
use landfall_rules::Piece;
use landfall_rules::rng::SplitMix64;
use landfall_search::net::{INPUTS, Neuron};

/// The factor by which a line counts less for each piece until it is sent.
const DISCOUNT: f32 = 0.95;

/// The lines that losing within [`LOSS_PIECES`] pieces costs, beside those that are not sent.
const LOSS_LINES: f32 = 40.0;

/// See [`LOSS_LINES`].
const LOSS_PIECES: usize = 30;

/// The last pieces of a winner are left out: what they would have sent is not known.
const UNKNOWN_PIECES: usize = 30;

/// The held pieces whose value is learned beside the net.
const HELD: [Piece; 2] = [Piece::I, Piece::T];

/// The number of parameters before the rows of the neurons: a constant, and a held piece each.
const LINEAR_TERMS: usize = 1 + HELD.len();

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackSample {
    /// The inputs of the net before it.
    pub inputs: [u8; INPUTS],
    /// The held piece.
    pub held: Option<Piece>,
    /// The lines that it sends.
    pub sent: u32,
    /// The lines that it sends, less the price of the time until the next piece.
    pub lines: f32,
}

/// A trained model.
#[derive(Clone, Debug)]
pub struct AttackNet {
    scale: InputScale,
    /// The rows of the neurons.
    rows: Vec<f32>,
    /// The lines that an output of 1 stands for.
    lines: f32,
    /// What holding an I and a T is worth, in lines.
    pub held: [f32; 2],
    /// The correlation of the net with its targets in the games kept for validation.
    pub correlation: f64,
}

impl AttackNet {
    /// Returns the neurons; a line becomes `line`.
    pub fn neurons(&self, line: f32) -> Vec<Neuron> {
        self.scale.neurons(&self.rows, self.lines * line)
    }
}

/// Trains a net of `neurons` neurons. `sides` has the pieces of each side and whether it won, the two
/// sides of a game one after the other.
pub fn train(sides: &[(Vec<AttackSample>, bool)], neurons: usize) -> AttackNet {
    let (mut train, mut validation): (Vec<Target>, Vec<Target>) = Default::default();
    for (number, (samples, won)) in sides.iter().enumerate() {
        // Both sides of a game are kept, or none.
        let list = match number / 2 % VALIDATION_INTERVAL {
            0 => &mut validation,
            _ => &mut train,
        };
        list.extend(targets(samples, *won));
    }
    let scale = InputScale::new(train.iter().map(|target| &target.sample.inputs));
    let [mean, deviation] = mean_and_deviation(&train);
    for target in &mut train {
        target.lines = (target.lines - mean) / deviation;
    }
    let mut rng = SplitMix64::new(1);
    let mut params = vec![0.0; LINEAR_TERMS];
    params.extend(neurons::initial_rows(neurons, &mut rng));
    let mut model = AttackModel { params, scale };
    neurons::fit_model(&mut model, &mut train, &mut rng);
    let pairs = validation.iter();
    let correlation = correlation(pairs.map(|target| (model.value(&target.sample), target.lines)));
    let [_, i, t] = std::array::from_fn(|k| model.params[k] * deviation);
    AttackNet {
        held: [i, t],
        correlation,
        rows: model.params.split_off(LINEAR_TERMS),
        lines: deviation,
        scale,
    }
}

/// A piece, and the lines of it and the next ones.
#[derive(Clone, Copy)]
struct Target {
    sample: AttackSample,
    lines: f32,
}

/// Returns the pieces of a side with their targets.
fn targets(samples: &[AttackSample], won: bool) -> Vec<Target> {
    let mut lines = 0.0;
    let mut targets = Vec::with_capacity(samples.len());
    for (left, &sample) in samples.iter().rev().enumerate() {
        lines = sample.lines + DISCOUNT * lines;
        let loss = if !won && left < LOSS_PIECES {
            LOSS_LINES
        } else {
            0.0
        };
        if !won || left >= UNKNOWN_PIECES {
            targets.push(Target {
                sample,
                lines: lines - loss,
            });
        }
    }
    targets
}

fn mean_and_deviation(targets: &[Target]) -> [f32; 2] {
    let count = targets.len().max(1) as f64;
    let lines = || targets.iter().map(|target| f64::from(target.lines));
    let mean = lines().sum::<f64>() / count;
    let variance = lines().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    [mean as f32, variance.max(1e-6).sqrt() as f32]
}

/// Returns the correlation of pairs; 0 where one of both does not vary.
fn correlation(pairs: impl Iterator<Item = (f32, f32)>) -> f64 {
    let pairs: Vec<[f64; 2]> = pairs.map(|(a, b)| [a.into(), b.into()]).collect();
    let count = pairs.len().max(1) as f64;
    let mean = [0, 1].map(|k| pairs.iter().map(|pair| pair[k]).sum::<f64>() / count);
    let product = |a: usize, b: usize| -> f64 {
        let term = |pair: &[f64; 2]| (pair[a] - mean[a]) * (pair[b] - mean[b]);
        pairs.iter().map(term).sum()
    };
    let spread = (product(0, 0) * product(1, 1)).sqrt();
    if spread > 0.0 {
        product(0, 1) / spread
    } else {
        0.0
    }
}

/// A net with a constant and the value of held pieces.
struct AttackModel {
    /// The linear terms, followed by the rows of the neurons.
    params: Vec<f32>,
    scale: InputScale,
}

impl AttackModel {
    fn linear_terms(sample: &AttackSample) -> [f32; LINEAR_TERMS] {
        let held = |piece| f32::from(u8::from(sample.held == Some(piece)));
        [1.0, held(HELD[0]), held(HELD[1])]
    }

    fn value(&self, sample: &AttackSample) -> f32 {
        let terms = AttackModel::linear_terms(sample);
        let linear: f32 = terms.iter().zip(&self.params).map(|(a, b)| a * b).sum();
        let inputs = self.scale.scaled(&sample.inputs);
        linear + neurons::output(&self.params[LINEAR_TERMS..], &inputs)
    }
}

impl Model for AttackModel {
    type Sample = Target;
    type Gradient = Vec<f32>;
    type Loss = ();

    fn params(&mut self) -> &mut [f32] {
        &mut self.params
    }

    fn gradient(&self, batch: &[Target], gradient: &mut Vec<f32>, _loss: &mut ()) {
        let (linear, rows) = gradient.split_at_mut(LINEAR_TERMS);
        for Target { sample, lines } in batch {
            let error = (self.value(sample) - lines) / batch.len() as f32;
            for (gradient, term) in linear.iter_mut().zip(AttackModel::linear_terms(sample)) {
                *gradient += error * term;
            }
            let inputs = self.scale.scaled(&sample.inputs);
            neurons::add_gradient(&self.params[LINEAR_TERMS..], &inputs, error, rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_search::net::Net;

    fn sample(inputs: [u8; INPUTS], lines: f32) -> AttackSample {
        AttackSample {
            inputs,
            held: None,
            sent: 0,
            lines,
        }
    }

    #[test]
    fn targets_are_discounted_and_know_the_end() {
        let pieces = vec![sample([0; INPUTS], 1.0); 40];
        let lost = targets(&pieces, false);
        assert_eq!(lost.len(), 40);
        assert_eq!(lost[0].lines, 1.0 - LOSS_LINES);
        assert!((lost[1].lines - (1.0 + DISCOUNT - LOSS_LINES)).abs() < 1e-6);
        assert!(lost[LOSS_PIECES].lines > 8.0);
        assert_eq!(targets(&pieces, true).len(), 40 - UNKNOWN_PIECES);
    }

    /// A side sends much after a position in which two inputs differ.
    #[test]
    fn an_interaction_of_inputs_is_learned() {
        let mut rng = SplitMix64::new(4);
        let mut side = |_| {
            let mut pieces = Vec::new();
            for _ in 0..40 {
                let mut inputs = [5; INPUTS];
                inputs[0] = rng.below(2) as u8 * 10;
                inputs[INPUTS - 1] = rng.below(2) as u8 * 10;
                let much = inputs[0] != inputs[INPUTS - 1];
                pieces.push(sample(inputs, if much { 4.0 } else { 0.0 }));
            }
            (pieces, true)
        };
        let sides: Vec<_> = (0..12_000).map(&mut side).collect();
        let learned = train(&sides, 8);
        assert!(learned.correlation > 0.3, "{}", learned.correlation);
        let net = Net::new(learned.neurons(100.0));
        let value = |first, last| {
            let mut inputs = [[5]; INPUTS];
            (inputs[0], inputs[INPUTS - 1]) = ([first], [last]);
            let mut values = [0];
            net.add_outputs(&inputs, &mut values);
            values[0]
        };
        let same = value(0, 0).max(value(10, 10));
        let different = value(0, 10).min(value(10, 0));
        assert!(
            (300..500).contains(&(different - same)),
            "{different} {same}"
        );
    }

    #[test]
    fn without_games_nothing_is_learned() {
        let learned = train(&[], 2);
        assert_eq!((learned.held, learned.correlation), ([0.0; 2], 0.0));
    }
}
