//! Files as every room with files wants them: whole or not there, and listed by name.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes a file beside its place (its name and `.new`), and then puts it there: who looks
/// sees all of it, or what was there before.
///
/// # Errors
/// It cannot be written.
pub fn write_atomic(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".new");
    fs::write(&beside, contents)?;
    fs::rename(&beside, path)
}

/// The files that are meant: those that are named, and of folders those in them that end in
/// `.end`, by name. `what` they are is for people.
///
/// # Errors
/// The folder that cannot be read, or has none, and why.
pub fn collect_files(paths: &[PathBuf], end: &str, what: &str) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            all.append(
                &mut inside(path, end, what).map_err(|why| format!("{}: {why}", path.display()))?,
            );
        } else {
            all.push(path.clone());
        }
    }
    Ok(all)
}

/// The files of a folder that end so, by name; at least one.
fn inside(folder: &Path, end: &str, what: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| Ok(entry?.path()));
        paths.collect::<io::Result<Vec<_>>>()
    });
    let mut files = entries.map_err(|error| error.to_string())?;
    files.retain(|file| file.extension().is_some_and(|found| found == end));
    files.sort();
    if files.is_empty() {
        return Err(format!("there are no {what} (*.{end})"));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("landfall-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_file_takes_the_place_of_another_and_leaves_nothing_beside() {
        let folder = folder("replace");
        let path = folder.join("page.html");
        write_atomic(&path, "old").expect("written");
        write_atomic(&path, b"new".as_slice()).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        assert!(write_atomic(&folder.join("nowhere").join("page.html"), "").is_err());
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn files_are_taken_as_named_and_folders_by_what_their_files_end_in() {
        let folder = folder("gathered");
        for name in ["b.jsonl", "a.jsonl", "c.txt"] {
            fs::write(folder.join(name), "").expect("written");
        }
        let named = PathBuf::from("as-it-is");
        let found = collect_files(&[named.clone(), folder.clone()], "jsonl", "games");
        let inside = ["a.jsonl", "b.jsonl"].map(|name| folder.join(name));
        assert_eq!(found, Ok(std::iter::once(named).chain(inside).collect()));
        let error = collect_files(std::slice::from_ref(&folder), "png", "pictures")
            .expect_err("there are none");
        assert!(error.contains("no pictures (*.png)"), "{error}");
        fs::remove_dir_all(folder).expect("removed");
    }
}
