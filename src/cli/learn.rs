//! `landfall learn`.

use super::CliError;
use crate::learn::{self, LearnError};
use clap::Args;
use landfall_command::{misread, print, written};
use landfall_replay::FileKind;
use std::process::ExitCode;

/// Options of `landfall learn`.
#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(flatten)]
    options: learn::Options,
}

/// Wraps an error. Names the kind of a file that is no replay.
fn learn_error(error: LearnError) -> CliError {
    match &error {
        LearnError::Replay { path, .. } => {
            CliError::Message(misread(path, &[FileKind::ARENA_REPLAY], &error))
        }
        _ => CliError::failed(error),
    }
}

/// Learns weights from finished games.
pub fn run(args: &LearnArgs) -> Result<ExitCode, CliError> {
    if let Some(text) = learn::run(&args.options).map_err(learn_error)? {
        print(&text)?;
    }
    if let Some(out) = &args.options.out {
        written::report("the weights are", out);
    }
    Ok(ExitCode::SUCCESS)
}
