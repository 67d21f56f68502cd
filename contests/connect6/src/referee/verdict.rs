//! How a game was decided, in data and in words. Who decides is the referee.

use crate::codec::{Coordinates, Malformed, Message, Pairs};
use crate::rules::{Colour, Illegal};
use std::fmt;

/// How a game was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Six or more in a row.
    Row,
    /// No point is free.
    Full,
    /// The loser's turn is not allowed.
    Illegal(Pairs, Foul),
    /// The loser took too long.
    Late {
        /// The time there was, in milliseconds.
        limit: u32,
    },
    /// The loser sent bytes that are no message.
    Malformed(Malformed),
    /// The loser sent a message that was not due.
    Unexpected(Message),
    /// The loser closed the connection.
    Gone,
    /// Nobody is to blame.
    Aborted,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// Not every coordinate that counts is 0 to 18.
    OffBoard,
    /// The rules do not allow it.
    Rules(Illegal),
    /// The second pair of the first answer is not what this server wants.
    SecondPair,
}

impl Reason {
    /// Whether the loser broke the protocol or the rules, or the clock.
    pub fn disqualifies(&self) -> bool {
        !matches!(self, Reason::Row | Reason::Full | Reason::Aborted)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Row => f.write_str("six in a row"),
            Reason::Full => f.write_str("the board is full"),
            Reason::Illegal(pairs, foul) => {
                write!(f, "an illegal answer, {}: ", Coordinates(*pairs))?;
                match foul {
                    Foul::OffBoard => f.write_str("coordinates are 0 to 18"),
                    Foul::Rules(why) => write!(f, "{why}"),
                    Foul::SecondPair => f.write_str("the second pair is not as it should be"),
                }
            }
            Reason::Late { limit } => write!(f, "more than {limit} ms were taken"),
            Reason::Malformed(why) => write!(f, "a malformed message: {why}"),
            Reason::Unexpected(message) => write!(f, "a message that was not due: {message}"),
            Reason::Gone => f.write_str("the connection was closed"),
            Reason::Aborted => f.write_str("aborted"),
        }
    }
}

/// `black wins: six in a row`.
impl fmt::Display for Verdict {
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
