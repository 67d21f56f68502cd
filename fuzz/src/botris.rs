//! Frames of Botris: frames of a server for the client, and frames of clients for a server's room.

use crate::choices::Choices;
use crate::json::{Maker, anything, board, count, named, piece, piece_or_null, pieces, truth};
use crate::position::any_moves;
use landfall_botris::Secret;
use landfall_botris::client::{Controller, ControllerOptions, Engine};
use landfall_botris::messages::{ClientMessage, MAX_COMMANDS};
use landfall_botris::server::room::{JoinRequest, Output, Room};
use landfall_botris::server::{Admission, Bot, RoomSettings};
use landfall_rules::rulesets::BOTRIS;
use landfall_tbp::messages::{Move, Start};
use serde_json::{Value, json};
use std::time::Duration;

/// The largest number of frames of an input.
const MAX_FRAMES: usize = 8;

/// Sends text frames, raw or made of choices, to a client, whose bot answers with any legal move, to
/// a room with two players, of which the client is the first, or to both.
///
/// Fails on a panic, an answer that is not a message of a client, or a position that is invalid for
/// a bot.
pub fn botris_frames(data: &[u8]) {
    let mut choices = Choices::new(data);
    let kind = choices.byte();
    let (client, room) = match kind / 2 % 4 {
        0 => (Some(client()), Some(room_of_two())),
        1 | 2 => (Some(client()), None),
        _ => (None, Some(room_of_two())),
    };
    let mut sides = Sides {
        client,
        room,
        now: Duration::ZERO,
    };
    let raw = kind.is_multiple_of(2);
    choices.for_each_line(raw, MAX_FRAMES, chosen_frame, |frame| {
        sides.handle(&String::from_utf8_lossy(frame));
    });
}

/// Returns a client before it has joined a room.
fn client() -> Controller<AnyMove> {
    Controller::new(AnyMove::default(), ControllerOptions::default())
}

/// Returns a room that two players have joined.
fn room_of_two() -> Room {
    let secret = |text: &str| Secret::word(text).expect("a secret");
    let bot = |name: &str| Bot {
        name: name.to_string(),
        token: secret(name),
    };
    let admission = Admission {
        key: secret("k"),
        bots: [bot("a"), bot("b")],
    };
    let settings = RoomSettings {
        pause: Duration::from_millis(1),
        ..RoomSettings::default()
    };
    let mut room = Room::new(settings, admission, 0);
    for (id, query) in [(1, "token=a&roomKey=k"), (2, "token=b&roomKey=k")] {
        room.connect(id, &JoinRequest::from_query(query), Duration::ZERO);
    }
    room
}

/// A client, a room with two players, or both.
struct Sides {
    client: Option<Controller<AnyMove>>,
    room: Option<Room>,
    now: Duration,
}

impl Sides {
    fn handle(&mut self, frame: &str) {
        self.now += Duration::from_millis(300);
        self.send_to_client(frame);
        self.send_to_room(frame);
    }

    fn send_to_client(&mut self, frame: &str) {
        let Some(client) = &mut self.client else {
            return;
        };
        client.handle(frame, self.now);
        if client.answer_at().is_some() {
            let answer = client.answer(self.now).expect("an answer");
            let message = ClientMessage::parse(&answer).expect("a message of a client");
            if let ClientMessage::Action { commands } = message {
                assert!(commands.len() <= MAX_COMMANDS, "{answer}");
            }
        }
        client.take_events();
    }

    /// Sends a frame to the room, and the room's messages to its first player to the client.
    fn send_to_room(&mut self, frame: &str) {
        let Some(room) = &mut self.room else {
            return;
        };
        room.message(1, frame, self.now);
        room.connect(3, &JoinRequest::from_query(frame), self.now);
        room.tick(self.now);
        for (id, output) in room.take_outputs() {
            if let (1, Output::Text(text), Some(client)) = (id, output, &mut self.client) {
                client.handle(&text, self.now);
            }
        }
        room.take_reports();
    }
}

/// A bot that suggests the legal moves of the position.
#[derive(Default)]
struct AnyMove {
    moves: Vec<Move>,
}

impl Engine for AnyMove {
    fn set_position(&mut self, start: &Start) {
        self.moves = any_moves(&BOTRIS, start);
    }

    fn suggest(&mut self, _wait: Duration) -> Vec<Move> {
        self.moves.clone()
    }

    fn stop(&mut self) {
        self.moves.clear();
    }
}

/// Takes a frame.
fn chosen_frame(choices: &mut Choices) -> String {
    let (kind, names) = match choices.below(12) {
        0..=3 => ("request_move", "gameState players"),
        4 => ("authenticated", "sessionId"),
        5 => ("room_data", "roomData"),
        6 => ("round_started", "roomData startsAt"),
        7 => ("player_action", "sessionId gameState commands"),
        8 => ("player_damage_received", "sessionId gameState"),
        9 => ("round_over", "winnerId roomData"),
        10 => ("game_over", "winnerId roomData"),
        _ => ("action", "commands"),
    };
    let payload = match choices.once_in(32) {
        true => anything(choices),
        false => Value::Object(named(choices, names, attribute)),
    };
    json!({"type": kind, "payload": payload}).to_string()
}

/// Returns what makes an attribute.
fn attribute(name: &str) -> Maker {
    match name {
        "gameState" => game_state,
        "players" => players,
        "roomData" => room,
        "commands" => commands,
        "id" | "sessionId" | "winnerId" => id,
        "board" => board,
        "queue" | "bag" => pieces,
        "garbageQueued" => garbage,
        "held" => piece_or_null,
        "current" => current,
        "canHold" | "b2b" | "dead" | "playing" | "gameOngoing" | "roundOngoing" => truth,
        _ => count,
    }
}

fn id(choices: &mut Choices) -> Value {
    json!(choices.of(&["one", "two", ""]))
}

fn game_state(choices: &mut Choices) -> Value {
    let names =
        "board queue garbageQueued held current canHold combo b2b score piecesPlaced dead bag";
    Value::Object(named(choices, names, attribute))
}

fn current(choices: &mut Choices) -> Value {
    json!({
        "piece": piece(choices),
        "x": choices.below(10),
        "y": choices.below(21),
        "rotation": choices.below(4),
    })
}

fn garbage(choices: &mut Choices) -> Value {
    let lines = choices.below(4);
    (0..lines)
        .map(|_| json!({"delay": choices.below(4)}))
        .collect()
}

fn player(choices: &mut Choices) -> Value {
    let names = "sessionId playing wins gameState";
    Value::Object(named(choices, names, attribute))
}

fn players(choices: &mut Choices) -> Value {
    let count = choices.below(3);
    (0..count).map(|_| player(choices)).collect()
}

fn room(choices: &mut Choices) -> Value {
    let names = "id ft pps initialPps gameOngoing roundOngoing players";
    Value::Object(named(choices, names, attribute))
}

fn commands(choices: &mut Choices) -> Value {
    const COMMANDS: [&str; 11] = [
        "hold",
        "move_left",
        "move_right",
        "sonic_left",
        "sonic_right",
        "rotate_cw",
        "rotate_ccw",
        "drop",
        "sonic_drop",
        "hard_drop",
        "none",
    ];
    let count = choices.below(140);
    (0..count).map(|_| json!(choices.of(&COMMANDS))).collect()
}
