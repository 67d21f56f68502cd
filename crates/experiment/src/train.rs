//! Training of small nets: a loop over samples in random order, in batches, and the optimisers that
//! change the parameters.
//!
//! An implementation of [`Model`] defines the samples, the net and its loss. The caller chooses the
//! samples that are held out for validation. There is one thread, and every float operation has a
//! fixed order: the same samples, seed and parameters give the same net to the last bit.

use std::f32::consts::PI;

/// A model with parameters that can be changed along the gradient of a loss.
pub trait Model {
    /// A sample to learn from.
    type Sample;
    /// The buffer of its gradient: `Vec<f32>`, or a type that knows which of many parameters a
    /// batch has used.
    type Gradient: GradientBuffer;
    /// The loss of an epoch, the sum over its samples.
    type Loss: Default;

    /// Returns the parameters.
    fn params(&mut self) -> &mut [f32];

    /// Adds the gradient of the mean loss of a batch to `gradient`, which is zero before, and
    /// the losses of its samples to `loss`.
    fn gradient(
        &self,
        batch: &[Self::Sample],
        gradient: &mut Self::Gradient,
        loss: &mut Self::Loss,
    );
}

/// A gradient that can be read and set to zero.
pub trait GradientBuffer {
    /// Calls `visit` with the index and the value of each entry that may not be zero, and
    /// sets them to zero.
    fn drain(&mut self, visit: impl FnMut(usize, f32));
}

impl GradientBuffer for Vec<f32> {
    fn drain(&mut self, mut visit: impl FnMut(usize, f32)) {
        for (index, entry) in self.iter_mut().enumerate() {
            visit(index, std::mem::take(entry));
        }
    }
}

/// A rule by which parameters change along a gradient.
pub trait Optimizer {
    /// Changes the parameters by a step of this learning rate, and sets the gradient to zero.
    fn step(&mut self, params: &mut [f32], gradient: &mut impl GradientBuffer, rate: f32);
}

/// The size of a training.
#[derive(Clone, Copy, Debug)]
pub struct FitConfig {
    /// Passes over all samples.
    pub epochs: usize,
    /// Samples per step, at least 1.
    pub batch_size: usize,
}

/// How far a training is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingProgress {
    /// Epochs completed.
    pub epoch: usize,
    /// All epochs.
    pub epochs: usize,
    /// Steps taken in all epochs.
    pub step: usize,
    /// All steps.
    pub steps: usize,
}

impl TrainingProgress {
    /// Returns a learning rate that falls from `first` to a hundredth of it along half a
    /// cosine, step by step (Loshchilov and Hutter 2017, without restarts).
    pub fn cosine_rate(&self, first: f32) -> f32 {
        first * (0.505 + 0.495 * (PI * self.step as f32 / self.steps as f32).cos())
    }

    /// Returns a learning rate that falls linearly from `first`, step by step, to a hundredth of
    /// it.
    pub fn linear_rate(&self, first: f32) -> f32 {
        let done = (self.step + 1) as f32 / (self.steps + 1) as f32;
        first * (1.0 - done).max(0.01)
    }
}

/// Trains a model: in each epoch it shuffles the samples, and makes a step for each batch.
///
/// - `draw` returns a random number below its argument, for shuffling the samples.
/// - `rate` returns the learning rate of a step, and `optimizer` makes the step.
/// - `epoch_ended` receives the model and the losses after each epoch.
///
/// # Panics
/// When the batch size is 0.
///
/// # Examples
/// The mean of some numbers is the point with the least squared distance from them:
/// ```
/// use landfall_experiment::train::{Adam, FitConfig, Model, fit};
/// use landfall_rng::SplitMix64;
///
/// struct Mean([f32; 1]);
/// impl Model for Mean {
///     type Sample = f32;
///     type Gradient = Vec<f32>;
///     type Loss = f32;
///     fn params(&mut self) -> &mut [f32] {
///         &mut self.0
///     }
///     fn gradient(&self, batch: &[f32], gradient: &mut Vec<f32>, loss: &mut f32) {
///         for sample in batch {
///             let missed = self.0[0] - sample;
///             gradient[0] += missed / batch.len() as f32;
///             *loss += missed * missed;
///         }
///     }
/// }
///
/// let mut model = Mean([0.0]);
/// let mut rng = SplitMix64::new(1);
/// fit(
///     &mut model,
///     &mut [1.0, 2.0, 6.0],
///     FitConfig { epochs: 2_000, batch_size: 3 },
///     &mut Adam::new(1),
///     (&mut vec![0.0], |progress| progress.linear_rate(0.1)),
///     |bound| rng.below(bound as u32) as usize,
///     |_progress, _model, _loss| {},
/// );
/// assert!((model.0[0] - 3.0).abs() < 0.05);
/// ```
pub fn fit<M: Model>(
    model: &mut M,
    samples: &mut [M::Sample],
    config: FitConfig,
    optimizer: &mut impl Optimizer,
    (gradient, rate): (&mut M::Gradient, impl Fn(TrainingProgress) -> f32),
    mut draw: impl FnMut(usize) -> usize,
    mut epoch_ended: impl FnMut(TrainingProgress, &M, M::Loss),
) {
    let mut progress = TrainingProgress {
        epoch: 0,
        epochs: config.epochs,
        step: 0,
        steps: config.epochs * samples.len().div_ceil(config.batch_size),
    };
    while progress.epoch < config.epochs {
        shuffle(samples, &mut draw);
        let mut loss = M::Loss::default();
        for batch in samples.chunks(config.batch_size) {
            model.gradient(batch, gradient, &mut loss);
            optimizer.step(model.params(), gradient, rate(progress));
            progress.step += 1;
        }
        progress.epoch += 1;
        epoch_ended(progress, model, loss);
    }
}

/// Shuffles after Fisher and Yates, from the last place to the first.
pub fn shuffle<T>(items: &mut [T], draw: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, draw(last + 1));
    }
}

/// The optimiser Adam (Kingma and Ba 2015): a step is the running mean of the gradients divided by
/// the root of the running mean of their squares.
///
/// The constants are fields because trainings round them differently, and each must always give
/// the same net to the last bit.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// Share of the means of gradients and of their squares that stays at each step.
    keep: [f32; 2],
    /// Share of the new gradient and of its square.
    take: [f32; 2],
    /// Share of the zero start that is left in both means.
    start: [f32; 2],
    bias_correction: BiasCorrection,
    weight_decay: Option<f32>,
}

/// How Adam computes the share of the zero start in its means. The two ways differ in rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasCorrection {
    /// As a power of the share that is kept.
    Power,
    /// As a running product of the share that is kept.
    Product,
}

impl Adam {
    /// Returns Adam with its usual constants for this many parameters.
    pub fn new(parameters: usize) -> Adam {
        let keep = [0.9, 0.999];
        Adam {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            steps: 0,
            keep,
            take: keep.map(|keep| 1.0 - keep),
            start: [1.0; 2],
            bias_correction: BiasCorrection::Power,
            weight_decay: None,
        }
    }

    /// Returns Adam with decoupled weight decay (Loshchilov and Hutter 2019): each step also
    /// subtracts `decay` of a parameter, times the learning rate. The shares of new gradients are
    /// the literals 0.1 and 0.001, and the bias correction is a running product.
    pub fn with_weight_decay(parameters: usize, decay: f32) -> Adam {
        Adam {
            take: [0.1, 0.001],
            bias_correction: BiasCorrection::Product,
            weight_decay: Some(decay),
            ..Adam::new(parameters)
        }
    }

    /// Counts a step, and returns the share of each mean that comes from gradients.
    fn bias_corrections(&mut self) -> [f32; 2] {
        self.steps = (self.steps + 1).min(MAX_POWER);
        self.start = match self.bias_correction {
            BiasCorrection::Power => self.keep.map(|keep| keep.powi(self.steps)),
            BiasCorrection::Product => [0, 1].map(|i| self.start[i] * self.keep[i]),
        };
        self.start.map(|start| 1.0 - start)
    }
}

/// Largest exponent of the share that is kept; the power is 0 long before it.
const MAX_POWER: i32 = 100_000;

impl Optimizer for Adam {
    fn step(&mut self, params: &mut [f32], gradient: &mut impl GradientBuffer, rate: f32) {
        let [mean_share, square_share] = self.bias_corrections();
        let ([keep_mean, keep_square], [take_mean, take_square]) = (self.keep, self.take);
        gradient.drain(|index, slope| {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = keep_mean * *mean + take_mean * slope;
            *square = keep_square * *square + take_square * slope * slope;
            let size = (*square / square_share).sqrt() + 1e-8;
            let param = &mut params[index];
            match self.weight_decay {
                None => *param -= rate * (*mean / mean_share) / size,
                Some(decay) => *param -= rate * (*mean / mean_share / size + decay * *param),
            }
        });
    }
}

/// The optimiser Adagrad (Duchi, Hazan and Singer 2011): a step is the gradient divided by the root
/// of the sum of its squares.
#[derive(Clone, Debug)]
pub struct Adagrad<F> {
    squares: Vec<f32>,
    rate_factor: F,
}

impl<F: Fn(usize) -> f32> Adagrad<F> {
    /// Returns Adagrad with an initial sum of squares for each parameter, above 0.
    /// `rate_factor(index)` is multiplied with the learning rate of a parameter.
    pub fn new(squares: Vec<f32>, rate_factor: F) -> Adagrad<F> {
        Adagrad {
            squares,
            rate_factor,
        }
    }
}

impl<F: Fn(usize) -> f32> Optimizer for Adagrad<F> {
    fn step(&mut self, params: &mut [f32], gradient: &mut impl GradientBuffer, rate: f32) {
        gradient.drain(|index, slope| {
            let square = &mut self.squares[index];
            *square += slope * slope;
            params[index] -= rate * (self.rate_factor)(index) * slope / square.sqrt();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rng::SplitMix64;

    /// A line through points, by least squares.
    struct Line([f32; 2]);

    impl Model for Line {
        type Sample = [f32; 2];
        type Gradient = Vec<f32>;
        type Loss = f64;

        fn params(&mut self) -> &mut [f32] {
            &mut self.0
        }

        fn gradient(&self, batch: &[[f32; 2]], gradient: &mut Vec<f32>, loss: &mut f64) {
            let [slope, offset] = self.0;
            for [x, y] in batch {
                let missed = slope * x + offset - y;
                gradient[0] += missed * x / batch.len() as f32;
                gradient[1] += missed / batch.len() as f32;
                *loss += f64::from(missed * missed);
            }
        }
    }

    fn points() -> Vec<[f32; 2]> {
        let xs = (0..40).map(|i| i as f32 / 20.0 - 1.0);
        xs.map(|x| [x, 3.0 * x - 0.5]).collect()
    }

    /// Trains a line. Returns its slope and offset, and the losses of the epochs.
    fn train(optimizer: &mut impl Optimizer, rate: f32, seed: u64) -> ([f32; 2], Vec<f64>) {
        let mut line = Line([0.0; 2]);
        let mut rng = SplitMix64::new(seed);
        let mut losses = Vec::new();
        fit(
            &mut line,
            &mut points(),
            FitConfig {
                epochs: 200,
                batch_size: 7,
            },
            optimizer,
            (&mut vec![0.0; 2], |progress| progress.cosine_rate(rate)),
            |bound| rng.below(bound as u32) as usize,
            |_, _, loss| losses.push(loss),
        );
        (line.0, losses)
    }

    #[test]
    fn every_optimizer_finds_the_line() {
        let found = [
            train(&mut Adam::new(2), 0.05, 1),
            train(&mut Adam::with_weight_decay(2, 1e-4), 0.05, 1),
            train(&mut Adagrad::new(vec![1e-4; 2], |_| 1.0), 0.5, 1),
        ];
        for ([slope, offset], losses) in found {
            assert!((slope - 3.0).abs() < 0.01 && (offset + 0.5).abs() < 0.01);
            assert_eq!(losses.len(), 200);
            assert!(losses[199] < 0.01 * losses[0], "{losses:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_parameters() {
        let with_seed = |seed| train(&mut Adam::new(2), 0.05, seed);
        assert_eq!(with_seed(5), with_seed(5));
        assert_ne!(with_seed(5).1, with_seed(6).1);
    }

    #[test]
    fn a_parameter_whose_factor_is_zero_stays() {
        let factor = |index| if index == 0 { 1.0 } else { 0.0 };
        let ([slope, offset], _) = train(&mut Adagrad::new(vec![1e-4; 2], factor), 0.5, 1);
        assert!(slope > 1.0);
        assert_eq!(offset, 0.0);
    }

    #[test]
    fn rates_fall_to_a_hundredth() {
        let at = |step| TrainingProgress {
            epoch: 0,
            epochs: 1,
            step,
            steps: 1_000,
        };
        for rate in [
            TrainingProgress::cosine_rate as fn(&TrainingProgress, f32) -> f32,
            TrainingProgress::linear_rate,
        ] {
            assert!((rate(&at(0), 2.0) - 2.0).abs() < 0.01);
            assert!((0.019..0.03).contains(&rate(&at(999), 2.0)));
            assert!(rate(&at(300), 2.0) > rate(&at(600), 2.0));
        }
    }

    #[test]
    fn without_samples_parameters_stay() {
        let mut line = Line([1.0, 2.0]);
        fit(
            &mut line,
            &mut [],
            FitConfig {
                epochs: 3,
                batch_size: 7,
            },
            &mut Adam::new(2),
            (&mut vec![0.0; 2], |progress| progress.linear_rate(1.0)),
            |_| panic!("there is nothing to shuffle"),
            |_, _, loss| assert_eq!(loss, 0.0),
        );
        assert_eq!(line.0, [1.0, 2.0]);
    }
}
