//! From a JSON object to a message of a frontend, attribute by attribute.
//!
//! Accepts what frontends really write, because they are written in many languages: numbers may
//! be integers or floats, flags may be numbers, attributes with an obvious default may be absent
//! or null, and unknown attributes are ignored. Anything else is an error that names the
//! attribute. Shapes and legality are checked later, by `convert` and by the bot.

use super::messages::{
    FrontendMessage, IncomingGarbage, Location, Move, Opponent, Orientation, PieceCounts,
    PieceName, Play, RandomizerState, Rules, SpinName, Start, Timings, whole_number,
};
use super::parse::{ParseError, quote_value};
use landfall_rules::WIDTH;
use serde_json::{Map, Value};
use std::slice::from_ref;

type Object = Map<String, Value>;
type Parsed<T> = Result<T, ParseError>;

/// Returns the message that an object is; `None` if its type is unknown.
pub(super) fn message(object: &Object) -> Parsed<Option<FrontendMessage>> {
    let name = match object.get("type") {
        Some(Value::String(name)) => name.as_str(),
        Some(other) => return Err(unexpected("type", "a string", other)),
        None => return Err(missing("type")),
    };
    Ok(Some(match name {
        "rules" => FrontendMessage::Rules(rules(object)),
        "start" => FrontendMessage::Start(start(object)?),
        "stop" => FrontendMessage::Stop,
        "suggest" => FrontendMessage::Suggest,
        "play" => FrontendMessage::Play(play(object)?),
        "new_piece" => FrontendMessage::NewPiece {
            piece: piece(
                "new_piece.piece",
                required(object, "new_piece.piece", "piece")?,
            )?,
        },
        "quit" => FrontendMessage::Quit,
        _ => {
            let name = quote_value(&object["type"]);
            log::debug!("ignored a message of the unknown type {name}");
            return Ok(None);
        }
    }))
}

/// Returns the rules, with a warning for each attribute that cannot be used. Never fails, because
/// a game can be played without those attributes.
fn rules(object: &Object) -> Rules {
    let mut rules = Rules::default();
    match object.get("randomizer") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) => rules.randomizer = Some(name.clone()),
        Some(other) => rules.warnings.push(format!(
            "`rules.randomizer` is {}: taken as \"unknown\", it should be a string",
            quote_value(other)
        )),
    }
    rules.ruleset = match object.get("ruleset") {
        None | Some(Value::Null) => None,
        Some(Value::String(name)) => Some(name.clone()),
        // No ruleset has such a name, so the session will refuse it.
        Some(other) => Some(quote_value(other)),
    };
    match object.get("board_width") {
        None | Some(Value::Null) => {}
        Some(Value::Number(number)) => rules.board_width = number.as_f64(),
        Some(other) => rules.warnings.push(format!(
            "`rules.board_width` is {}: taken as {WIDTH}, it should be a number",
            quote_value(other)
        )),
    }
    match object.get("timings") {
        None | Some(Value::Null) => {}
        Some(value) => match timings(value) {
            Ok(timings) => rules.timings = Some(timings),
            Err(error) => rules
                .warnings
                .push(format!("timings are taken as untold: {error}")),
        },
    }
    rules
}

fn timings(value: &Value) -> Parsed<Timings> {
    const CLEAR: &str = "rules.timings.clear";
    const PERFECT: &str = "rules.timings.perfect_clear";
    let Value::Object(object) = value else {
        return Err(unexpected("rules.timings", "an object", value));
    };
    let list = required(object, CLEAR, "clear")?;
    let Some([one, two, three, four]) = list.as_array().map(Vec::as_slice) else {
        return Err(unexpected(CLEAR, "a list of four numbers of frames", list));
    };
    let row = |n: usize, value| frames(&format!("{CLEAR}[{n}]"), value);
    let clear = [row(0, one)?, row(1, two)?, row(2, three)?, row(3, four)?];
    Ok(Timings {
        clear,
        // A frontend that sends no delay of its own for it has none.
        perfect_clear: match object.get("perfect_clear") {
            None | Some(Value::Null) => clear[3],
            Some(value) => frames(PERFECT, value)?,
        },
    })
}

/// Returns the time that a clear takes, in frames.
fn frames(attribute: &str, value: &Value) -> Parsed<f64> {
    match value.as_f64() {
        Some(frames) if frames >= 0.0 => Ok(frames),
        _ => Err(unexpected(
            attribute,
            "a number of frames, 0 or more",
            value,
        )),
    }
}

fn start(object: &Object) -> Parsed<Start> {
    Ok(Start {
        hold: match object.get("hold") {
            None | Some(Value::Null | Value::Bool(false)) => None,
            Some(Value::String(name)) if name.is_empty() => None,
            Some(other) => Some(piece("start.hold", other)?),
        },
        queue: match object.get("queue") {
            None | Some(Value::Null) => Vec::new(),
            Some(other) => pieces("start.queue", other)?,
        },
        combo: count("start.combo", object.get("combo"))?,
        back_to_back: count("start.back_to_back", object.get("back_to_back"))?,
        board: board("start.board", required(object, "start.board", "board")?)?,
        skips: count("start.skips", object.get("skips"))?,
        solid_in: count("start.solid_in", object.get("solid_in"))?,
        incoming_garbage: incoming_garbage(object.get("incoming_garbage")),
        randomizer: match object.get("randomizer") {
            None | Some(Value::Null) => None,
            Some(other) => Some(randomizer(other)),
        },
        opponents: match object.get("opponents") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(list)) => list.iter().enumerate().map(opponent).collect(),
            Some(other) => vec![invalid_opponent(&unexpected(
                "start.opponents",
                "a list",
                other,
            ))],
        },
        pieces_placed: told_count("start.pieces_placed", object.get("pieces_placed"))?,
        frame: told_long_count("start.frame", object.get("frame"))?,
    })
}

fn play(object: &Object) -> Parsed<Play> {
    Ok(Play {
        mv: mv("play.move", required(object, "play.move", "move")?)?,
        combo: told_count("play.combo", object.get("combo"))?,
        back_to_back: told_count("play.back_to_back", object.get("back_to_back"))?,
        pieces_placed: told_count("play.pieces_placed", object.get("pieces_placed"))?,
        frame: told_long_count("play.frame", object.get("frame"))?,
    })
}

/// Returns the garbage that waits: a number of rows, or a list with the rows of each attack.
/// Never fails, because the position can be searched without it.
fn incoming_garbage(value: Option<&Value>) -> IncomingGarbage {
    let Some(value) = value else {
        return IncomingGarbage::default();
    };
    let attacks = value.as_array().map_or(from_ref(value), Vec::as_slice);
    let mut rows = attacks.iter().map(|rows| count("", Some(rows)));
    match rows.try_fold(0, |sum: u32, rows| {
        rows.map(|rows| sum.saturating_add(rows))
    }) {
        Ok(rows) => IncomingGarbage::Rows(rows),
        Err(_) => IncomingGarbage::Invalid {
            reason: unexpected(
                "start.incoming_garbage",
                "a number of rows, or a list of those of each attack",
                value,
            )
            .to_string(),
        },
    }
}

/// Returns one opponent. Never fails, because the position can be searched without it.
fn opponent((number, value): (usize, &Value)) -> Opponent {
    let attribute = format!("start.opponents[{number}]");
    let Value::Object(object) = value else {
        return invalid_opponent(&unexpected(&attribute, "an object", value));
    };
    match object.get("board") {
        None | Some(Value::Null) => Opponent::Valid { board: None },
        Some(rows) => match board(&format!("{attribute}.board"), rows) {
            Ok(rows) => Opponent::Valid { board: Some(rows) },
            Err(error) => invalid_opponent(&error),
        },
    }
}

fn invalid_opponent(error: &ParseError) -> Opponent {
    Opponent::Invalid {
        reason: error.to_string(),
    }
}

/// Returns a counter or a flag, which some frontends confuse; absent is 0.
fn count(attribute: &str, value: Option<&Value>) -> Parsed<u32> {
    Ok(told_count(attribute, value)?.unwrap_or(0))
}

/// Returns a counter or a flag; `None` if it is absent. Counts beyond the largest become it.
fn told_count(attribute: &str, value: Option<&Value>) -> Parsed<Option<u32>> {
    Ok(told_long_count(attribute, value)?.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
}

/// Returns a counter of any size; `None` if it is absent.
fn told_long_count(attribute: &str, value: Option<&Value>) -> Parsed<Option<u64>> {
    Ok(match value {
        None | Some(Value::Null) => None,
        Some(Value::Bool(flag)) => Some(u64::from(*flag)),
        // The cast turns negative numbers into 0 and huge ones into the largest.
        Some(Value::Number(number)) => Some(number.as_f64().unwrap_or_default() as u64),
        Some(other) => return Err(unexpected(attribute, "a number or a boolean", other)),
    })
}

fn board(attribute: &str, value: &Value) -> Parsed<Vec<Vec<Option<String>>>> {
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

/// Returns a cell. Empty is null, as the protocol says, and also false, 0 and the empty string;
/// filled is any other string, true, and any other number.
fn cell(row: &str, x: usize, value: &Value) -> Parsed<Option<String>> {
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

/// Returns the state of the randomizer. Never fails, because the position can be searched
/// without it.
fn randomizer(value: &Value) -> RandomizerState {
    valid_randomizer(value).unwrap_or_else(|error| RandomizerState::Invalid {
        reason: error.to_string(),
    })
}

fn valid_randomizer(value: &Value) -> Parsed<RandomizerState> {
    const PATH: &str = "start.randomizer";
    let Value::Object(object) = value else {
        return Err(unexpected(PATH, "an object", value));
    };
    let name = required(object, "start.randomizer.type", "type")?;
    Ok(match name.as_str() {
        Some("uniform") => RandomizerState::Uniform,
        Some("seven_bag") => RandomizerState::SevenBag {
            bag_state: bag_state(object)?,
        },
        Some("general_bag") => RandomizerState::GeneralBag {
            current_bag: piece_counts(object, "start.randomizer.current_bag", "current_bag")?,
            filled_bag: piece_counts(object, "start.randomizer.filled_bag", "filled_bag")?,
        },
        Some(_) => RandomizerState::Unknown,
        None => return Err(unexpected("start.randomizer.type", "a string", name)),
    })
}

fn bag_state(object: &Object) -> Parsed<Vec<PieceName>> {
    const PATH: &str = "start.randomizer.bag_state";
    let value = required(object, PATH, "bag_state")?;
    let pieces = pieces(PATH, value)?;
    if pieces.is_empty() {
        return Err(unexpected(PATH, "a list of at least one piece", value));
    }
    Ok(pieces)
}

fn piece_counts(object: &Object, path: &str, key: &str) -> Parsed<PieceCounts> {
    let value = required(object, path, key)?;
    let Value::Object(counts) = value else {
        return Err(unexpected(path, "an object", value));
    };
    let count = |letter: &str| -> Parsed<u8> {
        let attribute = || format!("{path}.{letter}");
        match counts.get(letter) {
            None | Some(Value::Null) => Ok(0),
            Some(Value::Number(number)) if number.as_f64() >= Some(0.0) => {
                Ok(number.as_f64().unwrap_or_default() as u8)
            }
            Some(other) => Err(unexpected(&attribute(), "a number of pieces", other)),
        }
    };
    let bag = PieceCounts {
        i: count("I")?,
        o: count("O")?,
        t: count("T")?,
        l: count("L")?,
        j: count("J")?,
        s: count("S")?,
        z: count("Z")?,
    };
    if bag == PieceCounts::default() {
        return Err(unexpected(path, "a bag with at least one piece", value));
    }
    Ok(bag)
}

fn mv(path: &str, value: &Value) -> Parsed<Move> {
    let Value::Object(object) = value else {
        return Err(unexpected(path, "an object", value));
    };
    let at = |key: &str| format!("{path}.{key}");
    let place = required(object, &at("location"), "location")?;
    let Value::Object(location) = place else {
        return Err(unexpected(&at("location"), "an object", place));
    };
    let get = |key: &str| required(location, &at(&format!("location.{key}")), key);
    Ok(Move {
        location: Location {
            piece: piece(&at("location.type"), get("type")?)?,
            orientation: orientation(&at("location.orientation"), get("orientation")?)?,
            x: coordinate(&at("location.x"), get("x")?)?,
            y: coordinate(&at("location.y"), get("y")?)?,
        },
        spin: spin(&at("spin"), object.get("spin"))?,
    })
}

fn orientation(attribute: &str, value: &Value) -> Parsed<Orientation> {
    match value.as_str() {
        Some("north") => Ok(Orientation::North),
        Some("east") => Ok(Orientation::East),
        Some("south") => Ok(Orientation::South),
        Some("west") => Ok(Orientation::West),
        _ => Err(unexpected(attribute, "north, east, south or west", value)),
    }
}

/// Returns a spin. Absent means none, because some frontends leave it out.
fn spin(attribute: &str, value: Option<&Value>) -> Parsed<SpinName> {
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

fn coordinate(attribute: &str, value: &Value) -> Parsed<i32> {
    value
        .as_f64()
        .and_then(whole_number)
        .ok_or_else(|| unexpected(attribute, "a whole number", value))
}

fn pieces(attribute: &str, value: &Value) -> Parsed<Vec<PieceName>> {
    list(attribute, value)?
        .iter()
        .enumerate()
        .map(|(i, value)| piece(&format!("{attribute}[{i}]"), value))
        .collect()
}

fn piece(attribute: &str, value: &Value) -> Parsed<PieceName> {
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

fn list<'a>(attribute: &str, value: &'a Value) -> Parsed<&'a [Value]> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(unexpected(attribute, "a list", other)),
    }
}

fn required<'a>(object: &'a Object, attribute: &str, key: &str) -> Parsed<&'a Value> {
    object.get(key).ok_or_else(|| missing(attribute))
}

fn missing(attribute: &str) -> ParseError {
    ParseError::Missing {
        attribute: attribute.to_string(),
    }
}

fn unexpected(attribute: &str, expected: &'static str, found: &Value) -> ParseError {
    ParseError::Unexpected {
        attribute: attribute.to_string(),
        expected,
        found: quote_value(found),
    }
}
