//! Prints results to stdout.

use crate::CliError;
use std::io::{self, ErrorKind, Write};

/// Prints a text and flushes it. Returns false if the reader has closed the pipe, which is no error.
///
/// # Errors
/// [`CliError::Stdout`] if the text cannot be written, for example because the disk is full.
pub fn print(text: &str) -> Result<bool, CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(CliError::Stdout(error)),
    }
}
