//! Sets the version of the program: that of the package and, in a git checkout, the commit.

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
