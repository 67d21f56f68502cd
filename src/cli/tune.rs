//! `landfall tune`.

use super::CliError;
use super::error::journal_error;
use crate::tune::{self, Outcome, TuneError};
use clap::Args;
use landfall_arena::PlayerSpec;
use landfall_bot::{DriverOptions, Settings};
use landfall_command::{StopFlag, interrupted, misread, print};
use landfall_replay::FileKind;
use landfall_search::Weights;
use std::process::ExitCode;
use std::sync::Arc;

/// The memory of a player's search in bytes: small, because several play at a time with few nodes.
const MEMORY_BYTES: usize = 64 << 20;

/// Options of `landfall tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(flatten)]
    options: tune::Options,
}

/// The exit code if scores of a generation are missing.
const EXIT_MISSING: u8 = 3;

/// The exit code if the run has reached its limit, so that there are no more jobs.
const EXIT_AT_LIMIT: u8 = 4;

/// Tunes weights, or performs one step of a generation.
pub fn run(args: &TuneArgs) -> Result<ExitCode, CliError> {
    let stop = StopFlag::install()?;
    let options = &args.options;
    let outcome = tune::run(options, &make_player, &stop).map_err(tune_error)?;
    let is_stopped = match &outcome {
        Outcome::Ended { .. } => stop.is_set(),
        outcome => *outcome == Outcome::Stopped,
    };
    let code = report(outcome)?;
    if is_stopped {
        eprintln!(
            "landfall: stopped; to continue: {}",
            options.resume_command()
        );
        return Ok(interrupted());
    }
    Ok(code)
}

/// Wraps an error. Names the kind of a file that is not of the kind that a run needs.
fn tune_error(error: TuneError) -> CliError {
    match error {
        TuneError::Journal(error) => {
            journal_error(error, &[FileKind::TUNE_JOURNAL, FileKind::TUNE_SCORES])
        }
        TuneError::JobsFile { ref path, .. } => {
            CliError::Message(misread(path, &[FileKind::TUNE_JOBS], &error))
        }
        error => CliError::failed(error),
    }
}

/// Prints the outcome, results on stdout, and returns the exit code.
fn report(outcome: Outcome) -> Result<ExitCode, CliError> {
    match outcome {
        Outcome::Ended { weights, summary } => {
            print(&weights.unwrap_or_default())?;
            for line in summary.to_string().lines() {
                eprintln!("landfall: {line}");
            }
        }
        Outcome::Asked { generation, jobs } => {
            print(&format!("{generation} {jobs}\n"))?;
        }
        Outcome::AtLimit => {
            eprintln!("landfall: the run has reached its limit; no jobs were written");
            return Ok(ExitCode::from(EXIT_AT_LIMIT));
        }
        Outcome::Played | Outcome::Stopped => {}
        Outcome::Finished {
            generation,
            scores,
            duplicates,
        } => {
            eprintln!("landfall: finished generation {generation}, {scores}");
            if duplicates > 0 {
                eprintln!("landfall: {duplicates} duplicate jobs are counted once");
            }
        }
        Outcome::FinishedBefore { generation } => {
            eprintln!(
                "landfall: the run has the scores of generation {generation} already; nothing has changed"
            );
        }
        Outcome::Missing {
            generation,
            jobs,
            not_begun,
        } => {
            for path in not_begun {
                eprintln!("landfall: {} has no whole line yet", path.display());
            }
            let jobs: Vec<String> = jobs
                .iter()
                .map(|jobs| format!("{}..{}", jobs.start, jobs.end))
                .collect();
            eprintln!(
                "landfall: scores of generation {generation} are missing: jobs {}",
                jobs.join(", ")
            );
            print(&(jobs.join("\n") + "\n"))?;
            return Ok(ExitCode::from(EXIT_MISSING));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the built-in bot with these weights. It suggests only one move, because the referee
/// plays by the bot's own rules and accepts it.
fn make_player(weights: &Arc<Weights>, nodes: u64) -> PlayerSpec {
    let search = DriverOptions {
        search: landfall_search::SearchOptions {
            memory: MEMORY_BYTES,
            weights: Some(Arc::clone(weights)),
            ..landfall_search::SearchOptions::default()
        },
        nodes: Some(nodes),
        ..DriverOptions::default()
    };
    PlayerSpec::BuiltIn(Box::new(Settings {
        max_moves: 1,
        ..Settings::new(search)
    }))
}
