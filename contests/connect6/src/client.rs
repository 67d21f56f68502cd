//! The competition's client: a socket, a clock on the wall, and the engine.
//!
//! Two threads, of which one only blocks on reading; the other thinks, on our time and on
//! the opponent's. Whatever arrives stops the thinking; then it is seen whether there is
//! still something to think about. What messages mean is the session's matter.

use super::codec::Message;
use super::connection::{ConnectionReader, Received, is_disconnect};
use super::engine::{self, Engine, SearchLimits, SearchResult};
use super::rules::{Colour, IllegalTurn, Point, Position, Turn};
use super::session::{GameEnd, ProtocolError, Reaction, Session};
use super::time_manager::{DEFAULT_MOVE_OVERHEAD, TimeManager};
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
pub struct ClientOptions {
    /// Name or address of the server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The login key.
    pub key: u8,
    /// Kept of every turn for the network.
    pub move_overhead: Duration,
    /// So many nodes a turn in place of time.
    pub nodes: Option<u64>,
    /// Whether to think on the opponent's time.
    pub pondering: Pondering,
    /// The engine's.
    pub engine: engine::EngineOptions,
}

impl Default for ClientOptions {
    fn default() -> ClientOptions {
        ClientOptions {
            host: "127.0.0.1".to_string(),
            port: 0,
            key: 0,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
            nodes: None,
            pondering: Pondering::OpponentsTime,
            engine: engine::EngineOptions::default(),
        }
    }
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// How it ended.
    pub end: GameEnd,
    /// Our colour, if the server had told it.
    pub colour: Option<Colour>,
    /// The board at the end.
    pub position: Position,
}

/// Why there was no game, or no more of it.
#[derive(Debug)]
pub enum ClientError {
    /// No connection.
    Connect {
        /// Where to.
        to: String,
        /// Why not.
        why: io::Error,
    },
    /// The connection broke in a way that is no end.
    Connection(io::Error),
    /// The server does not keep to the protocol.
    Protocol(ProtocolError),
    /// The engine has no legal turn, which is a bug here.
    Engine(IllegalTurn),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Connect { to, why } => write!(
                f,
                "no connection to {to}: {why}; is the server running, and are -i and -p right?"
            ),
            ClientError::Connection(why) => write!(f, "the connection broke: {why}"),
            ClientError::Protocol(fault) => write!(f, "{fault}"),
            ClientError::Engine(why) => write!(f, "the engine gave an illegal turn: {why}"),
        }
    }
}

impl std::error::Error for ClientError {}

/// Plays a game to its end; what people may want to know while it goes on is told to `say`.
///
/// # Errors
/// No connection, or a server that does not keep to the protocol.
pub fn play(
    options: &ClientOptions,
    say: &mut dyn FnMut(&str),
) -> Result<FinishedGame, ClientError> {
    let to = format!("{}:{}", options.host, options.port);
    let connected = TcpStream::connect((options.host.as_str(), options.port));
    let stream = connected.map_err(|why| ClientError::Connect { to, why })?;
    let (to, inbox) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let reader = ConnectionReader::start(&stream, move |heard| {
        // Nobody listens any more when the game is over, which is as well.
        let _ = to.send(heard);
        flag.store(true, Ordering::SeqCst);
    });
    let _reader = reader.map_err(ClientError::Connection)?;
    let mut client = Client {
        session: Session::new(),
        time_manager: TimeManager::new(options.move_overhead),
        engine: Engine::new(options.engine.clone()),
        nodes: options.nodes,
        pondering: options.pondering,
        stream: &stream,
        inbox: &inbox,
        stop: &stop,
        pending: None,
        best: None,
        on_message: say,
    };
    client.send(Message::Login { key: options.key })?;
    let ending = client.run()?;
    Ok(FinishedGame {
        end: ending,
        colour: client.session.colour(),
        position: client.session.position(),
    })
}

/// A turn that the server waits for.
#[derive(Clone, Copy, Debug)]
struct PendingTurn {
    arrived: Instant,
    think_time: Duration,
}

/// The thinking thread's side.
struct Client<'a> {
    session: Session,
    time_manager: TimeManager,
    engine: Engine,
    nodes: Option<u64>,
    pondering: Pondering,
    stream: &'a TcpStream,
    inbox: &'a Receiver<Received>,
    stop: &'a AtomicBool,
    pending: Option<PendingTurn>,
    /// What was found for the turn that is due, if a message interrupted the thinking.
    best: Option<SearchResult>,
    on_message: &'a mut dyn FnMut(&str),
}

impl Client<'_> {
    fn run(&mut self) -> Result<GameEnd, ClientError> {
        loop {
            // The reader sets the flag after it has put something into the inbox. So what
            // was put there before this line is found now, and what comes later sets it.
            self.stop.store(false, Ordering::SeqCst);
            while let Ok(heard) = self.inbox.try_recv() {
                if let Some(ending) = self.handle(heard)? {
                    return Ok(ending);
                }
            }
            match self.pending {
                Some(due) => self.search(due)?,
                None => {
                    self.ponder();
                    // A reader that is gone has said so before.
                    let heard = self.inbox.recv().unwrap_or(Received::Closed);
                    if let Some(ending) = self.handle(heard)? {
                        return Ok(ending);
                    }
                }
            }
        }
    }

    /// Takes what was heard; gives the end if it is one.
    fn handle(&mut self, heard: Received) -> Result<Option<GameEnd>, ClientError> {
        let (arrived, message) = match heard {
            Received::Message(arrived, message) => (arrived, message),
            Received::Malformed(malformed) => {
                return Err(ClientError::Protocol(ProtocolError::Malformed(malformed)));
            }
            Received::Closed => {
                return self
                    .session
                    .handle_close()
                    .map(Some)
                    .map_err(ClientError::Protocol);
            }
            Received::Failed(why) => return Err(ClientError::Connection(why)),
        };
        match self
            .session
            .handle(message)
            .map_err(ClientError::Protocol)?
        {
            Reaction::Nothing => {}
            Reaction::Changed => (self.pending, self.best) = (None, None),
            Reaction::TurnDue(time) => {
                let think = self.time_manager.start_turn(time);
                self.pending = Some(PendingTurn {
                    arrived,
                    think_time: think,
                });
                self.best = None;
            }
            Reaction::GameOver(ending) => return Ok(Some(ending)),
        }
        Ok(None)
    }

    /// Thinks about the turn that is due, and answers unless something came in between.
    fn search(&mut self, due: PendingTurn) -> Result<(), ClientError> {
        let position = self.session.position();
        let deadline = due.arrived + due.think_time;
        let budget = match self.nodes {
            None => SearchLimits {
                deadline: Some(deadline),
                ..SearchLimits::default()
            },
            nodes => SearchLimits {
                nodes,
                ..SearchLimits::default()
            },
        };
        let answer = self.engine.search(&position, budget, self.stop);
        let deeper = |best: &SearchResult, new: &SearchResult| {
            new.proven_winner.is_some() || new.depth >= best.depth
        };
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

    fn answer(&mut self, due: PendingTurn, position: &Position) -> Result<(), ClientError> {
        let found = self.best.take();
        let turn = found.as_ref().map(|answer| answer.turn);
        let message = match turn.map(|turn| self.session.answer(turn)) {
            Some(Ok(message)) => message,
            // Anything legal is better than to be disqualified.
            _ => self
                .session
                .answer(any_legal_turn(position))
                .map_err(ClientError::Engine)?,
        };
        self.pending = None;
        self.send(message)?;
        let used = due.arrived.elapsed();
        self.time_manager.finish_turn(used);
        if let Some(answer) = found {
            (self.on_message)(&describe_turn(position.turns().len() + 1, &answer, used));
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
            self.engine
                .search(&position, SearchLimits::default(), self.stop);
        }
    }

    /// Sends a message. That the other side has gone will be read soon, with what it said
    /// before.
    fn send(&mut self, message: Message) -> Result<(), ClientError> {
        match self.stream.write_all(&message.encode()) {
            Err(error) if !is_disconnect(&error) => Err(ClientError::Connection(error)),
            _ => Ok(()),
        }
    }
}

/// The first free points; one if one is due.
fn any_legal_turn(position: &Position) -> Turn {
    let mut free = Point::all().filter(|&point| position.stone_at(point).is_none());
    let first = free.next().unwrap_or(Point::CENTRE);
    match position.stones_due() {
        1 => Turn::One(first),
        _ => Turn::Two(first, free.next().unwrap_or(first)),
    }
}

/// A turn for people.
fn describe_turn(number: usize, answer: &SearchResult, used: Duration) -> String {
    let proof = answer
        .proven_winner
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
