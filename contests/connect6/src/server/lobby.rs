//! Before the game: accepts connections, and assigns colours to login keys.

use super::{Event, POLL_INTERVAL, ServerError};
use crate::codec::Message;
use crate::connection::{ConnectionReader, Received};
use crate::rules::Colour;
use std::collections::BTreeMap;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// Most connections at a time; further ones are closed at once.
pub const MAX_CONNECTIONS: usize = 16;

/// A connection, logged in or not.
pub struct Connection {
    /// The socket, for writing.
    pub stream: TcpStream,
    /// Closes the connection when it is dropped.
    _reader: ConnectionReader,
    since: Instant,
}

/// All connections that are open, by number.
pub type Connections = BTreeMap<usize, Connection>;

/// A player who has logged in for a colour.
#[derive(Clone, Copy, Debug)]
pub struct SeatedPlayer {
    /// Number of the connection.
    pub connection: usize,
    /// The login key.
    pub key: u8,
}

/// The state before the game.
pub struct Lobby<'a> {
    listener: &'a TcpListener,
    keys: [Option<u8>; 2],
    sender: Sender<(usize, Received)>,
    inbox: &'a Receiver<(usize, Received)>,
    connections: Connections,
    /// Number of connections accepted so far.
    accepted: usize,
    seats: [Option<SeatedPlayer>; 2],
}

impl<'a> Lobby<'a> {
    /// Returns a lobby without connections. Readers send what they receive through `sender`. A
    /// colour with a key can only be played with that key.
    pub fn new(
        listener: &'a TcpListener,
        keys: [Option<u8>; 2],
        sender: Sender<(usize, Received)>,
        inbox: &'a Receiver<(usize, Received)>,
    ) -> Lobby<'a> {
        Lobby {
            listener,
            keys,
            sender,
            inbox,
            connections: Connections::new(),
            accepted: 0,
            seats: [None; 2],
        }
    }

    /// Waits until both colours are taken; returns all connections and the players.
    ///
    /// # Errors
    /// The players do not log in in time, or `stop` is set.
    pub fn wait_for_players(
        mut self,
        join_timeout: Option<Duration>,
        login_timeout: Duration,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Connections, [SeatedPlayer; 2]), ServerError> {
        let begun = Instant::now();
        loop {
            if let [Some(black), Some(white)] = self.seats {
                return Ok((self.connections, [black, white]));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(ServerError::Stopped);
            }
            if join_timeout.is_some_and(|limit| begun.elapsed() > limit) {
                let joined = self.seats.iter().flatten().count();
                return Err(ServerError::PlayersMissing { joined });
            }
            self.accept(on_event);
            self.refuse_silent(login_timeout, on_event);
            if let Ok((connection, received)) = self.inbox.recv_timeout(POLL_INTERVAL) {
                self.handle(connection, received, on_event);
            }
        }
    }

    /// Accepts a connection, if one is waiting. A client that leaves at once, or takes the last
    /// socket of the system, is no reason to end.
    fn accept(&mut self, on_event: &mut dyn FnMut(Event<'_>)) {
        let Ok((stream, _)) = self.listener.accept() else {
            return;
        };
        if self.connections.len() >= MAX_CONNECTIONS {
            let why = format!("{MAX_CONNECTIONS} connections are open");
            return on_event(Event::Refused { why });
        }
        match self.start_reading(stream) {
            Ok(connection) => {
                self.connections.insert(self.accepted, connection);
                self.accepted += 1;
            }
            Err(error) => on_event(Event::Refused {
                why: format!("the connection broke: {error}"),
            }),
        }
    }

    fn start_reading(&self, stream: TcpStream) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        let (to, number) = (self.sender.clone(), self.accepted);
        let reader = ConnectionReader::start(&stream, move |received| {
            // After the game the receiver is gone.
            let _ = to.send((number, received));
        })?;
        Ok(Connection {
            stream,
            _reader: reader,
            since: Instant::now(),
        })
    }

    /// Closes connections that have not logged in in time, to make room for others.
    fn refuse_silent(&mut self, timeout: Duration, on_event: &mut dyn FnMut(Event<'_>)) {
        let seats = self.seats;
        let is_seated = |number| seats.iter().flatten().any(|seat| seat.connection == number);
        self.connections.retain(|&number, connection| {
            let keep = is_seated(number) || connection.since.elapsed() < timeout;
            if !keep {
                let why = "no login came in time".to_string();
                on_event(Event::Refused { why });
            }
            keep
        });
    }

    fn handle(
        &mut self,
        connection: usize,
        received: Received,
        on_event: &mut dyn FnMut(Event<'_>),
    ) {
        if !self.connections.contains_key(&connection) {
            // Refused already.
            return;
        }
        let seated = self
            .seats
            .iter()
            .flatten()
            .any(|seat| seat.connection == connection);
        let why = match received {
            Received::Message(_, Message::Login { key }) if !seated => {
                match colour_for_key(self.keys, self.seats.map(|seat| seat.is_some()), key) {
                    Ok(colour) => {
                        self.seats[colour as usize] = Some(SeatedPlayer { connection, key });
                        return on_event(Event::Joined { colour, key });
                    }
                    Err(why) => why.to_string(),
                }
            }
            Received::Message(_, message) => format!("a login was due, this came: {message}"),
            Received::Malformed(why) => format!("a login was due, and this came: {why}"),
            Received::Closed => "the connection was closed".to_string(),
            Received::Failed(why) => format!("the connection broke: {why}"),
        };
        for seat in &mut self.seats {
            *seat = seat.filter(|seat| seat.connection != connection);
        }
        self.connections.remove(&connection);
        on_event(Event::Refused { why });
    }
}

/// Returns the colour that a key gets, or why it gets none.
fn colour_for_key(
    keys: [Option<u8>; 2],
    taken: [bool; 2],
    key: u8,
) -> Result<Colour, &'static str> {
    let free = |colour: &Colour| !taken[*colour as usize];
    let has_key = |wanted| move |colour: &Colour| keys[*colour as usize] == wanted;
    if Colour::BOTH.iter().any(has_key(Some(key))) {
        let mut own = Colour::BOTH.into_iter().filter(has_key(Some(key)));
        return own.find(free).ok_or("somebody has logged in with this key");
    }
    let mut open = Colour::BOTH.into_iter().filter(has_key(None));
    open.find(free).ok_or("nobody may play with this key")
}
