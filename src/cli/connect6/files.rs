//! Files of Connect6: nets, records of games, and files that are whole or not there.

use super::super::Failure;
use crate::connect6::engine::Net;
use crate::connect6::record::Record;
use crate::connect6::rules::Turn;
use crate::connect6::suite;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The end of the names of records.
pub const RECORD: &str = "txt";

/// Reads a net.
///
/// # Errors
/// The file cannot be read, or is no net.
pub fn net(path: &Path) -> Result<Arc<Net>, Failure> {
    let bytes = fs::read(path).map_err(|error| about(path, error))?;
    let net = Net::read(&bytes).map_err(|error| about(path, error))?;
    Ok(Arc::from(net))
}

/// Reads a record.
///
/// # Errors
/// The file cannot be read, or is no record.
pub fn record(path: &Path) -> Result<Record, Failure> {
    let text = fs::read_to_string(path).map_err(|error| about(path, error))?;
    Record::read(&text).map_err(|error| about(path, error))
}

/// Reads a list of openings.
///
/// # Errors
/// The file cannot be read, or a line of it is no opening.
pub fn openings(path: &Path) -> Result<Vec<Vec<Turn>>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| about(path, error))?;
    suite::read(&text).map_err(|error| about(path, error))
}

/// The records that are meant: files, and those in folders, by name.
///
/// # Errors
/// A folder cannot be read, or has none.
pub fn records(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let mut inside: Vec<PathBuf> = fs::read_dir(path)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|error| about(path, error))?;
        inside.retain(|file| file.extension().is_some_and(|end| end == RECORD));
        inside.sort();
        if inside.is_empty() {
            return Err(about(path, format!("there are no records (*.{RECORD})")));
        }
        all.append(&mut inside);
    }
    Ok(all)
}

/// Writes a file beside its place, and then puts it there: who looks sees all of it or
/// nothing.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".new");
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| about(path, error))
}

/// What is wrong with a file.
pub fn about(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure(format!("{}: {why}", path.display()))
}
