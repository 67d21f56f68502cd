//! The server's side of a game as a pure machine: messages and times in, messages out.
//!
//! Judges by the competition's text; where that is silent, by `switches`. Owns the true board
//! and the clocks; what it may decide is in `verdict`. Knows no sockets, and time only as it
//! is told.

mod behaviour;
mod result;
#[cfg(test)]
mod tests;

pub use behaviour::{
    BroadcastTo, EndNotice, FirstAnswer, FirstBroadcast, LastBroadcast, Meaning, ServerBehaviour,
};
pub use result::{EndReason, GameResult, IllegalAnswer};

use super::codec::{Coordinates, MalformedMessage, Message, turn_coordinates};
use super::rules::{Colour, IllegalTurn, Outcome, Point, Position, Turn};
use std::time::Duration;

/// Messages for the players, in the order in which they are sent.
pub type Outgoing = Vec<(Colour, Message)>;

/// One game.
#[derive(Clone, Debug)]
pub struct Referee {
    behaviour: ServerBehaviour,
    position: Position,
    /// The announced times of the two sides' next turns, in milliseconds.
    times: [u32; 2],
    verdict: Option<GameResult>,
}

impl Referee {
    /// A game with both players there.
    ///
    /// # Errors
    /// The opening is not legal, or the game is over after it.
    pub fn new(switches: ServerBehaviour) -> Result<Referee, IllegalTurn> {
        let mut position = Position::new();
        for &turn in &switches.opening {
            position.play(turn)?;
        }
        if position.outcome().is_some() {
            return Err(IllegalTurn::GameOver);
        }
        Ok(Referee {
            times: switches.times,
            behaviour: switches,
            position,
            verdict: None,
        })
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the game was decided, once it is.
    pub fn verdict(&self) -> Option<&GameResult> {
        self.verdict.as_ref()
    }

    /// Whose turn it is, and the time for it in milliseconds; nobody's when it is over.
    pub fn turn_due(&self) -> Option<(Colour, u32)> {
        let colour = self.position.to_move();
        self.verdict
            .is_none()
            .then(|| (colour, self.times[colour as usize]))
    }

    /// What is sent when both have logged in.
    pub fn start(&mut self) -> Outgoing {
        let both = [Colour::Black, Colour::White];
        let mut out: Outgoing = both
            .map(|colour| (colour, Message::AssignColour { colour }))
            .into();
        for (&turn, by) in self.behaviour.opening.iter().zip(both.into_iter().cycle()) {
            let message = broadcast(turn_coordinates(turn), by);
            out.extend(both.map(|colour| (colour, message)));
        }
        self.request_turn(&mut out);
        out
    }

    /// A message of a player, so long after his turn was requested.
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
            Err(foul) => return self.lose(from, EndReason::Illegal(coordinates, foul)),
        };
        self.update_clock(from, spent);
        let shown = match first {
            true => self.first_broadcast(coordinates),
            false => super::codec::turn_coordinates(turn),
        };
        self.after_turn(from, shown)
    }

    /// A player has sent bytes that are no message.
    pub fn handle_malformed(&mut self, from: Colour, why: MalformedMessage) -> Outgoing {
        self.lose(from, EndReason::Malformed(why))
    }

    /// A player has closed his connection.
    pub fn handle_disconnect(&mut self, from: Colour) -> Outgoing {
        self.lose(from, EndReason::Disconnected)
    }

    /// The time of whoever is due is over.
    pub fn handle_timeout(&mut self) -> Outgoing {
        match self.turn_due() {
            Some((colour, limit)) => self.lose(colour, EndReason::TimedOut { limit }),
            None => Outgoing::new(),
        }
    }

    /// The game ends here, without a winner.
    pub fn abort(&mut self) -> Outgoing {
        self.end(None, EndReason::Aborted)
    }

    /// What an answer means.
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
        match fits {
            true => Ok(Turn::One(first)),
            false => Err(IllegalAnswer::SecondPair),
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

    /// Counts the time of a turn, in whole milliseconds.
    fn update_clock(&mut self, colour: Colour, spent: Duration) {
        let base = self.behaviour.times[colour as usize];
        let time = &mut self.times[colour as usize];
        let spent = u32::try_from(spent.as_millis()).unwrap_or(u32::MAX);
        let left = time.saturating_sub(spent);
        *time = match self.behaviour.clock_model {
            Meaning::Increment => base.saturating_add(left),
            Meaning::Bank => left,
            Meaning::PerTurn => base,
        };
    }

    /// What follows a legal turn.
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

    /// Asks for the next turn, unless the game is to be aborted here.
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

    fn lose(&mut self, loser: Colour, reason: EndReason) -> Outgoing {
        self.end(Some(loser.other()), reason)
    }

    /// Decides the game; the first decision stands.
    fn end(&mut self, winner: Option<Colour>, reason: EndReason) -> Outgoing {
        if self.verdict.is_some() {
            return Outgoing::new();
        }
        let told = match reason {
            EndReason::Disconnected | EndReason::Aborted => {
                self.behaviour.end_notice == EndNotice::Message
            }
            _ => true,
        };
        self.verdict = Some(GameResult { winner, reason });
        let both = [Colour::Black, Colour::White].into_iter();
        both.filter(|_| told)
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
