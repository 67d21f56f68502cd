//! Why a server cannot be played with, in data and in words.

use crate::codec::{Coordinates, MalformedMessage, Message, NamedCoordinates};
use crate::rules::{Colour, IllegalTurn};
use std::fmt;

/// Why a server cannot be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolError {
    /// Bytes that are no message.
    Malformed(MalformedMessage),
    /// A message that only clients send.
    WrongSender(Message),
    /// A message of the game before the client's colour is known.
    BeforeColour(Message),
    /// A second colour.
    ColourChanged(Colour),
    /// A turn is due from us, though it is not our turn.
    NotOurTurn,
    /// A turn is due, though the game is over.
    GameOver,
    /// A broadcast turn that is off the board.
    OffBoard(Coordinates),
    /// A broadcast turn of the side whose turn it is not.
    OutOfTurn(Colour),
    /// A broadcast turn that the rules do not allow.
    Illegal(Coordinates, IllegalTurn),
    /// The server closed the connection before it gave a colour.
    ClosedBeforeColour,
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = NamedCoordinates;
        match self {
            ProtocolError::Malformed(malformed) => {
                write!(f, "the server sent nonsense: {malformed}")
            }
            ProtocolError::WrongSender(message) => {
                write!(f, "the server sent what only clients send: {message}")
            }
            ProtocolError::BeforeColour(message) => {
                write!(f, "the server sent this before it told a colour: {message}")
            }
            ProtocolError::ColourChanged(colour) => {
                write!(f, "the server changed our colour to {colour} in the game")
            }
            ProtocolError::NotOurTurn => {
                f.write_str("the server wants a turn when it is not our turn")
            }
            ProtocolError::GameOver => f.write_str("the server wants a turn when the game is over"),
            ProtocolError::OffBoard(coordinates) => write!(
                f,
                "the server broadcast stones off the board, whose coordinates are 0 to 18: {}",
                cells(*coordinates)
            ),
            ProtocolError::OutOfTurn(colour) => {
                write!(f, "the server broadcast a turn of {colour} out of turn")
            }
            ProtocolError::Illegal(coordinates, why) => {
                write!(
                    f,
                    "the server broadcast an illegal turn, {}: {why}",
                    cells(*coordinates)
                )
            }
            ProtocolError::ClosedBeforeColour => f.write_str(
                "the server closed the connection before it told a colour: is the key right?",
            ),
        }
    }
}

impl std::error::Error for ProtocolError {}
