//! Reads weights files.

use crate::{CliError, misread};
use landfall_experiment::files::read_text;
use landfall_experiment::hash::fnv1a_hex;
use landfall_replay::FileKind;
use landfall_rules::rulesets::GUIDELINE;
use landfall_search::Weights;
use std::error::Error;
use std::io;
use std::path::Path;

/// Why a weights file cannot be used. The path is not part of the text.
#[derive(Debug, thiserror::Error)]
pub enum WeightsFileError {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[source] io::Error),
    /// It contains no weights.
    #[error("this is not a weights file: {reason}; `landfall weights --rules {rules}` prints one")]
    Parse {
        /// What is wrong with it.
        reason: Box<dyn Error + Send + Sync>,
        /// The rules that the weights should be for.
        rules: &'static str,
    },
}

/// Returns the hash of weights in journals and versions.
pub fn hash(weights: &Weights) -> String {
    // Writing weights as JSON does not fail; if it did, the error would be hashed.
    let text = weights.to_json().unwrap_or_else(|error| error.to_string());
    fnv1a_hex(text.as_bytes())
}

/// Reads a weights file with the parser of its evaluation. `landfall weights --rules RULES` prints
/// such a file.
///
/// # Errors
/// The file cannot be read, or the parser refuses its text.
pub fn read_weights<W, E>(
    path: &Path,
    rules: &'static str,
    parse: impl FnOnce(&str) -> Result<W, E>,
) -> Result<W, WeightsFileError>
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let text = read_text(path).map_err(WeightsFileError::Read)?;
    parse(&text).map_err(|reason| WeightsFileError::Parse {
        reason: reason.into(),
        rules,
    })
}

/// Reads a weights file for the bot, whose weights are used for every ruleset.
///
/// # Errors
/// The file cannot be read or has no weights; the error names the file and the place in it.
pub fn read(path: &Path) -> Result<Weights, CliError> {
    read_weights(path, GUIDELINE.name, Weights::parse)
        .map_err(|error| CliError::about(path, misread(path, &[FileKind::WEIGHTS], error)))
}
