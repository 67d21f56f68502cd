//! The one line that a person sees while a match is played, and the words at its end.

use crate::contest::pason::pilot::Tally;
use std::io::{Write, stderr};
use std::time::{Duration, Instant};

/// How often the line is written.
const EVERY: Duration = Duration::from_millis(250);

/// The line on stderr.
#[derive(Debug)]
pub struct Status {
    shown: bool,
    written: Option<Instant>,
    begun: Instant,
}

impl Status {
    /// A line that is shown, or one that is not.
    pub fn new(shown: bool) -> Status {
        Status {
            shown,
            written: None,
            begun: Instant::now(),
        }
    }

    /// Writes the line if it is time.
    pub fn show(&mut self, tally: &Tally) {
        let due = self.written.is_none_or(|then| then.elapsed() >= EVERY);
        if self.shown && due {
            self.written = Some(Instant::now());
            let line = line(tally, self.begun.elapsed());
            // A terminal that is gone must not end the match.
            let _ = write!(stderr(), "\r\x1b[K{line}");
            let _ = stderr().flush();
        }
    }

    /// Leaves the line as it is and goes to the next.
    pub fn end(&mut self) {
        if self.shown && self.written.is_some() {
            let _ = writeln!(stderr());
        }
    }
}

fn line(tally: &Tally, time: Duration) -> String {
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
pub fn result(tally: &Tally) -> String {
    let own: i64 = tally.games.iter().map(|game| game.own).sum();
    let theirs: i64 = tally.games.iter().map(|game| game.theirs).sum();
    format!(
        "the match is over: {} won, {} lost, {own} points to {theirs}, {} pieces",
        tally.won(),
        tally.lost(),
        tally.pieces,
    )
}
