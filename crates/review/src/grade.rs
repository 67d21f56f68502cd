//! The loss of a move: its unit, its grades, and what it does to the accuracy.
//!
//! The figures behind the constants are in docs/lab/review.md.

use crate::report::Grade;

/// The most that a move can lose: more is as good as a lost game.
pub const MOST_LOSS: f64 = 20.0;

/// The least loss of each grade but the best, in lines.
const LEAST_LOSS: [(Grade, f64); 4] = [
    (Grade::Blunder, 6.0),
    (Grade::Mistake, 3.0),
    (Grade::Inaccuracy, 1.5),
    (Grade::Good, 0.2),
];

/// The loss that halves the accuracy of a move.
const HALF_ACCURACY_LOSS: f64 = 1.0;

impl Grade {
    /// Returns the grade of a loss.
    pub fn of_loss(loss: f64) -> Grade {
        let found = LEAST_LOSS.iter().find(|(_, least)| loss >= *least);
        found.map_or(Grade::Best, |&(grade, _)| grade)
    }
}

/// Returns the accuracy of a move that lost so much: 100 if it lost nothing, and half as much for
/// each line lost.
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss.max(0.0) / HALF_ACCURACY_LOSS).exp2()
}

/// Returns the loss in lines between two values of a search, `None` being the value of a lost game.
pub fn search_loss(best: i32, other: Option<i32>, line_value: i32) -> f64 {
    let lines = other.map_or(MOST_LOSS, |other| {
        f64::from(best.saturating_sub(other)) / f64::from(line_value)
    });
    lines.clamp(0.0, MOST_LOSS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_get_worse_with_the_loss() {
        let losses = [0.0, 0.2, 1.5, 3.0, 6.0, MOST_LOSS];
        let grades = losses.map(Grade::of_loss);
        assert_eq!(grades[..5], Grade::ALL);
        assert_eq!(grades[5], Grade::Blunder);
        assert_eq!(Grade::of_loss(5.99), Grade::Mistake);
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!(accuracy(0.0), 100.0);
        assert_eq!(accuracy(1.0), 50.0);
        assert!(accuracy(MOST_LOSS) < 0.01);
    }

    #[test]
    fn a_lost_game_loses_most_and_nothing_more() {
        assert_eq!(search_loss(500, Some(400), 100), 1.0);
        assert_eq!(search_loss(500, None, 100), MOST_LOSS);
        assert_eq!(search_loss(500, Some(-100_000), 100), MOST_LOSS);
        assert_eq!(search_loss(-100_000, Some(-100_000), 100), 0.0);
        assert_eq!(search_loss(i32::MAX, Some(i32::MIN), 1), MOST_LOSS);
    }
}
