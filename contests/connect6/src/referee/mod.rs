//! The server's side of a game as a pure machine: messages and times in, messages out.
//!
//! Judges by the competition's text; where that is silent, by `switches`. Owns the true board
//! and the clocks; what it may decide is in `verdict`. Knows no sockets, and time only as it
//! is told.

mod switches;
#[cfg(test)]
mod tests;
mod verdict;

pub use switches::{Echo, Farewell, FirstAnswer, FirstBroadcast, LastTurn, Meaning, Switches};
pub use verdict::{Foul, Reason, Verdict};

use super::codec::{Malformed, Message, Pairs, pairs};
use super::rules::{Colour, Illegal, Outcome, Point, Position, Turn};
use std::time::Duration;

/// Messages for the players, in the order in which they are sent.
pub type Out = Vec<(Colour, Message)>;

/// One game.
#[derive(Clone, Debug)]
pub struct Referee {
    switches: Switches,
    position: Position,
    /// The announced times of the two sides' next turns, in milliseconds.
    times: [u32; 2],
    verdict: Option<Verdict>,
}

impl Referee {
    /// A game with both players there.
    ///
    /// # Errors
    /// The opening is not legal, or the game is over after it.
    pub fn new(switches: Switches) -> Result<Referee, Illegal> {
        let mut position = Position::new();
        for &turn in &switches.opening {
            position.play(turn)?;
        }
        if position.outcome().is_some() {
            return Err(Illegal::Over);
        }
        Ok(Referee {
            times: switches.times,
            switches,
            position,
            verdict: None,
        })
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the game was decided, once it is.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whose turn it is, and the time for it in milliseconds; nobody's when it is over.
    pub fn due(&self) -> Option<(Colour, u32)> {
        let colour = self.position.to_move();
        self.verdict
            .is_none()
            .then(|| (colour, self.times[colour as usize]))
    }

    /// What is sent when both have logged in.
    pub fn begin(&mut self) -> Out {
        let both = [Colour::Black, Colour::White];
        let mut out: Out = both.map(|colour| (colour, Message::Info { colour })).into();
        for (&turn, by) in self.switches.opening.iter().zip(both.into_iter().cycle()) {
            let message = broadcast(pairs(turn), by);
            out.extend(both.map(|colour| (colour, message)));
        }
        self.go_on(&mut out);
        out
    }

    /// A message of a player, so long after his turn was requested.
    pub fn hear(&mut self, from: Colour, message: Message, spent: Duration) -> Out {
        let Some((due, limit)) = self.due() else {
            return Out::new();
        };
        let pairs = match message {
            Message::Answer { pairs } if from == due => pairs,
            _ => return self.lose(from, Reason::Unexpected(message)),
        };
        if spent > Duration::from_millis(u64::from(limit)) {
            return self.lose(from, Reason::Late { limit });
        }
        let first = self.position.due() == 1;
        let played = self.turn(pairs).and_then(|turn| {
            self.position.play(turn).map_err(Foul::Rules)?;
            Ok(turn)
        });
        let turn = match played {
            Ok(turn) => turn,
            Err(foul) => return self.lose(from, Reason::Illegal(pairs, foul)),
        };
        self.spend(from, spent);
        let shown = match first {
            true => self.first_broadcast(pairs),
            false => super::codec::pairs(turn),
        };
        self.played(from, shown)
    }

    /// A player has sent bytes that are no message.
    pub fn malformed(&mut self, from: Colour, why: Malformed) -> Out {
        self.lose(from, Reason::Malformed(why))
    }

    /// A player has closed his connection.
    pub fn gone(&mut self, from: Colour) -> Out {
        self.lose(from, Reason::Gone)
    }

    /// The time of whoever is due is over.
    pub fn late(&mut self) -> Out {
        match self.due() {
            Some((colour, limit)) => self.lose(colour, Reason::Late { limit }),
            None => Out::new(),
        }
    }

    /// The game ends here, without a winner.
    pub fn abort(&mut self) -> Out {
        self.end(None, Reason::Aborted)
    }

    /// What an answer means.
    fn turn(&self, [x1, y1, x2, y2]: Pairs) -> Result<Turn, Foul> {
        let first = Point::new(x1, y1).ok_or(Foul::OffBoard)?;
        let second = Point::new(x2, y2);
        if self.position.due() == 2 {
            return Ok(Turn::Two(first, second.ok_or(Foul::OffBoard)?));
        }
        let fits = match self.switches.first_answer {
            FirstAnswer::Ignored => true,
            FirstAnswer::Repeat => second == Some(first),
            FirstAnswer::Differ => second.is_some_and(|second| second != first),
        };
        match fits {
            true => Ok(Turn::One(first)),
            false => Err(Foul::SecondPair),
        }
    }

    fn first_broadcast(&self, answered: Pairs) -> Pairs {
        let [x, y, ..] = answered;
        match self.switches.first_broadcast {
            FirstBroadcast::Repeat => [x, y, x, y],
            FirstBroadcast::Echo => answered,
            FirstBroadcast::Zero => [x, y, 0, 0],
            FirstBroadcast::High => [x, y, 255, 255],
        }
    }

    /// Counts the time of a turn, in whole milliseconds.
    fn spend(&mut self, colour: Colour, spent: Duration) {
        let base = self.switches.times[colour as usize];
        let time = &mut self.times[colour as usize];
        let spent = u32::try_from(spent.as_millis()).unwrap_or(u32::MAX);
        let left = time.saturating_sub(spent);
        *time = match self.switches.meaning {
            Meaning::Carry => base.saturating_add(left),
            Meaning::Bank => left,
            Meaning::Fixed => base,
        };
    }

    /// What follows a legal turn.
    fn played(&mut self, by: Colour, shown: Pairs) -> Out {
        let mut out = Out::new();
        let over = self.position.outcome();
        if over.is_none() || self.switches.last_turn == LastTurn::Broadcast {
            let message = broadcast(shown, by);
            if self.switches.echo == Echo::Both {
                out.push((by, message));
            }
            out.push((by.other(), message));
        }
        match over {
            Some(Outcome::Won(winner)) => out.extend(self.end(Some(winner), Reason::Row)),
            Some(Outcome::Draw) => out.extend(self.end(None, Reason::Full)),
            None => self.go_on(&mut out),
        }
        out
    }

    /// Asks for the next turn, unless the game is to be aborted here.
    fn go_on(&mut self, out: &mut Out) {
        let turns = self.position.turns().len();
        if self.switches.abort.is_some_and(|after| turns >= after) {
            out.extend(self.abort());
        }
        if let Some((colour, time)) = self.due() {
            out.push((colour, Message::Request { time }));
        }
    }

    fn lose(&mut self, loser: Colour, reason: Reason) -> Out {
        self.end(Some(loser.other()), reason)
    }

    /// Decides the game; the first decision stands.
    fn end(&mut self, winner: Option<Colour>, reason: Reason) -> Out {
        if self.verdict.is_some() {
            return Out::new();
        }
        let told = match reason {
            Reason::Gone | Reason::Aborted => self.switches.farewell == Farewell::End,
            _ => true,
        };
        self.verdict = Some(Verdict { winner, reason });
        let both = [Colour::Black, Colour::White].into_iter();
        both.filter(|_| told)
            .map(|colour| (colour, Message::End { winner }))
            .collect()
    }
}

fn broadcast(pairs: Pairs, colour: Colour) -> Message {
    Message::Broadcast { pairs, colour }
}
