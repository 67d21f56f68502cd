//! Values as JSON text, the form in which they are exchanged with JavaScript.
//!
//! Has the sentences that a page shows if a value cannot be read. Attributes are read by
//! `landfall-tbp`, whose errors say what an attribute must be.

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
    /// The text is too long.
    #[error("{what}: the text has {bytes} bytes, at most {MAX_TEXT_BYTES} are read")]
    TooLong {
        /// What the text should be.
        what: &'static str,
        /// Its length.
        bytes: usize,
    },
    /// The text is no JSON.
    #[error("{what}: this is no JSON, see line {line}, byte {column}")]
    NotJson {
        /// What the text should be.
        what: &'static str,
        /// The line of the error, from 1.
        line: usize,
        /// The byte within that line, from 1.
        column: usize,
    },
    /// An attribute is missing or has another value.
    #[error(transparent)]
    Attribute(#[from] ParseError),
    /// An attribute is unknown.
    #[error("{what}: there is no attribute {name:?}, there are: {}", .known.join(", "))]
    UnknownAttribute {
        /// The object that has it.
        what: &'static str,
        /// Its name, at most 40 characters of it.
        name: String,
        /// The known attributes.
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
    /// Reads a value; `what` names it in errors.
    ///
    /// # Errors
    /// The JSON is not such a value.
    fn read(what: &'static str, value: &Value) -> Result<Self, JsonError>;
}

/// Returns a value as JSON. Texts, numbers and lists can always be written.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Parses the JSON of `what`.
///
/// # Errors
/// The text is too long, no JSON, or not such a value.
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

/// Returns a value as an object all of whose attributes are known.
///
/// # Errors
/// The value is no object, or has an attribute that is not among `known`.
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

/// Returns an optional attribute; null is the same as absent.
pub fn optional<'a>(object: &'a Object, name: &str) -> Option<&'a Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// Returns a text, if there is one.
///
/// # Errors
/// The attribute has another type.
pub fn optional_text(object: &Object, name: &str) -> Result<Option<String>, JsonError> {
    match optional(object, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(unexpected(name, "a text", other).into()),
    }
}

/// Returns a flag; absent is false.
///
/// # Errors
/// The attribute has another type.
#[cfg(feature = "review")]
pub fn optional_flag(object: &Object, name: &str) -> Result<bool, JsonError> {
    match optional(object, name) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(other) => Err(unexpected(name, "true or false", other).into()),
    }
}

/// Returns a whole number from 0, if there is one; larger ones become the largest.
///
/// # Errors
/// The attribute has another type.
pub fn optional_whole(object: &Object, name: &str) -> Result<Option<u64>, JsonError> {
    let Some(value) = optional(object, name) else {
        return Ok(None);
    };
    let rounded = || {
        let number = value.as_f64()?;
        // The cast saturates.
        (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
    };
    match value.as_u64().or_else(rounded) {
        Some(number) => Ok(Some(number)),
        None => Err(unexpected(name, "a whole number, 0 or more", value).into()),
    }
}

/// Returns an error as an exception of JavaScript, with its sentence.
pub fn js_error(error: impl std::error::Error) -> JsError {
    JsError::new(&error.to_string())
}
