//! Reads messages of a frontend from JSON objects, attribute by attribute.
//!
//! Has the defaults of absent attributes, and ignores unknown ones. `attributes` parses the values.
//! `convert` and the bot check shapes and legality later.

use super::attributes::{
    Object, Parsed, board, count, message_type, mv, optional_count, optional_long_count,
    optional_piece, piece, pieces, required, unexpected,
};
use super::game_rules::GameRules;
use super::messages::{
    Analyse, FrontendMessage, IncomingGarbage, Opponent, PieceCounts, PieceName, Play,
    RandomizerState, Rules, Start, Timings,
};
use super::parse::{ParseError, quote_value};
use serde_json::Value;
use std::slice::from_ref;

/// Returns the message of an object; `None` if its type is unknown.
pub(super) fn message(object: &Object) -> Parsed<Option<FrontendMessage>> {
    Ok(Some(match message_type(object)? {
        "rules" => FrontendMessage::Rules(rules(object)),
        "start" => FrontendMessage::Start(start(object)?),
        "stop" => FrontendMessage::Stop,
        "suggest" => FrontendMessage::Suggest,
        "analyse" => FrontendMessage::Analyse(analyse(object)),
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

/// Returns the `rules`, with a warning for each attribute that cannot be used. Never fails, because a
/// game can be played without these attributes.
fn rules(object: &Object) -> Rules {
    let mut rules = Rules {
        game: GameRules::read(
            "rules",
            object,
            &["type", "randomizer", "ruleset", "timings"],
        ),
        ..Rules::default()
    };
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
    match object.get("timings") {
        None | Some(Value::Null) => {}
        Some(value) => match timings(value) {
            Ok(timings) => rules.timings = Some(timings),
            Err(error) => rules.warnings.push(format!("ignored the timings: {error}")),
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
        // Without a delay of its own a perfect clear takes as long as a clear of four rows.
        perfect_clear: match object.get("perfect_clear") {
            None | Some(Value::Null) => clear[3],
            Some(value) => frames(PERFECT, value)?,
        },
        step: optional_frames("rules.timings.step", object.get("step"))?,
        soft_drop: optional_frames("rules.timings.soft_drop", object.get("soft_drop"))?,
    })
}

/// Returns a time in frames; `None` if it is absent.
fn optional_frames(attribute: &str, value: Option<&Value>) -> Parsed<Option<f64>> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(value) => frames(attribute, value).map(Some),
    }
}

/// Returns a time in frames.
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
        hold: optional_piece("start.hold", object.get("hold"))?,
        queue: match object.get("queue") {
            None | Some(Value::Null) => Vec::new(),
            Some(other) => pieces("start.queue", other)?,
        },
        combo: count("start.combo", object.get("combo"))?,
        back_to_back: count("start.back_to_back", object.get("back_to_back"))?,
        board: board("start.board", required(object, "start.board", "board")?)?,
        skips: count("start.skips", object.get("skips"))?,
        solid_in: count("start.solid_in", object.get("solid_in"))?,
        incoming_garbage: incoming_garbage(
            "start.incoming_garbage",
            object.get("incoming_garbage"),
        ),
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
        pieces_placed: optional_count("start.pieces_placed", object.get("pieces_placed"))?,
        frame: optional_long_count("start.frame", object.get("frame"))?,
    })
}

/// Returns the `analyse`, with a warning for each attribute that cannot be used. Never fails, so
/// that the bot always answers.
fn analyse(object: &Object) -> Analyse {
    let mut warnings = Vec::new();
    let lines = optional_count("analyse.lines", object.get("lines")).unwrap_or_else(|error| {
        warnings.push(format!("taken as absent: {error}"));
        None
    });
    let value = object.get("move").filter(|value| !value.is_null());
    let mv = value.and_then(|value| match mv("analyse.move", value) {
        Ok(mv) => Some(mv),
        Err(error) => {
            warnings.push(format!("ignored the move: {error}"));
            None
        }
    });
    Analyse {
        lines: lines.unwrap_or(Analyse::DEFAULT_LINES),
        mv,
        warnings,
    }
}

fn play(object: &Object) -> Parsed<Play> {
    Ok(Play {
        mv: mv("play.move", required(object, "play.move", "move")?)?,
        combo: optional_count("play.combo", object.get("combo"))?,
        back_to_back: optional_count("play.back_to_back", object.get("back_to_back"))?,
        pieces_placed: optional_count("play.pieces_placed", object.get("pieces_placed"))?,
        frame: optional_long_count("play.frame", object.get("frame"))?,
    })
}

/// Returns the pending garbage: a number of rows, or a list with the rows of each attack.
/// Never fails, because the position can be searched without it.
pub(super) fn incoming_garbage(attribute: &str, value: Option<&Value>) -> IncomingGarbage {
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
                attribute,
                "a number of rows, or a list of those of each attack",
                value,
            )
            .to_string(),
        },
    }
}

/// Returns an opponent. Never fails, because the position can be searched without it.
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
