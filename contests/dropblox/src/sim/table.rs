//! What a series came to, as a table.

use super::series::GameResult;
use crate::weights::MAX_ROWS;
use std::fmt::Write;

/// The head of the table: columns for drops that cleared so many rows.
pub fn table_header() -> String {
    let mut text = format!("{:>12} {:>7} {:>6}", "seed", "points", "moves");
    for rows in 1..=MAX_ROWS {
        let _ = write!(text, " {rows:>4}");
    }
    text
}

/// A game.
pub fn table_row(game: &GameResult) -> String {
    let mut text = format!("{:>12} {:>7} {:>6}", game.seed, game.score, game.moves);
    for count in &game.clears[1..] {
        let _ = write!(text, " {count:>4}");
    }
    text
}

/// Mean and its standard error, least and most points.
pub fn summary(games: &[GameResult]) -> String {
    let (mean, error) = mean_and_error(games.iter().map(|game| f64::from(game.score)));
    let (moves, _) = mean_of_moves(games);
    let scores = games.iter().map(|game| game.score);
    format!(
        "{} games: mean {mean:.1} ± {error:.1} points, from {} to {}, {moves:.0} moves a game",
        games.len(),
        scores.clone().min().unwrap_or(0),
        scores.max().unwrap_or(0),
    )
}

fn mean_of_moves(games: &[GameResult]) -> (f64, f64) {
    mean_and_error(games.iter().map(|game| f64::from(game.moves)))
}

/// Mean and standard error of the mean; of less than two numbers the error is 0.
pub fn mean_and_error(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
    let variance = squares / (count - 1.0).max(1.0);
    (mean, (variance / count).sqrt())
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
            "2 games: mean 15.0 ± 5.0 points, from 10 to 20, 20 moves a game"
        );
        assert_eq!(table_header().len(), table_row(&games[0]).len());
    }
}
