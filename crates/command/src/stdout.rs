//! Results on stdout.

use crate::CliError;
use std::io::{self, ErrorKind, Write};

/// Prints a text at once. Returns whether somebody still reads: a reader that has left is no error.
///
/// # Errors
/// [`CliError::Stdout`], as on a full disk: what was to be printed is not there.
pub fn print(text: &str) -> Result<bool, CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(CliError::Stdout(error)),
    }
}
