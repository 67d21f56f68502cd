//! Files that tests make and read.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns a new empty folder `name` in `root`, which is `env!("CARGO_TARGET_TMPDIR")`.
pub fn folder(root: &str, name: &str) -> PathBuf {
    let folder = Path::new(root).join(name);
    // The folder of an earlier run may exist.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the text of a file.
pub fn text(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
