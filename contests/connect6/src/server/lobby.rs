//! Before the game: accepts connections, and assigns colours to login keys.

use super::{Event, POLL_INTERVAL, ServerError};
use crate::codec::Message;
use crate::connection::{ConnectionReader, Received};
use crate::rules::Colour;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// A connection, logged in or not.
pub struct Connection {
    /// For writing.
    pub stream: TcpStream,
    /// `None` once it is closed.
    pub reader: Option<ConnectionReader>,
}

/// A player who has logged in for a colour.
#[derive(Clone, Copy, Debug)]
pub struct SeatedPlayer {
    /// Index of the connection.
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
    connections: Vec<Connection>,
    seats: [Option<SeatedPlayer>; 2],
}

impl<'a> Lobby<'a> {
    /// Returns a lobby without connections. Readers send what they receive through `sender`. A
    /// colour with a key can only be played with that key.
    pub fn new(
        listener: &'a TcpListener,
        keys: [Option<u8>; 2],
        to: Sender<(usize, Received)>,
        inbox: &'a Receiver<(usize, Received)>,
    ) -> Lobby<'a> {
        Lobby {
            listener,
            keys,
            sender: to,
            inbox,
            connections: Vec::new(),
            seats: [None; 2],
        }
    }

    /// Waits until both colours are taken; returns all connections and the players.
    ///
    /// # Errors
    /// The players do not log in in time, or `stop` is set.
    pub fn wait_for_players(
        mut self,
        patience: Option<Duration>,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Vec<Connection>, [SeatedPlayer; 2]), ServerError> {
        let begun = Instant::now();
        loop {
            if let [Some(black), Some(white)] = self.seats {
                return Ok((self.connections, [black, white]));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(ServerError::Stopped);
            }
            if patience.is_some_and(|patience| begun.elapsed() > patience) {
                let there = self.seats.iter().flatten().count();
                return Err(ServerError::PlayersMissing { there });
            }
            self.accept().map_err(ServerError::Io)?;
            if let Ok((connection, received)) = self.inbox.recv_timeout(POLL_INTERVAL) {
                self.handle(connection, received, on_event);
            }
        }
    }

    /// Accepts a connection, if one is waiting.
    fn accept(&mut self) -> io::Result<()> {
        let stream = match self.listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            // The client closed the connection before it was accepted.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => return Ok(()),
            Err(error) => return Err(error),
        };
        stream.set_nonblocking(false)?;
        let (to, number) = (self.sender.clone(), self.connections.len());
        let reader = ConnectionReader::start(&stream, move |received| {
            // After the game the receiver is gone.
            let _ = to.send((number, received));
        })?;
        self.connections.push(Connection {
            stream,
            reader: Some(reader),
        });
        Ok(())
    }

    fn handle(
        &mut self,
        connection: usize,
        received: Received,
        on_event: &mut dyn FnMut(Event<'_>),
    ) {
        if self.connections[connection].reader.is_none() {
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
        self.connections[connection].reader = None;
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
    let of = |wanted| move |colour: &Colour| keys[*colour as usize] == wanted;
    if Colour::BOTH.iter().any(of(Some(key))) {
        let mut own = Colour::BOTH.into_iter().filter(of(Some(key)));
        return own.find(free).ok_or("somebody has logged in with this key");
    }
    let mut open = Colour::BOTH.into_iter().filter(of(None));
    open.find(free).ok_or("nobody may play with this key")
}
