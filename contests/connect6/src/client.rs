//! The competition's client: a socket, a clock on the wall, and the engine.
//!
//! Two threads, of which one only blocks on reading; the other thinks, on our time and on
//! the opponent's. Whatever arrives stops the thinking; then it is seen whether there is
//! still something to think about. What messages mean is the session's matter.

use super::clock::{Clock, SLACK};
use super::codec::Message;
use super::engine::{self, Answer, Budget, Engine};
use super::rules::{Colour, Illegal, Point, Position, Turn};
use super::session::{Ending, Fault, Reaction, Session};
use super::wire::{Heard, Reader, is_end};
use std::fmt;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// When a client thinks beside its own turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pondering {
    /// On the opponent's time.
    OpponentsTime,
    /// Never: the same messages and nodes give the same turns.
    Never,
}

/// What a client needs to know.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name or address of the server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The login key.
    pub key: u8,
    /// Kept of every turn for the network.
    pub slack: Duration,
    /// So many nodes a turn in place of time.
    pub nodes: Option<u64>,
    /// Whether to think on the opponent's time.
    pub pondering: Pondering,
    /// The engine's.
    pub engine: engine::Options,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: "127.0.0.1".to_string(),
            port: 0,
            key: 0,
            slack: SLACK,
            nodes: None,
            pondering: Pondering::OpponentsTime,
            engine: engine::Options::default(),
        }
    }
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// Our colour, if the server had told it.
    pub colour: Option<Colour>,
    /// The board at the end.
    pub position: Position,
}

/// Why there was no game, or no more of it.
#[derive(Debug)]
pub enum Error {
    /// No connection.
    Connect {
        /// Where to.
        to: String,
        /// Why not.
        why: io::Error,
    },
    /// The connection broke in a way that is no end.
    Broken(io::Error),
    /// The server does not keep to the protocol.
    Fault(Fault),
    /// The engine has no legal turn, which is a bug here.
    Engine(Illegal),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Connect { to, why } => write!(
                f,
                "no connection to {to}: {why}; is the server running, and are -i and -p right?"
            ),
            Error::Broken(why) => write!(f, "the connection broke: {why}"),
            Error::Fault(fault) => write!(f, "{fault}"),
            Error::Engine(why) => write!(f, "the engine gave an illegal turn: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Plays a game to its end; what people may want to know while it goes on is told to `say`.
///
/// # Errors
/// No connection, or a server that does not keep to the protocol.
pub fn play(options: &Options, say: &mut dyn FnMut(&str)) -> Result<Played, Error> {
    let to = format!("{}:{}", options.host, options.port);
    let connected = TcpStream::connect((options.host.as_str(), options.port));
    let stream = connected.map_err(|why| Error::Connect { to, why })?;
    let (to, inbox) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let reader = Reader::start(&stream, move |heard| {
        // Nobody listens any more when the game is over, which is as well.
        let _ = to.send(heard);
        flag.store(true, Ordering::SeqCst);
    });
    let _reader = reader.map_err(Error::Broken)?;
    let mut client = Client {
        session: Session::new(),
        clock: Clock::new(options.slack),
        engine: Engine::new(options.engine.clone()),
        nodes: options.nodes,
        pondering: options.pondering,
        stream: &stream,
        inbox: &inbox,
        stop: &stop,
        due: None,
        best: None,
        say,
    };
    client.send(Message::Login { key: options.key })?;
    let ending = client.run()?;
    Ok(Played {
        ending,
        colour: client.session.colour(),
        position: client.session.position(),
    })
}

/// A turn that the server waits for.
#[derive(Clone, Copy, Debug)]
struct Due {
    arrived: Instant,
    think: Duration,
}

/// The thinking thread's side.
struct Client<'a> {
    session: Session,
    clock: Clock,
    engine: Engine,
    nodes: Option<u64>,
    pondering: Pondering,
    stream: &'a TcpStream,
    inbox: &'a Receiver<Heard>,
    stop: &'a AtomicBool,
    due: Option<Due>,
    /// What was found for the turn that is due, if a message interrupted the thinking.
    best: Option<Answer>,
    say: &'a mut dyn FnMut(&str),
}

impl Client<'_> {
    fn run(&mut self) -> Result<Ending, Error> {
        loop {
            // The reader sets the flag after it has put something into the inbox. So what
            // was put there before this line is found now, and what comes later sets it.
            self.stop.store(false, Ordering::SeqCst);
            while let Ok(heard) = self.inbox.try_recv() {
                if let Some(ending) = self.take(heard)? {
                    return Ok(ending);
                }
            }
            match self.due {
                Some(due) => self.think(due)?,
                None => {
                    self.ponder();
                    // A reader that is gone has said so before.
                    let heard = self.inbox.recv().unwrap_or(Heard::Closed);
                    if let Some(ending) = self.take(heard)? {
                        return Ok(ending);
                    }
                }
            }
        }
    }

    /// Takes what was heard; gives the end if it is one.
    fn take(&mut self, heard: Heard) -> Result<Option<Ending>, Error> {
        let (arrived, message) = match heard {
            Heard::Message(arrived, message) => (arrived, message),
            Heard::Malformed(malformed) => return Err(Error::Fault(Fault::Malformed(malformed))),
            Heard::Closed => return self.session.closed().map(Some).map_err(Error::Fault),
            Heard::Broken(why) => return Err(Error::Broken(why)),
        };
        match self.session.hear(message).map_err(Error::Fault)? {
            Reaction::Nothing => {}
            Reaction::Changed => (self.due, self.best) = (None, None),
            Reaction::Due(time) => {
                let think = self.clock.request(time);
                self.due = Some(Due { arrived, think });
                self.best = None;
            }
            Reaction::Over(ending) => return Ok(Some(ending)),
        }
        Ok(None)
    }

    /// Thinks about the turn that is due, and answers unless something came in between.
    fn think(&mut self, due: Due) -> Result<(), Error> {
        let position = self.session.position();
        let deadline = due.arrived + due.think;
        let budget = match self.nodes {
            None => Budget {
                deadline: Some(deadline),
                ..Budget::default()
            },
            nodes => Budget {
                nodes,
                ..Budget::default()
            },
        };
        let answer = self.engine.think(&position, budget, self.stop);
        let deeper = |best: &Answer, new: &Answer| new.proof.is_some() || new.depth >= best.depth;
        self.best = match (self.best.take(), answer) {
            (Some(best), Some(new)) if !deeper(&best, &new) => Some(best),
            (best, new) => new.or(best),
        };
        let interrupted = self.stop.load(Ordering::SeqCst);
        if interrupted && (self.nodes.is_some() || Instant::now() < deadline) {
            return Ok(());
        }
        self.answer(due, &position)
    }

    fn answer(&mut self, due: Due, position: &Position) -> Result<(), Error> {
        let found = self.best.take();
        let turn = found.as_ref().map(|answer| answer.turn);
        let message = match turn.map(|turn| self.session.answer(turn)) {
            Some(Ok(message)) => message,
            // Anything legal is better than to be disqualified.
            _ => self.session.answer(any(position)).map_err(Error::Engine)?,
        };
        self.due = None;
        self.send(message)?;
        let used = due.arrived.elapsed();
        self.clock.answered(used);
        if let Some(answer) = found {
            (self.say)(&told(position.turns().len() + 1, &answer, used));
        }
        Ok(())
    }

    /// Thinks on the opponent's time, until something comes or nothing is left to find.
    fn ponder(&mut self) {
        if self.pondering == Pondering::Never || self.session.colour().is_none() {
            return;
        }
        let position = self.session.position();
        if position.outcome().is_none() {
            self.engine.think(&position, Budget::default(), self.stop);
        }
    }

    /// Sends a message. That the other side has gone will be read soon, with what it said
    /// before.
    fn send(&mut self, message: Message) -> Result<(), Error> {
        match self.stream.write_all(&message.encode()) {
            Err(error) if !is_end(&error) => Err(Error::Broken(error)),
            _ => Ok(()),
        }
    }
}

/// The first free points; one if one is due.
fn any(position: &Position) -> Turn {
    let mut free = Point::all().filter(|&point| position.stone(point).is_none());
    let first = free.next().unwrap_or(Point::CENTRE);
    match position.due() {
        1 => Turn::One(first),
        _ => Turn::Two(first, free.next().unwrap_or(first)),
    }
}

/// A turn for people.
fn told(number: usize, answer: &Answer, used: Duration) -> String {
    let proof = answer
        .proof
        .map_or(String::new(), |winner| format!(", proved: {winner} wins"));
    format!(
        "turn {number}: {}, score {}, depth {}, {} nodes, {} ms{proof}",
        answer.turn,
        answer.score,
        answer.depth,
        answer.nodes,
        used.as_millis()
    )
}
