//! Training of small nets: one loop over samples in random order, in batches, and the
//! optimisers that move the parameters.
//!
//! Knows no net. What a sample is, what the net computes and how its loss is measured is said
//! by [`Model`]; which samples are held out to see what was learned is the caller's choice
//! (see [`holds_out`]). One thread, and every float operation in a fixed order: the same
//! samples, seed and parameters give the same net to the last bit.

use std::f32::consts::PI;

/// Something with parameters that can be moved along the gradient of a loss.
pub trait Model {
    /// What it learns from.
    type Sample;
    /// Where it puts its gradient: `Vec<f32>`, or a type that knows which of many parameters
    /// a batch has touched.
    type Gradient: GradientBuffer;
    /// What is reported of an epoch, summed up over its samples.
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

/// A gradient that is given away and set to zero again.
pub trait GradientBuffer {
    /// Calls `visit` with the index and the value of each entry that may not be zero, and
    /// sets them to zero.
    fn drain(&mut self, visit: impl FnMut(usize, f32));
}

impl GradientBuffer for Vec<f32> {
    fn drain(&mut self, mut visit: impl FnMut(usize, f32)) {
        for (at, slope) in self.iter_mut().enumerate() {
            visit(at, std::mem::take(slope));
        }
    }
}

/// A rule by which parameters move along a gradient.
pub trait Optimizer {
    /// Moves the parameters by a step of this learning rate, and empties the gradient.
    fn step(&mut self, params: &mut [f32], gradient: &mut impl GradientBuffer, rate: f32);
}

/// How long the loop goes on.
#[derive(Clone, Copy, Debug)]
pub struct FitConfig {
    /// How often it goes through all samples.
    pub epochs: usize,
    /// Samples of a step, at least 1.
    pub batch_size: usize,
}

/// Where the loop is.
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

    /// Returns a learning rate that falls from `first` in a line, step by step, to a
    /// hundredth of it at least.
    pub fn linear_rate(&self, first: f32) -> f32 {
        let done = (self.step + 1) as f32 / (self.steps + 1) as f32;
        first * (1.0 - done).max(0.01)
    }
}

/// Trains a model: in each epoch it shuffles the samples, and takes a step for each batch.
///
/// - `draw` returns a random number below its argument; it decides the order of the samples.
/// - `rate` gives the learning rate of a step, and `optimizer` takes it.
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

/// Returns whether the group `number` (a game, say) is held out to see what was learned,
/// where the group `held_out` of each `interval` is. Samples of one group are alike, so
/// they must be all on one side.
pub fn holds_out(number: u64, interval: u64, held_out: u64) -> bool {
    number % interval == held_out
}

/// Adam: steps by the mean of the last gradients, each parameter's divided by how large its
/// gradients have been (Kingma and Ba 2015).
///
/// The constants are fields because nets that were trained before there was one optimiser
/// must come out the same to the last bit, and they differ in rounding.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    taken: i32,
    /// Share of the means of gradients and of their squares that stays at each step.
    keep: [f32; 2],
    /// Share of the new gradient and of its square.
    take: [f32; 2],
    /// What stays of the start of both means.
    start: [f32; 2],
    bias_correction: BiasCorrection,
    weight_decay: Option<f32>,
}

/// How Adam computes the share of its zero start in the means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasCorrection {
    /// As a power of the share that is kept.
    Power,
    /// As a product that goes on step by step. It differs in rounding.
    Product,
}

impl Adam {
    /// Returns Adam with its usual constants for so many parameters.
    pub fn new(parameters: usize) -> Adam {
        let keep = [0.9, 0.999];
        Adam {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            taken: 0,
            keep,
            take: keep.map(|keep| 1.0 - keep),
            start: [1.0; 2],
            bias_correction: BiasCorrection::Power,
            weight_decay: None,
        }
    }

    /// Returns Adam with decoupled weight decay (Loshchilov and Hutter 2019): each step also
    /// takes `decay` of a parameter, times the learning rate. New gradients count for 0.1 and
    /// 0.001 as written, and the bias correction is a running product.
    pub fn with_weight_decay(parameters: usize, decay: f32) -> Adam {
        Adam {
            take: [0.1, 0.001],
            bias_correction: BiasCorrection::Product,
            weight_decay: Some(decay),
            ..Adam::new(parameters)
        }
    }

    /// Counts a step; returns how much of each mean comes from gradients.
    fn grown(&mut self) -> [f32; 2] {
        self.taken = (self.taken + 1).min(MAX_POWER);
        self.start = match self.bias_correction {
            BiasCorrection::Power => self.keep.map(|keep| keep.powi(self.taken)),
            BiasCorrection::Product => [0, 1].map(|i| self.start[i] * self.keep[i]),
        };
        self.start.map(|start| 1.0 - start)
    }
}

/// Powers of what is kept are zero long before this.
const MAX_POWER: i32 = 100_000;

impl Optimizer for Adam {
    fn step(&mut self, params: &mut [f32], gradient: &mut impl GradientBuffer, rate: f32) {
        let [mean_grown, square_grown] = self.grown();
        let ([keep_mean, keep_square], [take_mean, take_square]) = (self.keep, self.take);
        gradient.drain(|at, slope| {
            let (mean, square) = (&mut self.mean[at], &mut self.square[at]);
            *mean = keep_mean * *mean + take_mean * slope;
            *square = keep_square * *square + take_square * slope * slope;
            let size = (*square / square_grown).sqrt() + 1e-8;
            let param = &mut params[at];
            match self.weight_decay {
                None => *param -= rate * (*mean / mean_grown) / size,
                Some(decay) => *param -= rate * (*mean / mean_grown / size + decay * *param),
            }
        });
    }
}

/// Adagrad: steps that get smaller for each parameter by how much it has moved already
/// (Duchi, Hazan and Singer 2011).
#[derive(Clone, Debug)]
pub struct Adagrad<F> {
    squares: Vec<f32>,
    rate_factor: F,
}

impl<F: Fn(usize) -> f32> Adagrad<F> {
    /// Returns Adagrad with the first sum of squares of each parameter, above 0, and how
    /// large its steps are beside those of others.
    pub fn new(squares: Vec<f32>, rate_factor: F) -> Adagrad<F> {
        Adagrad {
            squares,
            rate_factor,
        }
    }
}

impl<F: Fn(usize) -> f32> Optimizer for Adagrad<F> {
    fn step(&mut self, params: &mut [f32], gradient: &mut impl GradientBuffer, rate: f32) {
        gradient.drain(|at, slope| {
            let square = &mut self.squares[at];
            *square += slope * slope;
            params[at] -= rate * (self.rate_factor)(at) * slope / square.sqrt();
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

    /// The line that is found, and the losses of the epochs.
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
    fn the_same_seed_learns_the_same_to_the_last_bit() {
        let learn = |seed| train(&mut Adam::new(2), 0.05, seed);
        assert_eq!(learn(5), learn(5));
        assert_ne!(learn(5).1, learn(6).1);
    }

    #[test]
    fn a_parameter_whose_factor_is_zero_stays() {
        let factor = |at| if at == 0 { 1.0 } else { 0.0 };
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
    fn nothing_is_learned_from_nothing() {
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
