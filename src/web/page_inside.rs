//! The page inside the program, which the feature `page` puts there when it is built.

use flate2::read::GzDecoder;
use std::io::{self, Read};
use std::ops::Range;

/// All files one after the other, each in gzip's format.
#[cfg(feature = "page")]
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/page.gz"));
#[cfg(not(feature = "page"))]
static BYTES: &[u8] = &[];

/// The paths of the files, and where they are.
#[cfg(feature = "page")]
static FILES: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
#[cfg(not(feature = "page"))]
static FILES: &[(&str, Range<usize>)] = &[];

/// A file of the page inside the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileInside {
    /// The file in gzip's format.
    pub compressed: &'static [u8],
}

/// Returns whether the program was built with the page.
pub(super) fn exists() -> bool {
    !FILES.is_empty()
}

/// Returns the file of a path.
pub(super) fn get(path: &str) -> Option<FileInside> {
    let (_, range) = FILES.iter().find(|(name, _)| *name == path)?;
    let compressed = &BYTES[range.clone()];
    Some(FileInside { compressed })
}

impl FileInside {
    /// Returns the entity tag: checksum and length, with which gzip's format ends.
    pub fn tag(&self) -> String {
        let end = &self.compressed[self.compressed.len() - 8..];
        let digits: String = end.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("W/\"{digits}\"")
    }

    /// Returns the file as it was.
    ///
    /// # Errors
    /// None is known: what was compressed can be read again.
    pub fn plain(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        GzDecoder::new(self.compressed).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
