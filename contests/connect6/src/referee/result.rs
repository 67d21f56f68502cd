//! Winner and reason of a game, as data and in words.

use crate::codec::{Coordinates, MalformedMessage, Message, NamedCoordinates};
use crate::rules::{Colour, IllegalTurn};
use std::fmt;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` in a draw or an aborted game.
    pub winner: Option<Colour>,
    /// Why the game is over.
    pub reason: EndReason,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Six or more in a row.
    SixInARow,
    /// No point is free.
    BoardFull,
    /// The loser's turn is illegal.
    Illegal(Coordinates, IllegalAnswer),
    /// The loser took too long.
    TimedOut {
        /// The announced time, in milliseconds.
        limit: u32,
    },
    /// The loser sent bytes that are not a message.
    Malformed(MalformedMessage),
    /// The loser sent an unexpected message.
    Unexpected(Message),
    /// The loser disconnected.
    Disconnected,
    /// The game was aborted.
    Aborted,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalAnswer {
    /// A coordinate that counts is not 0 to 18.
    OffBoard,
    /// The rules forbid it.
    Turn(IllegalTurn),
    /// The second pair of the first answer is not allowed by the server's behaviour.
    SecondPair,
}

impl EndReason {
    /// Returns whether the loser violated the protocol or the rules, or ran out of time.
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
            EndReason::Illegal(coordinates, why) => {
                write!(f, "an illegal answer, {}: ", NamedCoordinates(*coordinates))?;
                match why {
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
