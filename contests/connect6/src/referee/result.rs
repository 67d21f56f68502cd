//! How a game was decided, in data and in words. Who decides is the referee.

use crate::codec::{Coordinates, MalformedMessage, Message, NamedCoordinates};
use crate::rules::{Colour, IllegalTurn};
use std::fmt;

/// How a game was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: EndReason,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Six or more in a row.
    SixInARow,
    /// No point is free.
    BoardFull,
    /// The loser's turn is not allowed.
    Illegal(Coordinates, IllegalAnswer),
    /// The loser took too long.
    TimedOut {
        /// The time there was, in milliseconds.
        limit: u32,
    },
    /// The loser sent bytes that are no message.
    Malformed(MalformedMessage),
    /// The loser sent a message that was not due.
    Unexpected(Message),
    /// The loser closed the connection.
    Disconnected,
    /// Nobody is to blame.
    Aborted,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalAnswer {
    /// Not every coordinate that counts is 0 to 18.
    OffBoard,
    /// The rules do not allow it.
    Turn(IllegalTurn),
    /// The second pair of the first answer is not what this server wants.
    SecondPair,
}

impl EndReason {
    /// Whether the loser broke the protocol or the rules, or the clock.
    pub fn disqualifies(&self) -> bool {
        !matches!(
            self,
            EndReason::SixInARow | EndReason::BoardFull | EndReason::Aborted
        )
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::SixInARow => f.write_str("six in a row"),
            EndReason::BoardFull => f.write_str("the board is full"),
            EndReason::Illegal(coordinates, foul) => {
                write!(f, "an illegal answer, {}: ", NamedCoordinates(*coordinates))?;
                match foul {
                    IllegalAnswer::OffBoard => f.write_str("coordinates are 0 to 18"),
                    IllegalAnswer::Turn(why) => write!(f, "{why}"),
                    IllegalAnswer::SecondPair => {
                        f.write_str("the second pair is not as it should be")
                    }
                }
            }
            EndReason::TimedOut { limit } => write!(f, "more than {limit} ms were taken"),
            EndReason::Malformed(why) => write!(f, "a malformed message: {why}"),
            EndReason::Unexpected(message) => write!(f, "a message that was not due: {message}"),
            EndReason::Disconnected => f.write_str("the connection was closed"),
            EndReason::Aborted => f.write_str("aborted"),
        }
    }
}

/// `black wins: six in a row`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason.disqualifies()) {
            (None, _) => write!(f, "nobody wins: {}", self.reason),
            (Some(winner), false) => write!(f, "{winner} wins: {}", self.reason),
            (Some(winner), true) => {
                write!(
                    f,
                    "{winner} wins, {} is disqualified: {}",
                    winner.other(),
                    self.reason
                )
            }
        }
    }
}
