//! A net that foretells what came of ends of lines: least squares of differences, with Adam
//! (the loop is [`landfall_experiment::train`]).

mod net;

use super::sample::{ROLLOUTS, Sample};
use crate::convert::DropbloxBoard;
use crate::lanes::LANES;
use crate::value_net::{
    BatchEval, INPUTS, NetInput, POINTS_PER_UNIT, ValueNet, inputs_of, normalized,
};
use landfall_experiment::train::{Adam, FitConfig, Model, fit};
use landfall_rules::SplitMix64;
use landfall_rules::simd::dispatch;
use net::{ForwardPass, TrainableNet};

/// One game in so many is kept aside: how well those are foretold is what tells.
const VALIDATION_GAMES: u64 = 8;

/// Positions of a step.
const BATCH_SIZE: usize = 256;

/// How much an end's own error counts beside its difference from those of the same position.
/// What many games drift into, as a higher stack, differs little between ends of a position.
const ABSOLUTE_ERROR_WEIGHT: f32 = 0.1;

/// How a net is learnt.
#[derive(Clone, Copy, Debug)]
pub struct TrainConfig {
    /// Neurons of the two layers, where there are no values to go on from.
    pub neurons: [usize; 2],
    /// How many times all samples are gone through.
    pub epochs: usize,
    /// Length of the first step; the last is hardly any.
    pub learning_rate: f32,
    /// Of all chance in it.
    pub seed: u64,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// From 1.
    pub number: usize,
    /// How far differences are off, in points (root of the mean square), at what was gone
    /// through; with the luck of the rows.
    pub training_error: f64,
    /// At the games that were kept aside.
    pub validation: Validation,
}

/// How well differences between ends of a position are foretold. The luck of the rows is taken
/// out, as there are several of each end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Validation {
    /// The correlation of differences as they are with those foretold.
    pub correlation: f64,
    /// How far they are off, in points (root of the mean square).
    pub rmse: f64,
}

/// An end as the net gets it.
pub struct Example {
    inputs: [f32; INPUTS],
    /// Points at the end, in units.
    points: f32,
    /// What came of it with each row of blocks, in units.
    targets: [f32; ROLLOUTS],
}

/// The ends of a position.
pub type ExampleGroup = Vec<Example>;

/// Learns values from samples: what moves and the best line after them brought, and what given
/// values say of its end. It goes on from those values; without them it begins anew, and
/// nothing is said of what comes after.
///
/// # Errors
/// There is nothing to learn from, or nothing was kept aside: a sentence.
pub fn train(
    samples: &[Sample],
    given: Option<&ValueNet>,
    course: &TrainConfig,
    mut told: impl FnMut(&EpochReport),
) -> Result<ValueNet, String> {
    let mut lessons = [Vec::new(), Vec::new()];
    let together = |a: &Sample, b: &Sample| (a.game, a.position) == (b.game, b.position);
    for ends in samples.chunk_by(together).filter(|ends| ends.len() > 1) {
        lessons[usize::from(ends[0].game % VALIDATION_GAMES == 0)].push(example_group(ends, given));
    }
    let [mut seen, mut aside] = lessons;
    if seen.is_empty() || aside.is_empty() {
        return Err(format!(
            "too few positions with several ends: {} and, of games that are kept aside, {}",
            seen.len(),
            aside.len()
        ));
    }
    let scale = given.map_or_else(|| input_scale(&seen), |values| values.scale.clone());
    for lesson in seen.iter_mut().chain(&mut aside).flatten() {
        for (x, [mean, spread]) in lesson.inputs.iter_mut().zip(&scale) {
            *x = normalized(*x, *mean, *spread);
        }
    }
    let mut net = given.map_or_else(
        || TrainableNet::new(course.neurons, course.seed),
        TrainableNet::from_value_net,
    );
    let ends = seen.iter().map(Vec::len).sum::<usize>();
    let parameters = net.weights.len();
    let mut chance = SplitMix64::new(course.seed);
    fit(
        &mut net,
        &mut seen,
        FitConfig {
            epochs: course.epochs,
            batch_size: BATCH_SIZE,
        },
        &mut Adam::new(parameters),
        (&mut vec![0.0; parameters], |progress| {
            progress.linear_rate(course.learning_rate)
        }),
        |bound| chance.below(bound as u32) as usize,
        |progress, net, square: f64| {
            told(&EpochReport {
                number: progress.epoch,
                training_error: f64::from(POINTS_PER_UNIT) * (square / ends as f64).sqrt(),
                validation: validate(net, &aside),
            });
        },
    );
    Ok(net.to_value_net(scale))
}

/// The ends of a position, with what came of them.
fn example_group(ends: &[Sample], given: Option<&ValueNet>) -> ExampleGroup {
    let later: Vec<NetInput> = ends.iter().flat_map(|sample| sample.outcomes).collect();
    let worth = later
        .chunks(LANES)
        .flat_map(|some| final_scores(some, given));
    let worth: Vec<f32> = worth.collect();
    let lesson = |(sample, worth): (&Sample, &[f32])| Example {
        inputs: inputs_of(&sample.leaf),
        points: sample.leaf.score as f32 / POINTS_PER_UNIT,
        targets: std::array::from_fn(|row| {
            (worth[row] - sample.leaf.score as f32) / POINTS_PER_UNIT
        }),
    };
    ends.iter()
        .zip(worth.chunks(ROLLOUTS))
        .map(lesson)
        .collect()
}

/// The points at the end of the game from each of up to [`LANES`] moments, as far as given values
/// tell.
fn final_scores(moments: &[NetInput], given: Option<&ValueNet>) -> Vec<f32> {
    let found = given.map_or([0.0; LANES], |values| {
        dispatch(BatchEval {
            net: values,
            inputs: moments,
        })
    });
    let worth = |(moment, value): (&NetInput, f32)| {
        let over = moment.board == DropbloxBoard::EMPTY;
        moment.score as f32 + if over { 0.0 } else { value }
    };
    moments.iter().zip(found).map(worth).collect()
}

/// Mean and spread of each input.
fn input_scale(positions: &[ExampleGroup]) -> Vec<[f32; 2]> {
    let count = positions.iter().map(Vec::len).sum::<usize>() as f64;
    let of = |i: usize| {
        let ends = || positions.iter().flatten();
        let all = || ends().map(|lesson| f64::from(lesson.inputs[i]));
        let mean = all().sum::<f64>() / count;
        let square = all().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
        [mean as f32, square.sqrt().max(1e-3) as f32]
    };
    (0..INPUTS).map(of).collect()
}

/// What is left of numbers without their mean.
fn without_mean(numbers: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let (count, sum) = numbers
        .clone()
        .fold((0, 0.0), |(count, sum), x| (count + 1, sum + x));
    let mean = sum / count.max(1) as f32;
    numbers.map(|x| x - mean).collect()
}

/// How well a net tells ends of a position apart, with the points that they have. Two rows have
/// their luck apart, so products of different rows have none of it, on average.
fn validate(net: &TrainableNet, positions: &[ExampleGroup]) -> Validation {
    let (mut told, mut came, mut both) = (0.0, 0.0, 0.0);
    for ends in positions {
        let answer = |end: &Example| end.points + net.forward(&end.inputs).output;
        let answers = without_mean(ends.iter().map(answer));
        let row = |row: usize| without_mean(ends.iter().map(|end| end.points + end.targets[row]));
        let [one, other] = [row(0), row(1)];
        for i in 0..ends.len() {
            let [answer, one, other] = [answers[i], one[i], other[i]].map(f64::from);
            told += answer * answer;
            came += one * other;
            both += answer * (one + other) / 2.0;
        }
    }
    let count = positions.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let square = (came - 2.0 * both + told) / count;
    Validation {
        correlation: both / (told * came).max(f64::MIN_POSITIVE).sqrt(),
        rmse: f64::from(POINTS_PER_UNIT) * square.max(0.0).sqrt(),
    }
}

impl Model for TrainableNet {
    type Sample = ExampleGroup;
    type Gradient = Vec<f32>;
    /// The sum of squares of how far off differences were.
    type Loss = f64;

    fn params(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn gradient(&self, batch: &[ExampleGroup], gradient: &mut Vec<f32>, loss: &mut f64) {
        for ends in batch {
            let passes: Vec<ForwardPass> =
                ends.iter().map(|end| self.forward(&end.inputs)).collect();
            let wanted = ends
                .iter()
                .map(|end| end.targets.iter().sum::<f32>() / ROLLOUTS as f32);
            let off = passes
                .iter()
                .zip(wanted)
                .map(|(pass, wanted)| pass.output - wanted);
            for ((pass, off), difference) in passes.iter().zip(off.clone()).zip(without_mean(off)) {
                *loss += f64::from(difference).powi(2);
                let off = (difference + ABSOLUTE_ERROR_WEIGHT * off) / batch.len() as f32;
                self.add_gradient(pass, off, gradient);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with three ends, each worth two points less for each row of its stack; luck is the
    /// same for the ends of a position, or not.
    fn samples(luck: fn(u64) -> u32) -> Vec<Sample> {
        let of = |i: u64| {
            let height = landfall_rules::mix64(i) % 20;
            let mut field = DropbloxBoard::EMPTY;
            field.columns = [(1 << height) - 1; 12];
            let later = |row: u64| NetInput {
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
                outcomes: [later(0), later(1)],
            }
        };
        (0..2400).map(of).collect()
    }

    /// The same for all ends of a position.
    fn alike(i: u64) -> u32 {
        (landfall_rules::mix64(i / 6) % 30) as u32
    }

    /// Of its own for each row of each end.
    fn apart(i: u64) -> u32 {
        (landfall_rules::mix64(i) % 30) as u32
    }

    const COURSE: TrainConfig = TrainConfig {
        neurons: [4, 2],
        epochs: 400,
        learning_rate: 5e-3,
        seed: 3,
    };

    #[test]
    fn differences_are_learnt_whatever_the_luck_of_a_position() {
        let mut told = Vec::new();
        let samples = samples(alike);
        let values = train(&samples, None, &COURSE, |epoch| told.push(*epoch)).expect("values");
        assert_eq!(told.len(), COURSE.epochs);
        let last = told[COURSE.epochs - 1];
        assert!(last.validation.correlation > 0.99, "{last:?}");
        let asked: Vec<NetInput> = samples[..3].iter().map(|sample| sample.leaf).collect();
        let found = dispatch(BatchEval {
            net: &values,
            inputs: &asked,
        });
        let rows = |moment: &NetInput| moment.board.columns[0].count_ones() as f32;
        for i in 1..3 {
            let wanted = 2.0 * (rows(&asked[0]) - rows(&asked[i]));
            let difference = found[i] - found[0];
            assert!((difference - wanted).abs() < 3.0, "{difference}, {wanted}");
        }
        let again = train(&samples, None, &COURSE, |_| {}).expect("values");
        assert_eq!(values, again, "the same seed learns the same");
    }

    /// What is told of the games kept aside has no luck in it, though every row of every end has.
    #[test]
    fn luck_is_taken_out_of_what_is_told() {
        let mut told = Vec::new();
        train(&samples(apart), None, &COURSE, |epoch| told.push(*epoch)).expect("values");
        let last = told[COURSE.epochs - 1];
        assert!(last.training_error > 4.0, "{last:?}");
        assert!(last.validation.correlation > 0.95, "{last:?}");
        assert!(last.validation.rmse < 3.0, "{last:?}");
    }

    /// Values that are given say what comes after, but for games that are over by then; and it
    /// goes on from them.
    #[test]
    fn given_values_say_what_comes_after() {
        let values = ValueNet::built_in().expect("values");
        let mut ends = samples(alike)[..3].to_vec();
        let field = DropbloxBoard { columns: [7; 12] };
        ends[1].outcomes[0] = NetInput {
            score: 530,
            board: field,
        };
        let of_end = dispatch(BatchEval {
            net: &values,
            inputs: &[ends[1].outcomes[0]],
        });
        let with = example_group(&ends, Some(&values));
        let without = example_group(&ends, None);
        assert_eq!(with[0].targets, without[0].targets);
        assert_eq!(without[1].targets[0], 30.0 / POINTS_PER_UNIT);
        assert_eq!(with[1].targets[0], (30.0 + of_end[0]) / POINTS_PER_UNIT);
        let course = TrainConfig {
            epochs: 0,
            ..COURSE
        };
        let learnt = train(&samples(alike), Some(&values), &course, |_| {});
        assert_eq!(learnt, Ok(values));
    }

    #[test]
    fn too_little_is_refused() {
        let error = train(&samples(alike)[..9], None, &COURSE, |_| {}).expect_err("one game");
        assert!(error.contains("too few"), "{error}");
    }
}
