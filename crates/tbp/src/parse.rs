//! Parses a line into a message of a frontend.
//!
//! Has the errors and their texts. Syntax only: `deserialize` reads the attributes, `convert` checks
//! shapes, and the bot checks whether a move is legal.

use super::attributes::Object;
use super::deserialize;
use super::messages::FrontendMessage;
use serde_json::Value;
use thiserror::Error;

/// The longest line that is read, in bytes. A full `start` has fewer than 10,000.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Parses one line of a frontend.
///
/// The line end, white space around the object and a byte order mark are ignored. Returns `None`
/// for a blank line and for a message of an unknown type, both of which bots must ignore.
///
/// # Examples
/// A line that cannot be used says what to send instead:
///
/// ```
/// use landfall_tbp::{parse, messages::FrontendMessage};
/// assert_eq!(parse(b"{\"type\":\"stop\"}\r\n"), Ok(Some(FrontendMessage::Stop)));
/// assert_eq!(parse(b"{\"type\":\"dance\"}"), Ok(None));
/// let error = parse(br#"{"type":"new_piece","piece":"X"}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown piece \"X\" in `new_piece.piece`: the pieces are I, O, T, L, J, S and Z",
/// );
/// ```
///
/// # Errors
/// The line is too long, not UTF-8, not a JSON object, or an attribute of it cannot be used.
pub fn parse(line: &[u8]) -> Result<Option<FrontendMessage>, ParseError> {
    match parse_object(line)? {
        Some(object) => deserialize::message(&object),
        None => Ok(None),
    }
}

/// Returns the JSON object of a line, `None` for a blank one.
///
/// # Errors
/// The line is too long, not UTF-8, or not a JSON object.
pub fn parse_object(line: &[u8]) -> Result<Option<Object>, ParseError> {
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
        Ok(Value::Object(object)) => Ok(Some(object)),
        Ok(other) => Err(ParseError::NotAnObject {
            found: quote_value(&other),
        }),
        Err(error) => Err(not_json(text, &error)),
    }
}

/// Why a line could not be parsed. Every text is one short line without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error(
        "the line has {bytes} bytes, at most {MAX_LINE_BYTES} are read: send one message per line"
    )]
    TooLong {
        /// Bytes in the line.
        bytes: u64,
    },
    /// The line is not UTF-8.
    #[error("the line is not UTF-8 at byte {column}: send UTF-8 without a stray byte")]
    InvalidUtf8 {
        /// The first invalid byte of the line, from 1.
        column: usize,
    },
    /// The line is not JSON.
    #[error(
        "the line is not JSON, {reason} at byte {column} near {near}: send one JSON object per line"
    )]
    NotJson {
        /// The byte of the line, from 1, where parsing failed.
        column: usize,
        /// The message of the JSON parser.
        reason: String,
        /// The text around that byte.
        near: String,
    },
    /// The line is JSON but not an object.
    #[error(
        "the line is {found}: send a JSON object with a `type`, such as {{\"type\":\"suggest\"}}"
    )]
    NotAnObject {
        /// The value.
        found: String,
    },
    /// A required attribute is absent.
    #[error("`{attribute}` is missing: the message cannot do without it")]
    Missing {
        /// Path of the attribute, the message's type first.
        attribute: String,
    },
    /// An attribute has the wrong type or value.
    #[error("`{attribute}` is {found}: it must be {expected}")]
    Unexpected {
        /// Path of the attribute, the message's type first.
        attribute: String,
        /// The values that are accepted.
        expected: &'static str,
        /// The value found.
        found: String,
    },
    /// A piece has an unknown name.
    #[error("unknown piece {found} in `{attribute}`: the pieces are I, O, T, L, J, S and Z")]
    UnknownPiece {
        /// Path of the attribute, the message's type first.
        attribute: String,
        /// The name found.
        found: String,
    },
}

/// Returns a value as text for an error, on one line and shortened.
pub(super) fn quote_value(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_string(),
        Value::String(text) => format!("\"{}\"", quote(text)),
        other => quote(&other.to_string()),
    }
}

/// Returns the first 60 characters of a text, with control characters escaped.
pub(super) fn quote(text: &str) -> String {
    const MAX: usize = 60;
    let escaped: String = text
        .chars()
        .take(MAX)
        .flat_map(char::escape_debug)
        .collect();
    let is_longer = text.chars().nth(MAX).is_some();
    let mut quoted: String = escaped.chars().take(MAX).collect();
    if is_longer || quoted.len() < escaped.len() {
        quoted.push_str("...");
    }
    quoted
}

fn not_json(text: &str, error: &serde_json::Error) -> ParseError {
    let column = error.column().max(1);
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or_default();
    ParseError::NotJson {
        column,
        reason: reason.to_string(),
        near: format!("\"{}\"", quote(text_around(text, column))),
    }
}

/// Returns the text from about 20 bytes before a column on.
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
    use crate::messages::{IncomingGarbage, PieceName, Play, RandomizerState, Start};

    fn start(attributes: &str) -> Result<Start, ParseError> {
        let line = format!(r#"{{"type":"start","board":[]{attributes}}}"#);
        match parse(line.as_bytes())? {
            Some(FrontendMessage::Start(start)) => Ok(start),
            other => panic!("{other:?}"),
        }
    }

    fn error_text(line: &[u8]) -> String {
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
    fn errors_name_what_is_wrong_and_where() {
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
            let text = error_text(line);
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn errors_are_short_and_on_one_line() {
        let long = format!(
            r#"{{"type":"new_piece","piece":"a\n\u001b[31m{}"}}"#,
            "é".repeat(500)
        );
        for line in [long.as_str(), &"\u{1}".repeat(500), &"x".repeat(500)] {
            let text = error_text(line.as_bytes());
            assert!(text.len() < 280, "{text}");
            assert!(!text.contains(|c: char| c.is_control()), "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_not_parsed() {
        let line = vec![b'x'; MAX_LINE_BYTES + 1];
        assert_eq!(parse(&line), Err(ParseError::TooLong { bytes: 1_048_577 }));
    }

    #[test]
    fn counters_may_be_numbers_booleans_or_null() {
        let cases = [
            ("", 0, 0),
            (r#","combo":null,"back_to_back":null"#, 0, 0),
            (r#","combo":3,"back_to_back":true"#, 3, 1),
            (r#","combo":3.0,"back_to_back":1"#, 3, 1),
            (r#","combo":true,"back_to_back":0"#, 1, 0),
            (r#","combo":false,"back_to_back":0.0"#, 0, 0),
            (r#","combo":-1,"back_to_back":-1"#, 0, 0),
            (r#","combo":1e300,"back_to_back":12"#, u32::MAX, 12),
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
    fn absent_counters_of_a_play_are_none() {
        let read = |attributes: &str| {
            let mv = r#"{"location":{"type":"T","orientation":"north","x":4,"y":0}}"#;
            let line = format!(r#"{{"type":"play","move":{mv}{attributes}}}"#);
            match parse(line.as_bytes()) {
                Ok(Some(FrontendMessage::Play(play))) => {
                    let Play {
                        combo,
                        back_to_back,
                        pieces_placed,
                        frame,
                        ..
                    } = play;
                    Some((combo, back_to_back, pieces_placed, frame))
                }
                _ => None,
            }
        };
        assert_eq!(read(""), Some((None, None, None, None)));
        assert_eq!(
            read(r#","combo":0,"back_to_back":null"#),
            Some((Some(0), None, None, None))
        );
        assert_eq!(
            read(r#","back_to_back":true,"pieces_placed":1e300,"frame":1e10"#),
            Some((None, Some(1), Some(u32::MAX), Some(10_000_000_000)))
        );
        assert_eq!(read(r#","frame":"now""#), None);
        let start = start(r#","pieces_placed":-1,"frame":12.0"#).expect("a start");
        assert_eq!((start.pieces_placed, start.frame), (Some(0), Some(12)));
    }

    #[test]
    fn incoming_garbage_is_a_number_or_a_list_and_never_fails_the_start() {
        for (value, rows) in [
            ("", 0),
            (r#","incoming_garbage":null"#, 0),
            (r#","incoming_garbage":4.0"#, 4),
            (r#","incoming_garbage":-4"#, 0),
            (r#","incoming_garbage":[]"#, 0),
            (r#","incoming_garbage":[4,1,1e300]"#, u32::MAX),
        ] {
            let start = start(value).expect(value);
            assert_eq!(
                start.incoming_garbage,
                IncomingGarbage::Rows(rows),
                "{value}"
            );
        }
        for value in [r#""four""#, r#"{"lines":4}"#, r#"[4,{"lines":1}]"#, "[[1]]"] {
            let start = start(&format!(r#","incoming_garbage":{value}"#)).expect(value);
            let IncomingGarbage::Invalid { reason } = start.incoming_garbage else {
                panic!("{value} was read");
            };
            assert!(
                reason.starts_with("`start.incoming_garbage` is "),
                "{reason}"
            );
        }
    }

    #[test]
    fn invalid_randomizers_do_not_fail_the_start() {
        let invalid = [
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
        for text in invalid {
            let start = start(&format!(r#","randomizer":{text}"#)).expect(text);
            let is_invalid = matches!(start.randomizer, Some(RandomizerState::Invalid { .. }));
            assert!(is_invalid, "{text}: {:?}", start.randomizer);
        }
    }

    #[test]
    fn randomizers_are_parsed() {
        let randomizer = |text: &str| {
            start(&format!(r#","randomizer":{text}"#))
                .unwrap()
                .randomizer
        };
        assert_eq!(randomizer("null"), None);
        assert_eq!(
            randomizer(r#"{"type":"uniform"}"#),
            Some(RandomizerState::Uniform)
        );
        assert_eq!(
            randomizer(r#"{"type":"pairs"}"#),
            Some(RandomizerState::Unknown)
        );
        assert_eq!(
            randomizer(r#"{"type":"seven_bag","bag_state":["S","T"]}"#),
            Some(RandomizerState::SevenBag {
                bag_state: vec![PieceName::S, PieceName::T]
            })
        );
        let general = r#"{"type":"general_bag","current_bag":{"I":2.0},"filled_bag":{"I":900}}"#;
        let Some(RandomizerState::GeneralBag {
            current_bag,
            filled_bag,
        }) = randomizer(general)
        else {
            panic!("not parsed");
        };
        assert_eq!((current_bag.i, filled_bag.i, filled_bag.o), (2, 255, 0));
    }

    #[test]
    fn cells_may_be_null_false_zero_or_empty() {
        let line = br#"{"type":"start","board":[[null,false,0,"","G",true,1,"I","."]]}"#;
        let Ok(Some(FrontendMessage::Start(start))) = parse(line) else {
            panic!("not parsed");
        };
        let filled: Vec<bool> = start.board[0].iter().map(Option::is_some).collect();
        let expected = [false, false, false, false, true, true, true, true, true];
        assert_eq!(filled, expected);
    }
}
