//! Files of Connect6: nets, records and openings. Files are written as a whole.

use crate::engine::Net;
use crate::opening_book;
use crate::record::GameRecord;
use crate::rules::Turn;
use landfall_command::{CliError, read_text};
use landfall_experiment::files;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The extension of records.
pub const RECORD_EXTENSION: &str = "txt";

/// Reads a net.
///
/// # Errors
/// The file cannot be read, or is not a net.
pub fn read_net(path: &Path) -> Result<Arc<Net>, CliError> {
    let file = fs::File::open(path);
    let bytes = file.and_then(|mut file| files::read_limited(&mut file, files::MAX_TEXT_BYTES));
    let bytes = bytes.map_err(|error| CliError::about(path, error))?;
    let net = Net::from_bytes(&bytes).map_err(|error| CliError::about(path, error))?;
    Ok(Arc::from(net))
}

/// Reads a record.
///
/// # Errors
/// The file cannot be read, or is not a record.
pub fn read_record(path: &Path) -> Result<GameRecord, CliError> {
    GameRecord::parse(&read_text(path)?).map_err(|error| CliError::about(path, error))
}

/// Reads a list of openings.
///
/// # Errors
/// The file cannot be read, or a line is not an opening.
pub fn read_openings(path: &Path) -> Result<Vec<Vec<Turn>>, CliError> {
    opening_book::parse_openings(&read_text(path)?).map_err(|error| CliError::about(path, error))
}

/// Returns the records at the paths, which are files or folders, sorted by name.
///
/// # Errors
/// A folder cannot be read, or has no records.
pub fn collect_records(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    files::collect_files(paths, RECORD_EXTENSION, "records").map_err(CliError::failed)
}

/// Writes a file; an old one is replaced as a whole.
///
/// # Errors
/// It cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    files::write_atomic(path, bytes).map_err(|error| CliError::about(path, error))
}
