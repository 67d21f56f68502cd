//! Parses a line into a message of a client.
//!
//! Accepts what `attributes` accepts, and the names of programs before version 1: `play` for
//! `advance`, and those in the table of `game_rules`.

use super::PieceStream;
use super::messages::{ClientMessage, SnapshotStart};
use crate::attributes::{
    Object, Parsed, board, count, message_type, mv, optional_count, optional_long_count,
    optional_piece, piece, pieces, required, unexpected,
};
use crate::deserialize::incoming_garbage;
use crate::game_rules::GameRules;
use crate::messages::{Rules, Start};
use crate::parse::{ParseError, parse_object, quote_value};
use serde_json::Value;

/// Parses one line of a client.
///
/// The line end, white space around the object and a byte order mark are ignored. Returns `None`
/// for a blank line and for a message of an unknown type, both of which bots must ignore.
///
/// # Examples
/// ```
/// use landfall_tbp::sbp::{messages::ClientMessage, parse};
/// assert_eq!(parse(br#"{"type":"stop","reason":"game_over"}"#), Ok(Some(ClientMessage::Stop)));
/// assert_eq!(parse(br#"{"type":"dance"}"#), Ok(None));
/// ```
///
/// # Errors
/// The line is too long, not UTF-8, not a JSON object, or an attribute of it cannot be used.
pub fn parse(line: &[u8]) -> Result<Option<ClientMessage>, ParseError> {
    let Some(object) = parse_object(line)? else {
        return Ok(None);
    };
    Ok(Some(match message_type(&object)? {
        "rules" => ClientMessage::Rules(rules(&object)),
        "start" => start(&object).map_or_else(
            |error| ClientMessage::InvalidStart {
                reason: error.to_string(),
            },
            ClientMessage::Start,
        ),
        "board" => ClientMessage::Board {
            board: board("board.board", required(&object, "board.board", "board")?)?,
        },
        "suggest" => ClientMessage::Suggest {
            incoming_garbage: object
                .get("incoming_garbage")
                .filter(|value| !value.is_null())
                .map(|value| incoming_garbage("suggest.incoming_garbage", Some(value))),
        },
        // Older clients send `play`.
        name @ ("advance" | "play") => {
            let path = format!("{name}.move");
            ClientMessage::Advance {
                mv: mv(&path, required(&object, &path, "move")?)?,
            }
        }
        "new_piece" => {
            const PATH: &str = "new_piece.piece";
            ClientMessage::NewPiece {
                piece: piece(PATH, required(&object, PATH, "piece")?)?,
            }
        }
        "stop" => ClientMessage::Stop,
        "quit" => ClientMessage::Quit,
        _ => return Ok(None),
    }))
}

/// Returns the `rules`. Never fails: attributes that cannot be played are listed in it.
fn rules(object: &Object) -> Rules {
    let text = |value: &Value| match value {
        Value::String(name) => name.clone(),
        // No ruleset has such a name.
        other => quote_value(other),
    };
    let extensions = object.get("extensions");
    let mut game = GameRules::read("rules", object, &["type", "randomizer", "extensions"]);
    let randomizer = game.read_randomizer("rules", object);
    Rules {
        randomizer: randomizer.map(str::to_string),
        ruleset: extensions
            .and_then(|extensions| extensions.get("landfall_ruleset"))
            .filter(|value| !value.is_null())
            .map(text),
        game,
        ..Rules::default()
    }
}

fn start(object: &Object) -> Parsed<SnapshotStart> {
    let active = required(object, "start.active", "active")?;
    let mut queue = vec![piece("start.active", active)?];
    if let Some(more) = object.get("queue").filter(|more| !more.is_null()) {
        queue.extend(pieces("start.queue", more)?);
    }
    let mut warnings = Vec::new();
    let piece_stream = match object.get("piece_stream") {
        None | Some(Value::Null) => None,
        Some(value) => stream(value)
            .map_err(|error| warnings.push(format!("ignored the pieces dealt: {error}")))
            .ok(),
    };
    Ok(SnapshotStart {
        start: Start {
            hold: optional_piece("start.hold", object.get("hold"))?,
            queue,
            combo: count("start.combo", object.get("combo"))?,
            back_to_back: count("start.back_to_back", object.get("back_to_back"))?,
            board: board("start.board", required(object, "start.board", "board")?)?,
            incoming_garbage: incoming_garbage(
                "start.incoming_garbage",
                object.get("incoming_garbage"),
            ),
            pieces_placed: optional_count("start.pieces_placed", object.get("pieces_placed"))?,
            frame: optional_long_count("start.frame", object.get("frame"))?,
            ..Start::default()
        },
        piece_stream,
        warnings,
    })
}

fn stream(value: &Value) -> Parsed<PieceStream> {
    const PATH: &str = "start.piece_stream";
    let Value::Object(stream) = value else {
        return Err(unexpected(PATH, "an object", value));
    };
    const PIECES: &str = "start.piece_stream.pieces";
    Ok(PieceStream {
        offset: optional_long_count("start.piece_stream.offset", stream.get("offset"))?,
        pieces: pieces(PIECES, required(stream, PIECES, "pieces")?)?,
    })
}
