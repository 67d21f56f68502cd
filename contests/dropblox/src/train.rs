//! Training of the value net on samples: least squares of differences, with Adam. The loop is
//! [`landfall_experiment::train`].
//!
//! The target of a leaf is the points of the moves of its rollout and of the best line after them,
//! plus the value that a given net predicts for that line's leaf (fitted value iteration: Ernst,
//! Geurts and Wehenkel 2005; temporal differences: Sutton 1988). The player chooses between leaves
//! of the same position, so training mainly learns the differences between them; the luck of the
//! blocks cancels out.
//!
//! `net` is the net with its gradients. `datagen` makes the samples.

mod net;

use crate::convert::DropbloxBoard;
use crate::datagen::{ROLLOUTS, Sample};
use crate::lanes::LANES;
use crate::value_net::{
    BatchEval, INPUTS, NetInput, POINTS_PER_UNIT, ValueNet, inputs_of, normalized,
};
use landfall_experiment::train::{Adam, FitConfig, Model, fit};
use landfall_rules::rng::SplitMix64;
use landfall_rules::simd::dispatch;
use net::{ForwardPass, TrainableNet};

/// One game in this many is held out for validation.
const VALIDATION_GAMES: u64 = 8;

/// Positions per step.
const BATCH_SIZE: usize = 256;

/// Weight of a leaf's own error relative to its difference from the leaves of the same position. A
/// slow trend of many games, such as a higher stack, differs little between leaves of a position.
const ABSOLUTE_ERROR_WEIGHT: f32 = 0.1;

/// How a net is trained.
#[derive(Clone, Copy, Debug)]
pub struct TrainConfig {
    /// Neurons of the two layers of a new net.
    pub neurons: [usize; 2],
    /// Passes over all samples.
    pub epochs: usize,
    /// Learning rate of the first step; it falls linearly to nearly 0.
    pub learning_rate: f32,
    /// Seed of the initial weights and of the order of samples.
    pub seed: u64,
}

/// The state of the training after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// From 1.
    pub number: usize,
    /// Root mean square error of differences on the training games, in points; it includes the luck
    /// of the rollouts.
    pub training_error: f64,
    /// The same on the held-out games.
    pub validation: Validation,
}

/// How well differences between leaves of a position are predicted. The luck of the rollouts is
/// removed by comparing several rollouts of each leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Validation {
    /// The correlation of true and predicted differences.
    pub correlation: f64,
    /// Root mean square error, in points.
    pub rmse: f64,
}

/// A leaf in the form of the net's input.
pub struct Example {
    inputs: [f32; INPUTS],
    /// Points at the leaf, in net units.
    points: f32,
    /// Points that each rollout gained after it, in net units.
    targets: [f32; ROLLOUTS],
}

/// The leaves of a position.
pub type ExampleGroup = Vec<Example>;

/// Trains a net on samples. It starts from `start`, which also values the end of each rollout;
/// without it a new net is trained, and rollouts end with value 0. `on_epoch` receives a report
/// after each epoch. The same seed trains the same net.
///
/// # Errors
/// There are no training samples or no validation samples.
pub fn train(
    samples: &[Sample],
    start: Option<&ValueNet>,
    config: &TrainConfig,
    mut on_epoch: impl FnMut(&EpochReport),
) -> Result<ValueNet, TrainError> {
    let mut groups = [Vec::new(), Vec::new()];
    let together = |a: &Sample, b: &Sample| (a.game, a.position) == (b.game, b.position);
    for leaves in samples.chunk_by(together).filter(|leaves| leaves.len() > 1) {
        groups[usize::from(leaves[0].game % VALIDATION_GAMES == 0)]
            .push(example_group(leaves, start));
    }
    let [mut training, mut validation] = groups;
    if training.is_empty() || validation.is_empty() {
        return Err(TrainError::TooFewPositions {
            training: training.len(),
            validation: validation.len(),
        });
    }
    let scale = start.map_or_else(|| input_scale(&training), |start| start.scale.clone());
    for example in training.iter_mut().chain(&mut validation).flatten() {
        for (x, [mean, spread]) in example.inputs.iter_mut().zip(&scale) {
            *x = normalized(*x, *mean, *spread);
        }
    }
    let mut net = start.map_or_else(
        || TrainableNet::new(config.neurons, config.seed),
        TrainableNet::from_value_net,
    );
    let leaves = training.iter().map(Vec::len).sum::<usize>();
    let parameters = net.weights.len();
    let mut rng = SplitMix64::new(config.seed);
    fit(
        &mut net,
        &mut training,
        FitConfig {
            epochs: config.epochs,
            batch_size: BATCH_SIZE,
        },
        &mut Adam::new(parameters),
        (&mut vec![0.0; parameters], |progress| {
            progress.linear_rate(config.learning_rate)
        }),
        |bound| rng.below(bound as u32) as usize,
        |progress, net, square: f64| {
            on_epoch(&EpochReport {
                number: progress.epoch,
                training_error: f64::from(POINTS_PER_UNIT) * (square / leaves as f64).sqrt(),
                validation: validate(net, &validation),
            });
        },
    );
    Ok(net.to_value_net(scale))
}

/// Returns the examples of the samples of one position.
fn example_group(leaves: &[Sample], start: Option<&ValueNet>) -> ExampleGroup {
    let outcomes: Vec<NetInput> = leaves.iter().flat_map(|sample| sample.outcomes).collect();
    let scores = outcomes
        .chunks(LANES)
        .flat_map(|chunk| final_scores(chunk, start));
    let scores: Vec<f32> = scores.collect();
    let example = |(sample, scores): (&Sample, &[f32])| Example {
        inputs: inputs_of(&sample.leaf),
        points: sample.leaf.score as f32 / POINTS_PER_UNIT,
        targets: std::array::from_fn(|row| {
            (scores[row] - sample.leaf.score as f32) / POINTS_PER_UNIT
        }),
    };
    leaves
        .iter()
        .zip(scores.chunks(ROLLOUTS))
        .map(example)
        .collect()
}

/// Returns the points at the end of the game from each of up to [`LANES`] positions, as the net
/// `start` predicts them.
fn final_scores(positions: &[NetInput], start: Option<&ValueNet>) -> Vec<f32> {
    let found = start.map_or([0.0; LANES], |start| {
        dispatch(BatchEval {
            net: start,
            inputs: positions,
        })
    });
    let scores = |(position, value): (&NetInput, f32)| {
        let over = position.board == DropbloxBoard::EMPTY;
        position.score as f32 + if over { 0.0 } else { value }
    };
    positions.iter().zip(found).map(scores).collect()
}

/// Returns mean and standard deviation of each input.
fn input_scale(groups: &[ExampleGroup]) -> Vec<[f32; 2]> {
    let count = groups.iter().map(Vec::len).sum::<usize>() as f64;
    let of = |i: usize| {
        let leaves = || groups.iter().flatten();
        let all = || leaves().map(|example| f64::from(example.inputs[i]));
        let mean = all().sum::<f64>() / count;
        let square = all().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
        [mean as f32, square.sqrt().max(1e-3) as f32]
    };
    (0..INPUTS).map(of).collect()
}

/// Returns numbers minus their mean.
fn without_mean(numbers: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let (count, sum) = numbers
        .clone()
        .fold((0, 0.0), |(count, sum), x| (count + 1, sum + x));
    let mean = sum / count.max(1) as f32;
    numbers.map(|x| x - mean).collect()
}

/// Measures how well a net predicts differences between leaves of a position. The two rollouts have
/// independent luck, so products of different rollouts are free of it on average.
fn validate(net: &TrainableNet, groups: &[ExampleGroup]) -> Validation {
    let (mut predicted_square, mut true_square, mut product) = (0.0, 0.0, 0.0);
    for leaves in groups {
        let prediction = |leaf: &Example| leaf.points + net.forward(&leaf.inputs).output;
        let predicted = without_mean(leaves.iter().map(prediction));
        let rollout = |rollout: usize| {
            without_mean(
                leaves
                    .iter()
                    .map(|leaf| leaf.points + leaf.targets[rollout]),
            )
        };
        let [one, other] = [rollout(0), rollout(1)];
        for i in 0..leaves.len() {
            let [prediction, one, other] = [predicted[i], one[i], other[i]].map(f64::from);
            predicted_square += prediction * prediction;
            true_square += one * other;
            product += prediction * (one + other) / 2.0;
        }
    }
    let count = groups.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let square = (true_square - 2.0 * product + predicted_square) / count;
    Validation {
        correlation: product
            / (predicted_square * true_square)
                .max(f64::MIN_POSITIVE)
                .sqrt(),
        rmse: f64::from(POINTS_PER_UNIT) * square.max(0.0).sqrt(),
    }
}

impl Model for TrainableNet {
    type Sample = ExampleGroup;
    type Gradient = Vec<f32>;
    /// The sum of squared errors of differences.
    type Loss = f64;

    fn params(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn gradient(&self, batch: &[ExampleGroup], gradient: &mut Vec<f32>, loss: &mut f64) {
        for leaves in batch {
            let passes: Vec<ForwardPass> = leaves
                .iter()
                .map(|leaf| self.forward(&leaf.inputs))
                .collect();
            let targets = leaves
                .iter()
                .map(|leaf| leaf.targets.iter().sum::<f32>() / ROLLOUTS as f32);
            let errors = passes
                .iter()
                .zip(targets)
                .map(|(pass, target)| pass.output - target);
            let differences = without_mean(errors.clone());
            for ((pass, error), difference) in passes.iter().zip(errors).zip(differences) {
                *loss += f64::from(difference).powi(2);
                let error = (difference + ABSOLUTE_ERROR_WEIGHT * error) / batch.len() as f32;
                self.add_gradient(pass, error, gradient);
            }
        }
    }
}

/// Why no net is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainError {
    /// There are too few positions for both training and validation.
    #[error(
        "too few positions with several ends: {training} to train on and, of games that are kept for \
         validation, {validation}; both are needed: give samples of more games"
    )]
    TooFewPositions {
        /// Positions with several leaves, of games to train on.
        training: usize,
        /// The same, of games that are held out.
        validation: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with three leaves; each row of a leaf's stack costs two points. Luck is common to
    /// the leaves of a position, or independent.
    fn samples(luck: fn(u64) -> u32) -> Vec<Sample> {
        let of = |i: u64| {
            let height = landfall_rules::rng::mix64(i) % 20;
            let mut field = DropbloxBoard::EMPTY;
            field.columns = [(1 << height) - 1; 12];
            let outcomes = |row: u64| NetInput {
                score: 600 - 2 * height as u32 + luck(2 * i + row),
                board: DropbloxBoard::EMPTY,
            };
            Sample {
                game: i / 12,
                position: (i / 3 % 4) as u32,
                leaf: NetInput {
                    score: 500,
                    board: field,
                },
                outcomes: [outcomes(0), outcomes(1)],
            }
        };
        (0..2400).map(of).collect()
    }

    /// The same for all leaves of a position.
    fn alike(i: u64) -> u32 {
        (landfall_rules::rng::mix64(i / 6) % 30) as u32
    }

    /// Of its own for each rollout of each leaf.
    fn apart(i: u64) -> u32 {
        (landfall_rules::rng::mix64(i) % 30) as u32
    }

    const CONFIG: TrainConfig = TrainConfig {
        neurons: [4, 2],
        epochs: 400,
        learning_rate: 5e-3,
        seed: 3,
    };

    #[test]
    fn differences_are_learnt_despite_the_luck_of_a_position() {
        let mut on_epoch = Vec::new();
        let samples = samples(alike);
        let start = train(&samples, None, &CONFIG, |epoch| on_epoch.push(*epoch)).expect("values");
        assert_eq!(on_epoch.len(), CONFIG.epochs);
        let last = on_epoch[CONFIG.epochs - 1];
        assert!(last.validation.correlation > 0.99, "{last:?}");
        let inputs: Vec<NetInput> = samples[..3].iter().map(|sample| sample.leaf).collect();
        let found = dispatch(BatchEval {
            net: &start,
            inputs: &inputs,
        });
        let rows = |position: &NetInput| position.board.columns[0].count_ones() as f32;
        for i in 1..3 {
            let wanted = 2.0 * (rows(&inputs[0]) - rows(&inputs[i]));
            let difference = found[i] - found[0];
            assert!((difference - wanted).abs() < 3.0, "{difference}, {wanted}");
        }
        let again = train(&samples, None, &CONFIG, |_| {}).expect("values");
        assert_eq!(start, again, "the same seed learns the same");
    }

    /// The validation excludes luck, even if every rollout of every leaf has its own.
    #[test]
    fn validation_is_free_of_luck() {
        let mut on_epoch = Vec::new();
        let net = train(&samples(apart), None, &CONFIG, |epoch| {
            on_epoch.push(*epoch)
        });
        net.expect("values");
        let last = on_epoch[CONFIG.epochs - 1];
        assert!(last.training_error > 4.0, "{last:?}");
        assert!(last.validation.correlation > 0.95, "{last:?}");
        assert!(last.validation.rmse < 3.0, "{last:?}");
    }

    /// The net given at the start values the ends of rollouts, except for finished games; and
    /// training starts from it.
    #[test]
    fn a_given_net_values_the_ends_of_rollouts() {
        let start = ValueNet::built_in().expect("values");
        let mut leaves = samples(alike)[..3].to_vec();
        let field = DropbloxBoard { columns: [7; 12] };
        leaves[1].outcomes[0] = NetInput {
            score: 530,
            board: field,
        };
        let of_end = dispatch(BatchEval {
            net: &start,
            inputs: &[leaves[1].outcomes[0]],
        });
        let with = example_group(&leaves, Some(&start));
        let without = example_group(&leaves, None);
        assert_eq!(with[0].targets, without[0].targets);
        assert_eq!(without[1].targets[0], 30.0 / POINTS_PER_UNIT);
        assert_eq!(with[1].targets[0], (30.0 + of_end[0]) / POINTS_PER_UNIT);
        let config = TrainConfig {
            epochs: 0,
            ..CONFIG
        };
        let learnt = train(&samples(alike), Some(&start), &config, |_| {});
        assert_eq!(learnt, Ok(start));
    }

    #[test]
    fn too_few_samples_are_refused() {
        let error = train(&samples(alike)[..9], None, &CONFIG, |_| {}).expect_err("one game");
        assert!(error.to_string().contains("too few"), "{error}");
    }
}
