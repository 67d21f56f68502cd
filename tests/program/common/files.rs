//! Files that tests make and read.

use std::fs;
use std::path::PathBuf;

pub use landfall_testing::files::text;

/// Returns a new empty folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    landfall_testing::files::folder(env!("CARGO_TARGET_TMPDIR"), name)
}

/// A file for as long as a test needs it.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Writes a file of this name.
    pub fn new(name: &str, text: &str) -> Scratch {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, text).expect("room for a file");
        Scratch(path)
    }

    /// Its path.
    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed lies in cargo's own folder for such files.
        let _ = fs::remove_file(&self.0);
    }
}
