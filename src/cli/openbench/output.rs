//! The output for a worker: a line for each finished game on stdout, and its entry in the PGN file.
//!
//! A worker stops reading at an empty line and fails at a byte that is not ASCII. It recognises
//! errors in games by words of the line and of the tag `Termination`.

use super::command_line::RunnerCommand;
use crate::cli::CliError;
use landfall_arena::{
    BotName, EndReason, FinishedGame, GameRecord, MatchObserver, PlayerError, PlayerErrorKind,
    bot_seat,
};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest comment in the PGN file, in characters.
const MAX_TEXT: usize = 2_000;

/// Writes the lines and the PGN file.
pub struct GameLog<'a> {
    games: GameTexts,
    path: PathBuf,
    pgn: File,
    /// Set when the lines cannot be written to stdout.
    stop: &'a AtomicBool,
    /// The first error of writing the PGN file.
    error: Option<io::Error>,
}

impl<'a> GameLog<'a> {
    /// Creates the PGN file, which the worker needs even if no game is finished.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(command: &RunnerCommand, stop: &'a AtomicBool) -> Result<GameLog<'a>, CliError> {
        let path = command.pgn.clone();
        let pgn = File::create(&path).map_err(|error| CliError::about(&path, error))?;
        Ok(GameLog {
            games: GameTexts::new(command),
            path,
            pgn,
            stop,
            error: None,
        })
    }

    /// Adds the reason why the series cannot be played; the worker sends it to the server.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn not_played(mut self, reason: &str) -> Result<(), CliError> {
        let entry = self.games.not_played(reason);
        self.append(&entry);
        self.finish()
    }

    /// Checks that all entries were written.
    ///
    /// # Errors
    /// The first error of writing the PGN file.
    pub fn finish(self) -> Result<(), CliError> {
        match self.error {
            Some(error) => Err(CliError::about(&self.path, error)),
            None => Ok(()),
        }
    }

    /// Adds an entry by one system call, so that a killed runner leaves only whole entries.
    fn append(&mut self, entry: &str) {
        if let Err(error) = self.pgn.write_all(entry.as_bytes()) {
            self.error.get_or_insert(error);
        }
    }
}

impl MatchObserver for GameLog<'_> {
    fn game_finished(&mut self, finished: &FinishedGame) {
        let record = &finished.record;
        // The file first, so that the worker finds the entry of a game whose line it has read.
        self.append(&self.games.entry(record));
        let mut out = io::stdout().lock();
        let line = self.games.line(record);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Does nothing: a worker takes the games of a series in any order.
    fn game_counted(&mut self, _finished: FinishedGame) {}
}

/// Formats games as lines and PGN entries.
struct GameTexts {
    /// The names of dev and base.
    names: [String; 2],
    /// The number of the first game.
    first: u64,
    /// The PGN tag `Event`.
    event: String,
}

impl GameTexts {
    fn new(command: &RunnerCommand) -> GameTexts {
        GameTexts {
            names: [0, 1].map(|side| command.engines[side].name.clone()),
            first: command.games.start,
            event: format!("preset {}, seed {}", command.preset.name, command.seed),
        }
    }

    /// Returns the line of a game. Games count from 1; dev is named first in the first game of a
    /// pair, base in the second.
    fn line(&self, record: &GameRecord) -> String {
        let [first, second] = self.seats(record.game);
        format!(
            "Finished game {} ({first} vs {second}): {} {{{}}}",
            record.game - self.first + 1,
            result(record),
            self.reason(record),
        )
    }

    /// Returns the entry of a game: tags, an empty line, a comment with the result, an empty line.
    fn entry(&self, record: &GameRecord) -> String {
        let [first, second] = self.seats(record.game);
        let bots = [&record.a, &record.b];
        let [white, black] = [0, 1].map(|seat| bots[bot_seat(record.game, seat)]);
        let mut comment = format!(
            "{}; pieces {} and {}, lines sent {} and {}",
            self.reason(record),
            white.pieces,
            black.pieces,
            white.attack,
            black.attack,
        );
        if let Some((_, failure)) = self.failure(record) {
            comment = format!("{comment}; {}", plain(&failure.text));
        }
        self.tagged(
            &[
                ("Round", &(record.game - self.first + 1).to_string()),
                ("Game", &record.game.to_string()),
                ("White", first),
                ("Black", second),
                ("Result", result(record)),
                ("Termination", termination(self.failure(record))),
            ],
            &comment,
        )
    }

    /// Returns the entry of a series that cannot be played.
    fn not_played(&self, reason: &str) -> String {
        let [dev, base] = &self.names;
        self.tagged(
            &[
                ("White", dev),
                ("Black", base),
                ("Result", "*"),
                ("Termination", "abandoned"),
            ],
            &plain(reason),
        )
    }

    fn tagged(&self, tags: &[(&str, &str)], comment: &str) -> String {
        let mut text = format!("[Event \"{}\"]\n", self.event);
        for (name, value) in tags {
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        let result = tags.iter().find(|tag| tag.0 == "Result");
        let result = result.map_or("*", |tag| tag.1);
        format!("{text}\n{{{comment}}} {result}\n\n")
    }

    /// Returns the names of the engines by seat.
    fn seats(&self, game: u64) -> [&str; 2] {
        [0, 1].map(|seat| self.names[bot_seat(game, seat)].as_str())
    }

    /// Returns the error of an engine in a game, with the engine's name.
    fn failure<'r>(&self, record: &'r GameRecord) -> Option<(&str, &'r PlayerError)> {
        let [dev, base] = &self.names;
        let of = |name, failure: &'r Option<PlayerError>| Some((name, failure.as_ref()?));
        of(dev.as_str(), &record.a.failure).or_else(|| of(base.as_str(), &record.b.failure))
    }

    /// Returns why a game ended. An error is described by the words that a worker counts as errors.
    fn reason(&self, record: &GameRecord) -> String {
        if let Some((name, failure)) = self.failure(record) {
            return match failure.kind {
                PlayerErrorKind::Crash => format!("{name} disconnects"),
                PlayerErrorKind::InvalidOutput => {
                    format!("{name} disconnects, it sent invalid output")
                }
                PlayerErrorKind::Timeout => format!("{name}'s connection stalls"),
                PlayerErrorKind::IllegalMove => format!("{name} makes an illegal move"),
            };
        }
        let [dev, base] = &self.names;
        let (loser, end, winner, goal) = match record.winner {
            None => return "drawn".to_string(),
            Some(BotName::A) => (base, record.b.end, dev, record.a.end),
            Some(BotName::B) => (dev, record.a.end, base, record.b.end),
        };
        match (end, goal) {
            (_, Some(EndReason::Goal)) => format!("{winner} reaches the goal"),
            (Some(EndReason::Forfeit), _) => format!("{loser} resigns"),
            _ => format!("{loser} tops out"),
        }
    }
}

/// Returns the result of a game for the seat that is named first.
fn result(record: &GameRecord) -> &'static str {
    match (record.winner, bot_seat(record.game, 0)) {
        (None, _) => "1/2-1/2",
        (Some(BotName::A), 0) | (Some(BotName::B), 1) => "1-0",
        _ => "0-1",
    }
}

/// Returns the tag `Termination`, by which a worker recognises games with errors.
fn termination(failure: Option<(&str, &PlayerError)>) -> &'static str {
    match failure.map(|(_, failure)| failure.kind) {
        None => "normal",
        Some(PlayerErrorKind::Crash | PlayerErrorKind::InvalidOutput) => "abandoned",
        Some(PlayerErrorKind::Timeout) => "stalled",
        Some(PlayerErrorKind::IllegalMove) => "illegal move",
    }
}

/// Returns a text as one line of ASCII without braces, which would end the comment.
fn plain(text: &str) -> String {
    let characters = text.trim().chars().take(MAX_TEXT).map(|c| match c {
        '{' => '(',
        '}' => ')',
        c if c.is_ascii_graphic() => c,
        c if c.is_whitespace() => ' ',
        _ => '?',
    });
    characters.collect()
}

#[cfg(test)]
mod tests;
