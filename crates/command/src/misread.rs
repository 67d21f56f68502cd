//! Error messages for files of the wrong kind.

use landfall_replay::FileKind;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Number of bytes at the beginning of a file from which its kind is determined.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the text of `error`, followed by the kind of the file if landfall knows it and it is not
/// one of `wanted`.
pub fn misread(path: &Path, wanted: &[FileKind], error: impl fmt::Display) -> String {
    match kind_of_file(path).filter(|kind| !wanted.contains(kind)) {
        Some(kind) => format!("{error}; {kind}"),
        None => error.to_string(),
    }
}

/// Returns the kind of a file, by its beginning. Only regular files are opened.
fn kind_of_file(path: &Path) -> Option<FileKind> {
    let mut bytes = Vec::new();
    let file = path.is_file().then(|| File::open(path).ok())??;
    file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 == MAX_BYTES {
        let line_end = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(line_end.unwrap_or(0));
    }
    FileKind::of(&bytes)
}
