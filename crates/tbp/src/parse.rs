//! From the bytes of a line to a message.
//!
//! Owns what can be wrong with a line and how that is said. Syntax only: whether a board
//! has the right shape or a move is possible is not asked here.

use super::deserialize;
use super::messages::FrontendMessage;
use serde_json::Value;
use std::fmt;

/// Most bytes that a line may have. A full `start` has fewer than 10,000.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads one line. The line end, white space around the object and a byte order mark are
/// ignored. `None` for a blank line and for a message of a type that we do not know, both
/// of which the protocol wants ignored.
///
/// ```
/// use landfall_tbp::{parse, messages::FrontendMessage};
/// assert_eq!(parse(b"{\"type\":\"stop\"}\r\n"), Ok(Some(FrontendMessage::Stop)));
/// assert_eq!(parse(b"{\"type\":\"dance\"}"), Ok(None));
/// assert!(parse(b"stop").is_err());
/// ```
///
/// # Errors
/// What is wrong with the line and where.
pub fn parse(line: &[u8]) -> Result<Option<FrontendMessage>, ParseError> {
    if line.len() > MAX_LINE_BYTES {
        return Err(ParseError::TooLong {
            bytes: line.len() as u64,
        });
    }
    let text = std::str::from_utf8(line).map_err(|error| ParseError::InvalidUtf8 {
        column: error.valid_up_to() + 1,
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.is_empty() {
        return Ok(None);
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => deserialize::message(&object),
        Ok(other) => Err(ParseError::NotAnObject {
            found: quote_value(&other),
        }),
        Err(error) => Err(not_json(text, &error)),
    }
}

/// Why a line could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The line is longer than [`MAX_LINE`].
    TooLong {
        /// Bytes in the line.
        bytes: u64,
    },
    /// The line is not UTF-8.
    InvalidUtf8 {
        /// Byte of the line, from 1, where it goes wrong.
        column: usize,
    },
    /// The line is not JSON.
    NotJson {
        /// Byte of the line, from 1, where it goes wrong.
        column: usize,
        /// What the JSON reader says.
        reason: String,
        /// The surroundings of that byte.
        near: String,
    },
    /// The line is JSON but not an object.
    NotAnObject {
        /// What it is.
        found: String,
    },
    /// An attribute is absent that the message cannot do without.
    Missing {
        /// Path of the attribute, the message's type first.
        attribute: String,
    },
    /// An attribute is not what it should be.
    Unexpected {
        /// Path of the attribute, the message's type first.
        attribute: String,
        /// What would be right.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A piece has a name that no piece has.
    UnknownPiece {
        /// Path of the attribute, the message's type first.
        attribute: String,
        /// What is there.
        found: String,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::TooLong { bytes } => write!(
                f,
                "the line has {bytes} bytes, at most {MAX_LINE_BYTES} are read: send one message a line"
            ),
            ParseError::InvalidUtf8 { column } => write!(
                f,
                "the line is not UTF-8 at byte {column}: send UTF-8 without a stray byte"
            ),
            ParseError::NotJson {
                column,
                reason,
                near,
            } => write!(
                f,
                "the line is not JSON, {reason} at byte {column} near {near}: send one JSON object a line"
            ),
            ParseError::NotAnObject { found } => write!(
                f,
                "the line is {found}: send a JSON object with a `type`, such as {{\"type\":\"suggest\"}}"
            ),
            ParseError::Missing { attribute } => {
                write!(
                    f,
                    "`{attribute}` is missing: the message cannot do without it"
                )
            }
            ParseError::Unexpected {
                attribute,
                expected,
                found,
            } => write!(f, "`{attribute}` is {found}: it must be {expected}"),
            ParseError::UnknownPiece { attribute, found } => write!(
                f,
                "unknown piece {found} in `{attribute}`: the pieces are I, O, T, L, J, S and Z"
            ),
        }
    }
}

impl std::error::Error for ParseError {}

/// A value as it may stand in a message to people: on one line, and cut short.
pub(super) fn quote_value(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_string(),
        Value::String(text) => format!("\"{}\"", quote(text)),
        other => quote(&other.to_string()),
    }
}

/// The first 60 characters of a text, without anything that a terminal might obey.
fn quote(text: &str) -> String {
    const MOST: usize = 60;
    let escaped: String = text
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    let cut = text.chars().nth(MOST).is_some();
    let mut short: String = escaped.chars().take(MOST).collect();
    if cut || short.len() < escaped.len() {
        short.push_str("...");
    }
    short
}

fn not_json(text: &str, error: &serde_json::Error) -> ParseError {
    let column = error.column().max(1);
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or_default();
    ParseError::NotJson {
        column,
        reason: reason.to_string(),
        near: format!("\"{}\"", quote(text_around(text, column))),
    }
}

/// The text from at most 20 bytes before a column on.
fn text_around(text: &str, column: usize) -> &str {
    let mut begin = column.saturating_sub(20).min(text.len());
    while !text.is_char_boundary(begin) {
        begin -= 1;
    }
    &text[begin..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{IncomingGarbage, PieceName, RandomizerState, Start};

    fn start(attributes: &str) -> Result<Start, ParseError> {
        let line = format!(r#"{{"type":"start","board":[]{attributes}}}"#);
        match parse(line.as_bytes())? {
            Some(FrontendMessage::Start(start)) => Ok(start),
            other => panic!("{other:?}"),
        }
    }

    fn said(line: &[u8]) -> String {
        parse(line).expect_err("the line is bad").to_string()
    }

    #[test]
    fn blank_lines_and_unknown_types_are_ignored() {
        for line in ["", "\r\n", "  \t\n", "\u{feff}\n", r#"{"type":"garbage"}"#] {
            assert_eq!(parse(line.as_bytes()), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn line_ends_and_byte_order_marks_are_ignored() {
        for line in ["{\"type\":\"quit\"}\r\n", "\u{feff} {\"type\":\"quit\"} "] {
            assert_eq!(parse(line.as_bytes()), Ok(Some(FrontendMessage::Quit)));
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases: [(&[u8], &str); 10] = [
            (
                b"hello",
                "not JSON, expected value at byte 1 near \"hello\"",
            ),
            (b"{\"type\":\"stop\"", "not JSON, EOF"),
            (b"[1,2]", "the line is a list of 2"),
            (b"null", "the line is null"),
            (b"{}", "`type` is missing"),
            (b"{\"type\":7}", "`type` is 7: it must be a string"),
            (b"{\"type\":\"st\xff\"}", "not UTF-8 at byte 12"),
            (b"{\"type\":\"start\"}", "`start.board` is missing"),
            (
                b"{\"type\":\"new_piece\",\"piece\":\"X\"}",
                "unknown piece \"X\" in `new_piece.piece`",
            ),
            (
                br#"{"type":"play","move":{"location":{"type":"T","orientation":"up"}}}"#,
                "`play.move.location.orientation` is \"up\"",
            ),
        ];
        for (line, expected) in cases {
            let said = said(line);
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn errors_quote_little_and_stay_on_one_line() {
        let long = format!(
            r#"{{"type":"new_piece","piece":"a\n\u001b[31m{}"}}"#,
            "é".repeat(500)
        );
        for line in [long.as_str(), &"\u{1}".repeat(500), &"x".repeat(500)] {
            let said = said(line.as_bytes());
            assert!(said.len() < 280, "{said}");
            assert!(!said.contains(|c: char| c.is_control()), "{said:?}");
        }
    }

    #[test]
    fn a_long_line_is_not_looked_at() {
        let line = vec![b'x'; MAX_LINE_BYTES + 1];
        assert_eq!(parse(&line), Err(ParseError::TooLong { bytes: 1_048_577 }));
    }

    #[test]
    fn counters_may_be_numbers_booleans_or_null() {
        let cases = [
            ("", 0, false),
            (r#","combo":null,"back_to_back":null"#, 0, false),
            (r#","combo":3,"back_to_back":true"#, 3, true),
            (r#","combo":3.0,"back_to_back":1"#, 3, true),
            (r#","combo":true,"back_to_back":0"#, 1, false),
            (r#","combo":false,"back_to_back":0.0"#, 0, false),
            (r#","combo":-1,"back_to_back":-1"#, 0, false),
            (r#","combo":1e300,"back_to_back":12"#, u32::MAX, true),
        ];
        for (attributes, combo, b2b) in cases {
            let start = start(attributes).expect(attributes);
            assert_eq!(
                (start.combo, start.back_to_back),
                (combo, b2b),
                "{attributes}"
            );
        }
        assert!(start(r#","combo":"three""#).is_err());
    }

    #[test]
    fn garbage_that_waits_is_a_number_or_a_list_and_does_not_spoil_the_start() {
        for (told, rows) in [
            ("", 0),
            (r#","incoming_garbage":null"#, 0),
            (r#","incoming_garbage":4.0"#, 4),
            (r#","incoming_garbage":-4"#, 0),
            (r#","incoming_garbage":[]"#, 0),
            (r#","incoming_garbage":[4,1,1e300]"#, u32::MAX),
        ] {
            let start = start(told).expect(told);
            assert_eq!(
                start.incoming_garbage,
                IncomingGarbage::Rows(rows),
                "{told}"
            );
        }
        for told in [r#""four""#, r#"{"lines":4}"#, r#"[4,{"lines":1}]"#, "[[1]]"] {
            let start = start(&format!(r#","incoming_garbage":{told}"#)).expect(told);
            let IncomingGarbage::Invalid { reason } = start.incoming_garbage else {
                panic!("{told} was read");
            };
            assert!(
                reason.starts_with("`start.incoming_garbage` is "),
                "{reason}"
            );
        }
    }

    #[test]
    fn broken_randomizers_do_not_spoil_the_start() {
        let broken = [
            r#"{"type":"seven_bag"}"#,
            r#"{"type":"seven_bag","bag_state":[]}"#,
            r#"{"type":"seven_bag","bag_state":["X"]}"#,
            r#"{"type":"seven_bag","bag_state":"IOT"}"#,
            r#"{"type":"general_bag","current_bag":{"I":1}}"#,
            r#"{"type":"general_bag","current_bag":{"I":0},"filled_bag":{"I":1}}"#,
            r#"{"type":"general_bag","current_bag":{"I":-1},"filled_bag":{"I":1}}"#,
            r#"{}"#,
            r#"{"type":7}"#,
            r#""seven_bag""#,
        ];
        for text in broken {
            let start = start(&format!(r#","randomizer":{text}"#)).expect(text);
            let is_broken = matches!(start.randomizer, Some(RandomizerState::Invalid { .. }));
            assert!(is_broken, "{text}: {:?}", start.randomizer);
        }
    }

    #[test]
    fn randomizers_are_read() {
        let read = |text: &str| {
            start(&format!(r#","randomizer":{text}"#))
                .unwrap()
                .randomizer
        };
        assert_eq!(read("null"), None);
        assert_eq!(
            read(r#"{"type":"uniform"}"#),
            Some(RandomizerState::Uniform)
        );
        assert_eq!(read(r#"{"type":"pairs"}"#), Some(RandomizerState::Unknown));
        assert_eq!(
            read(r#"{"type":"seven_bag","bag_state":["S","T"]}"#),
            Some(RandomizerState::SevenBag {
                bag_state: vec![PieceName::S, PieceName::T]
            })
        );
        let general = r#"{"type":"general_bag","current_bag":{"I":2.0},"filled_bag":{"I":900}}"#;
        let Some(RandomizerState::GeneralBag {
            current_bag,
            filled_bag,
        }) = read(general)
        else {
            panic!("not read");
        };
        assert_eq!((current_bag.i, filled_bag.i, filled_bag.o), (2, 255, 0));
    }

    #[test]
    fn cells_may_be_null_false_zero_or_empty() {
        let line = br#"{"type":"start","board":[[null,false,0,"","G",true,1,"I","."]]}"#;
        let Ok(Some(FrontendMessage::Start(start))) = parse(line) else {
            panic!("not read");
        };
        let filled: Vec<bool> = start.board[0].iter().map(Option::is_some).collect();
        let expected = [false, false, false, false, true, true, true, true, true];
        assert_eq!(filled, expected);
    }
}
