//! The client's side of a game as a pure machine: a message in, what it means out.
//!
//! Owns what is true of the game. What the server broadcasts is true; our own stones are
//! there from the moment they are sent, until a broadcast says otherwise. Knows no socket,
//! no time and no search.

use super::codec::{Coordinates, Malformed, Message, Pairs, pairs};
use super::rules::{Colour, Illegal, Outcome, Point, Position, Turn};
use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    fn turn(text: &str) -> Turn {
        let mut points = text.split(' ').map(|name| name.parse().expect("a point"));
        let first = points.next().expect("a point");
        points
            .next()
            .map_or(Turn::One(first), |second| Turn::Two(first, second))
    }

    fn said(colour: Colour, text: &str) -> Message {
        let pairs = pairs(turn(text));
        Message::Broadcast { pairs, colour }
    }

    fn session(colour: Colour) -> Session {
        let mut session = Session::new();
        assert_eq!(
            session.hear(Message::Info { colour }),
            Ok(Reaction::Changed)
        );
        session
    }

    fn request(session: &mut Session) -> Result<Reaction, Fault> {
        session.hear(Message::Request { time: 1000 })
    }

    fn turns(session: &Session) -> String {
        let turns = session
            .position()
            .turns()
            .iter()
            .map(Turn::to_string)
            .collect::<Vec<_>>();
        turns.join(", ")
    }

    #[test]
    fn a_game_as_black_whether_own_turns_are_broadcast_or_not() {
        for echo in [true, false] {
            let mut session = session(Black);
            assert_eq!(request(&mut session), Ok(Reaction::Due(1000)));
            let answer = session.answer(turn("j10")).expect("legal");
            assert_eq!(
                answer,
                Message::Answer {
                    pairs: [9, 9, 9, 9]
                }
            );
            assert_eq!(turns(&session), "j10");
            if echo {
                assert_eq!(session.hear(said(Black, "j10")), Ok(Reaction::Nothing));
            }
            assert_eq!(session.hear(said(White, "a1 b1")), Ok(Reaction::Changed));
            assert_eq!(request(&mut session), Ok(Reaction::Due(1000)));
            session.answer(turn("k10 l10")).expect("legal");
            assert_eq!(turns(&session), "j10, a1 b1, k10 l10");
        }
    }

    #[test]
    fn the_second_pair_of_blacks_first_broadcast_counts_for_nothing() {
        for second in [[9, 9], [3, 4], [0, 0], [255, 255]] {
            for colour in [Black, White] {
                let mut session = session(colour);
                if colour == Black {
                    request(&mut session).expect("our turn");
                    session.answer(turn("j10")).expect("legal");
                }
                let pairs = [9, 9, second[0], second[1]];
                let message = Message::Broadcast {
                    pairs,
                    colour: Black,
                };
                for _ in 0..2 {
                    session.hear(message).expect("understood");
                    assert_eq!(turns(&session), "j10", "{second:?}");
                }
                session.hear(said(White, "a1 b1")).expect("understood");
                assert_eq!(turns(&session), "j10, a1 b1", "{second:?}");
            }
        }
    }

    #[test]
    fn broadcasts_that_come_again_change_nothing() {
        let mut session = session(White);
        session.hear(said(Black, "j10")).expect("understood");
        request(&mut session).expect("our turn");
        session.answer(turn("a1 b1")).expect("legal");
        for text in ["a1 b1", "b1 a1", "a1 b1"] {
            assert_eq!(session.hear(said(White, text)), Ok(Reaction::Nothing));
            assert_eq!(session.hear(said(Black, "j10")), Ok(Reaction::Nothing));
        }
        session.hear(said(Black, "k10 l10")).expect("understood");
        assert_eq!(session.hear(said(White, "a1 b1")), Ok(Reaction::Nothing));
        assert_eq!(session.hear(said(Black, "l10 k10")), Ok(Reaction::Nothing));
        assert_eq!(turns(&session), "j10, a1 b1, k10 l10");
    }

    #[test]
    fn a_move_that_the_server_changed_is_what_was_played() {
        let mut session = session(Black);
        request(&mut session).expect("our turn");
        session.answer(turn("j10")).expect("legal");
        assert_eq!(session.hear(said(Black, "a1")), Ok(Reaction::Changed));
        session.hear(said(White, "j10 b1")).expect("understood");
        request(&mut session).expect("our turn");
        session.answer(turn("k10 l10")).expect("legal");
        // Half of it is as we sent it.
        assert_eq!(session.hear(said(Black, "l10 m10")), Ok(Reaction::Changed));
        assert_eq!(turns(&session), "a1, j10 b1, l10 m10");
    }

    /// Openings are set up like this.
    #[test]
    fn turns_that_nobody_asked_us_for_are_taken() {
        let mut session = session(White);
        session.hear(said(Black, "j10")).expect("understood");
        assert_eq!(session.hear(said(White, "a1 b1")), Ok(Reaction::Changed));
        session.hear(said(Black, "k10 l10")).expect("understood");
        assert_eq!(request(&mut session), Ok(Reaction::Due(1000)));
        assert_eq!(turns(&session), "j10, a1 b1, k10 l10");
    }

    #[test]
    fn a_request_that_comes_again_means_that_the_answer_did_not_count() {
        let mut session = session(Black);
        request(&mut session).expect("our turn");
        session.answer(turn("j10")).expect("legal");
        assert_eq!(request(&mut session), Ok(Reaction::Due(1000)));
        assert_eq!(turns(&session), "");
    }

    #[test]
    fn the_end_may_come_at_any_time() {
        let over = |winner| Ok(Reaction::Over(Ending::Told(winner)));
        for winner in [None, Some(Black), Some(White)] {
            let end = Message::End { winner };
            let mut early = Session::new();
            assert_eq!(early.hear(end), over(winner));
            let mut session = session(Black);
            assert_eq!(session.clone().hear(end), over(winner));
            request(&mut session).expect("our turn");
            assert_eq!(session.clone().hear(end), over(winner));
            session.answer(turn("j10")).expect("legal");
            assert_eq!(session.hear(end), over(winner));
        }
    }

    #[test]
    fn a_connection_that_closes_ends_a_game_that_has_begun() {
        assert_eq!(Session::new().closed(), Err(Fault::ClosedEarly));
        assert_eq!(session(White).closed(), Ok(Ending::Closed));
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let pair = |pairs| Message::Broadcast {
            pairs,
            colour: Black,
        };
        let cases: [(&str, Option<Colour>, &[Message]); 10] = [
            (
                "only clients send: login",
                Some(Black),
                &[Message::Login { key: 1 }],
            ),
            (
                "only clients send: answer",
                None,
                &[Message::Answer { pairs: [0; 4] }],
            ),
            (
                "before it told a colour: turn request",
                None,
                &[Message::Request { time: 1 }],
            ),
            (
                "before it told a colour: broadcast",
                None,
                &[said(Black, "j10")],
            ),
            (
                "changed our colour to white",
                Some(Black),
                &[Message::Info { colour: White }],
            ),
            ("not our turn", Some(White), &[Message::Request { time: 1 }]),
            ("off the board", Some(White), &[pair([9, 19, 0, 0])]),
            (
                "turn of white out of turn",
                Some(Black),
                &[said(White, "a1 b1")],
            ),
            (
                "j10 is occupied",
                Some(Black),
                &[said(Black, "j10"), said(White, "j10 a1")],
            ),
            (
                "b2 is occupied",
                Some(Black),
                &[said(Black, "j10"), said(White, "b2 b2")],
            ),
        ];
        for (words, colour, messages) in cases {
            let mut session = colour.map_or_else(Session::new, session);
            let mut last = Ok(Reaction::Nothing);
            for &message in messages {
                last = session.hear(message);
            }
            let fault = last.expect_err(words).to_string();
            assert!(fault.contains(words), "{words}: {fault}");
        }
    }

    #[test]
    fn nothing_illegal_is_answered() {
        let mut session = session(White);
        session.hear(said(Black, "j10")).expect("understood");
        request(&mut session).expect("our turn");
        for text in ["a1", "a1 a1", "a1 j10"] {
            assert!(session.answer(turn(text)).is_err(), "{text}");
        }
        assert_eq!(turns(&session), "j10");
    }

    #[test]
    fn results_are_told_from_our_side() {
        let position = Position::new();
        let told = |winner| result(Ending::Told(winner), Black, &position);
        assert_eq!(told(Some(Black)), "won as black after 0 turns");
        assert_eq!(told(Some(White)), "lost as black after 0 turns");
        assert_eq!(told(None), "a draw as black after 0 turns");
        assert!(result(Ending::Closed, White, &position).contains("without a result"));
    }
}
