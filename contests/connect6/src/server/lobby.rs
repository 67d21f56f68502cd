//! Before the game: whoever connects, and which colour a key gets.

use super::{Event, POLL_INTERVAL, ServerError};
use crate::codec::Message;
use crate::connection::{ConnectionReader, Received};
use crate::rules::Colour;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// A connection, whoever it is.
pub struct Connection {
    /// Where to write.
    pub stream: TcpStream,
    /// None once it is closed.
    pub reader: Option<ConnectionReader>,
}

/// Who has logged in as a colour.
#[derive(Clone, Copy, Debug)]
pub struct SeatedPlayer {
    /// The number of his connection.
    pub connection: usize,
    /// His key.
    pub key: u8,
}

/// Before the game.
pub struct Lobby<'a> {
    listener: &'a TcpListener,
    keys: [Option<u8>; 2],
    sender: Sender<(usize, Received)>,
    inbox: &'a Receiver<(usize, Received)>,
    connections: Vec<Connection>,
    seats: [Option<SeatedPlayer>; 2],
}

impl<'a> Lobby<'a> {
    /// Nobody is there yet; readers tell what they hear through `to`. Where a colour has a
    /// key, it alone may play it.
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

    /// Waits until both seats are taken; gives all connections, and who has the seats.
    ///
    /// # Errors
    /// They do not come in time, or it is told to stop.
    pub fn wait_for_players(
        mut self,
        patience: Option<Duration>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
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
            if let Ok((guest, heard)) = self.inbox.recv_timeout(POLL_INTERVAL) {
                self.handle(guest, heard, tell);
            }
        }
    }

    /// Takes whoever waits at the door.
    fn accept(&mut self) -> io::Result<()> {
        let stream = match self.listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            // Who has gone again before he was let in.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => return Ok(()),
            Err(error) => return Err(error),
        };
        stream.set_nonblocking(false)?;
        let (to, number) = (self.sender.clone(), self.connections.len());
        let reader = ConnectionReader::start(&stream, move |heard| {
            // When the game is over nobody listens.
            let _ = to.send((number, heard));
        })?;
        self.connections.push(Connection {
            stream,
            reader: Some(reader),
        });
        Ok(())
    }

    fn handle(&mut self, guest: usize, heard: Received, tell: &mut dyn FnMut(Event<'_>)) {
        if self.connections[guest].reader.is_none() {
            // Refused already.
            return;
        }
        let seated = self
            .seats
            .iter()
            .flatten()
            .any(|seat| seat.connection == guest);
        let why = match heard {
            Received::Message(_, Message::Login { key }) if !seated => {
                match colour_for_key(self.keys, self.seats.map(|seat| seat.is_some()), key) {
                    Ok(colour) => {
                        self.seats[colour as usize] = Some(SeatedPlayer {
                            connection: guest,
                            key,
                        });
                        return tell(Event::Joined { colour, key });
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
            *seat = seat.filter(|seat| seat.connection != guest);
        }
        self.connections[guest].reader = None;
        tell(Event::Refused { why });
    }
}

/// The colour that a key gets.
fn colour_for_key(
    keys: [Option<u8>; 2],
    taken: [bool; 2],
    key: u8,
) -> Result<Colour, &'static str> {
    let both = [Colour::Black, Colour::White];
    let free = |colour: &Colour| !taken[*colour as usize];
    let of = |wanted| move |colour: &Colour| keys[*colour as usize] == wanted;
    if both.iter().any(of(Some(key))) {
        let mut own = both.into_iter().filter(of(Some(key)));
        return own.find(free).ok_or("somebody has logged in with this key");
    }
    let mut open = both.into_iter().filter(of(None));
    open.find(free).ok_or("nobody may play with this key")
}
