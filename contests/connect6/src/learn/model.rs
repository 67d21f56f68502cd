//! The net with fractions, as it is while it learns: what it says of a lesson, and which way
//! each number should go.
//!
//! The numbers are in the order of the net's file. Lessons and rounds are for `training`.

use super::samples::{Sample, Target};
use crate::engine::Net;
use crate::engine::evaluator::cells_near_stones;
use crate::engine::geometry::DIRECTION_COUNT;
use crate::engine::net::{
    CHANNELS, FIRST_STONE_HEAD, HEAD_COUNT, MAX_HEAD_SUM, PARAMETER_COUNT, SCALE,
    SECOND_STONE_HEAD, VALUE_HEAD,
};
use crate::engine::patterns::{PATTERN_COUNT, PatternCache, window_counts};
use crate::rng::SplitMix64;

/// The row that every point starts from; the rows of the heads follow.
const BIAS_ROW: usize = 2 * PATTERN_COUNT;

/// The number without any shape.
const VALUE_BIAS: usize = PARAMETER_COUNT - 1;

/// Points that look better than one that is still found.
const TOP_COUNT: usize = 6;

/// Before anything is learnt, what rows of six are worth by the stones in them: to who moves,
/// and to the other one. The worth of a first stone is in how much it adds.
const WINDOW_VALUES: [[f32; 7]; 2] = [
    [0.0, 6.0, 29.0, 82.0, 120.0, 120.0, 120.0],
    [0.0, 4.0, 25.0, 49.0, 49.0, 49.0, 49.0],
];

/// Before anything is learnt, the logarithm of the odds of who moves.
const TO_MOVE_LOGIT: f32 = 0.94;

/// The numbers.
#[derive(Clone)]
pub struct Model {
    parameters: Vec<f32>,
}

/// A free point: its eight rows, what they come to, and what a head says of it.
struct CellOutput {
    cell: u16,
    rows: [usize; 2 * DIRECTION_COUNT],
    sums: [f32; CHANNELS],
    output: f32,
}

/// How well a lesson was known.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleLoss {
    /// Minus the logarithm of the share that was given to the truth.
    pub loss: f64,
    /// 1 if the winner was thought likelier, or the points were among the six best; a half
    /// if one of two was.
    pub accuracy: f64,
}

/// Which way the numbers should go, for some lessons together.
pub struct Gradient {
    numbers: Vec<f32>,
    /// Rows of shapes that have one.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl Gradient {
    /// None yet.
    pub fn new() -> Gradient {
        Gradient {
            numbers: vec![0.0; PARAMETER_COUNT],
            touched: Vec::new(),
            is_touched: vec![false; BIAS_ROW],
        }
    }

    fn mark_row(&mut self, row: usize) {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row);
        }
    }

    /// Tells of every number that may have a slope, and forgets them all.
    pub fn drain(&mut self, mut tell: impl FnMut(usize, f32)) {
        self.touched.sort_unstable();
        let rows = self
            .touched
            .iter()
            .flat_map(|&row| row * CHANNELS..(row + 1) * CHANNELS);
        for at in rows.chain(BIAS_ROW * CHANNELS..PARAMETER_COUNT) {
            tell(at, std::mem::take(&mut self.numbers[at]));
        }
        for row in self.touched.drain(..) {
            self.is_touched[row] = false;
        }
    }
}

impl Model {
    /// The numbers of a net.
    pub fn from_net(net: &Net) -> Model {
        let numbers = net.parameters();
        Model {
            parameters: numbers.map(|n| f32::from(n) / SCALE as f32).collect(),
        }
    }

    /// A net that knows what rows are worth, and has the rest by chance.
    pub fn new(chance: &mut SplitMix64) -> Model {
        let mut numbers = vec![0.0; PARAMETER_COUNT];
        let mut by_chance = [[[0.0f32; 6]; 2]; CHANNELS];
        for (stones, value) in by_chance
            .iter_mut()
            .flatten()
            .flat_map(|v| v.iter_mut().enumerate())
        {
            *value = chance.next_signed() * 0.06 * stones as f32;
        }
        for (shape, counts) in window_counts().iter().enumerate() {
            for (stones, &count) in counts.iter().enumerate() {
                let count = f32::from(count);
                let missing = (6 - stones) as f32;
                let [own, other] = WINDOW_VALUES;
                let plain = [
                    [
                        own[stones] / missing / 100.0,
                        -other[stones] / missing / 100.0,
                    ],
                    [(own[stones + 1] - own[stones]) / 40.0, own[stones] / 40.0],
                ];
                for side in 0..2 {
                    let row = (side * PATTERN_COUNT + shape) * CHANNELS;
                    for place in 0..CHANNELS {
                        numbers[row + place] += count
                            * match place {
                                VALUE_HEAD => plain[0][side],
                                FIRST_STONE_HEAD | SECOND_STONE_HEAD => plain[1][side],
                                _ => by_chance[place][side][stones],
                            };
                    }
                }
            }
        }
        for place in HEAD_COUNT..CHANNELS {
            for (row, spread) in [0.1, 0.02, 0.3, 0.3].into_iter().enumerate() {
                numbers[(BIAS_ROW + row) * CHANNELS + place] = spread * chance.next_signed();
            }
        }
        numbers[VALUE_BIAS] = TO_MOVE_LOGIT;
        Model {
            parameters: numbers,
        }
    }

    /// The net that is nearest.
    pub fn to_net(&self) -> Box<Net> {
        let head = MAX_HEAD_SUM as f32 / CHANNELS as f32;
        let round = |(at, &number): (usize, &f32)| {
            let most = match at / CHANNELS > BIAS_ROW && at != VALUE_BIAS {
                true => head,
                false => f32::from(i16::MAX),
            };
            ((number * SCALE as f32).round().clamp(-most, most)) as i16
        };
        let numbers = self.parameters.iter().enumerate().map(round);
        let bytes: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        Net::from_bytes(&bytes).expect("all numbers are there, and none is too large")
    }

    /// Moves a number.
    pub fn add(&mut self, at: usize, step: f32) {
        self.parameters[at] += step;
    }

    /// What the model knows of a lesson.
    pub fn loss(&self, lesson: &Sample) -> SampleLoss {
        let spots = self.forward(lesson);
        self.output_gradients(lesson, &spots).1
    }

    /// The same, and adds the slopes to others.
    pub fn backward(&self, lesson: &Sample, slopes: &mut Gradient) -> SampleLoss {
        let spots = self.forward(lesson);
        let (pulls, mark) = self.output_gradients(lesson, &spots);
        let head = (BIAS_ROW + 1 + lesson.head) * CHANNELS;
        if lesson.head == VALUE_HEAD {
            // Every point pulls alike.
            slopes.numbers[VALUE_BIAS] += pulls.first().copied().unwrap_or_default();
        }
        for (spot, &pull) in spots.iter().zip(&pulls) {
            let mut to = [0.0; CHANNELS];
            to[lesson.head] = pull;
            for (place, to) in to.iter_mut().enumerate().skip(HEAD_COUNT) {
                let sum = spot.sums[place].max(0.0);
                slopes.numbers[head + place] += pull * sum;
                if sum > 0.0 {
                    *to = pull * self.parameters[head + place];
                    slopes.numbers[BIAS_ROW * CHANNELS + place] += *to;
                }
            }
            for row in spot.rows {
                slopes.mark_row(row);
                let numbers = &mut slopes.numbers[row * CHANNELS..(row + 1) * CHANNELS];
                for (number, slope) in numbers.iter_mut().zip(&to) {
                    *number += slope;
                }
            }
        }
        mark
    }

    /// The points of a lesson's board, and what its head says of them.
    fn forward(&self, lesson: &Sample) -> Vec<CellOutput> {
        let board = lesson.board();
        let mut view = PatternCache::new();
        view.update(board.lines());
        let row = |row: usize| -> &[f32; CHANNELS] {
            let row = self.parameters[row * CHANNELS..].first_chunk();
            row.expect("a whole row")
        };
        let (start, head) = (row(BIAS_ROW), row(BIAS_ROW + 1 + lesson.head));
        let spot = |cell: usize| {
            let [own, other] = *view.shapes(cell);
            let mut rows = [0; 2 * DIRECTION_COUNT];
            for (direction, (own, other)) in own.into_iter().zip(other).enumerate() {
                rows[direction] = own as usize;
                rows[DIRECTION_COUNT + direction] = PATTERN_COUNT + other as usize;
            }
            let mut sums = *start;
            for at in rows {
                for (sum, number) in sums.iter_mut().zip(row(at)) {
                    *sum += number;
                }
            }
            let weighed = sums
                .iter()
                .zip(head)
                .map(|(sum, weight)| sum.max(0.0) * weight);
            let says = sums[lesson.head] + weighed.sum::<f32>();
            CellOutput {
                cell: cell as u16,
                rows,
                sums,
                output: says,
            }
        };
        cells_near_stones(&board, &view).map(spot).collect()
    }

    /// How much less every point should say, and the mark.
    fn output_gradients(&self, lesson: &Sample, spots: &[CellOutput]) -> (Vec<f32>, SampleLoss) {
        match &lesson.target {
            Target::Result(result) => self.result_loss(*result, spots),
            Target::Points(points) => choice_loss(points, spots),
        }
    }

    fn result_loss(&self, result: f32, spots: &[CellOutput]) -> (Vec<f32>, SampleLoss) {
        let sum: f32 = spots.iter().map(|spot| spot.output).sum();
        let odds = sum + self.parameters[VALUE_BIAS];
        let won = 1.0 / (1.0 + (-odds).exp());
        let share = |share: f32| f64::from(share.max(1e-7).ln());
        let truth = f64::from(result);
        let mark = SampleLoss {
            loss: -(truth * share(won) + (1.0 - truth) * share(1.0 - won)),
            accuracy: match (won > 0.5) == (result > 0.5) {
                true => 1.0,
                false => 0.0,
            },
        };
        (vec![won - result; spots.len()], mark)
    }
}

/// The points are told apart by their shares; those that were chosen should have all, alike.
fn choice_loss(points: &[u16], spots: &[CellOutput]) -> (Vec<f32>, SampleLoss) {
    let most = spots
        .iter()
        .map(|spot| spot.output)
        .fold(f32::MIN, f32::max);
    let mut pulls: Vec<f32> = spots
        .iter()
        .map(|spot| (spot.output - most).exp())
        .collect();
    let all: f32 = pulls.iter().sum();
    pulls.iter_mut().for_each(|pull| *pull /= all);
    let mut mark = SampleLoss::default();
    let part = 1.0 / points.len() as f32;
    for (at, spot) in spots.iter().enumerate() {
        if !points.contains(&spot.cell) {
            continue;
        }
        mark.loss -= f64::from(part * (spot.output - most - all.ln()));
        let better = spots
            .iter()
            .filter(|other| other.output > spot.output)
            .count();
        mark.accuracy += if better < TOP_COUNT {
            f64::from(part)
        } else {
            0.0
        };
        pulls[at] -= part;
    }
    (pulls, mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::Board;
    use crate::engine::evaluator::Evaluator;
    use crate::learn::samples::tests::toy;
    use crate::rules::Colour;

    fn toys() -> Vec<Sample> {
        let aims = [
            (VALUE_HEAD, Target::Result(1.0)),
            (FIRST_STONE_HEAD, Target::Points(vec![161, 200])),
            (SECOND_STONE_HEAD, Target::Points(vec![222])),
        ];
        aims.map(|(head, aim)| toy(head, aim)).to_vec()
    }

    #[test]
    fn the_model_of_a_net_is_that_net_and_says_what_it_says() {
        let net = Net::built_in();
        let model = Model::from_net(net);
        assert!(*model.to_net() == *net);
        for lesson in toys() {
            let board: Board = lesson.board();
            let spots = model.forward(&lesson);
            let mut judge = Evaluator::new(net);
            let look = judge.move_scores(&board, Colour::Black);
            let says = |spot: &CellOutput| 256.0 * spot.output;
            let assert_near = |plain: i32, fraction: f32, much: f32| {
                assert!((plain as f32 - fraction).abs() < much, "{plain} {fraction}");
            };
            assert_eq!(spots.len(), look.cells.len());
            match lesson.head {
                VALUE_HEAD => {
                    let sum: f32 = spots.iter().map(|spot| spot.output).sum();
                    let plain = judge.evaluate(&board, Colour::Black);
                    assert_near(plain, 100.0 * (sum + model.parameters[VALUE_BIAS]), 100.0);
                }
                FIRST_STONE_HEAD => {
                    let of = |spot: &CellOutput| look.first[spot.cell as usize];
                    spots
                        .iter()
                        .for_each(|spot| assert_near(of(spot), says(spot), 2.0));
                }
                _ => {
                    let of = |spot: &CellOutput| look.second[spot.cell as usize];
                    spots
                        .iter()
                        .for_each(|spot| assert_near(of(spot), says(spot), 2.0));
                }
            }
        }
    }

    #[test]
    fn slopes_are_what_small_steps_change() {
        const STEP: f32 = 0.001;
        // Whole numbers have sums of exactly 0, where the slope jumps.
        let model = Model::new(&mut SplitMix64::new(1));
        for lesson in toys() {
            let mut slopes = Gradient::new();
            model.backward(&lesson, &mut slopes);
            let mut steep = Vec::new();
            slopes.drain(|at, slope| steep.push((at, slope)));
            steep.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
            for &(at, slope) in steep.iter().step_by(7).take(12) {
                let moved = |step: f32| {
                    let mut model = model.clone();
                    model.add(at, step);
                    model.loss(&lesson).loss
                };
                let seen = (moved(STEP) - moved(-STEP)) as f32 / (2.0 * STEP);
                let close = (seen - slope).abs() <= 0.05 * slope.abs() + 0.02;
                assert!(
                    close,
                    "head {}, number {at}: {slope}, seen {seen}",
                    lesson.head
                );
            }
            slopes.drain(|at, slope| assert_eq!(slope, 0.0, "number {at} was not forgotten"));
        }
    }

    #[test]
    fn whatever_is_learnt_fits_into_a_net() {
        let mut model = Model::new(&mut SplitMix64::new(1));
        for at in 0..PARAMETER_COUNT {
            model.add(at, if at % 2 == 0 { 1e9 } else { -1e9 });
        }
        let net = model.to_net();
        assert!(*Net::from_bytes(&net.to_bytes()).expect("a net") == *net);
    }
}
