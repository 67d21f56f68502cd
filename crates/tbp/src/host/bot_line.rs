//! Parses a line that a bot wrote into a message, or finds what is wrong with it.

use super::error::BotError;
use super::mistake::BotMistake;
use crate::messages::{BotMessage, Move, Orientation, PieceName, SpinName};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

/// Characters of a line that an error quotes.
const EXCERPT_CHARACTERS: usize = 120;

/// The end of a line that was cut off because it is too long.
pub(super) const TOO_LONG_MARK: &str = "... (too long)";

/// The types of messages that a frontend sends.
const FRONTEND_TYPES: [&str; 7] = [
    "rules",
    "start",
    "stop",
    "suggest",
    "play",
    "new_piece",
    "quit",
];

/// A line of a bot.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum BotLine {
    /// A message.
    Message(BotMessage),
    /// A message of a type that bots do not send. The protocol says to ignore it.
    UnknownType(String),
    /// An empty line.
    Empty,
}

impl BotLine {
    /// Parses a line without its line end.
    ///
    /// # Errors
    /// [`BotError::InvalidMessage`].
    pub fn parse(line: &str) -> Result<BotLine, BotError> {
        const KNOWN: [&str; 4] = ["info", "ready", "error", "suggestion"];
        let invalid = |(reason, mistake): (String, BotMistake)| BotError::InvalidMessage {
            line: excerpt(line),
            reason: excerpt(&reason),
            mistake,
        };
        if line.is_empty() {
            return Ok(BotLine::Empty);
        }
        let value: Value = serde_json::from_str(line)
            .map_err(|error| invalid((error.to_string(), broken_json(line, &error))))?;
        let object = value
            .as_object()
            .ok_or_else(|| invalid(not_an_object(&value)))?;
        match object.get("type").and_then(Value::as_str) {
            None => Err(invalid(("it has no type".into(), BotMistake::NoType))),
            Some(name) if !KNOWN.contains(&name) => {
                log::debug!("ignored a message of the unknown type {}", excerpt(name));
                Ok(BotLine::UnknownType(excerpt(name)))
            }
            Some(_) => match BotMessage::deserialize(&value) {
                Ok(message) => Ok(BotLine::Message(message)),
                Err(error) => Err(invalid(
                    invalid_move(object).unwrap_or((error.to_string(), BotMistake::WrongAttribute)),
                )),
            },
        }
    }
}

/// Returns what is most likely wrong with a bot that sends messages of an unknown type.
pub(super) fn unknown_type(name: &str) -> BotMistake {
    match FRONTEND_TYPES.contains(&name) {
        true => BotMistake::EchoesInput,
        false => BotMistake::UnknownType,
    }
}

/// Returns what is most likely wrong with a line that is no JSON.
fn broken_json(line: &str, error: &serde_json::Error) -> BotMistake {
    if line.starts_with('\u{feff}') {
        return BotMistake::ByteOrderMark;
    }
    if line.contains('\0') {
        return BotMistake::Utf16;
    }
    if line.ends_with(TOO_LONG_MARK) {
        return BotMistake::LineTooLong;
    }
    if !line.starts_with(['{', '[']) {
        return BotMistake::TextOnStdout;
    }
    if error.is_eof() && line.ends_with(['{', '[', ',', ':']) {
        return BotMistake::MessageOverLines;
    }
    let follows_colon = |words: [&str; 3]| {
        let mut values = line.split(':').skip(1).map(str::trim_start);
        values.any(|value| words.iter().any(|word| value.starts_with(word)))
    };
    if line[1..].trim_start().starts_with('\'') || follows_colon(["'", "True", "None"]) {
        return BotMistake::PythonLiteral;
    }
    if follows_colon(["NaN", "Infinity", "-Infinity"]) {
        return BotMistake::NotANumber;
    }
    let mut values = serde_json::Deserializer::from_str(line).into_iter::<IgnoredAny>();
    let first = values.next().is_some_and(|value| value.is_ok());
    match first && line[values.byte_offset()..].trim_start().starts_with('{') {
        true => BotMistake::MessagesOnOneLine,
        false => BotMistake::BrokenJson,
    }
}

/// Returns what is wrong with JSON that is no object.
fn not_an_object(value: &Value) -> (String, BotMistake) {
    let inner = value
        .as_str()
        .map(serde_json::from_str::<Map<String, Value>>);
    let mistake = match inner {
        Some(Ok(_)) => BotMistake::EncodedTwice,
        Some(Err(_)) => BotMistake::TextOnStdout,
        None => BotMistake::NotAnObject,
    };
    ("it is no object".into(), mistake)
}

/// Returns what is wrong with the first invalid move of a suggestion; `None` if all are valid.
fn invalid_move(object: &Map<String, Value>) -> Option<(String, BotMistake)> {
    let moves = object.get("moves")?.as_array()?;
    let (number, mv) = moves
        .iter()
        .enumerate()
        .find(|(_, mv)| Move::deserialize(*mv).is_err())?;
    let wrong = |attribute: &str, value: Option<&Value>, mistake| {
        let path = format!("`moves[{number}]{attribute}`");
        let reason = match value {
            None => format!("{path} is missing"),
            Some(value) => format!("{path} is {}", excerpt(&value.to_string())),
        };
        Some((reason, mistake))
    };
    let location = mv.get("location");
    if !location.is_some_and(Value::is_object) {
        return wrong(".location", location, BotMistake::WrongAttribute);
    }
    let in_location = |name: &str| location.and_then(|location| location.get(name));
    let piece = in_location("type");
    if piece.is_none_or(|value| PieceName::deserialize(value).is_err()) {
        return wrong(".location.type", piece, BotMistake::PieceName);
    }
    let orientation = in_location("orientation");
    if orientation.is_none_or(|value| Orientation::deserialize(value).is_err()) {
        let attribute = ".location.orientation";
        return wrong(attribute, orientation, BotMistake::OrientationName);
    }
    for name in ["x", "y"] {
        let number = in_location(name);
        let is_whole = |value: &Value| value.as_f64().is_some_and(|number| number.fract() == 0.0);
        if !number.is_some_and(is_whole) {
            let attribute = format!(".location.{name}");
            return wrong(&attribute, number, BotMistake::WrongAttribute);
        }
    }
    let spin = mv.get("spin");
    if spin.is_none_or(|value| SpinName::deserialize(value).is_err()) {
        return wrong(".spin", spin, BotMistake::SpinName);
    }
    None
}

/// Returns the beginning of a text with `?` in place of control characters, which a terminal would
/// obey.
pub(super) fn excerpt(text: &str) -> String {
    let mut excerpt: String = text.chars().take(EXCERPT_CHARACTERS).collect();
    if excerpt.len() < text.len() {
        excerpt.push_str("...");
    }
    excerpt.replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(line: &str) -> (String, BotMistake) {
        match BotLine::parse(line) {
            Err(BotError::InvalidMessage {
                reason, mistake, ..
            }) => (reason, mistake),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn unknown_types_and_empty_lines_are_skipped() {
        assert_eq!(
            BotLine::parse(r#"{"type":"poem","text":"..."}"#),
            Ok(BotLine::UnknownType("poem".into()))
        );
        assert_eq!(BotLine::parse(""), Ok(BotLine::Empty));
        assert_eq!(
            BotLine::parse(r#"{"type":"ready"}"#),
            Ok(BotLine::Message(BotMessage::Ready))
        );
        assert_eq!(unknown_type("suggest"), BotMistake::EchoesInput);
        assert_eq!(unknown_type("Ready"), BotMistake::UnknownType);
    }

    #[test]
    fn invalid_lines_are_quoted_short_and_without_control_characters() {
        let Err(BotError::InvalidMessage { line, .. }) =
            BotLine::parse(&format!("\x1b[2J{}", "x".repeat(9999)))
        else {
            panic!("taken for a message");
        };
        assert!(line.starts_with("?[2Jxxx") && line.ends_with("x..."));
        assert_eq!(line.len(), EXCERPT_CHARACTERS + 3);
    }

    #[test]
    fn mistakes_in_lines_are_recognised() {
        use BotMistake::*;
        for (line, expected) in [
            ("Bot started", TextOnStdout),
            ("thinking... {\"type\":\"ready\"}", TextOnStdout),
            ("\"hello\"", TextOnStdout),
            ("{'type': 'ready'}", PythonLiteral),
            ("{ 'type': 'ready'}", PythonLiteral),
            (r#"{"type": "info", "features": None}"#, PythonLiteral),
            (r#"{"type": 'ready'}"#, PythonLiteral),
            ("{", MessageOverLines),
            (r#"{"type": "suggestion", "moves": ["#, MessageOverLines),
            ("[", MessageOverLines),
            (r#"{"type":"ready"}{"type":"ready"}"#, MessagesOnOneLine),
            (r#"{"type":"ready"} ok"#, BrokenJson),
            (r#"{"type":"ready""#, BrokenJson),
            (r#"{"type":"rea"#, BrokenJson),
            (r#""{\"type\":\"ready\"}""#, EncodedTwice),
            ("17", NotAnObject),
            ("null", NotAnObject),
            (r#"[{"type":"ready"}]"#, NotAnObject),
            (
                r#"{"type":"suggestion","moves":[],"move_info":{"nps":NaN}}"#,
                NotANumber,
            ),
            (
                r#"{"type":"suggestion","moves":[],"move_info":{"nps": Infinity}}"#,
                NotANumber,
            ),
            ("\u{feff}{\"type\":\"ready\"}", ByteOrderMark),
            ("\u{fffd}\u{fffd}{\0\"\0t\0", Utf16),
            ("{\"type\":... (too long)", LineTooLong),
            (r#"{"error":"unsupported_rules"}"#, NoType),
            (r#"{"moves":[]}"#, NoType),
            (r#"{"type":7}"#, NoType),
            (r#"{"type":"info","name":"a"}"#, WrongAttribute),
            (
                r#"{"type":"info","name":"a","version":1,"author":"","features":[]}"#,
                WrongAttribute,
            ),
            (r#"{"type":"suggestion"}"#, WrongAttribute),
            (r#"{"type":"suggestion","moves":{}}"#, WrongAttribute),
            (r#"{"type":"suggestion","moves":[null]}"#, WrongAttribute),
            (r#"{"type":"error"}"#, WrongAttribute),
        ] {
            assert_eq!(mistake(line).1, expected, "{line}");
        }
    }

    #[test]
    fn the_wrong_attribute_of_a_move_is_named() {
        use BotMistake::*;
        let line = |location: &str, spin: &str| {
            let good =
                r#"{"location":{"type":"T","orientation":"north","x":4,"y":0},"spin":"none"}"#;
            format!(r#"{{"type":"suggestion","moves":[{good},{{"location":{location}{spin}}}]}}"#)
        };
        let none = r#","spin":"none""#;
        for (location, spin, reason, expected) in [
            (
                r#"{"type":"T","orientation":"up","x":4,"y":0}"#,
                none,
                r#"`moves[1].location.orientation` is "up""#,
                OrientationName,
            ),
            (
                r#"{"type":"T","orientation":"North","x":4,"y":0}"#,
                none,
                r#"`moves[1].location.orientation` is "North""#,
                OrientationName,
            ),
            (
                r#"{"type":"t","orientation":"north","x":4,"y":0}"#,
                none,
                r#"`moves[1].location.type` is "t""#,
                PieceName,
            ),
            (
                r#"{"type":"B","orientation":"north","x":4,"y":0}"#,
                none,
                r#"`moves[1].location.type` is "B""#,
                PieceName,
            ),
            (
                r#"{"type":"T","orientation":"north","x":"4","y":0}"#,
                none,
                r#"`moves[1].location.x` is "4""#,
                WrongAttribute,
            ),
            (
                r#"{"type":"T","orientation":"north","x":4,"y":0.5}"#,
                none,
                "`moves[1].location.y` is 0.5",
                WrongAttribute,
            ),
            (
                r#"{"type":"T","orientation":"north","x":4,"y":0}"#,
                "",
                "`moves[1].spin` is missing",
                SpinName,
            ),
            (
                r#"{"type":"T","orientation":"north","x":4,"y":0}"#,
                r#","spin":null"#,
                "`moves[1].spin` is null",
                SpinName,
            ),
            ("7", none, "`moves[1].location` is 7", WrongAttribute),
        ] {
            let found = mistake(&line(location, spin));
            assert_eq!(found, (reason.to_string(), expected), "{location}");
        }
    }
}
