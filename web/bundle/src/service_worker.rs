//! The lists of files that the service worker stores for use without a network: those of the page
//! at once, and later those of its folders that are loaded when they are first used.

use crate::error::BundleError;
use crate::files;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// The script, which the page installs.
const FILE: &str = "service-worker.js";

/// Where it has the version of all files together.
const VERSION: &str = "@version@";

/// Where it has the list of the files of the page.
const LIST: &str = "/* @files@ */";

/// Where it has the list of the files in folders.
const LATER_LIST: &str = "/* @later files@ */";

/// Files that the page does not load.
const NOT_KEPT: [&str; 2] = [FILE, "landfall-worker.js"];

/// Fills in the lists of files, and a version that changes with any of them.
pub fn fill_in(folder: &Path) -> Result<(), BundleError> {
    let script = folder.join(FILE);
    if !script.exists() {
        return Ok(());
    }
    let mut hasher = DefaultHasher::new();
    let (mut list, mut later_list) = (String::new(), String::new());
    let all = files::all(folder)?;
    let page: Vec<String> = all
        .iter()
        .filter(|(name, _)| name.ends_with(".js") && !name.contains('/'))
        .map(|(_, path)| files::read_text(path))
        .collect::<Result<_, _>>()?;
    let is_imported = |name: &str| {
        let import = format!("from \"./{name}\"");
        page.iter().any(|text| text.contains(&import))
    };
    for (name, path) in all {
        if NOT_KEPT.contains(&&*name) {
            continue;
        }
        hasher.write(name.as_bytes());
        hasher.write(&files::read(&path)?);
        let list = match name.contains('/') && !is_imported(&name) {
            true => &mut later_list,
            false => &mut list,
        };
        list.push_str(&format!("\"{name}\", "));
    }
    let text = files::read_text(&script)?;
    for mark in [VERSION, LIST, LATER_LIST] {
        if !text.contains(mark) {
            return Err(BundleError::MarkMissing {
                file: "page/service-worker.js",
                mark,
            });
        }
    }
    let version = format!("{:016x}", hasher.finish());
    let text = text
        .replace(VERSION, &version)
        .replace(LIST, &list)
        .replace(LATER_LIST, &later_list);
    files::write(folder, FILE, text.as_bytes())
}
