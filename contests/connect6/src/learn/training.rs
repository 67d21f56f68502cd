//! Rounds over the lessons, and which net of them all is the best: the one that knows most of
//! the games that were kept aside.

pub use super::model::SampleLoss;
use super::model::{Gradient, Model};
use super::samples::Sample;
use crate::engine::Net;
use crate::engine::net::{CHANNELS, HEAD_COUNT, PARAMETER_COUNT, SECOND_STONE_HEAD, VALUE_HEAD};
use crate::engine::patterns::PATTERN_COUNT;
use crate::rng::SplitMix64;

/// One game of so many is kept aside.
pub const VALIDATION_INTERVAL: usize = 12;

/// Lessons between two steps.
const BATCH_SIZE: usize = 24;

/// What the last steps are still worth, as a share of the first.
const FINAL_RATE: f32 = 0.05;

/// The lessons of many games.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// To learn from.
    pub training: Vec<Sample>,
    /// Kept aside.
    pub validation: Vec<Sample>,
}

impl Dataset {
    /// Adds those of a game; its number says whether it is kept aside.
    pub fn add(&mut self, game: usize, lessons: Vec<Sample>) {
        let to = match game % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1 {
            true => &mut self.validation,
            false => &mut self.training,
        };
        to.extend(lessons);
    }

    /// How many there are about the worth, the first stone and the second: to learn from, and
    /// kept aside.
    pub fn counts(&self) -> [[usize; HEAD_COUNT]; 2] {
        [&self.training, &self.validation].map(|lessons| {
            let mut counts = [0; HEAD_COUNT];
            lessons.iter().for_each(|lesson| counts[lesson.head] += 1);
            counts
        })
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct TrainConfig {
    /// For the order of the lessons, and for what a net begins with.
    pub seed: u64,
    /// How often every lesson is learnt.
    pub epochs: u32,
    /// How large the first steps are.
    pub learning_rate: f32,
}

/// What is known after a round: means over the lessons about the worth, the first stone and
/// the second one.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// Rounds so far.
    pub epoch: u32,
    /// Of the games kept aside.
    pub validation: [SampleLoss; HEAD_COUNT],
    /// Of the others, while they were learnt from in this round; nothing before the first.
    pub training: Option<[SampleLoss; HEAD_COUNT]>,
    /// Whether no net before knew more of the games kept aside.
    pub is_best: bool,
}

/// Learns, beginning with a net or with none, and gives the best net; `told` hears of every
/// round. On one machine the same lessons and the same method give the same net.
pub fn train(
    lessons: &Dataset,
    from: Option<&Net>,
    method: TrainConfig,
    told: &mut dyn FnMut(&EpochReport),
) -> Box<Net> {
    let mut chance = SplitMix64::new(method.seed);
    let mut model = match from {
        Some(net) => Model::from_net(net),
        None => Model::new(&mut chance),
    };
    let mut best = (f64::INFINITY, model.clone());
    let mut steps = Adagrad::new();
    let mut order: Vec<&Sample> = lessons.training.iter().collect();
    for round in 0..=method.epochs {
        let learnt = (round > 0).then(|| {
            shuffle(&mut order, &mut chance);
            let done = (round - 1) as f32 / method.epochs as f32;
            let rate = method.learning_rate * (1.0 - done + FINAL_RATE);
            steps.train_epoch(&mut model, &order, rate)
        });
        let marks = lessons
            .validation
            .iter()
            .map(|lesson| (lesson.head, model.loss(lesson)));
        let aside = mean_losses(marks);
        let loss = aside.iter().map(|mark| mark.loss).sum();
        let is_best = loss < best.0;
        if is_best {
            best = (loss, model.clone());
        }
        told(&EpochReport {
            epoch: round,
            validation: aside,
            training: learnt,
            is_best,
        });
    }
    best.1.to_net()
}

/// Steps that get smaller for every number by how much it has moved already (Adagrad).
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

    /// Learns every lesson once; gives what was known just before.
    fn train_epoch(
        &mut self,
        model: &mut Model,
        order: &[&Sample],
        rate: f32,
    ) -> [SampleLoss; HEAD_COUNT] {
        let mut marks = Vec::with_capacity(order.len());
        for together in order.chunks(BATCH_SIZE) {
            for lesson in together {
                let mark = model.backward(lesson, &mut self.gradient);
                marks.push((lesson.head, mark));
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
        mean_losses(marks.into_iter())
    }
}

/// How large the steps of a number are beside others. The worth is a sum over all points, so
/// that what leads to it must move slowly.
fn rate_factor(at: usize) -> f32 {
    let (row, place) = (at / CHANNELS, at % CHANNELS);
    let worth = match row < 2 * PATTERN_COUNT {
        true => place == VALUE_HEAD,
        false => row == 2 * PATTERN_COUNT + 1 || at == PARAMETER_COUNT - 1,
    };
    match () {
        () if worth => 0.1,
        () if row < 2 * PATTERN_COUNT && place <= SECOND_STONE_HEAD => 1.0,
        () => 0.3,
    }
}

fn shuffle(order: &mut [&Sample], chance: &mut SplitMix64) {
    for at in (1..order.len()).rev() {
        order.swap(at, chance.below(at as u64 + 1) as usize);
    }
}

/// The means by head; 0 where there is nothing.
fn mean_losses(marks: impl Iterator<Item = (usize, SampleLoss)>) -> [SampleLoss; HEAD_COUNT] {
    let mut sums = [SampleLoss::default(); HEAD_COUNT];
    let mut counts = [0.0f64; HEAD_COUNT];
    for (head, mark) in marks {
        sums[head].loss += mark.loss;
        sums[head].accuracy += mark.accuracy;
        counts[head] += 1.0;
    }
    for (sum, count) in sums.iter_mut().zip(counts) {
        sum.loss /= count.max(1.0);
        sum.accuracy /= count.max(1.0);
    }
    sums
}
