//! The lines of the adapter protocol, both directions.
//!
//! Syntax only. Adapters in several languages write them, so numbers may be floats and letters of
//! pieces may have either case; unused attributes are not parsed.

use landfall_rules::Piece;
use landfall_tbp::attributes::{Object, Parsed, board, list, message_type, required, unexpected};
use landfall_tbp::convert::to_piece;
use landfall_tbp::messages::SpinName;
use landfall_tbp::parse::{ParseError, parse_object};
use serde::Serialize;
use serde_json::Value;

/// A message from the adapter.
#[derive(Clone, Debug, PartialEq)]
pub enum AdapterMessage {
    /// A game begins: its options, with the pieces after the one in play.
    Config {
        /// The options, as they stand in the message.
        options: Object,
        /// The pieces after the one in play, which no attribute names.
        queue: Vec<Piece>,
    },
    /// A game begins, and its pieces cannot be read.
    InvalidConfig(ParseError),
    /// Pieces at the end of the queue.
    Pieces(Vec<Piece>),
    /// The position, which is sent when garbage has risen.
    State(StateMessage),
    /// Asks for the keys of the next piece.
    Play {
        /// By how much attacks are multiplied.
        garbage_multiplier: f64,
    },
}

/// A position before a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateMessage {
    /// Rows of cells, floor first; `None` is empty, otherwise the content in TBP's form.
    pub board: Vec<Vec<Option<String>>>,
    /// The piece in play.
    pub current: Option<Piece>,
    /// The held piece.
    pub hold: Option<Piece>,
    /// The pieces after the one in play.
    pub queue: Vec<Piece>,
    /// Lines of each waiting attack.
    pub garbage: Vec<u32>,
    /// Clears in a row.
    pub combo: u32,
    /// Clears in a row that kept back-to-back.
    pub back_to_back: u32,
}

/// A message to the adapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotMessage {
    /// Introduces the bot, once, before everything else.
    Info {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
        /// Who wrote it.
        author: String,
    },
    /// Answers `play`.
    Move {
        /// The keys, a hard drop at their end.
        keys: Vec<Key>,
        /// Where the piece should lock; absent if nothing is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<Target>,
    },
}

/// A key of the game, for an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Key {
    /// One column to the left.
    MoveLeft,
    /// One column to the right.
    MoveRight,
    /// A quarter turn clockwise.
    #[serde(rename = "rotateCW")]
    RotateClockwise,
    /// A quarter turn counter-clockwise.
    #[serde(rename = "rotateCCW")]
    RotateCounterClockwise,
    /// A half turn.
    #[serde(rename = "rotate180")]
    RotateHalf,
    /// Down to where the piece rests.
    SoftDrop,
    /// Swaps the piece with the held one.
    Hold,
    /// Locks the piece where it comes to rest.
    HardDrop,
}

/// Where a piece should lock, for people who want to know why it did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    /// The piece, a lower-case letter.
    pub piece: char,
    /// Its cells as column and row, from the left and from the floor.
    pub cells: [(i8, i8); 4],
    /// The spin that it counts as.
    pub spin: SpinName,
}

/// Parses a line of the adapter. Returns `None` for a blank line and for messages of other types.
///
/// # Errors
/// The line is not a JSON object, or a required attribute is invalid.
///
/// # Examples
/// ```
/// use landfall_rules::Piece;
/// use landfall_triangle::messages::{AdapterMessage, parse};
/// let line = br#"{"type":"pieces","pieces":["t","i"]}"#;
/// let message = AdapterMessage::Pieces(vec![Piece::T, Piece::I]);
/// assert_eq!(parse(line), Ok(Some(message)));
/// ```
pub fn parse(line: &[u8]) -> Result<Option<AdapterMessage>, ParseError> {
    let Some(object) = parse_object(line)? else {
        return Ok(None);
    };
    Ok(Some(match message_type(&object)? {
        "config" => match pieces(&object, "config.queue", "queue") {
            Ok(queue) => AdapterMessage::Config {
                queue,
                options: object,
            },
            Err(error) => AdapterMessage::InvalidConfig(error),
        },
        "pieces" => AdapterMessage::Pieces(pieces(&object, "pieces.pieces", "pieces")?),
        "state" => AdapterMessage::State(state(&object)?),
        "play" => AdapterMessage::Play {
            garbage_multiplier: multiplier(object.get("garbageMultiplier"))?,
        },
        other => {
            log::debug!("ignored a message of another type: {other:?}");
            return Ok(None);
        }
    }))
}

fn state(object: &Object) -> Parsed<StateMessage> {
    let get = |attribute: &str, key: &str| required(object, attribute, key);
    let mut rows = board("state.board", get("state.board", "board")?)?;
    for cell in rows.iter_mut().flatten().flatten() {
        // Letters of pieces are upper-case in TBP; `gb` and `bomb` are other cells.
        cell.make_ascii_uppercase();
    }
    Ok(StateMessage {
        board: rows,
        current: optional_piece("state.current", object.get("current"))?,
        hold: optional_piece("state.hold", object.get("hold"))?,
        queue: pieces(object, "state.queue", "queue")?,
        garbage: list(
            "state.garbage",
            object.get("garbage").unwrap_or(&Value::Array(vec![])),
        )?
        .iter()
        .map(|lines| number("state.garbage", Some(lines)).map(|lines| lines as u32))
        .collect::<Parsed<_>>()?,
        combo: count_from_minus_one("state.combo", object.get("combo"))?,
        back_to_back: count_from_minus_one("state.b2b", object.get("b2b"))?,
    })
}

fn pieces(object: &Object, attribute: &str, key: &str) -> Parsed<Vec<Piece>> {
    let items = list(attribute, required(object, attribute, key)?)?;
    let named = items.iter().enumerate();
    named
        .map(|(i, value)| piece(&format!("{attribute}[{i}]"), value))
        .collect()
}

fn piece(attribute: &str, value: &Value) -> Parsed<Piece> {
    let capital = value.as_str().map(str::to_ascii_uppercase).map(Value::from);
    landfall_tbp::attributes::piece(attribute, capital.as_ref().unwrap_or(value)).map(to_piece)
}

fn optional_piece(attribute: &str, value: Option<&Value>) -> Parsed<Option<Piece>> {
    let value = value.filter(|value| !value.is_null());
    value.map(|value| piece(attribute, value)).transpose()
}

/// Returns a count whose initial value is -1.
fn count_from_minus_one(attribute: &str, value: Option<&Value>) -> Parsed<u32> {
    // The cast turns negative numbers into 0 and huge ones into the largest.
    Ok((number(attribute, value)? + 1.0) as u32)
}

/// Returns a multiplier of attacks; 1 where there is none.
fn multiplier(value: Option<&Value>) -> Parsed<f64> {
    match value {
        None | Some(Value::Null) => Ok(1.0),
        told => number("play.garbageMultiplier", told),
    }
}

fn number(attribute: &str, value: Option<&Value>) -> Parsed<f64> {
    match value {
        // A value that is not a number in JavaScript becomes null in JSON.
        None | Some(Value::Null) => Ok(0.0),
        Some(value) => value
            .as_f64()
            .ok_or_else(|| unexpected(attribute, "a number", value)),
    }
}

impl Target {
    /// Returns the target of a piece.
    pub fn new(piece: Piece, cells: [(i8, i8); 4], spin: SpinName) -> Target {
        let letter = char::from(piece).to_ascii_lowercase();
        Target {
            piece: letter,
            cells,
            spin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<AdapterMessage> {
        parse(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn counts_begin_at_minus_one() {
        let line = r#"{"type":"state","board":[[null,"t","gb"]],"current":"T","hold":null,
            "queue":["o"],"garbage":[3,1.0],"combo":-1,"b2b":4}"#;
        let Some(AdapterMessage::State(state)) = parsed(&line.replace('\n', "")) else {
            panic!("no state");
        };
        assert_eq!((state.combo, state.back_to_back), (0, 5));
        assert_eq!(state.garbage, [3, 1]);
        assert_eq!(
            state.board[0][1..],
            ["T", "GB"].map(|name| Some(name.to_string()))
        );
    }

    #[test]
    fn absent_numbers_are_those_at_rest() {
        let play = |line| match parsed(line) {
            Some(AdapterMessage::Play { garbage_multiplier }) => garbage_multiplier,
            other => panic!("{other:?}"),
        };
        assert_eq!(play(r#"{"type":"play"}"#), 1.0);
        assert_eq!(
            play(r#"{"type":"play","garbageMultiplier":null,"garbageCap":8}"#),
            1.0
        );
        assert_eq!(play(r#"{"type":"play","garbageMultiplier":1.5}"#), 1.5);
    }

    #[test]
    fn other_types_and_blank_lines_are_ignored() {
        assert_eq!(parsed(""), None);
        assert_eq!(parsed(r#"{"type":"dance","data":null}"#), None);
    }

    #[test]
    fn errors_name_the_attribute() {
        for (line, attribute) in [
            (r#"{"type":"pieces"}"#, "pieces.pieces"),
            (r#"{"type":"pieces","pieces":["q"]}"#, "pieces.pieces[0]"),
            (r#"{"type":"pieces","pieces":[7]}"#, "pieces.pieces[0]"),
            (r#"{"type":"state","board":7,"queue":[]}"#, "state.board"),
            (
                r#"{"type":"state","board":[],"queue":[],"b2b":"x"}"#,
                "state.b2b",
            ),
            (
                r#"{"type":"state","board":[],"queue":[],"garbage":{}}"#,
                "state.garbage",
            ),
            (
                r#"{"type":"play","garbageMultiplier":[]}"#,
                "play.garbageMultiplier",
            ),
            (r#"{"pieces":[]}"#, "type"),
        ] {
            let error = parse(line.as_bytes()).expect_err(line).to_string();
            assert!(error.contains(&format!("`{attribute}`")), "{line}: {error}");
        }
    }

    /// A game that cannot be parsed differs from a line that can be ignored.
    #[test]
    fn a_game_without_pieces_is_reported() {
        for line in [
            r#"{"type":"config"}"#,
            r#"{"type":"config","queue":["t","q"]}"#,
        ] {
            let Some(AdapterMessage::InvalidConfig(error)) = parsed(line) else {
                panic!("{line}");
            };
            assert!(error.to_string().contains("config.queue"), "{error}");
        }
    }

    #[test]
    fn moves_have_the_words_of_the_game() {
        let keys = vec![
            Key::Hold,
            Key::MoveLeft,
            Key::RotateClockwise,
            Key::RotateCounterClockwise,
            Key::RotateHalf,
            Key::SoftDrop,
            Key::HardDrop,
        ];
        let mv = BotMessage::Move { keys, data: None };
        assert_eq!(
            serde_json::to_string(&mv).unwrap(),
            r#"{"type":"move","keys":["hold","moveLeft","rotateCW","rotateCCW","rotate180","softDrop","hardDrop"]}"#
        );
    }
}
