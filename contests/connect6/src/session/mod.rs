//! The client's side of a game as a pure machine: a message in, what it means out.
//!
//! Owns what is true of the game. What the server broadcasts is true; our own stones are
//! there from the moment they are sent, until a broadcast says otherwise. Knows no socket,
//! no time and no search.

mod fault;
#[cfg(test)]
mod tests;

pub use fault::Fault;

use super::codec::{Message, Pairs, pairs};
use super::rules::{Colour, Illegal, Outcome, Point, Position, Turn};

/// What a message means for whoever plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing new.
    Nothing,
    /// The board is another one, or the colour is known now.
    Changed,
    /// A turn is due, with this time for it in milliseconds.
    Due(u32),
    /// The game is over; disconnect.
    Over(Ending),
}

/// How a game ended, as far as the client was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The server said who won; nobody in a draw.
    Told(Option<Colour>),
    /// The connection closed first.
    Closed,
}

/// One game.
#[derive(Clone, Debug, Default)]
pub struct Session {
    colour: Option<Colour>,
    /// What both sides have played, without what is in `sent`.
    settled: Position,
    /// Our last answer, until a broadcast or the opponent's turn confirms it.
    sent: Option<Turn>,
}

impl Session {
    /// A game of which nothing is known.
    pub fn new() -> Session {
        Session::default()
    }

    /// Our colour, once the server has told.
    pub fn colour(&self) -> Option<Colour> {
        self.colour
    }

    /// The board, our own unconfirmed stones included.
    pub fn position(&self) -> Position {
        let mut position = self.settled.clone();
        if let Some(turn) = self.sent {
            // It was legal when it was sent, on this very board.
            let _ = position.play(turn);
        }
        position
    }

    /// Takes a message of the server.
    ///
    /// # Errors
    /// The server does not keep to the protocol or to the rules; nothing sensible can follow.
    pub fn hear(&mut self, message: Message) -> Result<Reaction, Fault> {
        match message {
            Message::Login { .. } | Message::Answer { .. } => Err(Fault::Sender(message)),
            Message::End { winner } => Ok(Reaction::Over(Ending::Told(winner))),
            Message::Info { colour } => match self.colour.replace(colour) {
                None => Ok(Reaction::Changed),
                Some(before) if before == colour => Ok(Reaction::Nothing),
                Some(_) => Err(Fault::Recoloured(colour)),
            },
            Message::Request { time } => self.requested(message, time),
            Message::Broadcast { pairs, colour } => match self.colour {
                None => Err(Fault::Early(message)),
                Some(_) => self.broadcast(pairs, colour),
            },
        }
    }

    /// The connection has closed.
    ///
    /// # Errors
    /// Before the game began that is a failure.
    pub fn closed(&self) -> Result<Ending, Fault> {
        match self.colour {
            None => Err(Fault::ClosedEarly),
            Some(_) => Ok(Ending::Closed),
        }
    }

    /// Answers a request with a turn: from now on its stones are on the board.
    ///
    /// # Errors
    /// The turn is not legal; then nothing changes.
    pub fn answer(&mut self, turn: Turn) -> Result<Message, Illegal> {
        self.settled.clone().play(turn)?;
        self.sent = Some(turn);
        Ok(Message::Answer { pairs: pairs(turn) })
    }

    /// A request. When it comes again without a broadcast since our answer, then the answer
    /// did not count, and the same turn is due again.
    fn requested(&mut self, message: Message, time: u32) -> Result<Reaction, Fault> {
        let ours = self.colour.ok_or(Fault::Early(message))?;
        self.sent = None;
        if self.settled.outcome().is_some() {
            return Err(Fault::Over);
        }
        match self.settled.to_move() == ours {
            true => Ok(Reaction::Due(time)),
            false => Err(Fault::NotOurs),
        }
    }

    /// A broadcast: of a turn that is known, or of a new one, or of ours as the server wants
    /// it.
    fn broadcast(&mut self, pairs: Pairs, colour: Colour) -> Result<Reaction, Fault> {
        if self.is_known(pairs, colour) {
            return Ok(Reaction::Nothing);
        }
        let before = self.sent;
        if Some(colour) == self.colour {
            self.sent = None;
        }
        if let Some(turn) = self.sent.take() {
            self.settled.play(turn).map_err(|_| Fault::NotOurs)?;
        }
        if self.settled.to_move() != colour {
            return Err(Fault::OutOfTurn(colour));
        }
        let turn = self.turn(pairs).ok_or(Fault::OffBoard(pairs))?;
        self.settled
            .play(turn)
            .map_err(|why| Fault::Illegal(pairs, why))?;
        match before.is_some_and(|sent| same(sent, turn)) {
            true => Ok(Reaction::Nothing),
            false => Ok(Reaction::Changed),
        }
    }

    /// Whether this turn of this side is on the board already.
    fn is_known(&self, pairs: Pairs, colour: Colour) -> bool {
        let turns = self.settled.turns().iter().enumerate();
        let parity = usize::from(colour == Colour::White);
        turns
            .filter(|(number, _)| number % 2 == parity)
            .any(|(_, &turn)| match turn {
                Turn::One(point) => Point::new(pairs[0], pairs[1]) == Some(point),
                Turn::Two(..) => both(pairs).is_some_and(|read| same(read, turn)),
            })
    }

    /// The turn that these coordinates mean now: black's first is of one stone, whatever the
    /// second pair is.
    fn turn(&self, pairs: Pairs) -> Option<Turn> {
        match self.settled.due() {
            1 => Point::new(pairs[0], pairs[1]).map(Turn::One),
            _ => both(pairs),
        }
    }
}

/// Coordinates as two stones, if both are on the board.
fn both([x1, y1, x2, y2]: Pairs) -> Option<Turn> {
    Point::new(x1, y1)
        .zip(Point::new(x2, y2))
        .map(|(first, second)| Turn::Two(first, second))
}

/// Whether two turns are of the same stones.
fn same(one: Turn, other: Turn) -> bool {
    match (one, other) {
        (Turn::Two(a, b), Turn::Two(c, d)) => (a, b) == (c, d) || (a, b) == (d, c),
        _ => one == other,
    }
}

/// How a game ended, for people: who won from our side, and how that is known.
pub fn result(ending: Ending, colour: Colour, position: &Position) -> String {
    let turns = position.turns().len();
    let of = |winner: Colour| match winner == colour {
        true => format!("won as {colour}"),
        false => format!("lost as {colour}"),
    };
    let on_board = match position.outcome() {
        Some(Outcome::Won(winner)) => format!("; on the board {winner} has six in a row"),
        Some(Outcome::Draw) => "; the board is full".to_string(),
        None => String::new(),
    };
    match ending {
        Ending::Told(Some(winner)) => format!("{} after {turns} turns", of(winner)),
        Ending::Told(None) => format!("a draw as {colour} after {turns} turns"),
        Ending::Closed => format!(
            "the server closed the connection after {turns} turns, without a result{on_board}"
        ),
    }
}
