//! The journal of a run: a head that says what the run is, then a line a finished generation.
//!
//! There is no state of the optimiser in it. What it asks for follows from its seed and the
//! scores that it was told, so the scores bring it back. No times are in it either: the same
//! run gives the same bytes, on any number of jobs and after any number of interruptions.

use super::config::{Scoring, TuneConfig};
use super::target::Weights;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationRecord {
    /// Its number, from 0.
    pub generation: u64,
    /// What its candidates were ranked by.
    pub scoring: Scoring,
    /// The scores of the candidates, in their order.
    pub scores: Vec<f64>,
    /// The score of their mean, alone or against the fixed opponent.
    pub mean: f64,
    /// Games played up to its end.
    pub games: u64,
    /// Length of a step after it, to six decimals.
    #[serde(rename = "spread")]
    pub sigma: f64,
    /// The mean after it, rounded: what the run has found.
    pub weights: Weights,
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
    pub fn create(path: &Path, plan: &TuneConfig) -> Result<Journal, JournalError> {
        let wrong = |error| JournalError::file(path, error);
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let mut journal = Journal {
            file: file.map_err(wrong)?,
        };
        journal.line(plan).map_err(wrong)?;
        Ok(journal)
    }

    /// Goes on with a journal. A last line that was cut off is removed.
    ///
    /// # Errors
    /// It cannot be read or written, or a line is not what it should be.
    pub fn resume(
        path: &Path,
    ) -> Result<(Journal, TuneConfig, Vec<GenerationRecord>), JournalError> {
        let wrong = |error| JournalError::file(path, error);
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = file.map_err(wrong)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        bytes.truncate(whole.map_or(0, |end| end + 1));
        let (plan, done) = parse(path, &bytes)?;
        file.set_len(bytes.len() as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(wrong)?;
        Ok((Journal { file }, plan, done))
    }

    /// Adds a finished generation.
    ///
    /// # Errors
    /// Those of the file.
    pub fn append(&mut self, generation: &GenerationRecord) -> io::Result<()> {
        self.line(generation)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        // In one piece and to the disk: a generation is minutes of work.
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

fn parse(path: &Path, bytes: &[u8]) -> Result<(TuneConfig, Vec<GenerationRecord>), JournalError> {
    let bad = |line: usize, reason: String| JournalError::Line {
        path: path.display().to_string(),
        line,
        reason,
    };
    let text = std::str::from_utf8(bytes).map_err(|error| bad(1, error.to_string()))?;
    let mut lines = text.lines();
    let head = lines.next().ok_or_else(|| JournalError::Empty {
        path: path.display().to_string(),
    })?;
    let plan: TuneConfig = serde_json::from_str(head).map_err(|error| bad(1, error.to_string()))?;
    plan.check().map_err(|why| bad(1, why))?;
    let mut done: Vec<GenerationRecord> = Vec::new();
    for (i, line) in lines.enumerate() {
        let read: GenerationRecord =
            serde_json::from_str(line).map_err(|error| bad(i + 2, error.to_string()))?;
        if read.generation != i as u64 {
            let number = read.generation;
            return Err(bad(
                i + 2,
                format!("generation {number} is not the next one"),
            ));
        }
        if read.scores.len() != plan.population {
            let (has, wants) = (read.scores.len(), plan.population);
            return Err(bad(i + 2, format!("{has} scores for {wants} candidates")));
        }
        done.push(read);
    }
    Ok((plan, done))
}

/// What can be wrong with a journal.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be read or written.
    File {
        /// Its path.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// Not even its head is there.
    Empty {
        /// Its path.
        path: String,
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
            JournalError::File { path, error } if error.kind() == io::ErrorKind::AlreadyExists => {
                write!(
                    f,
                    "the journal {path} exists already: go on with --resume {path}"
                )
            }
            JournalError::File { path, error } => write!(f, "the journal {path}: {error}"),
            JournalError::Empty { path } => write!(
                f,
                "the journal {path} has no head: remove it and begin anew with --journal"
            ),
            JournalError::Line { path, line, reason } => write!(
                f,
                "the journal {path}, line {line}, cannot be used: {reason}"
            ),
        }
    }
}

impl std::error::Error for JournalError {}
