//! Before the game: whoever connects, and which colour a key gets.

use super::{Error, Event, NAP};
use crate::codec::Message;
use crate::rules::Colour;
use crate::wire::{Heard, Reader};
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// A connection, whoever it is.
pub struct Guest {
    /// Where to write.
    pub stream: TcpStream,
    /// None once it is closed.
    pub reader: Option<Reader>,
}

/// Who has logged in as a colour.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// The number of his connection.
    pub guest: usize,
    /// His key.
    pub key: u8,
}

/// Before the game.
pub struct Lobby<'a> {
    listener: &'a TcpListener,
    keys: [Option<u8>; 2],
    to: Sender<(usize, Heard)>,
    inbox: &'a Receiver<(usize, Heard)>,
    guests: Vec<Guest>,
    seats: [Option<Seat>; 2],
}

impl<'a> Lobby<'a> {
    /// Nobody is there yet; readers tell what they hear through `to`. Where a colour has a
    /// key, it alone may play it.
    pub fn new(
        listener: &'a TcpListener,
        keys: [Option<u8>; 2],
        to: Sender<(usize, Heard)>,
        inbox: &'a Receiver<(usize, Heard)>,
    ) -> Lobby<'a> {
        Lobby {
            listener,
            keys,
            to,
            inbox,
            guests: Vec::new(),
            seats: [None; 2],
        }
    }

    /// Waits until both seats are taken; gives all connections, and who has the seats.
    ///
    /// # Errors
    /// They do not come in time, or it is told to stop.
    pub fn fill(
        mut self,
        patience: Option<Duration>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Vec<Guest>, [Seat; 2]), Error> {
        let begun = Instant::now();
        loop {
            if let [Some(black), Some(white)] = self.seats {
                return Ok((self.guests, [black, white]));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            if patience.is_some_and(|patience| begun.elapsed() > patience) {
                let there = self.seats.iter().flatten().count();
                return Err(Error::Nobody { there });
            }
            self.admit().map_err(Error::System)?;
            if let Ok((guest, heard)) = self.inbox.recv_timeout(NAP) {
                self.take(guest, heard, tell);
            }
        }
    }

    /// Takes whoever waits at the door.
    fn admit(&mut self) -> io::Result<()> {
        let stream = match self.listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            // Who has gone again before he was let in.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => return Ok(()),
            Err(error) => return Err(error),
        };
        stream.set_nonblocking(false)?;
        let (to, number) = (self.to.clone(), self.guests.len());
        let reader = Reader::start(&stream, move |heard| {
            // When the game is over nobody listens.
            let _ = to.send((number, heard));
        })?;
        self.guests.push(Guest {
            stream,
            reader: Some(reader),
        });
        Ok(())
    }

    fn take(&mut self, guest: usize, heard: Heard, tell: &mut dyn FnMut(Event<'_>)) {
        if self.guests[guest].reader.is_none() {
            // Refused already.
            return;
        }
        let seated = self.seats.iter().flatten().any(|seat| seat.guest == guest);
        let why = match heard {
            Heard::Message(_, Message::Login { key }) if !seated => {
                match seat(self.keys, self.seats.map(|seat| seat.is_some()), key) {
                    Ok(colour) => {
                        self.seats[colour as usize] = Some(Seat { guest, key });
                        return tell(Event::Joined { colour, key });
                    }
                    Err(why) => why.to_string(),
                }
            }
            Heard::Message(_, message) => format!("a login was due, this came: {message}"),
            Heard::Malformed(why) => format!("a login was due, and this came: {why}"),
            Heard::Closed => "the connection was closed".to_string(),
            Heard::Broken(why) => format!("the connection broke: {why}"),
        };
        for seat in &mut self.seats {
            *seat = seat.filter(|seat| seat.guest != guest);
        }
        self.guests[guest].reader = None;
        tell(Event::Refused { why });
    }
}

/// The colour that a key gets.
fn seat(keys: [Option<u8>; 2], taken: [bool; 2], key: u8) -> Result<Colour, &'static str> {
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
