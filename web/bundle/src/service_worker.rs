//! The list of files that the service worker stores for use without a network.

use crate::error::BundleError;
use crate::files;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// The script, which the page installs.
const FILE: &str = "service-worker.js";

/// Where it has the version of all files together.
const VERSION: &str = "@version@";

/// Where it has the list of all files.
const LIST: &str = "/* @files@ */";

/// Files that the page does not load.
const NOT_KEPT: [&str; 2] = [FILE, "landfall-worker.js"];

/// Fills in the list of files, and a version that changes with any of them.
pub fn fill_in(folder: &Path) -> Result<(), BundleError> {
    let script = folder.join(FILE);
    if !script.exists() {
        return Ok(());
    }
    let mut hasher = DefaultHasher::new();
    let mut list = String::new();
    for path in files::entries(folder)?.iter().filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if NOT_KEPT.contains(&&*name) {
            continue;
        }
        hasher.write(name.as_bytes());
        hasher.write(&files::read(path)?);
        list.push_str(&format!("\"{name}\", "));
    }
    let text = files::read_text(&script)?;
    for mark in [VERSION, LIST] {
        if !text.contains(mark) {
            return Err(BundleError::MarkMissing {
                file: "page/service-worker.js",
                mark,
            });
        }
    }
    let version = format!("{:016x}", hasher.finish());
    let text = text.replace(VERSION, &version).replace(LIST, &list);
    files::write(folder, FILE, text.as_bytes())
}
