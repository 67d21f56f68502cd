//! `landfall learn`.

use super::Failure;
use crate::tuner::outcome;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Options of `landfall learn`.
#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(flatten)]
    options: outcome::Options,
}

/// Learns weights from finished games.
pub fn run(args: &LearnArgs) -> Result<ExitCode, Failure> {
    if let Some(text) = outcome::run(&args.options).map_err(Failure)? {
        // A reader that has seen enough may close the pipe.
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
    Ok(ExitCode::SUCCESS)
}
