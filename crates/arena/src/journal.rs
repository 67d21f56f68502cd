//! The journal of a series: a head that says what is played, then a line a finished game,
//! in the order in which they finished. Written at once, so that nothing finished is lost.

use super::record::GameRecord;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The version of the format.
const VERSION: u32 = 1;

/// What is played: games are comparable only where all of this is the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the format.
    pub arena: u32,
    /// The command of A.
    pub a: String,
    /// The command of B.
    pub b: String,
    /// Name of the preset.
    pub preset: String,
    /// The clock, as on the command line.
    pub clock: String,
    /// Seed of the series.
    pub seed: u64,
}

impl Head {
    /// A head of this version.
    pub fn new(commands: [String; 2], preset: &str, clock: String, seed: u64) -> Head {
        let [a, b] = commands;
        Head {
            arena: VERSION,
            a,
            b,
            preset: preset.to_string(),
            clock,
            seed,
        }
    }

    /// The first thing in which another head differs: its name, and both values.
    fn difference(&self, other: &Head) -> Option<String> {
        let differs = |name: &str, here: String, there: String| {
            (here != there).then(|| format!("{name} is {there:?} there and {here:?} here"))
        };
        differs(
            "the version",
            self.arena.to_string(),
            other.arena.to_string(),
        )
        .or_else(|| differs("bot A", self.a.clone(), other.a.clone()))
        .or_else(|| differs("bot B", self.b.clone(), other.b.clone()))
        .or_else(|| differs("the preset", self.preset.clone(), other.preset.clone()))
        .or_else(|| differs("the clock", self.clock.clone(), other.clock.clone()))
        .or_else(|| differs("the seed", self.seed.to_string(), other.seed.to_string()))
    }
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    /// It exists already, or cannot be written.
    pub fn create(path: &Path, head: &Head) -> Result<Journal, JournalError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let mut journal = Journal {
            file: file.map_err(|error| JournalError::file(path, error))?,
        };
        journal
            .line(head)
            .map_err(|error| JournalError::file(path, error))?;
        Ok(journal)
    }

    /// Goes on with a journal of the same series. A last line that was cut off is removed.
    ///
    /// # Errors
    /// It cannot be read or written, or is of another series.
    pub fn resume(path: &Path, head: &Head) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = file.map_err(|error| JournalError::file(path, error))?;
        let mut text = String::new();
        file.read_to_string(&mut text)
            .map_err(|error| JournalError::file(path, error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (found, records) = parse(path, &text[..whole])?;
        if let Some(difference) = head.difference(&found) {
            return Err(JournalError::Other {
                path: path.display().to_string(),
                difference,
            });
        }
        file.set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| JournalError::file(path, error))?;
        Ok((Journal { file }, records))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// Those of the file.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        self.line(record)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        // In one piece, so that a reader never sees half a line for long.
        self.file.write_all(line.as_bytes())?;
        self.file.flush()
    }
}

/// Reads a journal, without a last line that was cut off.
///
/// # Errors
/// It cannot be read, or a line is not what it should be.
pub fn read(path: &Path) -> Result<(Head, Vec<GameRecord>), JournalError> {
    let text = std::fs::read_to_string(path).map_err(|error| JournalError::file(path, error))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    parse(path, &text[..whole])
}

/// Puts journals together: the games of all of them by number, each once.
///
/// # Errors
/// One cannot be read, they are of different series, or they tell different things of the
/// same game.
pub fn merge(paths: &[impl AsRef<Path>]) -> Result<(Head, Vec<GameRecord>), JournalError> {
    let mut merged: Option<Head> = None;
    let mut records: Vec<GameRecord> = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let (head, more) = read(path)?;
        let other = |difference| JournalError::Other {
            path: path.display().to_string(),
            difference,
        };
        if let Some(difference) = merged.as_ref().and_then(|first| first.difference(&head)) {
            return Err(other(difference));
        }
        merged.get_or_insert(head);
        records.extend(more);
        records.sort_by_key(|record| record.game);
        records.dedup();
        let twice = records.windows(2).find(|pair| pair[0].game == pair[1].game);
        if let Some(pair) = twice {
            return Err(other(format!(
                "game {} has another result there",
                pair[0].game
            )));
        }
    }
    merged.map(|head| (head, records)).ok_or(JournalError::None)
}

fn parse(path: &Path, text: &str) -> Result<(Head, Vec<GameRecord>), JournalError> {
    let bad = |line: usize, error: serde_json::Error| JournalError::Line {
        path: path.display().to_string(),
        line,
        reason: error.to_string(),
    };
    let mut lines = text.lines().enumerate();
    let (_, head) = lines.next().unwrap_or((0, ""));
    let head = serde_json::from_str(head).map_err(|error| bad(1, error))?;
    let records = lines
        .map(|(i, line)| serde_json::from_str(line).map_err(|error| bad(i + 1, error)))
        .collect::<Result<_, _>>()?;
    Ok((head, records))
}

/// What can be wrong with a journal.
#[derive(Debug)]
pub enum JournalError {
    /// There is none.
    None,
    /// It cannot be read or written.
    File {
        /// Its path.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// A line is not what it should be.
    Line {
        /// Its path.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It is of another series.
    Other {
        /// Its path.
        path: String,
        /// What is different.
        difference: String,
    },
}

impl JournalError {
    fn file(path: &Path, error: io::Error) -> JournalError {
        JournalError::File {
            path: path.display().to_string(),
            error,
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::None => f.write_str("no journal was named"),
            JournalError::File { path, error } if error.kind() == io::ErrorKind::AlreadyExists => {
                write!(
                    f,
                    "the journal {path} exists already: go on with --resume {path}"
                )
            }
            JournalError::File { path, error } => write!(f, "the journal {path}: {error}"),
            JournalError::Line { path, line, reason } => {
                write!(
                    f,
                    "the journal {path}, line {line}, cannot be read: {reason}"
                )
            }
            JournalError::Other { path, difference } => {
                write!(f, "the journal {path} is of another series: {difference}")
            }
        }
    }
}

impl std::error::Error for JournalError {}

#[cfg(test)]
mod tests;
