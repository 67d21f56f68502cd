//! The competition's client: connects, and plays one game with the engine.
//!
//! Two threads: one blocks on reading, the other searches, in its own turns and, with pondering, in
//! the opponent's. Any message interrupts the search; then the client decides whether to go on.
//! `session` interprets the messages.

use super::codec::Message;
use super::connection::{ConnectionReader, Received, is_disconnect};
use super::engine::{self, Engine, SearchLimits, SearchResult};
use super::rules::{Colour, IllegalTurn, Point, Position, Turn};
use super::session::{GameEnd, ProtocolError, Reaction, Session};
use super::time_manager::TimeManager;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Options of a client.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Name or address of the server.
    pub host: String,
    /// The server's port.
    pub port: u16,
    /// The login key.
    pub key: u8,
    /// Time of every turn that is reserved for the network.
    pub move_overhead: Duration,
    /// Nodes for each turn, in place of time.
    pub nodes: Option<u64>,
    /// Whether to search in the opponent's turns. Without it the same messages and node limits give
    /// the same turns.
    pub ponders: bool,
    /// The engine's options.
    pub engine: engine::EngineOptions,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// How it ended.
    pub end: GameEnd,
    /// Our colour, if the server had sent it.
    pub colour: Option<Colour>,
    /// The final position.
    pub position: Position,
}

/// Why there was no game, or why it broke off.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No connection could be made.
    #[error("no connection to {to}: {why}; is the server running, and are -i and -p right?")]
    Connect {
        /// Host and port.
        to: String,
        /// The system's error.
        why: io::Error,
    },
    /// The connection failed other than by being closed.
    #[error("the connection broke: {0}")]
    Connection(io::Error),
    /// The server violates the protocol.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// The engine returned an illegal turn, which is a bug.
    #[error("the engine gave an illegal turn: {0}")]
    Engine(IllegalTurn),
}

/// Plays a game to its end; `on_message` receives a line of text about each of our turns.
///
/// # Errors
/// There is no connection, or the server violates the protocol.
pub fn play(
    options: &ClientOptions,
    on_message: &mut dyn FnMut(&str),
) -> Result<FinishedGame, ClientError> {
    let to = format!("{}:{}", options.host, options.port);
    let connected = TcpStream::connect((options.host.as_str(), options.port));
    let stream = connected.map_err(|why| ClientError::Connect { to, why })?;
    let (to, inbox) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let reader = ConnectionReader::start(&stream, move |received| {
        // After the game the receiver is gone.
        let _ = to.send(received);
        flag.store(true, Ordering::SeqCst);
    });
    let _reader = reader.map_err(ClientError::Connection)?;
    let mut client = Client {
        session: Session::default(),
        time_manager: TimeManager::new(options.move_overhead),
        engine: Engine::new(options.engine.clone()),
        nodes: options.nodes,
        ponders: options.ponders,
        stream: &stream,
        inbox: &inbox,
        stop: &stop,
        pending: None,
        best: None,
        on_message,
    };
    client.send(Message::Login { key: options.key })?;
    let end = client.run()?;
    Ok(FinishedGame {
        end,
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

/// State of the searching thread.
struct Client<'a> {
    session: Session,
    time_manager: TimeManager,
    engine: Engine,
    nodes: Option<u64>,
    ponders: bool,
    stream: &'a TcpStream,
    inbox: &'a Receiver<Received>,
    stop: &'a AtomicBool,
    pending: Option<PendingTurn>,
    /// The best result so far for the pending turn, if a message interrupted the search.
    best: Option<SearchResult>,
    on_message: &'a mut dyn FnMut(&str),
}

impl Client<'_> {
    fn run(&mut self) -> Result<GameEnd, ClientError> {
        loop {
            // The reader sets the flag after it has put a message into the inbox. Messages that
            // are in it before this line are found below, and later ones set the flag.
            self.stop.store(false, Ordering::SeqCst);
            while let Ok(received) = self.inbox.try_recv() {
                if let Some(end) = self.handle(received)? {
                    return Ok(end);
                }
            }
            match self.pending {
                Some(pending) => self.search(pending)?,
                None => {
                    self.ponder();
                    // The reader reports the end of the connection before it ends.
                    let received = self.inbox.recv().unwrap_or(Received::Closed);
                    if let Some(end) = self.handle(received)? {
                        return Ok(end);
                    }
                }
            }
        }
    }

    /// Handles what was received; returns the end of the game if it is one.
    fn handle(&mut self, received: Received) -> Result<Option<GameEnd>, ClientError> {
        let (arrived, message) = match received {
            Received::Message(arrived, message) => (arrived, message),
            Received::Malformed(malformed) => {
                return Err(ProtocolError::Malformed(malformed).into());
            }
            Received::Closed => return Ok(Some(self.session.handle_close()?)),
            Received::Failed(why) => return Err(ClientError::Connection(why)),
        };
        match self.session.handle(message)? {
            Reaction::Nothing => {}
            Reaction::Changed => (self.pending, self.best) = (None, None),
            Reaction::TurnDue(time) => {
                let think_time = self.time_manager.start_turn(time);
                self.pending = Some(PendingTurn {
                    arrived,
                    think_time,
                });
                self.best = None;
            }
            Reaction::GameOver(end) => return Ok(Some(end)),
        }
        Ok(None)
    }

    /// Searches for the pending turn, and answers unless it was interrupted.
    fn search(&mut self, pending: PendingTurn) -> Result<(), ClientError> {
        let position = self.session.position();
        let deadline = pending.arrived + pending.think_time;
        // A search by nodes is not interrupted: a second search would give another result.
        let never = AtomicBool::new(false);
        let limits = SearchLimits {
            nodes: self.nodes,
            deadline: self.nodes.is_none().then_some(deadline),
        };
        let stop = self.nodes.map_or(self.stop, |_| &never);
        let result = self.engine.search(&position, limits, stop);
        let deeper = |best: &SearchResult, new: &SearchResult| {
            new.proven_winner.is_some() || new.depth >= best.depth
        };
        self.best = match (self.best.take(), result) {
            (Some(best), Some(new)) if !deeper(&best, &new) => Some(best),
            (best, new) => new.or(best),
        };
        if stop.load(Ordering::SeqCst) && Instant::now() < deadline {
            return Ok(());
        }
        self.answer(pending, &position)
    }

    fn answer(&mut self, pending: PendingTurn, position: &Position) -> Result<(), ClientError> {
        let best = self.best.take();
        let turn = best.as_ref().map(|best| best.turn);
        let message = match turn.map(|turn| self.session.answer(turn)) {
            Some(Ok(message)) => message,
            // Any legal turn is better than disqualification.
            _ => self
                .session
                .answer(any_legal_turn(position))
                .map_err(ClientError::Engine)?,
        };
        self.pending = None;
        self.send(message)?;
        let used = pending.arrived.elapsed();
        self.time_manager.finish_turn(used);
        if let Some(best) = best {
            (self.on_message)(&describe_turn(position.turns().len() + 1, &best, used));
        }
        Ok(())
    }

    /// Searches in the opponent's turn, until a message arrives or the game is solved.
    fn ponder(&mut self) {
        if !self.ponders || self.session.colour().is_none() {
            return;
        }
        let position = self.session.position();
        if position.outcome().is_none() {
            self.engine
                .search(&position, SearchLimits::default(), self.stop);
        }
    }

    /// Sends a message. If the other side has closed the connection, the reader will report it
    /// after what was sent before.
    fn send(&mut self, message: Message) -> Result<(), ClientError> {
        match self.stream.write_all(&message.encode()) {
            Err(error) if !is_disconnect(&error) => Err(ClientError::Connection(error)),
            _ => Ok(()),
        }
    }
}

/// Returns the first free points as a turn.
fn any_legal_turn(position: &Position) -> Turn {
    let mut free = Point::all().filter(|&point| position.stone_at(point).is_none());
    let first = free.next().unwrap_or(Point::CENTRE);
    match position.stones_due() {
        1 => Turn::One(first),
        _ => Turn::Two(first, free.next().unwrap_or(first)),
    }
}

/// Describes a turn in a line of text.
fn describe_turn(number: usize, result: &SearchResult, used: Duration) -> String {
    let proof = result
        .proven_winner
        .map_or(String::new(), |winner| format!(", proved: {winner} wins"));
    format!(
        "turn {number}: {}, score {}, depth {}, {} nodes, {} ms{proof}",
        result.turn,
        result.score,
        result.depth,
        result.nodes,
        used.as_millis()
    )
}
