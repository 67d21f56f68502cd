//! The results of a series as a table.

use super::series::GameResult;
use crate::weights::MAX_ROWS;
use landfall_experiment::statistics::standard_error;
use std::fmt::Write;

/// Returns the head of the table, with a column for each number of cleared rows per drop.
pub fn table_header() -> String {
    let mut text = format!("{:>12} {:>7} {:>6}", "seed", "points", "moves");
    for rows in 1..=MAX_ROWS {
        let _ = write!(text, " {rows:>4}");
    }
    text
}

/// Returns the row of a game.
pub fn table_row(game: &GameResult) -> String {
    let mut text = format!("{:>12} {:>7} {:>6}", game.seed, game.score, game.moves);
    for count in &game.clears[1..] {
        let _ = write!(text, " {count:>4}");
    }
    text
}

/// Returns mean points with their standard error, and the least and most points.
pub fn summary(games: &[GameResult]) -> String {
    let points = games.iter().map(|game| f64::from(game.score));
    let error = match standard_error(points.clone()) {
        Some(error) => format!("± {error:.1} points"),
        None => "points (error unknown)".to_string(),
    };
    let moves = mean(games.iter().map(|game| f64::from(game.moves)));
    let mean = mean(points);
    let scores = games.iter().map(|game| game.score);
    format!(
        "{} games: mean {mean:.1} {error}, from {} to {}, {moves:.0} moves per game",
        games.len(),
        scores.clone().min().unwrap_or(0),
        scores.max().unwrap_or(0),
    )
}

/// Returns the mean; 0 for an empty list.
pub fn mean(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = numbers.clone().count().max(1) as f64;
    numbers.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_in_numbers() {
        let game = |score| GameResult {
            seed: 7,
            score,
            moves: 20,
            clears: [9, 8, 0, 0, 1, 0, 0, 0, 0, 0, 0],
            replay: None,
        };
        let games = [game(10), game(20)];
        assert_eq!(
            summary(&games),
            "2 games: mean 15.0 ± 5.0 points, from 10 to 20, 20 moves per game"
        );
        assert_eq!(
            summary(&games[..1]),
            "1 games: mean 10.0 points (error unknown), from 10 to 10, 20 moves per game"
        );
        assert_eq!(table_header().len(), table_row(&games[0]).len());
    }
}
