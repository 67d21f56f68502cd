//! Messages of the contest Pason: messages of a server for a client, and of clients for a server.

use crate::choices::Choices;
use crate::json::{Maker, anything, count, object, truth};
use crate::position::any_moves;
use landfall_pason::controller::{Action, Controller, MoveReply};
use landfall_pason::messages::{Request, Response, StateMessage};
use landfall_pason::server::match_server::MatchServer;
use landfall_pason::server::match_state::ServerTime;
use landfall_pason::server::{MatchSettings, MatchSpec, parse_match_specs};
use landfall_pason::translate::Translator;
use landfall_rules::rulesets::PASON;
use serde_json::{Value, json};
use std::time::Duration;

/// The team of the client.
const TEAM: &str = "a";

/// The largest number of messages of an input.
const MAX_MESSAGES: usize = 16;

/// The largest number of actions of a client between two messages.
const MAX_ACTIONS: usize = 40;

/// Parses messages of both channels, raw or made of choices. Passes states to a client and to a
/// translator, and requests to a server.
///
/// Fails on a panic, or on a message that changes in a round trip.
pub fn pason_messages(data: &[u8]) {
    let mut choices = Choices::new(data);
    let raw = choices.byte().is_multiple_of(2);
    let mut sides = Sides::new();
    if raw {
        for line in choices
            .rest()
            .split(|&byte| byte == b'\n')
            .take(MAX_MESSAGES)
        {
            sides.handle(line, &mut Choices::new(line));
        }
        return;
    }
    for _ in 0..MAX_MESSAGES {
        if choices.is_empty() {
            break;
        }
        let text = chosen(&mut choices, &sides);
        sides.handle(text.as_bytes(), &mut choices);
    }
}

/// A client, a translator and a server.
struct Sides {
    client: Controller,
    translator: Translator,
    server: MatchServer,
    match_token: String,
    client_token: String,
    elapsed: Duration,
}

impl Sides {
    fn new() -> Sides {
        let mut server = MatchServer::new(MatchSettings::default(), 1, 2);
        Sides {
            client: Controller::new(TEAM),
            translator: Translator::new(TEAM),
            match_token: server.open_match(MatchSpec::default()),
            server,
            client_token: String::new(),
            elapsed: Duration::ZERO,
        }
    }

    fn handle(&mut self, bytes: &[u8], choices: &mut Choices) {
        let text = String::from_utf8_lossy(bytes);
        let _ = parse_match_specs(&text);
        if let Ok(response) = Response::parse(bytes)
            && !matches!(response, Response::Unknown { .. })
        {
            assert_eq!(Response::parse(response.to_json().as_bytes()), Ok(response));
        }
        if let Ok(state) = StateMessage::parse(bytes) {
            // A quoted number can be infinite, which JSON cannot represent.
            let time = state.header().and_then(|header| header.timestamp);
            let is_finite = time.is_none_or(f64::is_finite);
            if is_finite && !matches!(state, StateMessage::Unknown { .. }) {
                let written = state.to_json();
                assert_eq!(
                    StateMessage::parse(written.as_bytes()).as_ref(),
                    Ok(&state),
                    "{written}"
                );
            }
            self.client.update(&state);
            self.act(choices);
            let _ = self.translator.translate(&text);
        }
        self.request(bytes);
    }

    /// Performs the client's actions.
    fn act(&mut self, choices: &mut Choices) {
        for _ in 0..MAX_ACTIONS {
            match self.client.next_action() {
                Action::Wait | Action::Leave => return,
                Action::AwaitState => {
                    if !choices.once_in(2) {
                        return;
                    }
                    self.client.on_timeout();
                }
                Action::RequestSuggestion(start) => {
                    let moves = any_moves(&PASON, &start);
                    self.client.set_suggestion(&start, moves);
                    let _ = self.client.predicted_position();
                }
                Action::SendMove(mv) => {
                    self.client.on_move_sent(mv);
                    self.client.on_reply(match choices.below(4) {
                        3 => MoveReply::Lost,
                        2 => MoveReply::Refused,
                        _ => MoveReply::Accepted,
                    });
                }
            }
        }
    }

    /// Passes a request to the server, and the states that it publishes to the client.
    fn request(&mut self, bytes: &[u8]) {
        if let Ok(request) = Request::parse(bytes)
            && !matches!(request, Request::Unknown { .. })
        {
            assert_eq!(Request::parse(request.to_json().as_bytes()), Ok(request));
        }
        self.elapsed += Duration::from_millis(400);
        let now = ServerTime {
            elapsed: self.elapsed,
            epoch: 0.0,
        };
        if let Response::MatchConnectResp { client_token, .. } =
            self.server.handle_request(bytes, now)
        {
            self.client_token = client_token;
        }
        self.server.tick(now);
        for publication in self.server.drain_messages() {
            let state = StateMessage::parse(publication.json.as_bytes());
            self.client.update(&state.expect("a valid state"));
        }
        self.server.drain_events();
    }
}

/// Takes a message.
fn chosen(choices: &mut Choices, sides: &Sides) -> String {
    let number = choices.below(9);
    let (kind, attributes): (&str, &[(&str, Maker)]) = match number {
        0 | 1 => ("GameBoardState", &[("states", boards), ("game_name", name)]),
        2 | 3 => (
            "GamePieceState",
            &[("states", pieces), ("queue", crate::json::pieces)],
        ),
        4 => (
            "GameEnd",
            &[("scores", scores), ("winner", name), ("match_token", name)],
        ),
        5 => ("MatchEnd", &[("match_name", name), ("status", name)]),
        6 => ("MatchConnect", &[("team_name", name), ("password", name)]),
        7 => ("GameMove", &[("move", mv), ("piece_number", count)]),
        _ => (
            "ErrorResp",
            &[("resp", name), ("error", name), ("message", name)],
        ),
    };
    let mut message = object(choices, attributes);
    message.insert("comm_type".into(), kind.into());
    if number < 5 {
        message.insert("sequence".into(), count(choices));
        message.insert("timestamp".into(), count(choices));
    }
    if number == 6 {
        message.insert("match_token".into(), sides.match_token.as_str().into());
    }
    if number == 7 {
        message.insert("client_token".into(), sides.client_token.as_str().into());
    }
    Value::Object(message).to_string()
}

fn boards(choices: &mut Choices) -> Value {
    let mut states = serde_json::Map::new();
    for team in [TEAM, "b"] {
        let rows = choices.below(10);
        let mut hex = "0".repeat(50 - 5 * rows);
        for _ in 0..5 * rows {
            hex.push(char::from_digit(u32::from(choices.byte() % 16), 16).unwrap_or('0'));
        }
        let number = match choices.once_in(8) {
            true => anything(choices),
            false => count(choices),
        };
        states.insert(
            team.into(),
            json!({"board_state": hex, "piece_number": number, "cleared_rows": []}),
        );
    }
    Value::Object(states)
}

fn pieces(choices: &mut Choices) -> Value {
    let mut states = serde_json::Map::new();
    for team in [TEAM, "b"] {
        let piece = json!({
            "piece": crate::json::piece(choices),
            "orient": choices.below(4),
            "number": count(choices),
            "row": choices.below(20),
            "col": choices.below(10),
        });
        let is_null = truth(choices) == json!(false) && choices.once_in(4);
        states.insert(team.into(), if is_null { Value::Null } else { piece });
    }
    Value::Object(states)
}

fn scores(choices: &mut Choices) -> Value {
    json!({TEAM: count(choices), "b": count(choices)})
}

fn name(choices: &mut Choices) -> Value {
    json!(choices.of(&[TEAM, "b", "ok", "ENDED", "", "c d"]))
}

fn mv(choices: &mut Choices) -> Value {
    json!(choices.of(&["left", "right", "down", "drop", "lrotate", "rrotate", "up"]))
}
