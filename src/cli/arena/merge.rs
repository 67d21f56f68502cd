//! `landfall arena merge`: journals of parts of a series, put together once or as they grow.

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

/// The exit code where a test has refused the higher difference in Elo.
const EXIT_H0: u8 = 1;

/// Time between two looks at whether to stop.
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
    /// Seconds between two looks at the folder of --follow
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

/// Merges, and prints the summary.
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
    let mut games = None;
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
        if line != games {
            eprintln!("landfall: {}", line.as_deref().unwrap_or("no game yet"));
            games = line;
        }
        wait(Duration::from_secs(args.interval), stop);
    }
}

/// Waits, but not on when the program is asked to stop.
fn wait(time: Duration, stop: &AtomicBool) {
    let until = Instant::now() + time;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        thread::sleep(POLL_INTERVAL.min(time));
    }
}

/// Returns the journals that are named, and those of the folders that are named.
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
        // One that has only begun has no header yet.
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
        let until = self.sprt.map_or(StopCondition::AllGames, |elo| {
            StopCondition::Sprt(elo.map(f64::from))
        });
        landfall_arena::merge(journals, build_check, until)
    }

    /// Prints the summary; what is missing and what was there twice goes to stderr, or into the
    /// JSON object.
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
                "landfall: {} games were there twice and count once",
                merged.duplicates
            );
        }
        Ok(())
    }
}
