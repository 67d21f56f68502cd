//! `landfall arena merge`: merges the journals of parts of a series, once or while they grow.

use super::options::parse_sprt;
use crate::cli::CliError;
use crate::cli::error::arena_error;
use clap::Args;
use landfall_arena::{ArenaError, BuildCheck, MergedMatch, StopCondition, Verdict};
use landfall_command::{StopFlag, interrupted};
use landfall_experiment::files::files_in;
use landfall_experiment::journal::first_line;
use landfall_replay::FileKind;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The exit code of a test that accepts the lower difference in Elo.
const EXIT_H0: u8 = 1;

/// Time between two checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Options of `landfall arena merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The journals, or folders of them (*.jsonl)
    #[arg(value_name = "FILE", required_unless_present = "follow")]
    journals: Vec<PathBuf>,
    /// Merge the journals of this folder (*.jsonl) again and again, until the test of --sprt ends
    ///
    /// The exit code says how it ended: 0 for ELO1, 1 for ELO0.
    #[arg(
        long,
        value_name = "DIR",
        requires = "sprt",
        conflicts_with = "journals"
    )]
    follow: Option<PathBuf>,
    /// Seconds between two merges of the folder of --follow
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "follow", value_parser = clap::value_parser!(u64).range(1..=3600))]
    interval: u64,
    /// Write the one journal that a run of all games would have written
    ///
    /// Its games are in the order of their numbers, as `--jobs 1` writes them. A file of that name
    /// is replaced.
    #[arg(long, value_name = "FILE", conflicts_with = "follow")]
    out: Option<PathBuf>,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
    /// Print the log-likelihood ratio of a sequential test, too
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<[i32; 2]>,
    /// Merge games of different builds or weights, too
    #[arg(long)]
    any_build: bool,
}

/// Merges journals, and prints the summary.
pub fn run(args: &MergeArgs) -> Result<ExitCode, CliError> {
    let Some(folder) = &args.follow else {
        let merged = args.merge(&journals_of(&args.journals)?);
        let merged = merged.map_err(wrong_journal)?;
        if let Some(path) = &args.out {
            merged.write(path).map_err(CliError::failed)?;
        }
        args.print(&merged)?;
        return Ok(ExitCode::SUCCESS);
    };
    let stop = StopFlag::install()?;
    follow(args, folder, &stop)
}

fn wrong_journal(error: ArenaError) -> CliError {
    arena_error(error, FileKind::ARENA_JOURNAL)
}

/// Merges a folder until the test ends or the program is asked to stop.
fn follow(args: &MergeArgs, folder: &Path, stop: &StopFlag) -> Result<ExitCode, CliError> {
    let mut last_line = None;
    loop {
        let journals = journals_in(folder)?;
        let merged = match journals.is_empty() {
            true => None,
            false => Some(args.merge(&journals).map_err(wrong_journal)?),
        };
        let verdict = merged.as_ref().and_then(MergedMatch::verdict);
        let code = match verdict {
            Some(Verdict::H1) => Some(ExitCode::SUCCESS),
            Some(Verdict::H0) => Some(ExitCode::from(EXIT_H0)),
            _ if stop.is_set() => Some(interrupted()),
            _ => None,
        };
        if let Some(code) = code {
            if let Some(merged) = &merged {
                args.print(merged)?;
            }
            return Ok(code);
        }
        let line = merged.map(|merged| merged.progress_line());
        if line != last_line {
            eprintln!("landfall: {}", line.as_deref().unwrap_or("no game yet"));
            last_line = line;
        }
        wait(Duration::from_secs(args.interval), stop);
    }
}

/// Waits, unless the program is asked to stop.
fn wait(time: Duration, stop: &AtomicBool) {
    let deadline = Instant::now() + time;
    while Instant::now() < deadline && !stop.load(Ordering::Relaxed) {
        thread::sleep(POLL_INTERVAL.min(time));
    }
}

/// Returns the journals among these paths, and those in the folders among them.
///
/// # Errors
/// A folder cannot be read, or has no journal.
fn journals_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut journals = Vec::new();
    for path in paths {
        if !path.is_dir() {
            journals.push(path.clone());
            continue;
        }
        let mut found = journals_in(path)?;
        if found.is_empty() {
            let folder = path.display();
            return Err(CliError::Message(format!(
                "{folder}: there are no journals (*.jsonl)"
            )));
        }
        journals.append(&mut found);
    }
    Ok(journals)
}

/// Returns the journals of a folder that have a whole line, by name.
fn journals_in(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let about = |error: io::Error| CliError::about(folder, error);
    let mut journals = Vec::new();
    for path in files_in(folder, "jsonl").map_err(about)? {
        // A journal without a whole line has no header yet.
        if first_line(&path).map_err(about)?.ends_with(b"\n") {
            journals.push(path);
        }
    }
    Ok(journals)
}

impl MergeArgs {
    fn merge(&self, journals: &[PathBuf]) -> Result<MergedMatch, ArenaError> {
        let build_check = match self.any_build {
            true => BuildCheck::Any,
            false => BuildCheck::Same,
        };
        let stop_condition = self.sprt.map_or(StopCondition::AllGames, |elo| {
            StopCondition::Sprt(elo.map(f64::from))
        });
        landfall_arena::merge(journals, build_check, stop_condition)
    }

    /// Prints the summary. Missing and duplicate games are named on stderr, or in the JSON object.
    fn print(&self, merged: &MergedMatch) -> Result<(), CliError> {
        let text = match self.json {
            true => merged.json(),
            false => merged.text(),
        };
        landfall_arena::write_summary(&mut io::stdout(), &text).map_err(CliError::failed)?;
        if !self.json && !merged.missing.is_empty() {
            let gaps = merged.missing.iter();
            let gaps: Vec<String> = gaps
                .map(|gap| format!("{}..{}", gap.start, gap.end))
                .collect();
            eprintln!("landfall: games {} are missing", gaps.join(", "));
        }
        if !self.json && merged.duplicates > 0 {
            eprintln!(
                "landfall: {} duplicate games are counted once",
                merged.duplicates
            );
        }
        Ok(())
    }
}
