//! Why the page cannot be served.

use super::BUILT_FOLDER;
use std::path::PathBuf;

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The folder has no page.
    #[error(
        "no page in {}: programs of releases have it inside; in a checkout `web/build` makes {BUILT_FOLDER}; --folder names another folder",
        folder.display()
    )]
    NotBuilt {
        /// The folder.
        folder: PathBuf,
    },
    /// The port cannot be listened on.
    #[error("port {port} of 127.0.0.1: {reason}: name another one with --port, 0 for any")]
    Bind {
        /// The port.
        port: u16,
        /// The system's reason.
        reason: String,
    },
}
