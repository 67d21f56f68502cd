//! The loss of a move in each unit, its grade and its accuracy.
//!
//! docs/lab/review.md has the measurements behind the constants for lines. Those for points are the
//! same grades, in points of the search.

use crate::report::{Grade, LossUnit};
use landfall_search::Weights;
use std::f64::consts::{LN_2, LOG2_E};

/// The loss of a move that loses the game, in lines: what people send in [`LOSS_PIECES`] pieces. No
/// move loses more.
pub const MOST_LOSS: f64 = 9.5;

/// Number of pieces, the move's own first, in which losses were measured.
pub const LOSS_PIECES: u32 = 14;

/// The difference between two lines of a search, in lines sent, at which about two thirds of
/// [`MOST_LOSS`] are lost.
const SEARCH_SCALE: f64 = 14.0;

/// The loss of a move that loses the game, in points. No move loses more.
const MOST_POINTS: f64 = 50.0;

/// Points for each row of a TETRIS, which define a point.
const POINTS_PER_TETRIS_ROW: i32 = 5;

/// Grades and accuracy of losses in a unit.
struct Scale {
    /// The loss of a move that loses the game.
    most: f64,
    /// The least loss of each grade but the best, the worst grade first.
    least: [(Grade, f64); 4],
    /// The loss that halves the accuracy of a move.
    half_accuracy: f64,
}

/// Losses in lines. The grades begin at losses of the search of 0.2, 1.5, 3 and 6 lines; one of 1
/// line halves the accuracy.
static LINES: Scale = Scale {
    most: MOST_LOSS,
    least: [
        (Grade::Blunder, 3.3),
        (Grade::Mistake, 1.8),
        (Grade::Inaccuracy, 1.0),
        (Grade::Good, 0.13),
    ],
    half_accuracy: 0.65,
};

/// Losses in points.
static POINTS: Scale = Scale {
    most: MOST_POINTS,
    least: [
        (Grade::Blunder, 6.0),
        (Grade::Mistake, 3.0),
        (Grade::Inaccuracy, 1.5),
        (Grade::Good, 0.2),
    ],
    half_accuracy: 1.0,
};

impl LossUnit {
    fn scale(self) -> &'static Scale {
        match self {
            LossUnit::Lines => &LINES,
            LossUnit::Points => &POINTS,
        }
    }

    /// Returns the value of one line or point in a search with these weights.
    pub fn value(self, weights: &Weights) -> i32 {
        let value = match self {
            LossUnit::Lines => weights.attack,
            LossUnit::Points => {
                (weights.clear[3] + 4 * weights.attack) / (4 * POINTS_PER_TETRIS_ROW)
            }
        };
        value.max(1)
    }

    /// Returns the loss of a move that loses the game; no move loses more.
    pub fn most_loss(self) -> f64 {
        self.scale().most
    }

    /// Returns the grade of a loss.
    pub fn grade(self, loss: f64) -> Grade {
        let found = self.scale().least.iter().find(|(_, least)| loss >= *least);
        found.map_or(Grade::Best, |&(grade, _)| grade)
    }

    /// Returns the accuracy of a move with this loss: 100 if it lost nothing, halved for each 0.65
    /// lines or each point lost.
    pub fn accuracy(self, loss: f64) -> f64 {
        100.0 * exp2(-loss.max(0.0) / self.scale().half_accuracy)
    }

    /// Returns the loss between two values of a search, `None` being the value of a lost game.
    /// `unit_value` is [`LossUnit::value`]. Losses in points are those of the search; those in
    /// lines are what was measured in games.
    pub fn loss(self, best: i32, other: Option<i32>, unit_value: i32) -> f64 {
        let loss = search_loss(best, other, unit_value);
        match self {
            LossUnit::Lines => expected_loss(loss),
            LossUnit::Points => loss.min(MOST_POINTS),
        }
    }
}

/// Returns by how many lines or points a value of the search is below the best; infinity for a lost
/// game.
pub fn search_loss(best: i32, other: Option<i32>, unit_value: i32) -> f64 {
    let less = |other| f64::from(best.saturating_sub(other)) / f64::from(unit_value);
    other.map_or(f64::INFINITY, less).max(0.0)
}

/// Returns how many lines fewer players send in [`LOSS_PIECES`] pieces after a move with this loss
/// by the search, if nothing is sent after a top-out: from 0 to [`MOST_LOSS`].
///
/// It is less than the loss by the search, which assumes that all that the move spoils would have
/// been used.
pub fn expected_loss(search_loss: f64) -> f64 {
    MOST_LOSS * (1.0 - exp2(-search_loss.max(0.0) / SEARCH_SCALE * LOG2_E))
}

/// Returns 2 to the power of a number of 0 or less. It is the same to the last bit on every machine
/// and in browsers, unlike that of the standard library, which is the system's.
///
/// The number is split into a whole one and a rest of at most a half, for which the series of the
/// exponential function is summed until nothing is added.
fn exp2(x: f64) -> f64 {
    let whole = x.round();
    if whole < -1022.0 {
        return 0.0;
    }
    let rest = (x - whole) * LN_2;
    let (mut term, mut sum, mut n) = (1.0, 0.0, 1.0);
    while sum + term != sum {
        sum += term;
        term *= rest / n;
        n += 1.0;
    }
    sum * f64::from_bits(((whole + 1023.0) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_those_of_the_system_but_for_the_last_bits() {
        for hundredths in 0..120_000 {
            let x = -f64::from(hundredths) / 100.0;
            let (own, system) = (exp2(x), x.exp2());
            // Below this the system has numbers with fewer bits.
            let almost = (own - system).abs() <= 1e-15 * system || system < 1e-307;
            assert!(almost, "{x}: {own:e} {system:e}");
        }
        assert_eq!(exp2(f64::NEG_INFINITY), 0.0);
        let bits = [-0.1, -0.5, -3.7, -100.3].map(|x| exp2(x).to_bits());
        let expected = [
            4_606_579_233_611_295_506,
            4_604_544_271_217_802_190,
            4_590_209_002_184_344_360,
            4_155_131_375_987_348_300,
        ];
        assert_eq!(bits, expected);
    }

    #[test]
    fn grades_get_worse_with_the_loss() {
        let losses = [0.0, 0.2, 1.5, 3.0, 6.0, f64::INFINITY];
        let grades = losses.map(|loss| LossUnit::Lines.grade(expected_loss(loss) + 0.04));
        assert_eq!(grades[..5], Grade::ALL);
        assert_eq!(grades[5], Grade::Blunder);
        let almost = LossUnit::Lines.grade(expected_loss(5.9));
        assert_eq!(almost, Grade::Mistake);
        let points = losses.map(|loss| LossUnit::Points.grade(loss));
        assert_eq!(points, grades);
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        for unit in [LossUnit::Lines, LossUnit::Points] {
            assert_eq!(unit.accuracy(0.0), 100.0);
            assert_eq!(unit.accuracy(unit.scale().half_accuracy), 50.0);
            let loss = unit.loss(200, Some(100), 100);
            assert!((45.0..55.0).contains(&unit.accuracy(loss)));
            assert!(unit.accuracy(unit.most_loss()) < 1.0);
        }
    }

    #[test]
    fn a_lost_game_loses_most_and_nothing_more() {
        assert_eq!(search_loss(500, Some(400), 100), 1.0);
        let lines = LossUnit::Lines.loss(500, Some(400), 100);
        let points = LossUnit::Points.loss(500, Some(400), 100);
        assert_eq!((lines, points), (expected_loss(1.0), 1.0));
        for unit in [LossUnit::Lines, LossUnit::Points] {
            let most = unit.most_loss();
            assert_eq!(unit.loss(500, None, 100), most);
            assert_eq!(unit.loss(500, Some(-100_000), 100), most);
            assert_eq!(unit.loss(-100_000, Some(-100_000), 100), 0.0);
            assert_eq!(unit.loss(i32::MAX, Some(i32::MIN), 1), most);
        }
    }

    /// A larger loss by the search is a larger loss, up to the most.
    #[test]
    fn losses_grow_with_those_of_the_search_up_to_the_most() {
        let losses: Vec<f64> = (0..200)
            .map(|tenths| expected_loss(f64::from(tenths) / 10.0))
            .collect();
        assert!(losses.is_sorted_by(|one, other| one < other));
        assert!(losses.iter().all(|loss| *loss < MOST_LOSS));
        assert_eq!(expected_loss(f64::INFINITY), MOST_LOSS);
        assert_eq!((expected_loss(0.0), expected_loss(-1.0)), (0.0, 0.0));
    }
}
