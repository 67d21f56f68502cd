//! A net that foretells what ends of lines came to: least squares by stochastic gradient
//! descent (Adam: Kingma and Ba 2015).

use super::sample::Sample;
use crate::contest::dropblox::geometry::Field;
use crate::contest::dropblox::lanes::LANES;
use crate::contest::dropblox::values::{
    Ask, INPUTS, LEAK, Moment, UNIT, Values, activated, inputs_of, scaled,
};
use crate::game::Seed;
use crate::game::cpu::fastest;

/// One game in so many is kept aside: how well those are foretold is what tells.
const ASIDE: u64 = 8;

/// Samples of a step.
const BATCH: usize = 128;

/// Length of the first step; the last is hardly any.
const RATE: f32 = 2e-3;

/// How much of the mean of gradients, and of their squares, stays from step to step.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// How a net is learnt.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Neurons of the two layers.
    pub neurons: [usize; 2],
    /// How many times all samples are gone through.
    pub epochs: usize,
    /// Of all chance in it.
    pub seed: u64,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// How far values are off, in points (root of the mean square), at what was gone through.
    pub seen: f64,
    /// The same at the games that were kept aside.
    pub aside: f64,
    /// The part of the variance that is foretold there.
    pub foretold: f64,
}

/// A sample as the net gets it.
struct Lesson {
    inputs: [f32; INPUTS],
    target: f32,
}

/// Learns values from samples: what games came to, or, where values are given, what the next
/// line brings and what these say of its end.
///
/// # Errors
/// There is nothing to learn from, or nothing was kept aside: a sentence.
pub fn learn(
    samples: &[Sample],
    given: Option<&Values>,
    course: &Course,
    mut told: impl FnMut(&Epoch),
) -> Result<Values, String> {
    let mut lessons = [Vec::new(), Vec::new()];
    for (sample, target) in samples.iter().zip(targets(samples, given)) {
        lessons[usize::from(sample.game % ASIDE == 0)].push(Lesson {
            inputs: inputs_of(&sample.taken),
            target: target / UNIT,
        });
    }
    let [mut seen, mut aside] = lessons;
    if seen.is_empty() || aside.is_empty() {
        return Err(format!(
            "too few samples: {} and, of games that are kept aside, {}",
            seen.len(),
            aside.len()
        ));
    }
    let scale = scale(&seen);
    for lesson in seen.iter_mut().chain(&mut aside) {
        for (x, [mean, spread]) in lesson.inputs.iter_mut().zip(&scale) {
            *x = scaled(*x, *mean, *spread);
        }
    }
    let mut net = Net::new(course);
    let mut adam = Adam::new(
        net.weights.len(),
        course.epochs * seen.len().div_ceil(BATCH),
    );
    let mut chance = Seed::new(course.seed);
    for number in 1..=course.epochs {
        shuffle(&mut seen, &mut chance);
        let mut square = 0.0;
        for batch in seen.chunks(BATCH) {
            square += adam.step(&mut net, batch);
        }
        let off: f64 = aside.iter().map(|lesson| net.off(lesson)).sum();
        told(&Epoch {
            number,
            seen: root(square, seen.len()),
            aside: root(off, aside.len()),
            foretold: 1.0 - off / spread_of(&aside),
        });
    }
    Ok(net.values(scale))
}

/// What is to be foretold of each sample, in points.
fn targets(samples: &[Sample], given: Option<&Values>) -> Vec<f32> {
    let outcome = |sample: &Sample| sample.outcome as f32;
    let Some(values) = given else {
        return samples
            .iter()
            .map(|s| outcome(s) - s.taken.score as f32)
            .collect();
    };
    let mut later: Vec<f32> = Vec::with_capacity(samples.len());
    for some in samples.chunks(LANES) {
        let moments: Vec<Moment> = some.iter().map(|sample| sample.best).collect();
        let found = fastest(Ask {
            values,
            moments: &moments,
        });
        later.extend(some.iter().zip(found).map(|(sample, value)| {
            let over = sample.best.field == Field::EMPTY;
            sample.best.score as f32 + if over { 0.0 } else { value }
        }));
    }
    let target = |(i, sample): (usize, &Sample)| {
        let next = samples.get(i + 1).filter(|next| next.game == sample.game);
        let end = next.map_or(outcome(sample), |_| later[i + 1]);
        end - sample.taken.score as f32
    };
    samples.iter().enumerate().map(target).collect()
}

/// Mean and spread of each input.
fn scale(lessons: &[Lesson]) -> Vec<[f32; 2]> {
    let count = lessons.len() as f64;
    let of = |i: usize| {
        let all = || lessons.iter().map(|lesson| f64::from(lesson.inputs[i]));
        let mean = all().sum::<f64>() / count;
        let square = all().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
        [mean as f32, square.sqrt().max(1e-3) as f32]
    };
    (0..INPUTS).map(of).collect()
}

fn root(squares: f64, count: usize) -> f64 {
    f64::from(UNIT) * (squares / count as f64).sqrt()
}

/// The sum of squares of how far targets are from their mean.
fn spread_of(lessons: &[Lesson]) -> f64 {
    let all = || lessons.iter().map(|lesson| f64::from(lesson.target));
    let mean = all().sum::<f64>() / lessons.len() as f64;
    all()
        .map(|target| (target - mean).powi(2))
        .sum::<f64>()
        .max(f64::MIN_POSITIVE)
}

fn shuffle<T>(items: &mut [T], chance: &mut Seed) {
    for i in (1..items.len()).rev() {
        items.swap(i, chance.below(i as u32 + 1) as usize);
    }
}

/// The net while it is learnt: all weights in one list, neuron by neuron, each with its bias
/// first.
struct Net {
    neurons: [usize; 2],
    weights: Vec<f32>,
}

/// What a net makes of a lesson, and on the way there: each layer with a 1 for biases first.
struct Pass {
    given: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    answer: f32,
}

impl Net {
    fn new(course: &Course) -> Net {
        let [first, second] = course.neurons;
        let mut chance = Seed::new(course.seed ^ 1);
        let mut weights = Vec::new();
        let mut rows = |count: usize, given: usize, width: f32| {
            for _ in 0..count {
                weights.push(0.0);
                let mut unit = || chance.next_u64() as f32 / u64::MAX as f32;
                weights.extend((0..given).map(|_| (2.0 * unit() - 1.0) * width));
            }
        };
        rows(first, INPUTS, (3.0 / INPUTS as f32).sqrt());
        rows(second, first, (6.0 / first as f32).sqrt());
        rows(1, second, 0.5 / (second as f32).sqrt());
        weights.extend([0.0; INPUTS]);
        Net {
            neurons: course.neurons,
            weights,
        }
    }

    /// Where the neurons of the second layer begin, and the last one.
    fn parts(&self) -> (usize, usize) {
        let [first, second] = self.neurons;
        let of_first = first * (1 + INPUTS);
        (of_first, of_first + second * (1 + first))
    }

    fn pass(&self, inputs: &[f32; INPUTS]) -> Pass {
        let (from_second, from_last) = self.parts();
        let given: Vec<f32> = std::iter::once(1.0).chain(*inputs).collect();
        let first = fire(&self.weights[..from_second], &given);
        let second = fire(&self.weights[from_second..from_last], &first);
        let (neurons, inputs) = self.weights[from_last..].split_at(second.len());
        let answer = dot(neurons, &second) + dot(inputs, &given[1..]);
        Pass {
            given,
            first,
            second,
            answer,
        }
    }

    /// The square of how far it is off.
    fn off(&self, lesson: &Lesson) -> f64 {
        f64::from(self.pass(&lesson.inputs).answer - lesson.target).powi(2)
    }

    /// Adds the gradient of a lesson's error by the weights, `off` times.
    fn learn(&self, pass: &Pass, off: f32, gradient: &mut [f32]) {
        let (from_second, from_last) = self.parts();
        let (firsts, rest) = gradient.split_at_mut(from_second);
        let (seconds, last) = rest.split_at_mut(from_last - from_second);
        let (neurons, inputs) = last.split_at_mut(pass.second.len());
        add(neurons, &pass.second, off);
        add(inputs, &pass.given[1..], off);
        let mut back = vec![0.0; pass.first.len()];
        let second = &self.weights[from_second..from_last];
        let second = second.chunks_exact(pass.first.len());
        let seconds = seconds.chunks_exact_mut(pass.first.len());
        for (j, (row, sums)) in second.zip(seconds).enumerate() {
            let off = off * self.weights[from_last + 1 + j] * slope(pass.second[1 + j]);
            add(sums, &pass.first, off);
            add(&mut back, row, off);
        }
        let firsts = firsts.chunks_exact_mut(pass.given.len());
        for (j, sums) in firsts.enumerate() {
            add(sums, &pass.given, back[1 + j] * slope(pass.first[1 + j]));
        }
    }

    fn values(&self, scale: Vec<[f32; 2]>) -> Values {
        let (from_second, from_last) = self.parts();
        let rows = |weights: &[f32], given: usize| -> Vec<Vec<f32>> {
            weights
                .chunks_exact(1 + given)
                .map(<[f32]>::to_vec)
                .collect()
        };
        Values {
            scale,
            first: rows(&self.weights[..from_second], INPUTS),
            second: rows(&self.weights[from_second..from_last], self.neurons[0]),
            last: self.weights[from_last..].to_vec(),
        }
    }
}

/// What neurons give for what they get, after a 1.
fn fire(neurons: &[f32], given: &[f32]) -> Vec<f32> {
    let rows = neurons.chunks_exact(given.len());
    let fired = rows.map(|row| activated(dot(row, given)));
    std::iter::once(1.0).chain(fired).collect()
}

/// The slope of a neuron that gives so much.
fn slope(given: f32) -> f32 {
    if given > 0.0 { 1.0 } else { LEAK }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(sums: &mut [f32], terms: &[f32], times: f32) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += times * term;
    }
}

/// Steps along gradients, each weight's by how large its gradients have been.
struct Adam {
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: usize,
    taken: usize,
}

impl Adam {
    fn new(weights: usize, steps: usize) -> Adam {
        Adam {
            gradient: vec![0.0; weights],
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            steps,
            taken: 0,
        }
    }

    /// Takes a step; gives the sum of squares of how far off the net was.
    fn step(&mut self, net: &mut Net, batch: &[Lesson]) -> f64 {
        self.gradient.fill(0.0);
        let mut squares = 0.0;
        for lesson in batch {
            let pass = net.pass(&lesson.inputs);
            let off = pass.answer - lesson.target;
            squares += f64::from(off).powi(2);
            net.learn(&pass, off / batch.len() as f32, &mut self.gradient);
        }
        self.taken += 1;
        let rate = RATE * (1.0 - self.taken as f32 / (self.steps + 1) as f32).max(0.01);
        let [of_mean, of_square] = MEMORY;
        let grown = |memory: f32| 1.0 - memory.powi(self.taken.min(100_000) as i32);
        let (mean_grown, square_grown) = (grown(of_mean), grown(of_square));
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &g), (mean, square)) in net.weights.iter_mut().zip(&self.gradient).zip(state)
        {
            *mean = of_mean * *mean + (1.0 - of_mean) * g;
            *square = of_square * *square + (1.0 - of_square) * g * g;
            let spread = (*square / square_grown).sqrt() + 1e-8;
            *weight -= rate * (*mean / mean_grown) / spread;
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games that still bring two points less for each row of the stack.
    fn samples() -> Vec<Sample> {
        let of = |i: u64| {
            let height = crate::game::mix(i) % 20;
            let mut field = Field::EMPTY;
            field.columns = [(1 << height) - 1; 12];
            let moment = Moment { score: 500, field };
            Sample {
                game: i / 4,
                best: moment,
                taken: moment,
                outcome: 600 - 2 * height as u32,
            }
        };
        (0..1600).map(of).collect()
    }

    const COURSE: Course = Course {
        neurons: [4, 2],
        epochs: 300,
        seed: 3,
    };

    #[test]
    fn what_depends_on_a_count_is_learnt() {
        let mut told = Vec::new();
        let values = learn(&samples(), None, &COURSE, |epoch| told.push(*epoch)).expect("values");
        assert_eq!(told.len(), COURSE.epochs);
        let last = told[COURSE.epochs - 1];
        assert!(last.foretold > 0.9, "{last:?}");
        let found = fastest(Ask {
            values: &values,
            moments: &samples()
                .iter()
                .map(|sample| sample.taken)
                .collect::<Vec<_>>()[..3],
        });
        for (found, sample) in found.iter().zip(&samples()[..3]) {
            let wanted = (sample.outcome - 500) as f32;
            assert!((found - wanted).abs() < 8.0, "{found} and {wanted}");
        }
        let again = learn(&samples(), None, &COURSE, |_| {}).expect("values");
        assert_eq!(values, again, "the same seed learns the same");
    }

    /// By values, a line is worth what the next one brings and what these say of its end; the
    /// last of a game, and a game that is over by then, what the game came to.
    #[test]
    fn by_values_the_next_line_counts() {
        let course = Course {
            epochs: 1,
            ..COURSE
        };
        let mut samples = samples();
        samples.truncate(40);
        let values = learn(&samples, None, &course, |_| {}).expect("values");
        samples[1].best.score = 530;
        samples[2].best = Moment {
            score: 540,
            field: Field::EMPTY,
        };
        let found = targets(&samples, Some(&values));
        let of_end = fastest(Ask {
            values: &values,
            moments: &[samples[1].best],
        });
        assert_eq!(found[0], 30.0 + of_end[0]);
        assert_eq!(found[1], 40.0);
        assert_eq!(found[3], (samples[3].outcome - 500) as f32);
        assert_eq!(
            targets(&samples, None)[0],
            (samples[0].outcome - 500) as f32
        );
    }

    #[test]
    fn too_little_is_refused() {
        let error = learn(&samples()[..4], None, &COURSE, |_| {}).expect_err("one game");
        assert!(error.contains("too few"), "{error}");
    }
}
