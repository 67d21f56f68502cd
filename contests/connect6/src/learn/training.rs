//! The training loop: epochs of mini-batches with Adagrad. The network with the lowest loss on
//! the validation games is kept.

pub use super::model::SampleLoss;
use super::model::{Gradient, Model};
use super::samples::Sample;
use crate::engine::Net;
use crate::engine::net::{CHANNELS, HEAD_COUNT, PARAMETER_COUNT, SECOND_STONE_HEAD, VALUE_HEAD};
use crate::engine::patterns::PATTERN_COUNT;
use landfall_rules::SplitMix64;

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
    /// Adds the samples of a game, whose number decides whether it is for validation.
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

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct TrainConfig {
    /// Seed of the order of samples and of a new network's parameters.
    pub seed: u64,
    /// How often every sample is visited.
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
    /// Whether no network before had a lower validation loss.
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
    let mut model = match from {
        Some(net) => Model::from_net(net),
        None => Model::new(&mut rng),
    };
    let mut best = (f64::INFINITY, model.clone());
    let mut steps = Adagrad::new();
    let mut order: Vec<&Sample> = samples.training.iter().collect();
    for round in 0..=config.epochs {
        let learnt = (round > 0).then(|| {
            shuffle(&mut order, &mut rng);
            let done = (round - 1) as f32 / config.epochs as f32;
            let rate = config.learning_rate * (1.0 - done + FINAL_RATE);
            steps.train_epoch(&mut model, &order, rate)
        });
        let losses = samples
            .validation
            .iter()
            .map(|sample| (sample.head, model.loss(sample)));
        let aside = mean_losses(losses);
        let loss = aside.iter().map(|loss| loss.loss).sum();
        let is_best = loss < best.0;
        if is_best {
            best = (loss, model.clone());
        }
        on_epoch(&EpochReport {
            epoch: round,
            validation: aside,
            training: learnt,
            is_best,
        });
    }
    best.1.to_net()
}

/// Adagrad (Duchi, Hazan and Singer, 2011): the step of each parameter shrinks by how much it has
/// moved.
struct Adagrad {
    squares: Vec<f32>,
    gradient: Gradient,
}

impl Adagrad {
    fn new() -> Adagrad {
        let first = |at: usize| match at / CHANNELS {
            row if row < 2 * PATTERN_COUNT => 1e-4,
            _ if at == PARAMETER_COUNT - 1 => 1e-1,
            _ => 1e-2,
        };
        Adagrad {
            squares: (0..PARAMETER_COUNT).map(first).collect(),
            gradient: Gradient::new(),
        }
    }

    /// Visits every sample once; returns the mean losses before each step.
    fn train_epoch(
        &mut self,
        model: &mut Model,
        order: &[&Sample],
        rate: f32,
    ) -> [SampleLoss; HEAD_COUNT] {
        let mut losses = Vec::with_capacity(order.len());
        for together in order.chunks(BATCH_SIZE) {
            for sample in together {
                let loss = model.backward(sample, &mut self.gradient);
                losses.push((sample.head, loss));
            }
            let share = 1.0 / together.len() as f32;
            let squares = &mut self.squares;
            self.gradient.drain(|at, slope| {
                let slope = slope * share;
                squares[at] += slope * slope;
                let step = rate * rate_factor(at) * slope / squares[at].sqrt();
                model.add(at, -step);
            });
        }
        mean_losses(losses.into_iter())
    }
}

/// Returns a parameter's factor of the learning rate. The value is a sum over all cells, so the
/// parameters that lead to it must move slowly.
fn rate_factor(at: usize) -> f32 {
    let (row, place) = (at / CHANNELS, at % CHANNELS);
    let worth = if row < 2 * PATTERN_COUNT {
        place == VALUE_HEAD
    } else {
        row == 2 * PATTERN_COUNT + 1 || at == PARAMETER_COUNT - 1
    };
    match () {
        () if worth => 0.1,
        () if row < 2 * PATTERN_COUNT && place <= SECOND_STONE_HEAD => 1.0,
        () => 0.3,
    }
}

fn shuffle(order: &mut [&Sample], rng: &mut SplitMix64) {
    for at in (1..order.len()).rev() {
        order.swap(at, rng.modulo(at as u64 + 1) as usize);
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
