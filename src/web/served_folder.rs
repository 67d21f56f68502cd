//! The files of a folder that may be served: regular ones inside it, and no hidden ones.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder whose files are served.
#[derive(Debug)]
pub(super) struct ServedFolder {
    /// The absolute path, without links.
    root: PathBuf,
}

impl ServedFolder {
    /// Returns a folder whose files are served.
    ///
    /// # Errors
    /// The folder does not exist.
    pub fn new(folder: &Path) -> io::Result<ServedFolder> {
        let root = folder.canonicalize()?;
        Ok(ServedFolder { root })
    }

    /// Opens a file of the folder. Returns `None` if the path leads out of the folder, also by a
    /// link, if it is no regular file, or if a name in it begins with a dot.
    pub fn open(&self, path: &str) -> Option<File> {
        // The names of all files of the build have only these characters.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        if !path.chars().all(is_plain) || !has_plain_names(Path::new(path)) {
            return None;
        }
        let found = self.root.join(path).canonicalize().ok()?;
        // A link inside may lead out, or to a hidden file.
        let inside = found.strip_prefix(&self.root).ok()?;
        if !has_plain_names(inside) {
            return None;
        }
        open_regular(&found)
    }
}

/// Returns whether a path has only names that do not begin with a dot.
fn has_plain_names(path: &Path) -> bool {
    path.components().all(|part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    })
}

/// Opens a regular file. Does not block on a pipe, which would wait for its writer.
fn open_regular(path: &Path) -> Option<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use nix::fcntl::OFlag;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlag::O_NONBLOCK | OFlag::O_NOFOLLOW;
        options.custom_flags(flags.bits());
    }
    let file = options.open(path).ok()?;
    file.metadata().is_ok_and(|it| it.is_file()).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Read;

    /// Creates a folder for a test, which contains the served folder `dist` and a file beside it.
    fn folder(name: &str) -> PathBuf {
        let name = format!("landfall-served-{}-{name}", std::process::id());
        let outside = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&outside);
        fs::create_dir_all(outside.join("dist/icons/.git")).unwrap();
        for file in [
            "secret.txt",
            "dist/index.html",
            "dist/icons/icon.svg",
            "dist/.env",
            "dist/icons/.git/config",
        ] {
            fs::write(outside.join(file), file).unwrap();
        }
        outside
    }

    #[test]
    fn only_files_of_the_folder_are_opened() {
        let outside = folder("paths");
        let served = ServedFolder::new(&outside.join("dist")).unwrap();
        let read = |path: &str| {
            let mut text = String::new();
            served.open(path)?.read_to_string(&mut text).unwrap();
            Some(text)
        };
        assert_eq!(read("index.html").as_deref(), Some("dist/index.html"));
        assert_eq!(
            read("icons/icon.svg").as_deref(),
            Some("dist/icons/icon.svg")
        );
        for path in [
            "",
            ".",
            "icons",
            "none",
            ".env",
            "icons/.git/config",
            "../secret.txt",
            "icons/../../secret.txt",
            "%2e%2e/secret.txt",
            "icons\\..\\icon.svg",
            "./a/..",
            "\0",
            "/etc/hostname",
        ] {
            assert_eq!(read(path), None, "{path}");
        }
        fs::remove_dir_all(outside).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_and_special_files_are_not_opened() {
        use std::os::unix::fs::symlink;
        let outside = folder("links");
        let dist = outside.join("dist");
        symlink(outside.join("secret.txt"), dist.join("link.txt")).unwrap();
        symlink(&outside, dist.join("up")).unwrap();
        symlink(".env", dist.join("env.txt")).unwrap();
        symlink("index.html", dist.join("same.html")).unwrap();
        symlink("/dev/zero", dist.join("zero")).unwrap();
        let mode = nix::sys::stat::Mode::S_IRWXU;
        nix::unistd::mkfifo(&dist.join("fifo"), mode).unwrap();
        // The folder itself may be a link.
        symlink(&dist, outside.join("served")).unwrap();
        let served = ServedFolder::new(&outside.join("served")).unwrap();
        assert!(
            served.open("same.html").is_some(),
            "the link leads to a file inside"
        );
        for path in ["link.txt", "up/secret.txt", "env.txt", "zero", "fifo"] {
            assert!(served.open(path).is_none(), "{path}");
        }
        fs::remove_dir_all(outside).unwrap();
    }
}
