//! Files that tests make and read.

use std::path::PathBuf;

pub use landfall_testing::files::text;

/// Returns a new empty folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    landfall_testing::files::folder(env!("CARGO_TARGET_TMPDIR"), name)
}
