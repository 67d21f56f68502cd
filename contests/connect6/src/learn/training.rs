//! Rounds over the lessons, and which net of them all is the best: the one that knows most of
//! the games that were kept aside.

use super::lessons::Lesson;
pub use super::model::Mark;
use super::model::{Model, Slopes};
use crate::chance::Chance;
use crate::engine::Net;
use crate::engine::net::{HEADS, NUMBERS, SECOND, WIDE, WORTH};
use crate::engine::shapes::SHAPES;

/// One game of so many is kept aside.
pub const ASIDE: usize = 12;

/// Lessons between two steps.
const TOGETHER: usize = 24;

/// What the last steps are still worth, as a share of the first.
const LEAST: f32 = 0.05;

/// The lessons of many games.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// To learn from.
    pub learnt: Vec<Lesson>,
    /// Kept aside.
    pub aside: Vec<Lesson>,
}

impl Lessons {
    /// Adds those of a game; its number says whether it is kept aside.
    pub fn add(&mut self, game: usize, lessons: Vec<Lesson>) {
        let to = match game % ASIDE == ASIDE - 1 {
            true => &mut self.aside,
            false => &mut self.learnt,
        };
        to.extend(lessons);
    }

    /// How many there are about the worth, the first stone and the second: to learn from, and
    /// kept aside.
    pub fn counts(&self) -> [[usize; HEADS]; 2] {
        [&self.learnt, &self.aside].map(|lessons| {
            let mut counts = [0; HEADS];
            lessons.iter().for_each(|lesson| counts[lesson.head] += 1);
            counts
        })
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// For the order of the lessons, and for what a net begins with.
    pub seed: u64,
    /// How often every lesson is learnt.
    pub rounds: u32,
    /// How large the first steps are.
    pub rate: f32,
}

/// What is known after a round: means over the lessons about the worth, the first stone and
/// the second one.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Rounds so far.
    pub round: u32,
    /// Of the games kept aside.
    pub aside: [Mark; HEADS],
    /// Of the others, while they were learnt from in this round; nothing before the first.
    pub learnt: Option<[Mark; HEADS]>,
    /// Whether no net before knew more of the games kept aside.
    pub best: bool,
}

/// Learns, beginning with a net or with none, and gives the best net; `told` hears of every
/// round. On one machine the same lessons and the same method give the same net.
pub fn learn(
    lessons: &Lessons,
    from: Option<&Net>,
    method: Method,
    told: &mut dyn FnMut(&Report),
) -> Box<Net> {
    let mut chance = Chance::new(method.seed);
    let mut model = match from {
        Some(net) => Model::of(net),
        None => Model::new(&mut chance),
    };
    let mut best = (f64::INFINITY, model.clone());
    let mut steps = Steps::new();
    let mut order: Vec<&Lesson> = lessons.learnt.iter().collect();
    for round in 0..=method.rounds {
        let learnt = (round > 0).then(|| {
            shuffle(&mut order, &mut chance);
            let done = (round - 1) as f32 / method.rounds as f32;
            let rate = method.rate * (1.0 - done + LEAST);
            steps.round(&mut model, &order, rate)
        });
        let marks = lessons
            .aside
            .iter()
            .map(|lesson| (lesson.head, model.mark(lesson)));
        let aside = means(marks);
        let loss = aside.iter().map(|mark| mark.loss).sum();
        let is_best = loss < best.0;
        if is_best {
            best = (loss, model.clone());
        }
        told(&Report {
            round,
            aside,
            learnt,
            best: is_best,
        });
    }
    best.1.net()
}

/// Steps that get smaller for every number by how much it has moved already (Adagrad).
struct Steps {
    squares: Vec<f32>,
    slopes: Slopes,
}

impl Steps {
    fn new() -> Steps {
        let first = |at: usize| match at / WIDE {
            row if row < 2 * SHAPES => 1e-4,
            _ if at == NUMBERS - 1 => 1e-1,
            _ => 1e-2,
        };
        Steps {
            squares: (0..NUMBERS).map(first).collect(),
            slopes: Slopes::new(),
        }
    }

    /// Learns every lesson once; gives what was known just before.
    fn round(&mut self, model: &mut Model, order: &[&Lesson], rate: f32) -> [Mark; HEADS] {
        let mut marks = Vec::with_capacity(order.len());
        for together in order.chunks(TOGETHER) {
            for lesson in together {
                let mark = model.learn(lesson, &mut self.slopes);
                marks.push((lesson.head, mark));
            }
            let share = 1.0 / together.len() as f32;
            let squares = &mut self.squares;
            self.slopes.take(|at, slope| {
                let slope = slope * share;
                squares[at] += slope * slope;
                let step = rate * pace(at) * slope / squares[at].sqrt();
                model.shift(at, -step);
            });
        }
        means(marks.into_iter())
    }
}

/// How large the steps of a number are beside others. The worth is a sum over all points, so
/// that what leads to it must move slowly.
fn pace(at: usize) -> f32 {
    let (row, place) = (at / WIDE, at % WIDE);
    let worth = match row < 2 * SHAPES {
        true => place == WORTH,
        false => row == 2 * SHAPES + 1 || at == NUMBERS - 1,
    };
    match () {
        () if worth => 0.1,
        () if row < 2 * SHAPES && place <= SECOND => 1.0,
        () => 0.3,
    }
}

fn shuffle(order: &mut [&Lesson], chance: &mut Chance) {
    for at in (1..order.len()).rev() {
        order.swap(at, chance.below(at as u64 + 1) as usize);
    }
}

/// The means by head; 0 where there is nothing.
fn means(marks: impl Iterator<Item = (usize, Mark)>) -> [Mark; HEADS] {
    let mut sums = [Mark::default(); HEADS];
    let mut counts = [0.0f64; HEADS];
    for (head, mark) in marks {
        sums[head].loss += mark.loss;
        sums[head].right += mark.right;
        counts[head] += 1.0;
    }
    for (sum, count) in sums.iter_mut().zip(counts) {
        sum.loss /= count.max(1.0);
        sum.right /= count.max(1.0);
    }
    sums
}
