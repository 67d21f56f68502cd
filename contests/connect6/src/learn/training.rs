//! The training loop: epochs of mini-batches with Adagrad. The network with the lowest loss on
//! the validation games is kept.

pub use super::model::SampleLoss;
use super::model::{Gradient, Model};
use super::samples::Sample;
use crate::engine::Net;
use crate::engine::net::{CHANNELS, HEAD_COUNT, PARAMETER_COUNT, SECOND_STONE_HEAD, VALUE_HEAD};
use crate::engine::patterns::PATTERN_COUNT;
use landfall_experiment::train::{self, Adagrad, FitConfig, fit};
use landfall_rng::SplitMix64;

/// One game in this many is kept for validation.
pub const VALIDATION_INTERVAL: usize = 12;

/// Samples of a mini-batch.
const BATCH_SIZE: usize = 24;

/// Learning rate of the last epoch, as a share of the first.
const FINAL_RATE: f32 = 0.05;

/// The samples of many games.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// Samples to train on.
    pub training: Vec<Sample>,
    /// Samples of the validation games.
    pub validation: Vec<Sample>,
}

impl Dataset {
    /// Adds the samples of a game. Its number decides whether it is for validation.
    pub fn add(&mut self, game: usize, samples: Vec<Sample>) {
        let to = if game % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1 {
            &mut self.validation
        } else {
            &mut self.training
        };
        to.extend(samples);
    }

    /// Returns the number of samples by head: for training, and for validation.
    pub fn counts(&self) -> [[usize; HEAD_COUNT]; 2] {
        [&self.training, &self.validation].map(|samples| {
            let mut counts = [0; HEAD_COUNT];
            samples.iter().for_each(|sample| counts[sample.head] += 1);
            counts
        })
    }
}

/// Options of a training run.
#[derive(Clone, Copy, Debug)]
pub struct TrainConfig {
    /// Seed of the order of samples and of a new network's parameters.
    pub seed: u64,
    /// Passes over the samples.
    pub epochs: u32,
    /// Learning rate at the beginning.
    pub learning_rate: f32,
}

/// Mean losses by head after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// Epochs so far.
    pub epoch: u32,
    /// Losses of the validation games.
    pub validation: [SampleLoss; HEAD_COUNT],
    /// Losses of the training games during this epoch; `None` before the first.
    pub training: Option<[SampleLoss; HEAD_COUNT]>,
    /// Whether this network has the lowest validation loss so far.
    pub is_best: bool,
}

/// Trains from a network or from scratch, and returns the network with the lowest validation
/// loss. `on_epoch` is called after every epoch. The same data and configuration give the same
/// network on one machine.
pub fn train(
    samples: &Dataset,
    from: Option<&Net>,
    config: TrainConfig,
    on_epoch: &mut dyn FnMut(&EpochReport),
) -> Box<Net> {
    let mut rng = SplitMix64::new(config.seed);
    let model = match from {
        Some(net) => Model::from_net(net),
        None => Model::new(&mut rng),
    };
    let mut best = (f64::INFINITY, model.clone());
    let mut report = |epoch: usize, model: &Model, training| {
        let losses = samples
            .validation
            .iter()
            .map(|sample| (sample.head, model.loss(sample)));
        let validation = mean_losses(losses);
        let loss = validation.iter().map(|loss| loss.loss).sum();
        let is_best = loss < best.0;
        if is_best {
            best = (loss, model.clone());
        }
        on_epoch(&EpochReport {
            epoch: epoch as u32,
            validation,
            training,
            is_best,
        });
    };
    report(0, &model, None);
    let mut trainee = Trainee {
        model,
        samples: &samples.training,
    };
    fit(
        &mut trainee,
        &mut (0..samples.training.len()).collect::<Vec<_>>(),
        FitConfig {
            epochs: config.epochs as usize,
            batch_size: BATCH_SIZE,
        },
        &mut Adagrad::new(first_squares(), rate_factor),
        (&mut Gradient::new(), |progress| {
            let done = progress.epoch as f32 / progress.epochs as f32;
            config.learning_rate * (1.0 - done + FINAL_RATE)
        }),
        |bound| rng.modulo(bound as u64) as usize,
        |progress, trainee, losses| {
            let losses = mean_losses(losses.into_iter());
            report(progress.epoch, &trainee.model, Some(losses));
        },
    );
    best.1.to_net()
}

/// A model, and the training samples, which `fit` knows by their indices.
struct Trainee<'a> {
    model: Model,
    samples: &'a [Sample],
}

impl train::Model for Trainee<'_> {
    type Sample = usize;
    type Gradient = Gradient;
    /// The losses before each step, with their heads.
    type Loss = Vec<(usize, SampleLoss)>;

    fn params(&mut self) -> &mut [f32] {
        &mut self.model.parameters
    }

    fn gradient(&self, batch: &[usize], gradient: &mut Gradient, loss: &mut Self::Loss) {
        for &index in batch {
            let sample = &self.samples[index];
            loss.push((sample.head, self.model.backward(sample, gradient)));
        }
        gradient.scale = 1.0 / batch.len() as f32;
    }
}

/// Returns the sums of squares that Adagrad begins with: larger where a parameter is in every
/// sample.
fn first_squares() -> Vec<f32> {
    let first = |at: usize| match at / CHANNELS {
        row if row < 2 * PATTERN_COUNT => 1e-4,
        _ if at == PARAMETER_COUNT - 1 => 1e-1,
        _ => 1e-2,
    };
    (0..PARAMETER_COUNT).map(first).collect()
}

/// Returns a parameter's factor of the learning rate. The value is a sum over all cells, so the
/// parameters that affect it must change slowly.
fn rate_factor(at: usize) -> f32 {
    let (row, channel) = (at / CHANNELS, at % CHANNELS);
    let affects_value = if row < 2 * PATTERN_COUNT {
        channel == VALUE_HEAD
    } else {
        row == 2 * PATTERN_COUNT + 1 || at == PARAMETER_COUNT - 1
    };
    match () {
        () if affects_value => 0.1,
        () if row < 2 * PATTERN_COUNT && channel <= SECOND_STONE_HEAD => 1.0,
        () => 0.3,
    }
}

/// Returns the mean losses by head; 0 where there are no samples.
fn mean_losses(losses: impl Iterator<Item = (usize, SampleLoss)>) -> [SampleLoss; HEAD_COUNT] {
    let mut sums = [SampleLoss::default(); HEAD_COUNT];
    let mut counts = [0.0f64; HEAD_COUNT];
    for (head, loss) in losses {
        sums[head].loss += loss.loss;
        sums[head].accuracy += loss.accuracy;
        counts[head] += 1.0;
    }
    for (sum, count) in sums.iter_mut().zip(counts) {
        sum.loss /= count.max(1.0);
        sum.accuracy /= count.max(1.0);
    }
    sums
}
