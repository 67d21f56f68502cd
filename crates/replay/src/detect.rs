//! Detects the format of a text by its beginning and by its JSON keys. Contains the marks of games,
//! and the list of other programs' files that look like games but cannot be read; `file_kind` has
//! the files of landfall that are not games.

use crate::error::ReadError;
use crate::file_kind::FileKind;
use crate::tetrio::is_tetrio;
use landfall_fumen::contains_fumen;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// A replay of the arena.
    Arena,
    /// A replay of TETR.IO.
    Tetrio,
    /// A fumen.
    Fumen,
    /// Messages of TBP.
    TbpLog,
}

/// The first bytes of compressed files and archives.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ\0", "xz"),
    (b"BZh", "bzip2"),
];

/// The beginning of compressed JSON in LZ-String's alphabet for links.
const LZ_STRING_OBJECT: &str = "N4Ig";

/// Most keys of an object that are examined.
const MAX_KEYS: usize = 64;

/// Returns the text of a file.
///
/// # Errors
/// It is empty, compressed, or not UTF-8.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    let compressed = COMPRESSED
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic));
    if let Some(&(_, format)) = compressed {
        return Err(ReadError::Compressed { format });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| ReadError::NotText {
        byte: error.valid_up_to() + 1,
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(text)
}

/// Returns the format of a text.
///
/// # Errors
/// It has another format.
pub(crate) fn format(text: &str) -> Result<Format, ReadError> {
    let text = text.trim();
    if text.starts_with('{') {
        let line = text.lines().next().unwrap_or_default();
        let keys: Option<Keys> = serde_json::from_str(line).ok();
        let keys = keys.or_else(|| serde_json::from_str(text).ok());
        return match object_format(&keys.unwrap_or_default()) {
            // An incomplete one is accepted, too: its reader reports where it ends.
            Err(ReadError::Unknown) if is_tetrio(text.as_bytes()) => Ok(Format::Tetrio),
            format => format,
        };
    }
    let line = text.lines().next().unwrap_or_default();
    if let Some(FileKind { what, advice }) = FileKind::of_line(line) {
        return other(what, advice);
    }
    if is_log(text) {
        return Ok(Format::TbpLog);
    }
    let lower: String = text.chars().take(15).flat_map(char::to_lowercase).collect();
    if lower.starts_with("<!doctype") || lower.starts_with("<html") {
        return other(
            "a page of HTML",
            "give the file of the game that it was made from",
        );
    }
    if text.starts_with(LZ_STRING_OBJECT) {
        return jstris();
    }
    if contains_fumen(text) {
        return Ok(Format::Fumen);
    }
    Err(ReadError::Unknown)
}

/// Returns whether the first line that is not a comment is a message, with or without a mark.
fn is_log(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(line) = first else {
        return false;
    };
    match line.strip_prefix(['>', '<']) {
        Some(message) => message.trim_start().starts_with('{'),
        None => serde_json::from_str(line).is_ok_and(|keys: Keys| keys.has("type", Kind::Text)),
    }
}

/// Returns the format of an object: the first line of a file, or the whole file.
fn object_format(keys: &Keys) -> Result<Format, ReadError> {
    use Kind::{List, Number, Object, Text, Word};
    let is = |key: &str, kind: Kind| keys.has(key, kind);
    if is("replay", Number) && is("seats", List) {
        return Ok(Format::Arena);
    }
    if is("type", Text) {
        return Ok(Format::TbpLog);
    }
    if let Some(FileKind { what, advice }) = FileKind::of_keys(keys) {
        return other(what, advice);
    }
    if is("c", Object) && is("d", Text) {
        return jstris();
    }
    if is("success", Word) && (is("error", Object) || is("error", Text)) {
        return other(
            "an answer of the service that has no game",
            "ask it for the game again, or download the replay in the game",
        );
    }
    Err(ReadError::Unknown)
}

fn jstris() -> Result<Format, ReadError> {
    other(
        "a replay of Jstris",
        "it cannot be read; make a fumen of it, which can",
    )
}

fn other(what: &'static str, advice: &'static str) -> Result<Format, ReadError> {
    Err(ReadError::OtherFile { what, advice })
}

/// The keys of a JSON object, with the kind of each value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys(BTreeMap<String, Kind>);

impl Keys {
    /// Returns whether there is a key with a value of this kind.
    pub(crate) fn has(&self, key: &str, kind: Kind) -> bool {
        self.0.get(key) == Some(&kind)
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Keys, D::Error> {
        reader.deserialize_map(KeysVisitor)
    }
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
        let mut keys = Keys::default();
        while let Some((key, kind)) = map.next_entry::<String, Kind>()? {
            if keys.0.len() < MAX_KEYS {
                keys.0.insert(key, kind);
            }
        }
        Ok(keys)
    }
}

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `null`, `true` or `false`.
    Word,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    List,
    /// An object.
    Object,
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Kind, D::Error> {
        reader.deserialize_any(KindVisitor)
    }
}

/// Skips a value and keeps its kind.
struct KindVisitor;

impl<'de> Visitor<'de> for KindVisitor {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Word)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Kind, E> {
        Ok(Kind::Word)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Kind, E> {
        Ok(Kind::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Kind, E> {
        Ok(Kind::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Kind, E> {
        Ok(Kind::Number)
    }

    fn visit_str<E>(self, _: &str) -> Result<Kind, E> {
        Ok(Kind::Text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Kind, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Kind::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kind, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Kind::Object)
    }
}
