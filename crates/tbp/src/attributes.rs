//! Parses attributes that mean the same in every protocol: counters, boards, pieces, moves.
//!
//! Used by the parsers of the protocols and of bridges. Frontends are written in many languages, so
//! numbers may be integers or floats, flags may be numbers, and attributes with an obvious default
//! may be absent or null. Anything else is an error that names the attribute.

use super::messages::{Location, Move, Orientation, PieceName, SpinName, whole_number};
use super::parse::{ParseError, quote_value};
use serde_json::{Map, Value};

/// A JSON object.
pub type Object = Map<String, Value>;
/// The value of an attribute, or its error.
pub type Parsed<T> = Result<T, ParseError>;

/// Returns the type of a message.
///
/// # Errors
/// It has none, or one that is no string.
pub fn message_type(object: &Object) -> Parsed<&str> {
    match object.get("type") {
        Some(Value::String(name)) => Ok(name),
        Some(other) => Err(unexpected("type", "a string", other)),
        None => Err(missing("type")),
    }
}

/// Returns a counter or a flag, which some frontends confuse; absent is 0.
///
/// # Errors
/// It is neither a number nor a flag.
pub fn count(attribute: &str, value: Option<&Value>) -> Parsed<u32> {
    Ok(optional_count(attribute, value)?.unwrap_or(0))
}

/// Returns a counter or a flag; `None` if it is absent. Larger counts become `u32::MAX`.
///
/// # Errors
/// It is neither a number nor a flag.
pub fn optional_count(attribute: &str, value: Option<&Value>) -> Parsed<Option<u32>> {
    let count = optional_long_count(attribute, value)?;
    Ok(count.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
}

/// Returns a counter of 64 bits or a flag; `None` if it is absent.
///
/// # Errors
/// It is neither a number nor a flag.
pub fn optional_long_count(attribute: &str, value: Option<&Value>) -> Parsed<Option<u64>> {
    Ok(match value {
        None | Some(Value::Null) => None,
        Some(Value::Bool(flag)) => Some(u64::from(*flag)),
        // The cast turns negative numbers into 0 and larger ones into `u64::MAX`.
        Some(Value::Number(number)) => Some(number.as_f64().unwrap_or_default() as u64),
        Some(other) => return Err(unexpected(attribute, "a number or a boolean", other)),
    })
}

/// Returns the rows of a board, in the order of the list.
///
/// # Errors
/// It is no list of lists of cells.
pub fn board(attribute: &str, value: &Value) -> Parsed<Vec<Vec<Option<String>>>> {
    let rows = list(attribute, value)?;
    rows.iter()
        .enumerate()
        .map(|(y, value)| {
            let row = format!("{attribute}[{y}]");
            list(&row, value)?
                .iter()
                .enumerate()
                .map(|(x, value)| cell(&row, x, value))
                .collect()
        })
        .collect()
}

/// Returns a cell. Empty is null, as in the protocol, and also false, 0 and the empty string;
/// filled is any other string, true, and any other number.
///
/// # Errors
/// The value is an array or an object.
pub fn cell(row: &str, x: usize, value: &Value) -> Parsed<Option<String>> {
    match value {
        Value::Null | Value::Bool(false) => Ok(None),
        Value::Number(number) if number.as_f64() == Some(0.0) => Ok(None),
        Value::String(text) if text.is_empty() => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Bool(true) | Value::Number(_) => Ok(Some("G".to_string())),
        other => Err(unexpected(
            &format!("{row}[{x}]"),
            "null or a string",
            other,
        )),
    }
}

/// Returns a move.
///
/// # Errors
/// An attribute of it is missing or has no such value.
pub fn mv(path: &str, value: &Value) -> Parsed<Move> {
    let Value::Object(object) = value else {
        return Err(unexpected(path, "an object", value));
    };
    let at = |key: &str| format!("{path}.{key}");
    let place = required(object, &at("location"), "location")?;
    let Value::Object(location) = place else {
        return Err(unexpected(&at("location"), "an object", place));
    };
    let get = |key: &str| required(location, &at(&format!("location.{key}")), key);
    // The name is `type` in TBP and `piece` in SBP; both are accepted.
    let name = ["type", "piece"]
        .into_iter()
        .find(|name| location.contains_key(*name))
        .unwrap_or("type");
    Ok(Move {
        location: Location {
            piece: piece(&at(&format!("location.{name}")), get(name)?)?,
            orientation: orientation(&at("location.orientation"), get("orientation")?)?,
            x: coordinate(&at("location.x"), get("x")?)?,
            y: coordinate(&at("location.y"), get("y")?)?,
        },
        spin: spin(&at("spin"), object.get("spin"))?,
    })
}

/// Returns a rotation state.
///
/// # Errors
/// The name is unknown.
pub fn orientation(attribute: &str, value: &Value) -> Parsed<Orientation> {
    match value.as_str() {
        Some("north") => Ok(Orientation::North),
        Some("east") => Ok(Orientation::East),
        Some("south") => Ok(Orientation::South),
        Some("west") => Ok(Orientation::West),
        _ => Err(unexpected(attribute, "north, east, south or west", value)),
    }
}

/// Returns a spin. Absent means none, because some frontends leave it out.
///
/// # Errors
/// The name is unknown.
pub fn spin(attribute: &str, value: Option<&Value>) -> Parsed<SpinName> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(SpinName::None);
    };
    match value.as_str() {
        Some("none") => Ok(SpinName::None),
        Some("mini") => Ok(SpinName::Mini),
        Some("full") => Ok(SpinName::Full),
        _ => Err(unexpected(attribute, "none, mini or full", value)),
    }
}

/// Returns a whole number, which may be written as a float.
///
/// # Errors
/// It is no whole number.
pub fn coordinate(attribute: &str, value: &Value) -> Parsed<i32> {
    value
        .as_f64()
        .and_then(whole_number)
        .ok_or_else(|| unexpected(attribute, "a whole number", value))
}

/// Returns a list of pieces.
///
/// # Errors
/// It is no list, or an item is no piece.
pub fn pieces(attribute: &str, value: &Value) -> Parsed<Vec<PieceName>> {
    list(attribute, value)?
        .iter()
        .enumerate()
        .map(|(i, value)| piece(&format!("{attribute}[{i}]"), value))
        .collect()
}

/// Returns a piece by its capital letter.
///
/// # Errors
/// The name is unknown.
pub fn piece(attribute: &str, value: &Value) -> Parsed<PieceName> {
    match value.as_str() {
        Some("I") => Ok(PieceName::I),
        Some("O") => Ok(PieceName::O),
        Some("T") => Ok(PieceName::T),
        Some("L") => Ok(PieceName::L),
        Some("J") => Ok(PieceName::J),
        Some("S") => Ok(PieceName::S),
        Some("Z") => Ok(PieceName::Z),
        _ => Err(ParseError::UnknownPiece {
            attribute: attribute.to_string(),
            found: quote_value(value),
        }),
    }
}

/// Returns a piece that may be absent, such as the held one.
///
/// # Errors
/// It is neither absent nor a piece.
pub fn optional_piece(attribute: &str, value: Option<&Value>) -> Parsed<Option<PieceName>> {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => Ok(None),
        Some(Value::String(name)) if name.is_empty() => Ok(None),
        Some(other) => piece(attribute, other).map(Some),
    }
}

/// Returns the items of a list.
///
/// # Errors
/// It is no list.
pub fn list<'a>(attribute: &str, value: &'a Value) -> Parsed<&'a [Value]> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(unexpected(attribute, "a list", other)),
    }
}

/// Returns an attribute that must be there; `attribute` is its path in errors.
///
/// # Errors
/// It is absent.
pub fn required<'a>(object: &'a Object, attribute: &str, key: &str) -> Parsed<&'a Value> {
    object.get(key).ok_or_else(|| missing(attribute))
}

/// Returns the error for an attribute that is absent.
pub fn missing(attribute: &str) -> ParseError {
    ParseError::Missing {
        attribute: attribute.to_string(),
    }
}

/// Returns the error for an attribute with another value than expected.
pub fn unexpected(attribute: &str, expected: &'static str, found: &Value) -> ParseError {
    ParseError::Unexpected {
        attribute: attribute.to_string(),
        expected,
        found: quote_value(found),
    }
}
