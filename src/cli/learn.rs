//! `landfall learn`.

use super::CliError;
use super::stdout::print;
use super::written;
use crate::learn;
use clap::Args;
use std::process::ExitCode;

/// Options of `landfall learn`.
#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(flatten)]
    options: learn::Options,
}

/// Learns weights from finished games.
pub fn run(args: &LearnArgs) -> Result<ExitCode, CliError> {
    if let Some(text) = learn::run(&args.options).map_err(CliError::failed)? {
        print(&text)?;
    }
    if let Some(out) = &args.options.out {
        written::report("the weights are", out);
    }
    Ok(ExitCode::SUCCESS)
}
