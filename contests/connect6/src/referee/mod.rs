//! The server's side of a game as a state machine: messages and times in, messages out.
//!
//! Follows the competition's text, and [`ServerBehaviour`] where the text leaves something open.
//! Contains the board and the clocks. Has no sockets, and reads no clock.

mod behaviour;
mod result;
#[cfg(test)]
mod tests;

pub use behaviour::{
    BroadcastTo, EndNotice, FirstAnswer, FirstBroadcast, LastBroadcast, ServerBehaviour,
};
pub use result::{EndReason, GameResult, IllegalAnswer};

use super::codec::{Coordinates, Message, turn_coordinates};
use super::rules::{Colour, IllegalTurn, Outcome, Point, Position, Turn};
use super::time_manager::ClockModel;
use std::time::Duration;

/// Messages to the players, in the order in which they are sent.
pub type Outgoing = Vec<(Colour, Message)>;

/// The state of one game.
#[derive(Clone, Debug)]
pub struct Referee {
    behaviour: ServerBehaviour,
    position: Position,
    /// The time of each side's next turn, in milliseconds.
    times: [u32; 2],
    /// Winner and reason, once the game is over.
    result: Option<GameResult>,
}

impl Referee {
    /// Returns a game with both players logged in.
    ///
    /// # Errors
    /// The opening is illegal, or ends the game.
    pub fn new(behaviour: ServerBehaviour) -> Result<Referee, IllegalTurn> {
        let position = Position::after(behaviour.opening.iter().copied())?;
        if position.outcome().is_some() {
            return Err(IllegalTurn::GameOver);
        }
        Ok(Referee {
            times: behaviour.times,
            behaviour,
            position,
            result: None,
        })
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the result, once the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Returns the side to move and its time in milliseconds; `None` once the game is over.
    pub fn turn_due(&self) -> Option<(Colour, u32)> {
        let colour = self.position.to_move();
        self.result
            .is_none()
            .then(|| (colour, self.times[colour as usize]))
    }

    /// Returns the messages after both players have logged in.
    pub fn start(&mut self) -> Outgoing {
        let mut out: Outgoing = Colour::BOTH
            .map(|colour| (colour, Message::AssignColour { colour }))
            .into();
        let sides = Colour::BOTH.into_iter().cycle();
        for (&turn, by) in self.behaviour.opening.iter().zip(sides) {
            let message = broadcast(turn_coordinates(turn), by);
            out.extend(Colour::BOTH.map(|colour| (colour, message)));
        }
        self.request_turn(&mut out);
        out
    }

    /// Handles a message that arrived `spent` after the turn was requested.
    pub fn handle(&mut self, from: Colour, message: Message, spent: Duration) -> Outgoing {
        let Some((due, limit)) = self.turn_due() else {
            return Outgoing::new();
        };
        let coordinates = match message {
            Message::Answer { coordinates } if from == due => coordinates,
            _ => return self.lose(from, EndReason::Unexpected(message)),
        };
        if spent > Duration::from_millis(u64::from(limit)) {
            return self.lose(from, EndReason::TimedOut { limit });
        }
        let first = self.position.stones_due() == 1;
        let played = self.parse_answer(coordinates).and_then(|turn| {
            self.position.play(turn).map_err(IllegalAnswer::Turn)?;
            Ok(turn)
        });
        let turn = match played {
            Ok(turn) => turn,
            Err(why) => return self.lose(from, EndReason::Illegal(coordinates, why)),
        };
        self.update_clock(from, spent);
        let shown = if first {
            self.first_broadcast(coordinates)
        } else {
            turn_coordinates(turn)
        };
        self.after_turn(from, shown)
    }

    /// Ends the game when the time of the side to move is up.
    pub fn handle_timeout(&mut self) -> Outgoing {
        match self.turn_due() {
            Some((colour, limit)) => self.lose(colour, EndReason::TimedOut { limit }),
            None => Outgoing::new(),
        }
    }

    /// Ends the game without a winner.
    pub fn abort(&mut self) -> Outgoing {
        self.end(None, EndReason::Aborted)
    }

    /// Parses an answer as a turn.
    fn parse_answer(&self, [x1, y1, x2, y2]: Coordinates) -> Result<Turn, IllegalAnswer> {
        let first = Point::new(x1, y1).ok_or(IllegalAnswer::OffBoard)?;
        let second = Point::new(x2, y2);
        if self.position.stones_due() == 2 {
            return Ok(Turn::Two(first, second.ok_or(IllegalAnswer::OffBoard)?));
        }
        let fits = match self.behaviour.first_answer {
            FirstAnswer::Ignored => true,
            FirstAnswer::Repeat => second == Some(first),
            FirstAnswer::Differ => second.is_some_and(|second| second != first),
        };
        if fits {
            Ok(Turn::One(first))
        } else {
            Err(IllegalAnswer::SecondPair)
        }
    }

    fn first_broadcast(&self, answered: Coordinates) -> Coordinates {
        let [x, y, ..] = answered;
        match self.behaviour.first_broadcast {
            FirstBroadcast::Repeat => [x, y, x, y],
            FirstBroadcast::Echo => answered,
            FirstBroadcast::Zero => [x, y, 0, 0],
            FirstBroadcast::Max => [x, y, 255, 255],
        }
    }

    /// Updates a side's clock after a turn, in whole milliseconds.
    fn update_clock(&mut self, colour: Colour, spent: Duration) {
        let base = self.behaviour.times[colour as usize];
        let time = &mut self.times[colour as usize];
        let spent = u32::try_from(spent.as_millis()).unwrap_or(u32::MAX);
        let left = time.saturating_sub(spent);
        *time = match self.behaviour.clock_model {
            ClockModel::Increment => base.saturating_add(left),
            ClockModel::Bank => left,
            ClockModel::PerTurn => base,
        };
    }

    /// Returns the messages after a legal turn.
    fn after_turn(&mut self, by: Colour, shown: Coordinates) -> Outgoing {
        let mut out = Outgoing::new();
        let over = self.position.outcome();
        if over.is_none() || self.behaviour.last_broadcast == LastBroadcast::Sent {
            let message = broadcast(shown, by);
            if self.behaviour.broadcast_to == BroadcastTo::Both {
                out.push((by, message));
            }
            out.push((by.other(), message));
        }
        match over {
            Some(Outcome::Won(winner)) => out.extend(self.end(Some(winner), EndReason::SixInARow)),
            Some(Outcome::Draw) => out.extend(self.end(None, EndReason::BoardFull)),
            None => self.request_turn(&mut out),
        }
        out
    }

    /// Requests the next turn, unless the game is to be aborted now.
    fn request_turn(&mut self, out: &mut Outgoing) {
        let turns = self.position.turns().len();
        if self
            .behaviour
            .abort_after
            .is_some_and(|after| turns >= after)
        {
            out.extend(self.abort());
        }
        if let Some((colour, time)) = self.turn_due() {
            out.push((colour, Message::TurnRequest { time }));
        }
    }

    /// Ends the game as lost by a player, unless it is over already.
    pub fn lose(&mut self, loser: Colour, reason: EndReason) -> Outgoing {
        self.end(Some(loser.other()), reason)
    }

    /// Ends the game, unless it is over already.
    fn end(&mut self, winner: Option<Colour>, reason: EndReason) -> Outgoing {
        if self.result.is_some() {
            return Outgoing::new();
        }
        let announce = match reason {
            EndReason::Disconnected | EndReason::Aborted => {
                self.behaviour.end_notice == EndNotice::Message
            }
            _ => true,
        };
        self.result = Some(GameResult { winner, reason });
        let sides = Colour::BOTH.into_iter().filter(|_| announce);
        sides
            .map(|colour| (colour, Message::GameOver { winner }))
            .collect()
    }
}

fn broadcast(coordinates: Coordinates, colour: Colour) -> Message {
    Message::Broadcast {
        coordinates,
        colour,
    }
}
