//! `landfall weights`, and reading a weights file.

use super::{CliError, read_text};
use crate::tune::Target;
use clap::Args;
use landfall_search::Weights;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Options of `landfall weights`.
#[derive(Debug, Args)]
pub struct WeightsArgs {
    /// The rules whose weights are wanted: a ruleset, or dropblox.
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = Target::by_name)]
    rules: Target,
}

/// Prints the weights that are made for some rules.
pub fn run(args: &WeightsArgs) -> Result<ExitCode, CliError> {
    let text = args.rules.shipped().to_json();
    let text =
        text.map_err(|e| CliError::Message(format!("the weights cannot be written as JSON: {e}")))?;
    // A reader that has seen enough may close the pipe.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Reads a weights file.
///
/// # Errors
/// Names the file, and the place in it that is wrong.
pub fn read(path: &Path) -> Result<Weights, CliError> {
    Weights::parse(&read_text(path)?).map_err(|reason| {
        let path = path.display();
        CliError::Message(format!(
            "{path} is no weights file: {reason}; `landfall weights` prints a good one"
        ))
    })
}
