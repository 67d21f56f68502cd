//! The commands of an action, and their meaning for the server.

use serde::{Deserialize, Serialize};

/// Most commands of one action.
pub const MAX_COMMANDS: usize = 128;

/// The word that the server appends to every action; a bot must not send it.
pub const HARD_DROP: &str = "hard_drop";

/// A command for the piece in play. The server knows no other words, and ignores the whole action
/// if it contains one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// One column to the left.
    MoveLeft,
    /// One column to the right.
    MoveRight,
    /// To the left until blocked.
    SonicLeft,
    /// To the right until blocked.
    SonicRight,
    /// A turn clockwise.
    RotateCw,
    /// A turn counter-clockwise.
    RotateCcw,
    /// One row down.
    Drop,
    /// Down until it rests, without locking.
    SonicDrop,
    /// Swaps the piece with the held one, once per piece.
    Hold,
    /// No effect.
    None,
}

/// A message of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "payload", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The answer to a request.
    Action {
        /// What to do with the piece before it is dropped.
        commands: Vec<Command>,
    },
    /// A ping.
    Ping,
}

impl ClientMessage {
    /// Parses a message as strictly as the contest's server.
    ///
    /// # Errors
    /// It is not JSON, or has an unknown type or word.
    pub fn parse(text: &str) -> Result<ClientMessage, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Returns the text frame of the message.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_a_round_trip() {
        use Command::*;
        let all = vec![
            MoveLeft, MoveRight, SonicLeft, SonicRight, RotateCw, RotateCcw, Drop, SonicDrop, Hold,
            None,
        ];
        for message in [
            ClientMessage::Action { commands: all },
            ClientMessage::Action { commands: vec![] },
            ClientMessage::Ping,
        ] {
            let text = message.to_text();
            assert_eq!(ClientMessage::parse(&text).unwrap(), message, "{text}");
        }
    }

    #[test]
    fn an_unknown_word_invalidates_the_whole_action() {
        for text in [
            r#"{"type":"action","payload":{"commands":["drop","hard_drop"]}}"#,
            r#"{"type":"action","payload":{"commands":["rotate_180"]}}"#,
            r#"{"type":"action","payload":{"commands":"drop"}}"#,
            r#"{"type":"action","payload":{}}"#,
            r#"{"type":"action"}"#,
            r#"{"type":"chat","payload":{"text":"hello"}}"#,
            r#"["action"]"#,
            "",
        ] {
            assert!(ClientMessage::parse(text).is_err(), "{text}");
        }
    }
}
