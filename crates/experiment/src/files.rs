//! Checks where files can be written, writes them atomically, reads them up to a size, collects them
//! from folders by their extension, and handles the limit of `ulimit -f`.

use std::collections::HashSet;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Writes a file atomically: writes a file of its name plus `.new`, and then renames it. A reader
/// sees all of it, or the file that was there before. What is no regular file, such as a device, is
/// written directly.
///
/// # Errors
/// The file cannot be written or renamed.
pub fn write_atomic(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, contents);
    }
    let mut new_path = path.as_os_str().to_os_string();
    new_path.push(".new");
    let written = fs::write(&new_path, contents).and_then(|()| fs::rename(&new_path, path));
    if written.is_err() {
        // Half a file is of no use, and may fill the disk.
        let _ = fs::remove_file(&new_path);
    }
    written
}

/// Why there can be no file at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OutputProblem {
    /// The path is that of a folder.
    #[error("this is a folder; give the name of a file")]
    IsFolder,
    /// The folder that would contain the file does not exist.
    #[error("there is no such folder")]
    NoFolder,
}

/// Checks that there can be a file at a path, before the work whose result it is.
///
/// # Errors
/// The path is a folder, or its folder does not exist.
pub fn check_output(path: &Path) -> Result<(), OutputProblem> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => Err(OutputProblem::IsFolder),
        Some(folder) if !folder.is_dir() => Err(OutputProblem::NoFolder),
        _ => Ok(()),
    }
}

/// Makes writing beyond the limit of `ulimit -f` an error, as on a full disk. Without this the signal
/// SIGXFSZ ends the process without a message. Every program calls it first. Programs that it starts
/// have the signal's default again, because `exec` resets handlers (but not ignored signals).
///
/// # Errors
/// The system refuses to catch the signal.
pub fn report_size_limit_as_error() -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // The flag is not read: the write that failed returns an error.
        flag::register(SIGXFSZ, Default::default())?;
    }
    Ok(())
}

/// The longest file of weights, presets, openings or settings that is read, in bytes. The weights of
/// a net have about 100,000.
pub const MAX_TEXT_BYTES: u64 = 16 << 20;

/// Reads a text file of at most [`MAX_TEXT_BYTES`].
///
/// # Errors
/// The file cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_limited(&mut File::open(path)?, MAX_TEXT_BYTES)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Reads the rest of a file, which has at most `most` bytes. A longer file is not kept in memory.
///
/// # Errors
/// The file cannot be read, or is longer.
pub fn read_limited(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let too_long = || {
        let reason = format!("it has more than {most} bytes");
        Err(io::Error::new(ErrorKind::FileTooLarge, reason))
    };
    if file.metadata()?.len() > most {
        return too_long();
    }
    let mut bytes = Vec::new();
    // A pipe has no length.
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => too_long(),
        false => Ok(bytes),
    }
}

/// Returns the named files and, for each named folder, its files with this extension, sorted by
/// name. A file that is named twice is returned once. `what` names the kind of files in errors.
///
/// # Errors
/// A folder cannot be read, or has no such file.
pub fn collect_files(
    paths: &[PathBuf],
    extension: &'static str,
    what: &'static str,
) -> Result<Vec<PathBuf>, CollectError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.append(&mut nonempty_files_in(path, extension, what)?);
        } else {
            files.push(path.clone());
        }
    }
    let mut seen = HashSet::new();
    // A file without a canonical path cannot be read; the error of reading it says why.
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(files)
}

/// Returns the files of a folder with this extension, sorted by name; at least one.
fn nonempty_files_in(
    folder: &Path,
    extension: &'static str,
    what: &'static str,
) -> Result<Vec<PathBuf>, CollectError> {
    let files = files_in(folder, extension).map_err(|source| CollectError::Folder {
        folder: folder.to_path_buf(),
        source,
    })?;
    if files.is_empty() {
        return Err(CollectError::Empty {
            folder: folder.to_path_buf(),
            what,
            extension,
        });
    }
    Ok(files)
}

/// Returns the regular files of a folder with this extension, sorted by name. Reading a pipe would
/// wait.
///
/// # Errors
/// The folder cannot be read.
pub fn files_in(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = paths.collect::<io::Result<Vec<_>>>()?;
    let is_named = |file: &PathBuf| file.extension().is_some_and(|found| found == extension);
    files.retain(|file| is_named(file) && file.is_file());
    files.sort();
    Ok(files)
}

/// Why [`collect_files`] failed.
#[derive(Debug, Error)]
pub enum CollectError {
    /// A folder cannot be read.
    #[error("{folder}: {source}", folder = folder.display())]
    Folder {
        /// Its path.
        folder: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A folder has no such file.
    #[error("{folder}: there are no {what} (*.{extension})", folder = folder.display())]
    Empty {
        /// Its path.
        folder: PathBuf,
        /// The kind of files.
        what: &'static str,
        /// Their extension.
        extension: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("landfall-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn an_atomic_write_replaces_a_file_and_leaves_no_other() {
        let folder = folder("replace");
        let path = folder.join("page.html");
        write_atomic(&path, "old").expect("written");
        write_atomic(&path, b"new".as_slice()).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        assert!(write_atomic(&folder.join("nowhere").join("page.html"), "").is_err());
        // A folder has the name of the file, then the name of the temporary file.
        for name in ["a", "b.new"] {
            fs::create_dir(folder.join(name)).expect("made");
            assert!(write_atomic(&folder.join(&name[..1]), "new").is_err());
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn named_files_are_kept_and_folders_are_filtered_by_extension() {
        let folder = folder("gathered");
        for name in ["b.jsonl", "a.jsonl", "c.txt"] {
            fs::write(folder.join(name), "").expect("written");
        }
        fs::create_dir(folder.join("d.jsonl")).expect("a folder");
        let named = PathBuf::from("as-it-is");
        let twice = folder.join("./b.jsonl");
        let paths = [named.clone(), folder.clone(), twice, folder.join(".")];
        let found = collect_files(&paths, "jsonl", "games");
        let inside = ["a.jsonl", "b.jsonl"].map(|name| folder.join(name));
        let expected: Vec<PathBuf> = std::iter::once(named).chain(inside).collect();
        assert_eq!(found.expect("files"), expected);
        let error = collect_files(std::slice::from_ref(&folder), "png", "pictures")
            .expect_err("there are none");
        assert!(
            error
                .to_string()
                .ends_with(": there are no pictures (*.png)"),
            "{error}"
        );
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_file_of_one_byte_more_is_not_read() {
        let folder = folder("long");
        let path = folder.join("weights.json");
        let write = |bytes: u64| File::create(&path).and_then(|file| file.set_len(bytes));
        write(MAX_TEXT_BYTES).expect("written");
        assert_eq!(read_text(&path).expect("text").len() as u64, MAX_TEXT_BYTES);
        write(MAX_TEXT_BYTES + 1).expect("written");
        let error = read_text(&path).expect_err("too long");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
