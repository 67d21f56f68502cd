//! The files that an example's arguments name.

use std::path::PathBuf;

/// Returns the files of arguments, those of a folder by name.
pub fn files(arguments: impl Iterator<Item = String>) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in arguments.map(PathBuf::from) {
        if path.is_dir() {
            let entries: Result<Vec<_>, _> = path.read_dir()?.collect();
            let mut inside: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
            inside.sort();
            files.extend(inside);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}
