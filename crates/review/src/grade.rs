//! The loss of a move in each unit: its grades, and what it does to the accuracy.
//!
//! The figures behind the constants are in docs/lab/review.md.

use crate::report::{Grade, LossUnit};

/// What a move loses that loses the game: what people send in [`LOSS_PIECES`] pieces. No move loses
/// more.
pub const MOST_LOSS: f64 = 9.5;

/// Pieces in which losses were measured: those from the move on.
pub const LOSS_PIECES: u32 = 14;

/// The difference between two lines of a search, in lines sent, at which about two thirds of
/// [`MOST_LOSS`] are lost.
const SEARCH_SCALE: f64 = 14.0;

/// What a move loses that loses the game, where losses are in points. No move loses more.
const MOST_POINTS: f64 = 50.0;

/// What is made of losses of a unit.
struct Scale {
    /// The loss of a move that loses the game.
    most: f64,
    /// The least loss of each grade but the best.
    least: [(Grade, f64); 4],
    /// The loss that halves the accuracy of a move.
    half_accuracy: f64,
}

/// Losses in lines. The grades begin at 0.2, 1.5, 3 and 6 lines of the search; a line of the search
/// halves the accuracy.
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

    /// Returns what a move loses that loses the game; no move loses more.
    pub fn most_loss(self) -> f64 {
        self.scale().most
    }

    /// Returns the grade of a loss.
    pub fn grade(self, loss: f64) -> Grade {
        let found = { self.scale().least.iter() }.find(|(_, least)| loss >= *least);
        found.map_or(Grade::Best, |&(grade, _)| grade)
    }

    /// Returns the accuracy of a move that lost so much: 100 if it lost nothing, and half as much for
    /// each 0.65 lines or each point lost.
    pub fn accuracy(self, loss: f64) -> f64 {
        100.0 * (-loss.max(0.0) / self.scale().half_accuracy).exp2()
    }

    /// Returns the loss between two values of a search, `None` being the value of a lost game.
    /// `unit_value` is what the search has for one of the unit. Only losses in lines are measured
    /// ones: points are those of the search.
    pub fn loss(self, best: i32, other: Option<i32>, unit_value: i32) -> f64 {
        let loss = search_loss(best, other, unit_value);
        match self {
            LossUnit::Lines => expected_loss(loss),
            LossUnit::Points => loss.min(MOST_POINTS),
        }
    }
}

/// Returns by how many of a unit a search says that a value is below the best; infinitely many for a
/// lost game.
pub fn search_loss(best: i32, other: Option<i32>, unit_value: i32) -> f64 {
    let less = |other| f64::from(best.saturating_sub(other)) / f64::from(unit_value);
    other.map_or(f64::INFINITY, less).max(0.0)
}

/// Returns how many lines fewer are sent in [`LOSS_PIECES`] pieces after a move that a search says is
/// so much worse, if nothing is sent after a top-out: from 0 to [`MOST_LOSS`], the more the worse.
///
/// A search counts what a move spoils for ever, and takes it that all of it would have been used.
pub fn expected_loss(search_loss: f64) -> f64 {
    MOST_LOSS * (1.0 - (-search_loss.max(0.0) / SEARCH_SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Whatever the search says is worse loses more, and nobody sends more than ten lines by a move.
    #[test]
    fn losses_grow_with_those_of_the_search_to_what_is_sent_in_so_many_pieces() {
        let losses: Vec<f64> = (0..200)
            .map(|tenths| expected_loss(f64::from(tenths) / 10.0))
            .collect();
        assert!(losses.is_sorted_by(|one, other| one < other));
        assert!(losses.iter().all(|loss| *loss < MOST_LOSS));
        assert_eq!(expected_loss(f64::INFINITY), MOST_LOSS);
        assert_eq!((expected_loss(0.0), expected_loss(-1.0)), (0.0, 0.0));
    }
}
