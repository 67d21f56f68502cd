//! Lines of SBP, in any order.

use crate::choices::Choices;
use crate::json::{Maker, board, count, location, message, piece, piece_or_null, pieces, spin};
use crate::position::{NODES, Search, SessionModel, settings};
use crate::tbp::rule;
use landfall_bot::{LineSession, SbpSession};
use landfall_rules::{Randomizer, Ruleset};
use landfall_tbp::convert::{
    ruleset_of_kickset, to_board_with_garbage, to_game, to_piece, to_ruleset, to_state,
};
use landfall_tbp::messages::{Location, Move, Rules};
use landfall_tbp::sbp::messages::{BotMessage, ClientMessage, Placement};
use landfall_tbp::sbp::{self, DEFAULT_GAME};
use serde_json::{Value, json};

/// The largest number of lines of an input: more lines find nothing new and take longer.
const MAX_LINES: usize = 10;

/// Sends lines of SBP to a session, raw or made of choices.
///
/// Fails on a panic, an answer that is not a message, a warning that is not one short line, or a
/// suggestion of an illegal move.
pub fn sbp_lines(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut session = SbpSession::<Search>::with_driver(settings(NODES));
    let mut model = SessionModel::new(&DEFAULT_GAME);
    let raw = choices.byte().is_multiple_of(2);
    choices.for_each_line(raw, MAX_LINES, chosen_line, |line| {
        handle(&mut session, &mut model, line);
    });
}

fn handle(session: &mut SbpSession<Search>, model: &mut SessionModel, line: &[u8]) {
    let reply = session.handle_line(line);
    if let Some(warning) = &reply.warning {
        let short = warning.len() < 600 && !warning.contains(char::is_control);
        assert!(short, "{warning:?}");
    }
    if let Ok(Some(message)) = sbp::parse(line) {
        let is_ready = reply.messages.contains(&BotMessage::Ready);
        update(model, &message, is_ready);
    }
    for message in &reply.messages {
        let text = serde_json::to_string(message).expect("a message that can be written");
        let read: Value = serde_json::from_str(&text).expect("JSON");
        assert!(read["type"].is_string(), "{text}");
        if let BotMessage::Suggestion { moves } = message {
            let moves: Vec<Move> = moves.iter().map(to_tbp).collect();
            model.check(&moves);
        }
    }
}

fn update(model: &mut SessionModel, message: &ClientMessage, is_ready: bool) {
    match message {
        ClientMessage::Rules(rules) if is_ready => {
            let ruleset = ruleset(rules);
            if ruleset != model.rules {
                model.set(None);
            }
            model.rules = ruleset;
        }
        ClientMessage::Start(message) => {
            let state = to_state(&model.rules, &message.start, Randomizer::unknown());
            model.set(state.ok());
        }
        ClientMessage::InvalidStart { .. } | ClientMessage::Stop => model.set(None),
        ClientMessage::Board { board } => {
            let Ok((board, garbage_rows)) = to_board_with_garbage(&model.rules, board) else {
                return;
            };
            if let Some(state) = &mut model.state {
                state.board = board;
                state.clear_state.garbage_rows = garbage_rows;
            }
        }
        ClientMessage::Advance { mv } => {
            model.play(mv);
        }
        ClientMessage::NewPiece { piece } => model.new_piece(to_piece(*piece)),
        _ => {}
    }
}

/// Returns the ruleset of rules that were accepted.
fn ruleset(rules: &Rules) -> Ruleset {
    let base = match rules.ruleset.as_deref() {
        None => *ruleset_of_kickset(rules.game.kickset),
        named => to_ruleset(named).expect("accepted rules"),
    };
    to_game(&base, &DEFAULT_GAME, &rules.game)
}

fn to_tbp(placement: &Placement) -> Move {
    let at = &placement.location;
    Move {
        location: Location {
            piece: at.piece,
            orientation: at.orientation,
            x: at.x,
            y: at.y,
        },
        spin: placement.spin,
    }
}

/// Takes a line.
fn chosen_line(choices: &mut Choices) -> String {
    let (kind, names) = match choices.below(16) {
        0..=2 => (
            "start",
            "active hold queue combo back_to_back board incoming_garbage",
        ),
        3 => (
            "start",
            "active hold queue board piece_stream pieces_placed",
        ),
        4..=6 => (
            "rules",
            "randomizer kickset rot180 sonic_drop spin_detection back_to_back_sources \
             spawn_position extensions",
        ),
        7 | 8 => ("advance", "move"),
        9 => ("play", "move"),
        10 => ("new_piece", "piece"),
        11 | 12 => ("suggest", "incoming_garbage"),
        13 => ("board", "board"),
        14 => ("stop", ""),
        _ => (*choices.of(&["quit", "dance", ""]), ""),
    };
    message(choices, kind, names, attribute)
}

/// Returns what makes an attribute.
fn attribute(name: &str) -> Maker {
    match name {
        "active" | "piece" => piece,
        "hold" => piece_or_null,
        "queue" => pieces,
        "board" => board,
        "move" => mv,
        "incoming_garbage" => garbage,
        "piece_stream" => piece_stream,
        "randomizer" => randomizer,
        "spawn_position" => spawn,
        "extensions" => extensions,
        _ => rule(name),
    }
}

fn mv(choices: &mut Choices) -> Value {
    json!({"location": location(choices, "piece"), "spin": spin(choices)})
}

fn garbage(choices: &mut Choices) -> Value {
    let rows = choices.below(5);
    (0..rows).map(|_| count(choices)).collect()
}

fn piece_stream(choices: &mut Choices) -> Value {
    json!({"offset": count(choices), "pieces": pieces(choices)})
}

fn randomizer(choices: &mut Choices) -> Value {
    json!(choices.of(&["seven_bag", "pure_random", "chess"]))
}

fn spawn(choices: &mut Choices) -> Value {
    json!({"x": count(choices), "y": count(choices)})
}

fn extensions(choices: &mut Choices) -> Value {
    let names = Ruleset::ALL.map(|rules| rules.name);
    json!({"landfall_ruleset": choices.of(&names)})
}
