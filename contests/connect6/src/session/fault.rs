//! Why a server cannot be played with, in data and in words.

use crate::codec::{Coordinates, Malformed, Message, Pairs};
use crate::rules::{Colour, Illegal};
use std::fmt;

/// Why a server cannot be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Bytes that are no message.
    Malformed(Malformed),
    /// A message that only clients send.
    Sender(Message),
    /// A message of the game before the client's colour is known.
    Early(Message),
    /// A second colour.
    Recoloured(Colour),
    /// A turn is due from us, though it is not our turn.
    NotOurs,
    /// A turn is due, though the game is over.
    Over,
    /// A broadcast turn that is off the board.
    OffBoard(Pairs),
    /// A broadcast turn of the side whose turn it is not.
    OutOfTurn(Colour),
    /// A broadcast turn that the rules do not allow.
    Illegal(Pairs, Illegal),
    /// The server closed the connection before it gave a colour.
    ClosedEarly,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = Coordinates;
        match self {
            Fault::Malformed(malformed) => write!(f, "the server sent nonsense: {malformed}"),
            Fault::Sender(message) => {
                write!(f, "the server sent what only clients send: {message}")
            }
            Fault::Early(message) => {
                write!(f, "the server sent this before it told a colour: {message}")
            }
            Fault::Recoloured(colour) => {
                write!(f, "the server changed our colour to {colour} in the game")
            }
            Fault::NotOurs => f.write_str("the server wants a turn when it is not our turn"),
            Fault::Over => f.write_str("the server wants a turn when the game is over"),
            Fault::OffBoard(pairs) => write!(
                f,
                "the server broadcast stones off the board, whose coordinates are 0 to 18: {}",
                cells(*pairs)
            ),
            Fault::OutOfTurn(colour) => {
                write!(f, "the server broadcast a turn of {colour} out of turn")
            }
            Fault::Illegal(pairs, why) => {
                write!(
                    f,
                    "the server broadcast an illegal turn, {}: {why}",
                    cells(*pairs)
                )
            }
            Fault::ClosedEarly => f.write_str(
                "the server closed the connection before it told a colour: is the key right?",
            ),
        }
    }
}

impl std::error::Error for Fault {}
