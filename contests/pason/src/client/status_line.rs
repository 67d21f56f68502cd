//! The texts of the status line while a match is played, and of the line at its end.

use crate::controller::MatchStats;
use std::time::Duration;

/// Returns the status line after this time of the match.
pub fn format_status(stats: &MatchStats, time: Duration) -> String {
    let opponent = stats.opponent.as_deref().unwrap_or("nobody yet");
    format!(
        "game {} ({}:{})  {} points  {} lines  against {} (height {})  {:.1} pieces/s",
        stats.games.len() + 1,
        stats.won(),
        stats.lost(),
        stats.points,
        stats.lines,
        opponent.replace(char::is_control, "?"),
        stats.opponent_height,
        stats.pieces as f64 / time.as_secs_f64().max(0.001),
    )
}

/// Returns the line about the result of a match.
pub fn format_result(stats: &MatchStats) -> String {
    let own: i64 = stats.games.iter().map(|game| game.own).sum();
    let theirs: i64 = stats.games.iter().map(|game| game.theirs).sum();
    format!(
        "the match is over: {} won, {} lost, {own} points to {theirs}, {} pieces",
        stats.won(),
        stats.lost(),
        stats.pieces,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::GameScore;

    #[test]
    fn the_line_is_a_function_of_the_counts() {
        let mut stats = MatchStats::default();
        let expected =
            "game 1 (0:0)  0 points  0 lines  against nobody yet (height 0)  0.0 pieces/s";
        assert_eq!(format_status(&stats, Duration::ZERO), expected);
        let game = |won, own, theirs| GameScore { won, own, theirs };
        stats.games = vec![game(true, 900, 100), game(false, 50, 60)];
        stats.pieces = 50;
        stats.lines = 7;
        stats.points = 1200;
        stats.opponent = Some("Team\x1b[2J 9".into());
        stats.opponent_height = 12;
        let expected =
            "game 3 (1:1)  1200 points  7 lines  against Team?[2J 9 (height 12)  2.5 pieces/s";
        assert_eq!(format_status(&stats, Duration::from_secs(20)), expected);
        let expected = "the match is over: 1 won, 1 lost, 950 points to 160, 50 pieces";
        assert_eq!(format_result(&stats), expected);
    }
}
