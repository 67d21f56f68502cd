//! Files and folders, with errors that name them.

use crate::compact::compact;
use crate::error::BundleError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn at(path: &Path) -> impl FnOnce(io::Error) -> BundleError {
    let path = path.to_path_buf();
    move |source| BundleError::File { path, source }
}

/// Makes a folder, or removes what is in it.
pub fn empty(folder: &Path) -> Result<(), BundleError> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(at(folder))?;
    }
    fs::create_dir_all(folder).map_err(at(folder))
}

/// Copies the files of a folder and of those in it, scripts and styles without comments.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), BundleError> {
    fs::create_dir_all(to).map_err(at(to))?;
    for path in entries(from)? {
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else if path
            .extension()
            .is_some_and(|kind| kind == "js" || kind == "css")
        {
            fs::write(&copy, compact(&read_text(&path)?)).map_err(at(&copy))?;
        } else {
            fs::copy(&path, &copy).map_err(at(&path))?;
        }
    }
    Ok(())
}

/// Returns the files in a folder and in those in it, each with its path from there as an address has
/// it, in the order of these.
pub fn all(folder: &Path) -> Result<Vec<(String, PathBuf)>, BundleError> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            let inner = all(&path)?.into_iter();
            found.extend(inner.map(|(inner, path)| (format!("{name}/{inner}"), path)));
        } else {
            found.push((name.into_owned(), path));
        }
    }
    Ok(found)
}

/// Returns what is in a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, BundleError> {
    let read = || -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        entries.collect()
    };
    let mut paths = read().map_err(at(folder))?;
    paths.sort();
    Ok(paths)
}

/// Returns the text of a file.
pub fn read_text(path: &Path) -> Result<String, BundleError> {
    fs::read_to_string(path).map_err(at(path))
}

/// Returns the bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, BundleError> {
    fs::read(path).map_err(at(path))
}

/// Writes a file of a folder.
pub fn write(folder: &Path, name: &str, content: &[u8]) -> Result<(), BundleError> {
    let path = folder.join(name);
    fs::write(&path, content).map_err(at(&path))
}
