//! The client's side of a game as a state machine: takes messages, and returns their meaning.
//!
//! Contains the state of the game. The server's broadcasts are authoritative; our own stones are on
//! the board from the time they are sent until a broadcast contradicts them. Has no socket, clock
//! or search.

mod error;
#[cfg(test)]
mod tests;

pub use error::ProtocolError;

use super::codec::{Coordinates, Message, turn_coordinates};
use super::rules::{Colour, IllegalTurn, Outcome, Point, Position, Turn};

/// The meaning of a message for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing new.
    Nothing,
    /// The board has changed, or the colour is known now.
    Changed,
    /// A turn is due, with this time for it in milliseconds.
    TurnDue(u32),
    /// The game is over; disconnect.
    GameOver(GameEnd),
}

/// How a game ended, as far as the client knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The server announced the winner; `None` is a draw.
    Announced(Option<Colour>),
    /// The connection was closed first.
    Closed,
}

/// The state of one game.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Our colour, once the server has sent it.
    colour: Option<Colour>,
    /// The turns of both sides, without `unconfirmed`.
    confirmed: Position,
    /// Our last answer, until a broadcast or the opponent's turn confirms it.
    unconfirmed: Option<Turn>,
}

impl Session {
    /// Returns our colour, once the server has sent it.
    pub fn colour(&self) -> Option<Colour> {
        self.colour
    }

    /// Returns the board with our unconfirmed stones.
    pub fn position(&self) -> Position {
        let mut position = self.confirmed.clone();
        if let Some(turn) = self.unconfirmed {
            // It was legal on this board when it was sent.
            let _ = position.play(turn);
        }
        position
    }

    /// Handles a message of the server.
    ///
    /// # Errors
    /// The server violates the protocol or the rules; the game cannot go on.
    pub fn handle(&mut self, message: Message) -> Result<Reaction, ProtocolError> {
        match message {
            Message::Login { .. } | Message::Answer { .. } => {
                Err(ProtocolError::WrongSender(message))
            }
            Message::GameOver { winner } => Ok(Reaction::GameOver(GameEnd::Announced(winner))),
            Message::AssignColour { colour } => match self.colour.replace(colour) {
                None => Ok(Reaction::Changed),
                Some(before) if before == colour => Ok(Reaction::Nothing),
                Some(_) => Err(ProtocolError::ColourChanged(colour)),
            },
            Message::TurnRequest { time } => self.handle_request(message, time),
            Message::Broadcast {
                coordinates,
                colour,
            } => match self.colour {
                None => Err(ProtocolError::BeforeColour(message)),
                Some(_) => self.handle_broadcast(coordinates, colour),
            },
        }
    }

    /// Handles the end of the connection.
    ///
    /// # Errors
    /// It was closed before the game began.
    pub fn handle_close(&self) -> Result<GameEnd, ProtocolError> {
        match self.colour {
            None => Err(ProtocolError::ClosedBeforeColour),
            Some(_) => Ok(GameEnd::Closed),
        }
    }

    /// Answers a request with a turn, whose stones are then on the board.
    ///
    /// # Errors
    /// The turn is illegal; nothing changes.
    pub fn answer(&mut self, turn: Turn) -> Result<Message, IllegalTurn> {
        self.confirmed.clone().play(turn)?;
        self.unconfirmed = Some(turn);
        Ok(Message::Answer {
            coordinates: turn_coordinates(turn),
        })
    }

    /// Handles a request. A second request without a broadcast since our answer means that the
    /// answer was not accepted: the same turn is due again.
    fn handle_request(&mut self, message: Message, time: u32) -> Result<Reaction, ProtocolError> {
        let ours = self.colour.ok_or(ProtocolError::BeforeColour(message))?;
        self.unconfirmed = None;
        if self.confirmed.outcome().is_some() {
            return Err(ProtocolError::GameOver);
        }
        if self.confirmed.to_move() == ours {
            Ok(Reaction::TurnDue(time))
        } else {
            Err(ProtocolError::NotOurTurn)
        }
    }

    /// Handles a broadcast: of a known turn, of a new one, or of ours as changed by the server.
    fn handle_broadcast(
        &mut self,
        coordinates: Coordinates,
        colour: Colour,
    ) -> Result<Reaction, ProtocolError> {
        if self.is_known(coordinates, colour) {
            return Ok(Reaction::Nothing);
        }
        let before = self.unconfirmed;
        if Some(colour) == self.colour {
            self.unconfirmed = None;
        }
        if let Some(turn) = self.unconfirmed.take() {
            self.confirmed
                .play(turn)
                .map_err(|_| ProtocolError::NotOurTurn)?;
        }
        if self.confirmed.to_move() != colour {
            return Err(ProtocolError::OutOfTurn(colour));
        }
        let turn = self
            .broadcast_turn(coordinates)
            .ok_or(ProtocolError::OffBoard(coordinates))?;
        self.confirmed
            .play(turn)
            .map_err(|why| ProtocolError::Illegal(coordinates, why))?;
        if before.is_some_and(|sent| is_same_turn(sent, turn)) {
            Ok(Reaction::Nothing)
        } else {
            Ok(Reaction::Changed)
        }
    }

    /// Returns whether this turn of this side is on the board already.
    fn is_known(&self, coordinates: Coordinates, colour: Colour) -> bool {
        let turns = self.confirmed.turns().iter().enumerate();
        let parity = usize::from(colour == Colour::White);
        turns
            .filter(|(number, _)| number % 2 == parity)
            .any(|(_, &turn)| match turn {
                Turn::One(point) => Point::new(coordinates[0], coordinates[1]) == Some(point),
                Turn::Two(..) => {
                    two_stone_turn(coordinates).is_some_and(|read| is_same_turn(read, turn))
                }
            })
    }

    /// Parses the coordinates of the next turn. Of black's first turn, the second pair is ignored.
    fn broadcast_turn(&self, coordinates: Coordinates) -> Option<Turn> {
        match self.confirmed.stones_due() {
            1 => Point::new(coordinates[0], coordinates[1]).map(Turn::One),
            _ => two_stone_turn(coordinates),
        }
    }
}

/// Returns coordinates as two stones, if both are on the board.
fn two_stone_turn([x1, y1, x2, y2]: Coordinates) -> Option<Turn> {
    Point::new(x1, y1)
        .zip(Point::new(x2, y2))
        .map(|(first, second)| Turn::Two(first, second))
}

/// Returns whether two turns have the same stones.
fn is_same_turn(one: Turn, other: Turn) -> bool {
    match (one, other) {
        (Turn::Two(a, b), Turn::Two(c, d)) => (a, b) == (c, d) || (a, b) == (d, c),
        _ => one == other,
    }
}

/// Describes in words how a game ended for us.
pub fn describe_result(end: GameEnd, colour: Colour, position: &Position) -> String {
    let turns = position.turns().len();
    let on_board = match position.outcome() {
        Some(Outcome::Won(winner)) => format!("; on the board {winner} has six in a row"),
        Some(Outcome::Draw) => "; the board is full".to_string(),
        None => String::new(),
    };
    match end {
        GameEnd::Announced(Some(winner)) => {
            let result = if winner == colour { "won" } else { "lost" };
            format!("{result} as {colour} after {turns} turns")
        }
        GameEnd::Announced(None) => format!("a draw as {colour} after {turns} turns"),
        GameEnd::Closed => format!(
            "the server closed the connection after {turns} turns, without a result{on_board}"
        ),
    }
}
