//! Messages of the server, parsed leniently.

use super::game_state::{GameState, GameStateError, read_opponent};
use landfall_rules::Board;
use serde::Deserialize;
use serde_json::Value;

/// A message from the server, with the attributes that a bot needs.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerMessage {
    /// The room, or its settings have changed.
    RoomData(RoomView),
    /// The game was aborted, or restarts.
    GameReset(RoomView),
    /// The server has authenticated the bot.
    Authenticated {
        /// The bot's session in this room.
        session_id: String,
    },
    /// A game begins.
    GameStarted,
    /// A round begins soon.
    RoundStarted {
        /// The room.
        room: RoomView,
        /// The players' games before the first move.
        games: Vec<PlayerUpdate>,
    },
    /// The bot has to move.
    RequestMove {
        /// Its game.
        state: Result<GameState, GameStateError>,
        /// Boards of the players, by session.
        boards: Vec<(String, Board)>,
    },
    /// A player has moved.
    PlayerAction(PlayerUpdate),
    /// Garbage waits for a player.
    DamageReceived(PlayerUpdate),
    /// A round is over.
    RoundOver(Winner),
    /// A game is over.
    GameOver(Winner),
    /// The server reports an error of the bot.
    Error(String),
    /// A message of another type.
    Other(String),
}

/// The attributes of a room that a bot needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomView {
    /// Pieces per second, if the server sends a valid number.
    pub pps: Option<f64>,
    /// Wins of the players, by session.
    pub wins: Vec<(String, u32)>,
}

/// A player's game after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerUpdate {
    /// Whose game.
    pub session_id: String,
    /// The game.
    pub state: Result<GameState, GameStateError>,
}

/// The winner, and the room after the round.
#[derive(Clone, Debug, PartialEq)]
pub struct Winner {
    /// The winner's session.
    pub session_id: String,
    /// The room.
    pub room: RoomView,
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    payload: Value,
}

impl ServerMessage {
    /// Parses a text frame.
    ///
    /// # Errors
    /// It is not a JSON object with a type. Unknown types are [`ServerMessage::Other`].
    pub fn parse(text: &str) -> Result<ServerMessage, serde_json::Error> {
        let Envelope { kind, payload } = serde_json::from_str(text)?;
        let room = || RoomView::read(&payload["roomData"]);
        let update = || PlayerUpdate::read(&payload);
        let winner = || Winner {
            session_id: text_of(&payload["winnerId"]),
            room: room(),
        };
        Ok(match kind.as_str() {
            "room_data" | "settings_changed" => ServerMessage::RoomData(room()),
            "game_reset" => ServerMessage::GameReset(room()),
            "authenticated" => ServerMessage::Authenticated {
                session_id: text_of(&payload["sessionId"]),
            },
            "game_started" => ServerMessage::GameStarted,
            "round_started" => ServerMessage::RoundStarted {
                room: room(),
                games: players(&payload["roomData"]["players"])
                    .map(PlayerUpdate::read)
                    .collect(),
            },
            "request_move" => ServerMessage::RequestMove {
                state: GameState::read(&payload["gameState"]),
                boards: players(&payload["players"]).filter_map(board_of).collect(),
            },
            "player_action" => ServerMessage::PlayerAction(update()),
            "player_damage_received" => ServerMessage::DamageReceived(update()),
            "round_over" => ServerMessage::RoundOver(winner()),
            "game_over" => ServerMessage::GameOver(winner()),
            "error" => ServerMessage::Error(text_of(&payload)),
            _ => ServerMessage::Other(kind),
        })
    }
}

impl PlayerUpdate {
    fn read(value: &Value) -> PlayerUpdate {
        PlayerUpdate {
            session_id: text_of(&value["sessionId"]),
            state: GameState::read(&value["gameState"]),
        }
    }
}

impl RoomView {
    fn read(value: &Value) -> RoomView {
        let pps = value["settings"]["pps"].as_f64();
        let wins = players(&value["players"]).map(|player| {
            let wins = player["wins"].as_u64().unwrap_or(0);
            let wins = u32::try_from(wins).unwrap_or(u32::MAX);
            (text_of(&player["sessionId"]), wins)
        });
        RoomView {
            // Older servers have the settings beside the other attributes.
            pps: pps
                .or_else(|| value["pps"].as_f64())
                .filter(|pps| (0.01..=1000.0).contains(pps)),
            wins: wins.collect(),
        }
    }
}

/// Returns the first players of a list; a room has two.
fn players(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten().take(8)
}

fn board_of(player: &Value) -> Option<(String, Board)> {
    let board = read_opponent(&player["gameState"])?;
    Some((text_of(&player["sessionId"]), board))
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(value: Value) -> ServerMessage {
        ServerMessage::parse(&value.to_string()).unwrap()
    }

    #[test]
    fn unknown_types_are_no_error() {
        let message = parse(json!({"type": "host_changed", "payload": {"a": [1]}}));
        assert_eq!(message, ServerMessage::Other("host_changed".into()));
        for text in [
            "",
            "{}",
            "[]",
            "3",
            r#"{"type":3}"#,
            r#"{"type":"error","payload":NaN}"#,
        ] {
            assert!(ServerMessage::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn payloads_of_other_types_are_empty() {
        for kind in [
            "room_data",
            "game_reset",
            "authenticated",
            "round_started",
            "request_move",
            "player_action",
            "player_damage_received",
            "round_over",
            "game_over",
            "error",
        ] {
            for payload in [
                json!(null),
                json!(1e300),
                json!("x"),
                json!([[]]),
                json!({"roomData": 3,
                "sessionId": {}, "gameState": [], "players": {"a": 1}, "winnerId": []}),
            ] {
                parse(json!({"type": kind, "payload": payload}));
            }
            parse(json!({"type": kind}));
        }
    }

    #[test]
    fn pieces_per_second_are_read_from_every_version() {
        for (room, pps) in [
            (json!({"settings": {"pps": 3.5}}), Some(3.5)),
            (json!({"pps": 2}), Some(2.0)),
            (json!({"settings": {"pps": 0}}), None),
            (json!({"settings": {"pps": -3}}), None),
            (json!({"settings": {"pps": "many"}}), None),
            (json!([]), None),
        ] {
            assert_eq!(RoomView::read(&room).pps, pps, "{room}");
        }
    }
}
