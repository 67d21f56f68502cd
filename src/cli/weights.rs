//! `landfall weights`, and reading a weights file.

use super::Failure;
use crate::brain::Weights;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Prints the default weights.
pub fn run() -> Result<ExitCode, Failure> {
    let text = serde_json::to_string_pretty(&Weights::default())
        .map_err(|e| Failure(format!("the weights cannot be written as JSON: {e}")))?;
    // A reader that has seen enough may close the pipe.
    let _ = writeln!(std::io::stdout(), "{text}");
    Ok(ExitCode::SUCCESS)
}

/// Reads a weights file.
///
/// # Errors
/// Names the file, and the place in it that is wrong.
pub fn read(path: &Path) -> Result<Weights, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Failure(format!("cannot read {}: {e}", path.display())))?;
    serde_json::from_str(&text).map_err(|e| {
        let path = path.display();
        Failure(format!(
            "{path} is no weights file: {e}; `landfall weights` prints a good one"
        ))
    })
}
