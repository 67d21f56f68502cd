//! Values as JSON text, the form in which they cross the border to JavaScript.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wasm_bindgen::JsError;

/// The longest text that is read, in bytes. A position has fewer than 10,000.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Why a text cannot be read.
#[derive(Debug, Error)]
pub enum JsonError {
    /// It is too long.
    #[error("{what}: the text has {bytes} bytes, at most {MAX_TEXT_BYTES} are read")]
    TooLong {
        /// What should stand in it.
        what: &'static str,
        /// Its length.
        bytes: usize,
    },
    /// It is no JSON, or says something else.
    #[error("{what}: {error}")]
    Json {
        /// What should stand in it.
        what: &'static str,
        /// What is wrong, and where.
        error: serde_json::Error,
    },
}

/// Returns a value as JSON. What is sent consists of texts, numbers and lists, which can always
/// be written.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Parses the JSON of `what`.
///
/// # Errors
/// The text is too long, no JSON, or says something else.
pub fn from_json<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, JsonError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(JsonError::TooLong {
            what,
            bytes: text.len(),
        });
    }
    serde_json::from_str(text).map_err(|error| JsonError::Json { what, error })
}

/// Returns an error as JavaScript throws it: its sentence.
pub fn js_error(error: impl std::error::Error) -> JsError {
    JsError::new(&error.to_string())
}
