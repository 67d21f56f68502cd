//! Messages about files that a command has written.

use std::path::Path;

/// Prints the path of a result to stderr, such as `landfall: the net is in net.json`.
pub fn report(result: &str, path: &Path) {
    eprintln!("landfall: {result} in {}", path.display());
}
