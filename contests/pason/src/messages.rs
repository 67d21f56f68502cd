//! The messages of both channels.
//!
//! Contains their names, their shapes and their serialization; `deserialize` parses them. Has no
//! rules of the game, sockets or clocks.

mod board_state;
mod deserialize;
#[cfg(test)]
mod tests;

pub use board_state::{BoardState, COLUMNS, ROWS};
pub use deserialize::ParseError;

use landfall_rules::Piece;
use landfall_rules::rulesets::PASON_ROTATION;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The longest message of a server that is parsed, in bytes. A state has about 600.
pub const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// A client's message on the command channel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "comm_type")]
pub enum Request {
    /// Joins a match.
    MatchConnect {
        /// The match to join.
        match_token: String,
        /// The name that the team is registered with, spaces included.
        team_name: String,
        /// The team's password.
        password: String,
    },
    /// Moves the falling piece.
    GameMove {
        /// The token from MatchConnectResp.
        client_token: String,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
        /// The piece that the move is for; without it, the piece that is falling.
        #[serde(skip_serializing_if = "Option::is_none")]
        piece_number: Option<i64>,
    },
    /// A message of an unknown kind; parsed, never sent.
    Unknown {
        /// Its `comm_type`.
        #[serde(skip)]
        name: String,
    },
}

/// The server's answer on the command channel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "comm_type")]
pub enum Response {
    /// The match is joined.
    MatchConnectResp {
        /// "ok", in any case.
        resp: String,
        /// The token to send with every move.
        client_token: String,
    },
    /// The move is accepted. This does not mean that the piece has moved.
    GameMoveResp {
        /// "ok", in any case.
        resp: String,
    },
    /// The request was refused.
    ErrorResp {
        /// The kind of error, a word.
        error: String,
        /// What was wrong, a sentence.
        message: String,
    },
    /// A message of an unknown kind; parsed, never sent.
    Unknown {
        /// Its `comm_type`.
        #[serde(skip)]
        name: String,
    },
}

/// The server's message on the state channel, in the frame after the match token.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "comm_type")]
pub enum StateMessage {
    /// The locked cells.
    GameBoardState {
        /// Game, sequence and time.
        #[serde(flatten)]
        header: Header,
        /// By team name.
        states: BTreeMap<String, BoardReport>,
    },
    /// The falling pieces and the pieces to come.
    GamePieceState {
        /// Game, sequence and time.
        #[serde(flatten)]
        header: Header,
        /// By team name; `None` if the team has no piece at the moment.
        states: BTreeMap<String, Option<FallingPiece>>,
        /// The pieces to come, shared by both teams.
        #[serde(serialize_with = "write_letters")]
        queue: Vec<Piece>,
    },
    /// A game ended; the next one begins without a request.
    GameEnd {
        /// Game, sequence and time.
        #[serde(flatten)]
        header: Header,
        /// Points by team name.
        scores: BTreeMap<String, i64>,
        /// The team that won, if one is named.
        winner: Option<String>,
        /// The match that the game belongs to; empty if it is not named.
        match_token: String,
    },
    /// The match ended; nothing follows.
    MatchEnd {
        /// Name of the match; empty if it is not named.
        match_name: String,
        /// The match's token; empty if it is not named.
        match_token: String,
        /// Such as "ENDED".
        status: String,
    },
    /// A message of an unknown kind; parsed, never sent.
    Unknown {
        /// Its `comm_type`.
        #[serde(skip)]
        name: String,
    },
}

/// The common attributes of all state messages except MatchEnd.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct Header {
    /// Name of the game; empty if it is not named.
    pub game_name: String,
    /// Grows with every message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u64>,
    /// When the message was created, in the server's own unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<f64>,
}

/// One team's side of a GameBoardState.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardReport {
    /// The locked cells.
    #[serde(rename = "board_state")]
    pub board: BoardState,
    /// The falling piece; `None`, -1 on the wire, if there is none.
    #[serde(serialize_with = "write_piece_number")]
    pub piece_number: Option<i64>,
    /// Rows that are being cleared, as the server counts them.
    pub cleared_rows: Vec<i64>,
}

/// One team's side of a GamePieceState: a piece and where its origin is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FallingPiece {
    /// Which piece.
    #[serde(serialize_with = "write_letter")]
    pub piece: Piece,
    /// Orientation, from 0 to below [`orientations`] of the piece.
    pub orient: u8,
    /// Changes with every new piece.
    pub number: i64,
    /// Row of the origin, downwards from 0 at the top. Within ±99.
    pub row: i32,
    /// Column of the origin, from 0 at the left. Within ±99.
    pub col: i32,
}

/// Returns how many orientations a piece has.
pub fn orientations(piece: Piece) -> u8 {
    let states = &PASON_ROTATION.rule(piece).canonical;
    let own = |r: &usize| states[*r].rotation.index() == *r;
    (0..states.len()).filter(own).count() as u8
}

/// The moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row down.
    Down,
    /// All the way down, and lock.
    Drop,
    /// Orientation plus one: counter-clockwise.
    LRotate,
    /// Orientation minus one: clockwise.
    RRotate,
}

impl Move {
    /// Every move.
    pub const ALL: [Move; 6] = [
        Move::Left,
        Move::Right,
        Move::Down,
        Move::Drop,
        Move::LRotate,
        Move::RRotate,
    ];
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Request {
    /// Parses a message.
    ///
    /// # Errors
    /// The bytes are not a JSON object, or an attribute is absent or means nothing.
    pub fn parse(bytes: &[u8]) -> Result<Request, ParseError> {
        deserialize::request(bytes)
    }

    /// Returns the JSON text.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

impl Response {
    /// Whether this is the answer to an accepted move. The live server and the specification spell
    /// `resp` differently, and nothing depends on it if it is absent.
    pub fn accepts_move(&self) -> bool {
        match self {
            Response::GameMoveResp { resp } => resp.is_empty() || resp.eq_ignore_ascii_case("ok"),
            _ => false,
        }
    }

    /// Parses a message.
    ///
    /// # Errors
    /// The bytes are not a JSON object, or an attribute is absent or means nothing.
    pub fn parse(bytes: &[u8]) -> Result<Response, ParseError> {
        deserialize::response(bytes)
    }

    /// Returns the JSON text.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

impl StateMessage {
    /// Parses a message.
    ///
    /// # Errors
    /// The bytes are not a JSON object, or an attribute is absent or means nothing.
    pub fn parse(bytes: &[u8]) -> Result<StateMessage, ParseError> {
        deserialize::state_message(bytes)
    }

    /// Returns the JSON text.
    pub fn to_json(&self) -> String {
        json(self)
    }

    /// Returns the JSON text in the form of the specification's samples, where the sequence numbers
    /// of boards and pieces are strings.
    pub fn to_json_of_samples(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        let is_state = matches!(
            self,
            StateMessage::GameBoardState { .. } | StateMessage::GamePieceState { .. }
        );
        if let Some(sequence) = value.get_mut("sequence").filter(|_| is_state) {
            *sequence = serde_json::Value::String(sequence.to_string());
        }
        value.to_string()
    }

    /// Returns game, sequence and time, if the message has them.
    pub fn header(&self) -> Option<&Header> {
        match self {
            StateMessage::GameBoardState { header, .. }
            | StateMessage::GamePieceState { header, .. }
            | StateMessage::GameEnd { header, .. } => Some(header),
            StateMessage::MatchEnd { .. } | StateMessage::Unknown { .. } => None,
        }
    }
}

fn write_letter<S: Serializer>(piece: &Piece, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(piece)
}

fn write_letters<S: Serializer>(pieces: &[Piece], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pieces.iter().copied().map(char::from))
}

/// Writes -1 where there is no piece.
fn write_piece_number<S: Serializer>(
    number: &Option<i64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(number.unwrap_or(-1))
}

fn json(message: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys can always be serialized.
    serde_json::to_string(message).unwrap_or_default()
}
