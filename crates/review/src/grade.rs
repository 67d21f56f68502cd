//! The loss of a move: its unit, its grades, and what it does to the accuracy.
//!
//! The figures behind the constants are in docs/lab/review.md.

use crate::report::Grade;

/// What a move loses that loses the game: what people send in [`LOSS_PIECES`] pieces. No move loses
/// more.
pub const MOST_LOSS: f64 = 9.5;

/// Pieces in which losses were measured: those from the move on.
pub const LOSS_PIECES: u32 = 14;

/// The difference between two lines of a search, in lines sent, at which about two thirds of
/// [`MOST_LOSS`] are lost.
const SEARCH_SCALE: f64 = 14.0;

/// The least loss of each grade but the best, in lines: 0.2, 1.5, 3 and 6 lines of the search.
const LEAST_LOSS: [(Grade, f64); 4] = [
    (Grade::Blunder, 3.3),
    (Grade::Mistake, 1.8),
    (Grade::Inaccuracy, 1.0),
    (Grade::Good, 0.13),
];

/// The loss that halves the accuracy of a move: a line of the search.
const HALF_ACCURACY_LOSS: f64 = 0.65;

impl Grade {
    /// Returns the grade of a loss.
    pub fn of_loss(loss: f64) -> Grade {
        let found = LEAST_LOSS.iter().find(|(_, least)| loss >= *least);
        found.map_or(Grade::Best, |&(grade, _)| grade)
    }
}

/// Returns the accuracy of a move that lost so much: 100 if it lost nothing, and half as much for
/// each 0.65 lines lost.
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss.max(0.0) / HALF_ACCURACY_LOSS).exp2()
}

/// Returns the loss in lines between two values of a search, `None` being the value of a lost game.
pub fn loss(best: i32, other: Option<i32>, line_value: i32) -> f64 {
    expected_loss(search_loss(best, other, line_value))
}

/// Returns by how many lines sent a search says that a value is below the best; infinitely many for a
/// lost game.
pub fn search_loss(best: i32, other: Option<i32>, line_value: i32) -> f64 {
    let less = |other| f64::from(best.saturating_sub(other)) / f64::from(line_value);
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
        let grades = losses.map(|loss| Grade::of_loss(expected_loss(loss) + 0.04));
        assert_eq!(grades[..5], Grade::ALL);
        assert_eq!(grades[5], Grade::Blunder);
        assert_eq!(Grade::of_loss(expected_loss(5.9)), Grade::Mistake);
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!(accuracy(0.0), 100.0);
        assert_eq!(accuracy(HALF_ACCURACY_LOSS), 50.0);
        assert!((45.0..55.0).contains(&accuracy(expected_loss(1.0))));
        assert!(accuracy(MOST_LOSS) < 1.0);
    }

    #[test]
    fn a_lost_game_loses_most_and_nothing_more() {
        assert_eq!(search_loss(500, Some(400), 100), 1.0);
        assert_eq!(loss(500, Some(400), 100), expected_loss(1.0));
        assert_eq!(loss(500, None, 100), MOST_LOSS);
        assert_eq!(loss(500, Some(-100_000), 100), MOST_LOSS);
        assert_eq!(loss(-100_000, Some(-100_000), 100), 0.0);
        assert_eq!(loss(i32::MAX, Some(i32::MIN), 1), MOST_LOSS);
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
