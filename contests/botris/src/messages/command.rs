//! The words of an action, and what the server makes of them.

use serde::{Deserialize, Serialize};

/// Most commands of one action.
pub const MAX_COMMANDS: usize = 128;

/// The word that the server appends to every action; a bot must not send it.
pub const HARD_DROP: &str = "hard_drop";

/// A command for the piece in play. The server knows no other words, and ignores the whole action
/// if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// One column to the left.
    MoveLeft,
    /// One column to the right.
    MoveRight,
    /// To the left as far as it goes.
    SonicLeft,
    /// To the right as far as it goes.
    SonicRight,
    /// A turn clockwise.
    RotateCw,
    /// A turn counter-clockwise.
    RotateCcw,
    /// One row down.
    Drop,
    /// Down to where it rests, without locking it.
    SonicDrop,
    /// Swaps the piece with the held one, once a piece.
    Hold,
    /// Nothing.
    None,
}

impl Command {
    /// Returns the word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Command::MoveLeft => "move_left",
            Command::MoveRight => "move_right",
            Command::SonicLeft => "sonic_left",
            Command::SonicRight => "sonic_right",
            Command::RotateCw => "rotate_cw",
            Command::RotateCcw => "rotate_ccw",
            Command::Drop => "drop",
            Command::SonicDrop => "sonic_drop",
            Command::Hold => "hold",
            Command::None => "none",
        }
    }
}

/// What a bot sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "payload", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The answer to a request.
    Action {
        /// What to do with the piece before it is dropped.
        commands: Vec<Command>,
    },
    /// Asks for a sign of life.
    Ping,
}

impl ClientMessage {
    /// Reads a message as strictly as the contest's server does.
    ///
    /// # Errors
    /// It is no JSON, or has an unknown type or word.
    pub fn parse(text: &str) -> Result<ClientMessage, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Returns the text frame of the message.
    pub fn to_text(&self) -> String {
        let words = |commands: &[Command]| {
            let words: Vec<String> = commands
                .iter()
                .map(|command| format!("\"{}\"", command.as_str()))
                .collect();
            words.join(",")
        };
        match self {
            ClientMessage::Action { commands } => format!(
                r#"{{"type":"action","payload":{{"commands":[{}]}}}}"#,
                words(commands)
            ),
            ClientMessage::Ping => r#"{"type":"ping"}"#.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
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
    fn words_that_the_server_does_not_know_spoil_the_whole_action() {
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
