//! The one line that a person sees while a match is played, and the words at its end.

use crate::controller::MatchStats;
use std::io::{Write, stderr};
use std::time::{Duration, Instant};

/// How often the line is written.
const REFRESH_INTERVAL: Duration = Duration::from_millis(250);

/// The line on stderr.
#[derive(Debug)]
pub struct StatusLine {
    enabled: bool,
    written: Option<Instant>,
    started: Instant,
}

impl StatusLine {
    /// A line that is shown, or one that is not.
    pub fn new(shown: bool) -> StatusLine {
        StatusLine {
            enabled: shown,
            written: None,
            started: Instant::now(),
        }
    }

    /// Writes the line if it is time.
    pub fn show(&mut self, tally: &MatchStats) {
        let due = self
            .written
            .is_none_or(|then| then.elapsed() >= REFRESH_INTERVAL);
        if self.enabled && due {
            self.written = Some(Instant::now());
            let line = format_status(tally, self.started.elapsed());
            // A terminal that is gone must not end the match.
            let _ = write!(stderr(), "\r\x1b[K{line}");
            let _ = stderr().flush();
        }
    }

    /// Leaves the line as it is and goes to the next.
    pub fn end(&mut self) {
        if self.enabled && self.written.is_some() {
            let _ = writeln!(stderr());
        }
    }
}

fn format_status(tally: &MatchStats, time: Duration) -> String {
    let opponent = tally.opponent.as_deref().unwrap_or("nobody yet");
    format!(
        "game {} ({}:{})  {} points  {} lines  against {} (height {})  {:.1} pieces/s",
        tally.games.len() + 1,
        tally.won(),
        tally.lost(),
        tally.points,
        tally.lines,
        opponent.replace(char::is_control, "?"),
        tally.opponent_height,
        tally.pieces as f64 / time.as_secs_f64().max(0.001),
    )
}

/// How the match ended, for people.
pub fn format_result(tally: &MatchStats) -> String {
    let own: i64 = tally.games.iter().map(|game| game.own).sum();
    let theirs: i64 = tally.games.iter().map(|game| game.theirs).sum();
    format!(
        "the match is over: {} won, {} lost, {own} points to {theirs}, {} pieces",
        tally.won(),
        tally.lost(),
        tally.pieces,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::GameScore;

    #[test]
    fn the_line_is_a_function_of_the_figures() {
        let mut tally = MatchStats::default();
        let expected =
            "game 1 (0:0)  0 points  0 lines  against nobody yet (height 0)  0.0 pieces/s";
        assert_eq!(format_status(&tally, Duration::ZERO), expected);
        let game = |won, own, theirs| GameScore { won, own, theirs };
        tally.games = vec![game(true, 900, 100), game(false, 50, 60)];
        tally.pieces = 50;
        tally.lines = 7;
        tally.points = 1200;
        tally.opponent = Some("Team\x1b[2J 9".into());
        tally.opponent_height = 12;
        let expected =
            "game 3 (1:1)  1200 points  7 lines  against Team?[2J 9 (height 12)  2.5 pieces/s";
        assert_eq!(format_status(&tally, Duration::from_secs(20)), expected);
        let expected = "the match is over: 1 won, 1 lost, 950 points to 160, 50 pieces";
        assert_eq!(format_result(&tally), expected);
    }
}
