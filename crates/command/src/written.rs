//! What a command says when the files that it was asked for are written.

use std::path::Path;

/// Says on stderr where a result is, such as `landfall: the net is in net.json`.
pub fn report(result: &str, path: &Path) {
    eprintln!("landfall: {result} in {}", path.display());
}
