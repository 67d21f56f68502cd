//! Errors that end a game with a server.

use crate::codec::{Coordinates, MalformedMessage, Message, NamedCoordinates};
use crate::rules::{Colour, IllegalTurn};

/// A violation of the protocol or the rules by the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// Bytes that are not a message.
    #[error("the server sent a malformed message: {0}")]
    Malformed(MalformedMessage),
    /// A message that only clients send.
    #[error("the server sent a message that only clients send: {0}")]
    WrongSender(Message),
    /// A message of the game before our colour is known.
    #[error("the server sent this before it assigned a colour: {0}")]
    BeforeColour(Message),
    /// A second colour.
    #[error("the server changed our colour to {0} in the game")]
    ColourChanged(Colour),
    /// A turn is requested from us in the opponent's turn.
    #[error("the server requested a turn when it was not our turn")]
    NotOurTurn,
    /// A turn is requested after the game is over.
    #[error("the server requested a turn when the game was over")]
    GameOver,
    /// A broadcast turn is off the board.
    #[error("the server broadcast stones off the board, whose coordinates are 0 to 18: {}", NamedCoordinates(*.0))]
    OffBoard(Coordinates),
    /// A broadcast turn of the side that is not to move.
    #[error("the server broadcast a turn of {0} out of turn")]
    OutOfTurn(Colour),
    /// A broadcast turn is illegal.
    #[error("the server broadcast an illegal turn, {}: {why}", NamedCoordinates(*.0), why = .1)]
    Illegal(Coordinates, IllegalTurn),
    /// The connection was closed before our colour was known.
    #[error("the server closed the connection before it assigned a colour: is the key right?")]
    ClosedBeforeColour,
}
