//! Sets the version of the program: that of the package and, in a git checkout, the commit. With the
//! feature `page`, puts the web page into the program.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let package = env!("CARGO_PKG_VERSION");
    let version = match commit() {
        Some(commit) => format!("{package} ({commit})"),
        None => package.to_string(),
    };
    println!("cargo:rustc-env=LANDFALL_VERSION={version}");
    #[cfg(feature = "page")]
    page::embed();
}

/// Returns the commit, if this package is the root of a git checkout. A package inside another
/// repository must not show the commit of that one.
fn commit() -> Option<String> {
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    rerun_if_changed("HEAD");
    // HEAD names a branch and does not change with a commit. The file of the branch does, but it may
    // be packed.
    if let Some(branch) = git(&["symbolic-ref", "--quiet", "HEAD"]) {
        rerun_if_changed(&branch);
        rerun_if_changed("packed-refs");
    }
    git(&["rev-parse", "--short=12", "HEAD"]).filter(|commit| !commit.is_empty())
}

/// Runs this script again when a file of the repository changes. A missing file would make it
/// run at every build.
fn rerun_if_changed(file: &str) {
    if let Some(path) = git(&["rev-parse", "--git-path", file])
        && Path::new(&path).exists()
    {
        println!("cargo:rerun-if-changed={path}");
    }
}

/// Returns the output of git, trimmed; `None` if git is missing or fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}

/// The files of the page, for `src/web/page_inside.rs`.
#[cfg(feature = "page")]
mod page {
    use flate2::Compression;
    use flate2::read::GzEncoder;
    use std::fs::{self, File};
    use std::io::{self, Read};
    use std::path::{Path, PathBuf};

    /// The folder that `web/build` makes.
    const FOLDER: &str = "web/dist";

    /// Writes all files, compressed, into one, and a table of their names and places in it.
    pub fn embed() {
        println!("cargo:rerun-if-changed={FOLDER}");
        let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        let (mut bytes, mut table) = (Vec::new(), String::from("&[\n"));
        for path in files(FOLDER.as_ref()) {
            let begin = bytes.len();
            append_compressed(&mut bytes, &path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = path.strip_prefix(FOLDER).expect("inside the folder");
            let name = name.to_str().expect("UTF-8").replace('\\', "/");
            table.push_str(&format!("({name:?}, {begin}..{}),\n", bytes.len()));
        }
        table.push(']');
        fs::write(out.join("page.gz"), bytes).expect("OUT_DIR can be written");
        fs::write(out.join("page.rs"), table).expect("OUT_DIR can be written");
    }

    /// Returns the files of a folder and of those inside, by name.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| {
            panic!(
                "{}: {error}: the feature `page` needs {FOLDER}, which web/build makes in a checkout; \
                 without the feature the program serves a folder that is named",
                folder.display()
            )
        });
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        paths.sort();
        let inside = |path: PathBuf| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        };
        paths.into_iter().flat_map(inside).collect()
    }

    fn append_compressed(bytes: &mut Vec<u8>, path: &Path) -> io::Result<()> {
        GzEncoder::new(File::open(path)?, Compression::best()).read_to_end(bytes)?;
        Ok(())
    }
}
