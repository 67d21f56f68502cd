//! Parses messages, attribute by attribute.
//!
//! Accepts the differences between the live server and the samples of the specification: numbers
//! may be quoted, pieces may be null, -1 or absent, attributes may come in any order, and unknown
//! ones are ignored. Rejects values that would lead to a wrong move: boards, piece names,
//! orientations, moves.

use super::{
    BoardReport, BoardState, FallingPiece, Header, MAX_MESSAGE_BYTES, Move, Request, Response,
    StateMessage, orientations,
};
use landfall_rules::Piece;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use thiserror::Error;

type Object = Map<String, Value>;
type Parsed<T> = Result<T, ParseError>;

/// The largest distance in rows or columns that counts as near a board.
const FARTHEST: i64 = 99;

/// The most characters of a value that an error quotes.
const QUOTED: usize = 60;

/// Why bytes are not a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The message is longer than [`MAX_MESSAGE_BYTES`].
    #[error("the message has {0} bytes, at most {MAX_MESSAGE_BYTES} are read")]
    TooLong(usize),
    /// Not JSON, or not UTF-8.
    #[error("the message is not JSON: {0}")]
    Syntax(String),
    /// JSON, but no object.
    #[error("the message is not a JSON object")]
    NotAnObject,
    /// An attribute is absent.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// An attribute has an invalid value.
    #[error("`{attribute}` is {found}, it should be {expected}")]
    Unexpected {
        /// Which one.
        attribute: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it is, shortened.
        found: String,
    },
}

/// Parses a client's message.
pub(super) fn request(bytes: &[u8]) -> Parsed<Request> {
    let object = object(bytes)?;
    Ok(match string(&object, "comm_type")? {
        "MatchConnect" => Request::MatchConnect {
            match_token: string(&object, "match_token")?.into(),
            team_name: string(&object, "team_name")?.into(),
            password: string(&object, "password")?.into(),
        },
        "GameMove" => Request::GameMove {
            client_token: string(&object, "client_token")?.into(),
            mv: mv(&object)?,
            piece_number: piece_number(&object)?,
        },
        name => Request::Unknown { name: name.into() },
    })
}

/// Parses a server's answer.
pub(super) fn response(bytes: &[u8]) -> Parsed<Response> {
    let object = object(bytes)?;
    Ok(match string(&object, "comm_type")? {
        "MatchConnectResp" => Response::MatchConnectResp {
            resp: text(&object, "resp"),
            client_token: string(&object, "client_token")?.into(),
        },
        "GameMoveResp" => Response::GameMoveResp {
            resp: text(&object, "resp"),
        },
        "ErrorResp" => Response::ErrorResp {
            error: text(&object, "error"),
            message: text(&object, "message"),
        },
        name => Response::Unknown { name: name.into() },
    })
}

/// Parses the second frame of a state message.
pub(super) fn state_message(bytes: &[u8]) -> Parsed<StateMessage> {
    let object = object(bytes)?;
    Ok(match string(&object, "comm_type")? {
        "GameBoardState" => StateMessage::GameBoardState {
            header: header(&object)?,
            states: boards(&object)?,
        },
        "GamePieceState" => StateMessage::GamePieceState {
            header: header(&object)?,
            states: pieces(&object)?,
            queue: queue(&object)?,
        },
        "GameEnd" => StateMessage::GameEnd {
            header: header(&object)?,
            scores: scores(&object)?,
            winner: object
                .get("winner")
                .and_then(Value::as_str)
                .map(str::to_string),
            match_token: text(&object, "match_token"),
        },
        "MatchEnd" => StateMessage::MatchEnd {
            match_name: text(&object, "match_name"),
            match_token: text(&object, "match_token"),
            status: text(&object, "status"),
        },
        name => StateMessage::Unknown { name: name.into() },
    })
}

fn object(bytes: &[u8]) -> Parsed<Object> {
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(ParseError::TooLong(bytes.len()));
    }
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(ParseError::NotAnObject),
        Err(error) => Err(ParseError::Syntax(error.to_string())),
    }
}

fn header(object: &Object) -> Parsed<Header> {
    Ok(Header {
        game_name: text(object, "game_name"),
        sequence: optional(object, "sequence").map(sequence).transpose()?,
        timestamp: object.get("timestamp").and_then(number),
    })
}

fn sequence(value: &Value) -> Parsed<u64> {
    let number = u64::try_from(whole("sequence", value)?);
    number.map_err(|_| unexpected("sequence", "a number from 0", value))
}

fn piece_number(object: &Object) -> Parsed<Option<i64>> {
    let value = optional(object, "piece_number");
    value.map(|value| whole("piece_number", value)).transpose()
}

/// A team whose entry is null has nothing to report and is left out.
fn boards(object: &Object) -> Parsed<BTreeMap<String, BoardReport>> {
    let mut boards = BTreeMap::new();
    for (team, value) in states(object)? {
        let Value::Object(state) = value else {
            if value.is_null() {
                continue;
            }
            return Err(unexpected("states", "an object a team", value));
        };
        boards.insert(team.clone(), board_report(state)?);
    }
    Ok(boards)
}

fn board_report(state: &Object) -> Parsed<BoardReport> {
    let value = required(state, "board_state")?;
    let board = value.as_str().and_then(BoardState::from_hex);
    let cleared = state.get("cleared_rows").and_then(Value::as_array);
    let row = |value| whole("cleared_rows", value).ok();
    Ok(BoardReport {
        board: board.ok_or_else(|| unexpected("board_state", "50 hex digits", value))?,
        piece_number: piece_number(state)?.filter(|number| *number != -1),
        cleared_rows: cleared.into_iter().flatten().filter_map(row).collect(),
    })
}

fn pieces(object: &Object) -> Parsed<BTreeMap<String, Option<FallingPiece>>> {
    let team = |(team, value): (&String, &Value)| Ok((team.clone(), falling(value)?));
    states(object)?.iter().map(team).collect()
}

fn falling(value: &Value) -> Parsed<Option<FallingPiece>> {
    let state = match value {
        Value::Object(state) => state,
        value if nothing(value) => return Ok(None),
        other => return Err(unexpected("states", "an object or null a team", other)),
    };
    let Some(name) = state.get("piece").filter(|name| !nothing(name)) else {
        return Ok(None);
    };
    let piece = piece("piece", name)?;
    let value = required(state, "orient")?;
    let orient = u8::try_from(whole("orient", value)?).ok();
    let orient = orient.filter(|orient| *orient < orientations(piece));
    Ok(Some(FallingPiece {
        piece,
        orient: orient.ok_or_else(|| unexpected("orient", "one of the piece's", value))?,
        number: whole("number", required(state, "number")?)?,
        row: place("row", required(state, "row")?)?,
        col: place("col", required(state, "col")?)?,
    }))
}

/// Whether a value stands for no piece.
fn nothing(value: &Value) -> bool {
    value.is_null() || value.as_i64() == Some(-1) || value.as_str() == Some("-1")
}

fn queue(object: &Object) -> Parsed<Vec<Piece>> {
    match optional(object, "queue") {
        None => Ok(Vec::new()),
        Some(Value::Array(names)) => names.iter().map(|name| piece("queue", name)).collect(),
        Some(other) => Err(unexpected("queue", "a list of pieces", other)),
    }
}

fn scores(object: &Object) -> Parsed<BTreeMap<String, i64>> {
    match optional(object, "scores") {
        None => Ok(BTreeMap::new()),
        Some(Value::Object(scores)) => scores
            .iter()
            .map(|(team, value)| Ok((team.clone(), whole("scores", value)?)))
            .collect(),
        Some(other) => Err(unexpected("scores", "an object", other)),
    }
}

fn states(object: &Object) -> Parsed<&Object> {
    match required(object, "states")? {
        Value::Object(states) => Ok(states),
        other => Err(unexpected("states", "an object", other)),
    }
}

fn mv(object: &Object) -> Parsed<Move> {
    let value = required(object, "move")?;
    let name = Some(value).filter(|value| value.is_string());
    let mv = name.and_then(|name| Move::deserialize(name).ok());
    mv.ok_or_else(|| unexpected("move", "left, right, down, drop, lrotate or rrotate", value))
}

fn piece(attribute: &'static str, value: &Value) -> Parsed<Piece> {
    let piece = value.as_str().and_then(|name| name.parse().ok());
    piece.ok_or_else(|| unexpected(attribute, "O, I, S, Z, L, J or T", value))
}

fn place(attribute: &'static str, value: &Value) -> Parsed<i32> {
    let number = whole(attribute, value)?;
    if number.abs() <= FARTHEST {
        Ok(number as i32)
    } else {
        Err(unexpected(attribute, "a place near the board", value))
    }
}

/// A whole number, quoted or not, also as a float.
fn whole(attribute: &'static str, value: &Value) -> Parsed<i64> {
    let exact = match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    // Integral floats up to 2^53 are exact.
    let float = || number(value).filter(|n| n.fract() == 0.0 && n.abs() < 9e15);
    exact
        .or_else(|| float().map(|number| number as i64))
        // The smallest number of each type has no absolute value, and no meaning.
        .filter(|number| number.abs_diff(0) < i64::MAX as u64)
        .ok_or_else(|| unexpected(attribute, "a whole number", value))
}

fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

fn required<'o>(object: &'o Object, attribute: &'static str) -> Parsed<&'o Value> {
    object.get(attribute).ok_or(ParseError::Missing(attribute))
}

/// The value of an attribute; one that is null counts as absent.
fn optional<'o>(object: &'o Object, attribute: &str) -> Option<&'o Value> {
    object.get(attribute).filter(|value| !value.is_null())
}

fn string<'o>(object: &'o Object, attribute: &'static str) -> Parsed<&'o str> {
    match required(object, attribute)? {
        Value::String(text) => Ok(text),
        other => Err(unexpected(attribute, "a string", other)),
    }
}

/// An optional string: empty if it is absent or not a string.
fn text(object: &Object, attribute: &str) -> String {
    let text = object.get(attribute).and_then(Value::as_str);
    text.unwrap_or_default().to_string()
}

/// Quotes only the beginning of the value, which may have a megabyte.
fn unexpected(attribute: &'static str, expected: &'static str, value: &Value) -> ParseError {
    let whole = match value {
        Value::Array(_) => "a list".to_string(),
        Value::Object(_) => "an object".to_string(),
        other => other.to_string(),
    };
    let mut found: String = whole.chars().take(QUOTED).collect();
    if found.len() < whole.len() {
        found.push('…');
    }
    ParseError::Unexpected {
        attribute,
        expected,
        found,
    }
}
