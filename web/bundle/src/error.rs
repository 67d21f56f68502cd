//! Errors of the bundle.

use std::path::PathBuf;

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {source}")]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
    /// wasm-bindgen rejects a module.
    #[error("{path}: {reason}")]
    Module { path: PathBuf, reason: String },
    /// A module cannot be compressed.
    #[error("a module cannot be compressed: {0}")]
    Compression(std::io::Error),
    /// The two modules are not of the same source.
    #[error("the plain and the SIMD module export different things: build both again")]
    DifferentExports,
    /// A template lacks a mark.
    #[error("{file} has no {mark}: it marks the place that the build fills in")]
    MarkMissing {
        file: &'static str,
        mark: &'static str,
    },
}
