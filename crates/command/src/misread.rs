//! What a file is that should be another one.

use landfall_replay::FileKind;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Longest beginning of a file that is looked at to tell what it is, in bytes.
const MAX_LOOK: u64 = 1 << 20;

/// Returns what is wrong with a file that should be `wanted`, and what it is, if it is another one
/// that landfall knows.
pub fn misread(path: &Path, wanted: &[FileKind], error: impl fmt::Display) -> String {
    match kind_of_file(path).filter(|kind| !wanted.contains(kind)) {
        Some(kind) => format!("{error}; {kind}"),
        None => error.to_string(),
    }
}

/// Returns what a file is, by its beginning. Only regular files are opened.
fn kind_of_file(path: &Path) -> Option<FileKind> {
    let mut bytes = Vec::new();
    let file = path.is_file().then(|| File::open(path).ok())??;
    file.take(MAX_LOOK).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 == MAX_LOOK {
        let line_end = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(line_end.unwrap_or(0));
    }
    FileKind::of(&bytes)
}
