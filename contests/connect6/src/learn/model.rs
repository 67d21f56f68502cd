//! The net with fractions, as it is while it learns: what it says of a lesson, and which way
//! each number should go.
//!
//! The numbers are in the order of the net's file. Lessons and rounds are for `training`.

use super::lessons::{Aim, Lesson};
use crate::chance::Chance;
use crate::engine::Net;
use crate::engine::geometry::WAYS;
use crate::engine::judge::near;
use crate::engine::net::{FIRST, HEADS, HEAVIEST, NUMBERS, ONE, SECOND, WIDE, WORTH};
use crate::engine::shapes::{SHAPES, View, sixes};

/// The row that every point starts from; the rows of the heads follow.
const START: usize = 2 * SHAPES;

/// The number without any shape.
const ALONE: usize = NUMBERS - 1;

/// Points that look better than one that is still found.
const AMONG: usize = 6;

/// Before anything is learnt, what rows of six are worth by the stones in them: to who moves,
/// and to the other one. The worth of a first stone is in how much it adds.
const ROWS: [[f32; 7]; 2] = [
    [0.0, 6.0, 29.0, 82.0, 120.0, 120.0, 120.0],
    [0.0, 4.0, 25.0, 49.0, 49.0, 49.0, 49.0],
];

/// Before anything is learnt, the logarithm of the odds of who moves.
const TO_MOVE: f32 = 0.94;

/// The numbers.
#[derive(Clone)]
pub struct Model {
    numbers: Vec<f32>,
}

/// A free point: its eight rows, what they come to, and what a head says of it.
struct Spot {
    cell: u16,
    rows: [usize; 2 * WAYS],
    sums: [f32; WIDE],
    says: f32,
}

/// How well a lesson was known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    /// Minus the logarithm of the share that was given to the truth.
    pub loss: f64,
    /// 1 if the winner was thought likelier, or the points were among the six best; a half
    /// if one of two was.
    pub right: f64,
}

/// Which way the numbers should go, for some lessons together.
pub struct Slopes {
    numbers: Vec<f32>,
    /// Rows of shapes that have one.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl Slopes {
    /// None yet.
    pub fn new() -> Slopes {
        Slopes {
            numbers: vec![0.0; NUMBERS],
            touched: Vec::new(),
            is_touched: vec![false; START],
        }
    }

    fn touch(&mut self, row: usize) {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row);
        }
    }

    /// Tells of every number that may have a slope, and forgets them all.
    pub fn take(&mut self, mut tell: impl FnMut(usize, f32)) {
        self.touched.sort_unstable();
        let rows = self
            .touched
            .iter()
            .flat_map(|&row| row * WIDE..(row + 1) * WIDE);
        for at in rows.chain(START * WIDE..NUMBERS) {
            tell(at, std::mem::take(&mut self.numbers[at]));
        }
        for row in self.touched.drain(..) {
            self.is_touched[row] = false;
        }
    }
}

impl Model {
    /// The numbers of a net.
    pub fn of(net: &Net) -> Model {
        let numbers = net.numbers();
        Model {
            numbers: numbers.map(|n| f32::from(n) / ONE as f32).collect(),
        }
    }

    /// A net that knows what rows are worth, and has the rest by chance.
    pub fn new(chance: &mut Chance) -> Model {
        let mut numbers = vec![0.0; NUMBERS];
        let mut by_chance = [[[0.0f32; 6]; 2]; WIDE];
        for (stones, value) in by_chance
            .iter_mut()
            .flatten()
            .flat_map(|v| v.iter_mut().enumerate())
        {
            *value = chance.signed() * 0.06 * stones as f32;
        }
        for (shape, sixes) in sixes().iter().enumerate() {
            for (stones, &count) in sixes.iter().enumerate() {
                let count = f32::from(count);
                let missing = (6 - stones) as f32;
                let [own, other] = ROWS;
                let plain = [
                    [
                        own[stones] / missing / 100.0,
                        -other[stones] / missing / 100.0,
                    ],
                    [(own[stones + 1] - own[stones]) / 40.0, own[stones] / 40.0],
                ];
                for side in 0..2 {
                    let row = (side * SHAPES + shape) * WIDE;
                    for place in 0..WIDE {
                        numbers[row + place] += count
                            * match place {
                                WORTH => plain[0][side],
                                FIRST | SECOND => plain[1][side],
                                _ => by_chance[place][side][stones],
                            };
                    }
                }
            }
        }
        for place in HEADS..WIDE {
            for (row, spread) in [0.1, 0.02, 0.3, 0.3].into_iter().enumerate() {
                numbers[(START + row) * WIDE + place] = spread * chance.signed();
            }
        }
        numbers[ALONE] = TO_MOVE;
        Model { numbers }
    }

    /// The net that is nearest.
    pub fn net(&self) -> Box<Net> {
        let head = HEAVIEST as f32 / WIDE as f32;
        let round = |(at, &number): (usize, &f32)| {
            let most = match at / WIDE > START && at != ALONE {
                true => head,
                false => f32::from(i16::MAX),
            };
            ((number * ONE as f32).round().clamp(-most, most)) as i16
        };
        let numbers = self.numbers.iter().enumerate().map(round);
        let bytes: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        Net::read(&bytes).expect("all numbers are there, and none is too large")
    }

    /// Moves a number.
    pub fn shift(&mut self, at: usize, step: f32) {
        self.numbers[at] += step;
    }

    /// What the model knows of a lesson.
    pub fn mark(&self, lesson: &Lesson) -> Mark {
        let spots = self.spots(lesson);
        self.pulls(lesson, &spots).1
    }

    /// The same, and adds the slopes to others.
    pub fn learn(&self, lesson: &Lesson, slopes: &mut Slopes) -> Mark {
        let spots = self.spots(lesson);
        let (pulls, mark) = self.pulls(lesson, &spots);
        let head = (START + 1 + lesson.head) * WIDE;
        if lesson.head == WORTH {
            // Every point pulls alike.
            slopes.numbers[ALONE] += pulls.first().copied().unwrap_or_default();
        }
        for (spot, &pull) in spots.iter().zip(&pulls) {
            let mut to = [0.0; WIDE];
            to[lesson.head] = pull;
            for (place, to) in to.iter_mut().enumerate().skip(HEADS) {
                let sum = spot.sums[place].max(0.0);
                slopes.numbers[head + place] += pull * sum;
                if sum > 0.0 {
                    *to = pull * self.numbers[head + place];
                    slopes.numbers[START * WIDE + place] += *to;
                }
            }
            for row in spot.rows {
                slopes.touch(row);
                let numbers = &mut slopes.numbers[row * WIDE..(row + 1) * WIDE];
                for (number, slope) in numbers.iter_mut().zip(&to) {
                    *number += slope;
                }
            }
        }
        mark
    }

    /// The points of a lesson's board, and what its head says of them.
    fn spots(&self, lesson: &Lesson) -> Vec<Spot> {
        let board = lesson.board();
        let mut view = View::new();
        view.follow(board.lines());
        let row = |row: usize| -> &[f32; WIDE] {
            let row = self.numbers[row * WIDE..].first_chunk();
            row.expect("a whole row")
        };
        let (start, head) = (row(START), row(START + 1 + lesson.head));
        let spot = |cell: usize| {
            let [own, other] = *view.shapes(cell);
            let mut rows = [0; 2 * WAYS];
            for (way, (own, other)) in own.into_iter().zip(other).enumerate() {
                rows[way] = own as usize;
                rows[WAYS + way] = SHAPES + other as usize;
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
            Spot {
                cell: cell as u16,
                rows,
                sums,
                says,
            }
        };
        near(&board, &view).map(spot).collect()
    }

    /// How much less every point should say, and the mark.
    fn pulls(&self, lesson: &Lesson, spots: &[Spot]) -> (Vec<f32>, Mark) {
        match &lesson.aim {
            Aim::Result(result) => self.result(*result, spots),
            Aim::Points(points) => choice(points, spots),
        }
    }

    fn result(&self, result: f32, spots: &[Spot]) -> (Vec<f32>, Mark) {
        let sum: f32 = spots.iter().map(|spot| spot.says).sum();
        let odds = sum + self.numbers[ALONE];
        let won = 1.0 / (1.0 + (-odds).exp());
        let share = |share: f32| f64::from(share.max(1e-7).ln());
        let truth = f64::from(result);
        let mark = Mark {
            loss: -(truth * share(won) + (1.0 - truth) * share(1.0 - won)),
            right: match (won > 0.5) == (result > 0.5) {
                true => 1.0,
                false => 0.0,
            },
        };
        (vec![won - result; spots.len()], mark)
    }
}

/// The points are told apart by their shares; those that were chosen should have all, alike.
fn choice(points: &[u16], spots: &[Spot]) -> (Vec<f32>, Mark) {
    let most = spots.iter().map(|spot| spot.says).fold(f32::MIN, f32::max);
    let mut pulls: Vec<f32> = spots.iter().map(|spot| (spot.says - most).exp()).collect();
    let all: f32 = pulls.iter().sum();
    pulls.iter_mut().for_each(|pull| *pull /= all);
    let mut mark = Mark::default();
    let part = 1.0 / points.len() as f32;
    for (at, spot) in spots.iter().enumerate() {
        if !points.contains(&spot.cell) {
            continue;
        }
        mark.loss -= f64::from(part * (spot.says - most - all.ln()));
        let better = spots.iter().filter(|other| other.says > spot.says).count();
        mark.right += if better < AMONG { f64::from(part) } else { 0.0 };
        pulls[at] -= part;
    }
    (pulls, mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::Board;
    use crate::engine::judge::Judge;
    use crate::learn::lessons::tests::toy;
    use crate::rules::Colour;

    fn toys() -> Vec<Lesson> {
        let aims = [
            (WORTH, Aim::Result(1.0)),
            (FIRST, Aim::Points(vec![161, 200])),
            (SECOND, Aim::Points(vec![222])),
        ];
        aims.map(|(head, aim)| toy(head, aim)).to_vec()
    }

    #[test]
    fn the_model_of_a_net_is_that_net_and_says_what_it_says() {
        let net = Net::built_in();
        let model = Model::of(net);
        assert!(*model.net() == *net);
        for lesson in toys() {
            let board: Board = lesson.board();
            let spots = model.spots(&lesson);
            let mut judge = Judge::new(net);
            let look = judge.look(&board, Colour::Black);
            let says = |spot: &Spot| 256.0 * spot.says;
            let near = |plain: i32, fraction: f32, much: f32| {
                assert!((plain as f32 - fraction).abs() < much, "{plain} {fraction}");
            };
            assert_eq!(spots.len(), look.cells.len());
            match lesson.head {
                WORTH => {
                    let sum: f32 = spots.iter().map(|spot| spot.says).sum();
                    let plain = judge.worth(&board, Colour::Black);
                    near(plain, 100.0 * (sum + model.numbers[ALONE]), 100.0);
                }
                FIRST => {
                    let of = |spot: &Spot| look.first[spot.cell as usize];
                    spots
                        .iter()
                        .for_each(|spot| near(of(spot), says(spot), 2.0));
                }
                _ => {
                    let of = |spot: &Spot| look.second[spot.cell as usize];
                    spots
                        .iter()
                        .for_each(|spot| near(of(spot), says(spot), 2.0));
                }
            }
        }
    }

    #[test]
    fn slopes_are_what_small_steps_change() {
        const STEP: f32 = 0.001;
        // Whole numbers have sums of exactly 0, where the slope jumps.
        let model = Model::new(&mut Chance::new(1));
        for lesson in toys() {
            let mut slopes = Slopes::new();
            model.learn(&lesson, &mut slopes);
            let mut steep = Vec::new();
            slopes.take(|at, slope| steep.push((at, slope)));
            steep.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
            for &(at, slope) in steep.iter().step_by(7).take(12) {
                let moved = |step: f32| {
                    let mut model = model.clone();
                    model.shift(at, step);
                    model.mark(&lesson).loss
                };
                let seen = (moved(STEP) - moved(-STEP)) as f32 / (2.0 * STEP);
                let close = (seen - slope).abs() <= 0.05 * slope.abs() + 0.02;
                assert!(
                    close,
                    "head {}, number {at}: {slope}, seen {seen}",
                    lesson.head
                );
            }
            slopes.take(|at, slope| assert_eq!(slope, 0.0, "number {at} was not forgotten"));
        }
    }

    #[test]
    fn whatever_is_learnt_fits_into_a_net() {
        let mut model = Model::new(&mut Chance::new(1));
        for at in 0..NUMBERS {
            model.shift(at, if at % 2 == 0 { 1e9 } else { -1e9 });
        }
        let net = model.net();
        assert!(*Net::read(&net.bytes()).expect("a net") == *net);
    }
}
