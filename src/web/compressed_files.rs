//! Files compressed for transport, each once for each of its versions.

use flate2::Compression;
use flate2::read::GzEncoder;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest file that is compressed, in bytes: its compressed form is kept in memory.
const MAX_BYTES: u64 = 8 << 20;

/// The compressed form of files by their paths.
#[derive(Debug, Default)]
pub(super) struct CompressedFiles {
    files: Mutex<HashMap<String, Compressed>>,
}

/// A file in gzip's format.
#[derive(Clone, Debug)]
struct Compressed {
    /// The entity tag of the version that was compressed.
    tag: String,
    bytes: Arc<[u8]>,
}

impl CompressedFiles {
    /// Returns a file in gzip's format; `None` if it is too long or of a kind that is compressed
    /// already. `tag` changes with the content of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn get(&self, path: &str, tag: &str, file: &mut File) -> io::Result<Option<Arc<[u8]>>> {
        if path.ends_with(".png") || file.metadata()?.len() > MAX_BYTES {
            return Ok(None);
        }
        if let Some(kept) = self.files().get(path).filter(|kept| kept.tag == tag) {
            return Ok(Some(Arc::clone(&kept.bytes)));
        }
        let mut bytes = Vec::new();
        GzEncoder::new(file.take(MAX_BYTES), Compression::best()).read_to_end(&mut bytes)?;
        let compressed = Compressed {
            tag: tag.to_string(),
            bytes: bytes.into(),
        };
        let bytes = Arc::clone(&compressed.bytes);
        self.files().insert(path.to_string(), compressed);
        Ok(Some(bytes))
    }

    fn files(&self) -> std::sync::MutexGuard<'_, HashMap<String, Compressed>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
