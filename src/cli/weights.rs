//! `landfall weights`, and reading a weights file.

use super::CliError;
use crate::tune::Target;
use crate::weights_file::read_weights;
use clap::Args;
use landfall_rules::GUIDELINE;
use landfall_search::Weights;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Options of `landfall weights`.
#[derive(Debug, Args)]
pub struct WeightsArgs {
    /// The rules whose weights are printed: a ruleset, or dropblox.
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = Target::by_name)]
    rules: Target,
}

/// Prints the weights of a ruleset.
pub fn run(args: &WeightsArgs) -> Result<ExitCode, CliError> {
    let text = args.rules.shipped_json();
    let text =
        text.map_err(|e| CliError::Message(format!("the weights cannot be written as JSON: {e}")))?;
    // A reader may close the pipe.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Reads a weights file for the bot. Its weights count for every ruleset.
///
/// # Errors
/// Names the file, and the place in it that is wrong.
pub fn read(path: &Path) -> Result<Weights, CliError> {
    read_weights(path, GUIDELINE.name, Weights::parse).map_err(|error| CliError::about(path, error))
}
