//! Values as JSON text, the form in which they cross the border to JavaScript.
//!
//! Owns the sentences that a page shows where a value cannot be read. Attributes are read by
//! `landfall-tbp`'s readers, which say what an attribute must be.

use landfall_tbp::ParseError;
use landfall_tbp::attributes::{Object, unexpected};
use serde::Serialize;
use serde_json::Value;
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
    /// It is no JSON.
    #[error("{what}: this is no JSON, see line {line}, byte {column}")]
    NotJson {
        /// What should stand in it.
        what: &'static str,
        /// The line where it goes wrong, from 1.
        line: usize,
        /// The byte of that line, from 1.
        column: usize,
    },
    /// An attribute is missing or has another value.
    #[error(transparent)]
    Attribute(#[from] ParseError),
    /// An attribute has no meaning.
    #[error("{what}: there is no attribute {name:?}, there are: {}", .known.join(", "))]
    UnknownAttribute {
        /// What it stands in.
        what: &'static str,
        /// Its name, at most 40 characters of it.
        name: String,
        /// Those that have one.
        known: &'static [&'static str],
    },
    /// A text or number is no counter of a position.
    #[cfg(feature = "page")]
    #[error("{found} is no count: it must be a whole number from 0 to {most}", most = u16::MAX)]
    Counter {
        /// What it is, at most 40 characters of it.
        found: String,
    },
}

/// A value that is read of JSON.
pub trait ReadJson: Sized {
    /// Reads a value; `what` is it for people.
    ///
    /// # Errors
    /// The JSON says something else.
    fn read(what: &'static str, value: &Value) -> Result<Self, JsonError>;
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
pub fn from_json<T: ReadJson>(what: &'static str, text: &str) -> Result<T, JsonError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(JsonError::TooLong {
            what,
            bytes: text.len(),
        });
    }
    let value = serde_json::from_str(text).map_err(|error| JsonError::NotJson {
        what,
        line: error.line(),
        column: error.column(),
    })?;
    T::read(what, &value)
}

/// Returns the object that a value is, whose attributes all have a meaning.
///
/// # Errors
/// It is none, or an attribute of it is not among `known`.
pub fn object<'a>(
    what: &'static str,
    value: &'a Value,
    known: &'static [&'static str],
) -> Result<&'a Object, JsonError> {
    let Value::Object(object) = value else {
        return Err(unexpected(what, "an object", value).into());
    };
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(object),
        Some(name) => Err(JsonError::UnknownAttribute {
            what,
            name: name.chars().take(40).collect(),
            known,
        }),
    }
}

/// Returns an attribute that need not be there; null is the same as absent.
pub fn told<'a>(object: &'a Object, name: &str) -> Option<&'a Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// Returns a text, if there is one.
///
/// # Errors
/// There is something else.
pub fn told_text(object: &Object, name: &str) -> Result<Option<String>, JsonError> {
    match told(object, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(unexpected(name, "a text", other).into()),
    }
}

/// Returns a whole number from 0, if there is one; one beyond the largest becomes it.
///
/// # Errors
/// There is something else.
pub fn told_whole(object: &Object, name: &str) -> Result<Option<u64>, JsonError> {
    let Some(value) = told(object, name) else {
        return Ok(None);
    };
    let rounded = || {
        let number = value.as_f64()?;
        // The cast makes what is too large the largest.
        (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
    };
    match value.as_u64().or_else(rounded) {
        Some(number) => Ok(Some(number)),
        None => Err(unexpected(name, "a whole number, 0 or more", value).into()),
    }
}

/// Returns an error as JavaScript throws it: its sentence.
pub fn js_error(error: impl std::error::Error) -> JsError {
    JsError::new(&error.to_string())
}
