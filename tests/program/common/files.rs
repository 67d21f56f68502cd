//! Files that tests make and read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

pub use landfall_testing::files::text;

/// Returns a new empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    landfall_testing::files::folder(env!("CARGO_TARGET_TMPDIR"), name)
}

/// The time limit of a wait, long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Waits until a program has written this many lines to a file. It may have ended by then.
pub fn await_lines(child: &mut Child, file: &Path, lines: usize) {
    let written = || fs::read_to_string(file).map_or(0, |text| text.matches('\n').count());
    let started = Instant::now();
    while written() < lines {
        if child.try_wait().expect("a child").is_some() {
            assert!(written() >= lines, "it ended before line {lines}");
            return;
        }
        assert!(started.elapsed() < TIMEOUT, "no line {lines}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// A file that is removed on drop.
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
        // A file that stays is in cargo's folder for temporary files.
        let _ = fs::remove_file(&self.0);
    }
}
