//! Soak tests: a bot process plays very many pieces, while its frontend sends everything that
//! frontends send.
//!
//! Runs the sessions and keeps their records. `script` draws the actions of a frontend, `frontend` plays
//! the game and checks answers, `illegal` counts illegal moves, `session` runs one session, `memory`
//! samples memory, `report` has the summary.

mod frontend;
mod illegal;
mod memory;
mod report;
mod script;
mod session;

pub use memory::MemoryUse;
pub use report::{SoakCounts, SoakRecord, SoakReport};

use crate::error::ArenaError;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_experiment::journal::{Header, Journal};
use landfall_experiment::progress::{Progress, format_duration};
use serde::{Deserialize, Serialize};
use session::{SessionPlan, run_session};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The version of the journal's format.
const VERSION: u32 = 1;

/// Time between two lines of progress if stderr is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// The settings of a soak test, which are the header of its journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoakSettings {
    /// The version of the format.
    soak: u32,
    /// The version of this program.
    pub program: String,
    /// The bot, as on the command line.
    pub bot: String,
    /// Pieces per session.
    pub pieces: u64,
    /// Mean time before a `suggest`, in milliseconds.
    pub think: u64,
    /// Seed of the frontend's actions.
    pub seed: u64,
}

impl SoakSettings {
    /// Returns settings with this version of the format.
    pub fn new(program: String, bot: String, pieces: u64, think: u64, seed: u64) -> SoakSettings {
        SoakSettings {
            soak: VERSION,
            program,
            bot,
            pieces,
            think,
            seed,
        }
    }
}

impl Header for SoakSettings {
    type Record = SoakRecord;

    fn difference(&self, other: &SoakSettings) -> Option<String> {
        let values = |settings: &SoakSettings| {
            [
                ("the version", settings.soak.to_string()),
                ("the program", settings.program.clone()),
                ("the bot", settings.bot.clone()),
                ("the number of pieces", settings.pieces.to_string()),
                ("the time to think", settings.think.to_string()),
                ("the seed", settings.seed.to_string()),
            ]
        };
        let pairs = values(self).into_iter().zip(values(other));
        let mut differing = pairs.filter(|(here, there)| here != there);
        let ((name, here), (_, there)) = differing.next()?;
        Some(format!("{name} is {there} there and {here} here"))
    }

    fn identify(record: &SoakRecord) -> (u64, String) {
        (record.session, format!("session {}", record.session))
    }
}

/// The options of a soak test.
#[derive(Clone, Debug)]
pub struct SoakOptions {
    /// The settings of each session.
    pub settings: SoakSettings,
    /// The command that starts the bot.
    pub command: String,
    /// Number of sessions, each with a process of the bot.
    pub sessions: u64,
    /// Most sessions at a time.
    pub jobs: usize,
    /// The time limit of an answer.
    pub time_limit: Duration,
    /// The journal of finished sessions.
    pub journal: Option<PathBuf>,
}

/// Runs the sessions that the journal does not have, until all are done or `stop` is set.
/// Progress goes to stderr.
///
/// # Errors
/// The bot does not start, or the journal cannot be used.
pub fn run_soak(options: &SoakOptions, stop: &AtomicBool) -> Result<SoakReport, ArenaError> {
    let settings = &options.settings;
    let (mut journal, done) = match &options.journal {
        Some(path) => {
            let (journal, done) = Journal::open(path, settings)?;
            (Some(journal), done)
        }
        None => (None, Vec::new()),
    };
    let done_before = done.len() as u64 * settings.pieces;
    let jobs = Jobs {
        done: done.into_iter().map(|r| (r.session, r)).collect(),
        ..Jobs::new(0..options.sessions, options.jobs, stop)
    };
    let progress = SharedProgress::new(options.sessions * settings.pieces, done_before);
    let mut report = SoakReport::new(options.sessions);
    let mut written = Ok(());
    run_jobs(
        jobs,
        || Ok(()),
        |(), number, stop| {
            let plan = SessionPlan {
                number,
                settings,
                command: &options.command,
                time_limit: options.time_limit,
            };
            let session = run_session(&plan, &stop, &|pieces| progress.add(pieces));
            session.map_err(ArenaError::Start)
        },
        |record| {
            if let Some(journal) = &mut journal
                && let Err(error) = journal.append(record).and_then(|()| journal.sync())
            {
                written = Err(error);
            }
        },
        |_, record| {
            report.add(record);
            ControlFlow::Continue(())
        },
    )?;
    written.map_err(|error| ArenaError::Output {
        what: "the journal",
        error,
    })?;
    Ok(report)
}

/// The progress of all sessions, in pieces, on stderr.
struct SharedProgress {
    pieces: AtomicU64,
    total: u64,
    bar: Mutex<Progress>,
}

impl SharedProgress {
    fn new(total: u64, done: u64) -> SharedProgress {
        let bar = Progress::new("pieces", Some(total))
            .starting_at(done)
            .with_log_interval(LOG_INTERVAL);
        SharedProgress {
            pieces: AtomicU64::new(done),
            total,
            bar: Mutex::new(bar),
        }
    }

    fn add(&self, pieces: u64) {
        let done = self.pieces.fetch_add(pieces, Ordering::Relaxed) + pieces;
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        bar.advance_to(done, String::new);
        bar.log(|bar| {
            let left = bar.seconds_left().map(format_duration);
            let left = left.map_or(String::new(), |left| format!(", {left} left"));
            format!("{done}/{} pieces{left}", self.total)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_different_setting_is_named() {
        let settings = |bot: &str, seed| SoakSettings::new("p".into(), bot.into(), 9, 0, seed);
        let here = settings("a", 1);
        assert_eq!(here.difference(&here.clone()), None);
        assert_eq!(
            here.difference(&settings("b", 2)).as_deref(),
            Some("the bot is b there and a here")
        );
        assert_eq!(
            here.difference(&settings("a", 2)).as_deref(),
            Some("the seed is 2 there and 1 here")
        );
    }
}
