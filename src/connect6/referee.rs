//! The server's side of a game as a pure machine: messages and times in, messages out.
//!
//! Judges by the competition's text; where that is silent, by switches. Owns the true board,
//! the clocks and the verdict. Knows no sockets, and time only as it is told.

use super::codec::{Coordinates, Malformed, Message, Pairs, pairs};
use super::rules::{Colour, Illegal, Outcome, Point, Position, Turn};
use std::fmt;
use std::time::Duration;

/// What the second pair of black's first answer has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstAnswer {
    /// Anything.
    #[default]
    Ignored,
    /// The first pair again.
    Repeat,
    /// Another point of the board.
    Differ,
}

/// What the second pair of the broadcast of black's first turn is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstBroadcast {
    /// The first pair again.
    #[default]
    Repeat,
    /// What black answered.
    Echo,
    /// 0, 0.
    Zero,
    /// 255, 255.
    High,
}

/// Who is told of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Echo {
    /// Both players.
    #[default]
    Both,
    /// The one who did not play it.
    Other,
}

/// Whether the turn that ends a game is broadcast before the end is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastTurn {
    /// It is.
    #[default]
    Broadcast,
    /// Only the end is.
    Silent,
}

/// What the announced time means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// The base, and what the last turn left.
    #[default]
    Carry,
    /// What is left of one bank.
    Bank,
    /// The same every turn.
    Fixed,
}

/// What the players learn of an end that is not on the board: somebody has gone, or the
/// game is aborted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Farewell {
    /// A message of id 5.
    #[default]
    End,
    /// The connection closes without one.
    Close,
}

/// Everything in which servers may differ.
#[derive(Clone, Debug)]
pub struct Switches {
    /// Times of black's and of white's first turn, in milliseconds.
    pub times: [u32; 2],
    /// What times mean.
    pub meaning: Meaning,
    /// Black's first answer.
    pub first_answer: FirstAnswer,
    /// Its broadcast.
    pub first_broadcast: FirstBroadcast,
    /// Who hears broadcasts.
    pub echo: Echo,
    /// The last broadcast.
    pub last_turn: LastTurn,
    /// The end when somebody has gone, and of aborted games.
    pub farewell: Farewell,
    /// Abort after so many turns.
    pub abort: Option<usize>,
    /// Begin with these turns: they are broadcast, and nobody is asked for them.
    pub opening: Vec<Turn>,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            times: [5_000; 2],
            meaning: Meaning::default(),
            first_answer: FirstAnswer::default(),
            first_broadcast: FirstBroadcast::default(),
            echo: Echo::default(),
            last_turn: LastTurn::default(),
            farewell: Farewell::default(),
            abort: None,
            opening: Vec::new(),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::super::rules::tests::filling;
    use super::*;
    use Colour::{Black, White};

    fn referee(switches: Switches) -> Referee {
        Referee::new(switches).expect("a legal opening")
    }

    fn answer(pairs: Pairs) -> Message {
        Message::Answer { pairs }
    }

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// Plays a turn in no time.
    fn play(referee: &mut Referee, by: Colour, pairs: Pairs) -> Out {
        referee.hear(by, answer(pairs), Duration::ZERO)
    }

    fn reason(referee: &Referee) -> Reason {
        referee.verdict().expect("it is over").reason.clone()
    }

    #[test]
    fn a_game_is_told_to_both_until_somebody_has_a_row() {
        let mut referee = referee(Switches::default());
        let request = |colour| (colour, Message::Request { time: 5_000 });
        assert_eq!(
            referee.begin(),
            [
                (Black, Message::Info { colour: Black }),
                (White, Message::Info { colour: White }),
                request(Black),
            ]
        );
        let out = play(&mut referee, Black, [0, 0, 7, 7]);
        let told = broadcast([0, 0, 0, 0], Black);
        assert_eq!(out, [(Black, told), (White, told), request(White)]);
        for x in [1, 3] {
            play(&mut referee, White, [2 * x, 9, 2 * x + 2, 11]);
            play(&mut referee, Black, [x, 0, x + 1, 0]);
        }
        play(&mut referee, White, [0, 18, 2, 18]);
        let out = play(&mut referee, Black, [5, 0, 18, 18]);
        let told = broadcast([5, 0, 18, 18], Black);
        let end = Message::End {
            winner: Some(Black),
        };
        assert_eq!(
            out,
            [(Black, told), (White, told), (Black, end), (White, end)]
        );
        assert_eq!(reason(&referee), Reason::Row);
        assert!(play(&mut referee, White, [9, 9, 9, 10]).is_empty());
    }

    #[test]
    fn times_mean_what_the_switch_says() {
        for (meaning, times) in [
            (Meaning::Carry, [1000, 1700, 2600]),
            (Meaning::Bank, [1000, 700, 600]),
            (Meaning::Fixed, [1000, 1000, 1000]),
        ] {
            let mut referee = referee(Switches {
                times: [1000; 2],
                meaning,
                ..Switches::default()
            });
            for (turn, spent) in [300, 100, 0].into_iter().enumerate() {
                assert_eq!(referee.due(), Some((Black, times[turn])), "{meaning:?}");
                let y = turn as u8;
                referee.hear(Black, answer([0, y, 9, y]), ms(spent));
                play(&mut referee, White, [2, y, 13, y]);
            }
        }
    }

    #[test]
    fn the_longest_time_stays_the_longest() {
        let mut referee = referee(Switches {
            times: [u32::MAX; 2],
            ..Switches::default()
        });
        play(&mut referee, Black, [9, 9, 9, 9]);
        play(&mut referee, White, [0, 0, 1, 0]);
        assert_eq!(referee.due(), Some((Black, u32::MAX)));
    }

    #[test]
    fn late_is_what_took_longer_than_announced() {
        let switches = Switches {
            times: [100; 2],
            ..Switches::default()
        };
        let mut game = referee(switches.clone());
        game.hear(Black, answer([9, 9, 9, 9]), ms(100));
        assert_eq!(game.verdict(), None);
        game.hear(White, answer([0, 0, 1, 0]), ms(101));
        assert_eq!(reason(&game), Reason::Late { limit: 100 });
        assert_eq!(
            game.verdict().and_then(|verdict| verdict.winner),
            Some(Black)
        );
        let mut silent = referee(switches);
        let end = Message::End {
            winner: Some(White),
        };
        assert_eq!(silent.late(), [(Black, end), (White, end)]);
    }

    #[test]
    fn what_is_not_allowed_loses() {
        let occupied = |x, y| {
            let point = Point::new(x, y).expect("a point");
            Foul::Rules(Illegal::Occupied(point))
        };
        for (pairs, foul) in [
            ([9, 9, 0, 0], occupied(9, 9)),
            ([1, 1, 1, 1], occupied(1, 1)),
            ([19, 1, 1, 1], Foul::OffBoard),
            ([1, 1, 1, 255], Foul::OffBoard),
        ] {
            let mut referee = referee(Switches::default());
            play(&mut referee, Black, [9, 9, 9, 9]);
            play(&mut referee, White, pairs);
            assert_eq!(reason(&referee), Reason::Illegal(pairs, foul));
        }
        let mut referee = referee(Switches::default());
        let early = answer([0, 0, 1, 1]);
        referee.hear(White, early, Duration::ZERO);
        assert_eq!(reason(&referee), Reason::Unexpected(early));
        assert_eq!(
            referee.verdict().expect("over").to_string(),
            "black wins, white is disqualified: a message that was not due: answer, \
             0,0 1,1 (a1 b2)"
        );
    }

    #[test]
    fn blacks_first_answer_is_judged_by_the_switch() {
        use FirstAnswer::{Differ, Ignored, Repeat};
        for (switch, allowed) in [
            (Ignored, [true, true, true]),
            (Repeat, [true, false, false]),
            (Differ, [false, true, false]),
        ] {
            for (pairs, allowed) in [[9, 9, 9, 9], [9, 9, 3, 4], [9, 9, 255, 255]]
                .iter()
                .zip(allowed)
            {
                let mut referee = referee(Switches {
                    first_answer: switch,
                    ..Switches::default()
                });
                play(&mut referee, Black, *pairs);
                assert_eq!(referee.verdict().is_none(), allowed, "{switch:?} {pairs:?}");
            }
        }
    }

    #[test]
    fn blacks_first_broadcast_is_as_the_switch_says() {
        for (switch, second) in [
            (FirstBroadcast::Repeat, [9, 8]),
            (FirstBroadcast::Echo, [3, 4]),
            (FirstBroadcast::Zero, [0, 0]),
            (FirstBroadcast::High, [255, 255]),
        ] {
            let mut referee = referee(Switches {
                first_broadcast: switch,
                ..Switches::default()
            });
            let out = play(&mut referee, Black, [9, 8, 3, 4]);
            let told = broadcast([9, 8, second[0], second[1]], Black);
            assert_eq!(out[1], (White, told));
        }
    }

    #[test]
    fn the_other_alone_is_told_if_the_switch_says_so() {
        let mut referee = referee(Switches {
            echo: Echo::Other,
            ..Switches::default()
        });
        let out = play(&mut referee, Black, [9, 9, 9, 9]);
        assert!(out.iter().all(|(to, _)| *to == White), "{out:?}");
    }

    #[test]
    fn a_game_that_somebody_leaves_or_that_is_aborted_ends_as_the_switch_says() {
        for (farewell, messages) in [(Farewell::End, 2), (Farewell::Close, 0)] {
            let switches = Switches {
                farewell,
                ..Switches::default()
            };
            let mut left = referee(switches.clone());
            assert_eq!(left.gone(Black).len(), messages);
            assert_eq!(reason(&left), Reason::Gone);
            let mut aborted = referee(Switches {
                abort: Some(1),
                ..switches
            });
            let out = play(&mut aborted, Black, [9, 9, 9, 9]);
            assert_eq!(out.len(), 2 + messages, "{out:?}");
            assert_eq!(aborted.verdict().map(|verdict| verdict.winner), Some(None));
            assert_eq!(aborted.due(), None);
        }
    }

    #[test]
    fn openings_are_broadcast_and_the_next_side_is_asked() {
        let turns = |names: &[&str]| -> Vec<Turn> {
            let read = |name: &&str| {
                let points: Vec<Point> = name
                    .split(' ')
                    .map(|p| p.parse().expect("a point"))
                    .collect();
                points
                    .get(1)
                    .map_or(Turn::One(points[0]), |&second| Turn::Two(points[0], second))
            };
            names.iter().map(read).collect()
        };
        let mut game = referee(Switches {
            opening: turns(&["j10", "a1 b1"]),
            ..Switches::default()
        });
        let out = game.begin();
        assert_eq!(
            out[2..4],
            [Black, White].map(|to| (to, broadcast([9, 9, 9, 9], Black)))
        );
        assert_eq!(
            out[4..6],
            [Black, White].map(|to| (to, broadcast([0, 0, 1, 0], White)))
        );
        assert_eq!(out[6..], [(Black, Message::Request { time: 5_000 })]);
        let twice = Switches {
            opening: turns(&["j10", "a1 j10"]),
            ..Switches::default()
        };
        assert!(Referee::new(twice).is_err());
    }

    #[test]
    fn a_full_board_is_a_draw_told_to_both() {
        let mut referee = referee(Switches::default());
        let mut last = Out::new();
        for (turn, colour) in filling()
            .into_iter()
            .zip([Black, White].into_iter().cycle())
        {
            last = play(&mut referee, colour, pairs(turn));
        }
        let end = Message::End { winner: None };
        assert_eq!(last[2..], [(Black, end), (White, end)]);
        assert_eq!(reason(&referee), Reason::Full);
    }
}
