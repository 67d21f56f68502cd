//! Reads secrets from a file or from the environment. They are never arguments, which other users
//! of the machine can read.

use crate::{CliError, read_text};
use landfall_net::Secret;
use std::path::Path;

/// Returns the text of a file or, without a file, of an environment variable; `None` if there is
/// neither.
///
/// # Errors
/// The file cannot be read.
pub fn text(file: Option<&Path>, variable: &str) -> Result<Option<String>, CliError> {
    match file {
        Some(path) => read_text(path).map(Some),
        None => Ok(std::env::var(variable).ok().filter(|text| !text.is_empty())),
    }
}

/// Returns the secret in a file or, without a file, in an environment variable; `None` if there is
/// neither.
///
/// # Errors
/// The file cannot be read, or the text is not one word.
pub fn word(file: Option<&Path>, variable: &str) -> Result<Option<Secret>, CliError> {
    let Some(text) = text(file, variable)? else {
        return Ok(None);
    };
    let word = Secret::word(&text).map_err(|error| match file {
        Some(path) => CliError::about(path, error),
        None => CliError::Message(format!("{variable}: {error}")),
    })?;
    Ok(Some(word))
}

/// Returns the error for a secret that is missing.
pub fn missing(variable: &str, option: &str) -> CliError {
    CliError::Message(format!(
        "put the secret into the variable {variable}, or into a file that {option} names"
    ))
}
