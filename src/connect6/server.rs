//! The referee's sockets: who may play, what arrives when, and how bytes are cut.
//!
//! One thread a connection only blocks on reading; the calling thread does everything else.
//! What is allowed in a game is the referee's matter.

use super::codec::Message;
use super::referee::{Farewell, Out, Referee, Switches, Verdict};
use super::rules::{Colour, Illegal, Position};
use super::wire::{Heard, Reader};
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is seen whether somebody has come, or whether the server is to stop.
const NAP: Duration = Duration::from_millis(5);

/// After the end the players have so long to disconnect.
const LEAVING: Duration = Duration::from_secs(5);

/// Between two bytes that are sent by themselves.
const BYTE_PAUSE: Duration = Duration::from_millis(1);

/// How messages are cut into writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Segments {
    /// A write a message.
    #[default]
    Messages,
    /// A write a byte.
    Bytes,
    /// Everything is held back until the player has to act; then it is one write.
    Merged,
}

/// What the server needs beside the referee's switches.
#[derive(Clone, Debug)]
pub struct Place {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The keys of black and white. Without one, whoever comes first with another key gets
    /// the colour.
    pub keys: [Option<u8>; 2],
    /// How bytes are cut.
    pub segments: Segments,
    /// Give up if the players are not there after this.
    pub patience: Option<Duration>,
}

/// What happens, for whoever watches.
#[derive(Debug)]
pub enum Event<'a> {
    /// A player has logged in.
    Joined {
        /// His colour.
        colour: Colour,
        /// His key.
        key: u8,
    },
    /// A connection was closed in the lobby.
    Refused {
        /// Why.
        why: String,
    },
    /// A message was sent, or will be with the next write.
    Sent(Colour, Message),
    /// A message has arrived.
    Heard(Colour, Message),
    /// A turn was played, in so much time.
    Turn {
        /// How long it took.
        spent: Duration,
        /// The board after it.
        position: &'a Position,
    },
    /// The game is over.
    Over(&'a Verdict),
}

/// A game that was served to its end.
#[derive(Clone, Debug)]
pub struct Served {
    /// The keys of black and white.
    pub keys: [u8; 2],
    /// The board at the end.
    pub position: Position,
    /// How it was decided.
    pub verdict: Verdict,
    /// How long each turn after the opening took.
    pub times: Vec<Duration>,
}

/// Why no game was served.
#[derive(Debug)]
pub enum Error {
    /// The port cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// The system fails.
    System(io::Error),
    /// The opening is not legal.
    Opening(Illegal),
    /// It was stopped before both players were there.
    Stopped,
    /// The players did not come in time.
    Nobody {
        /// How many were there.
        there: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Listen(address, why) => write!(
                f,
                "cannot listen on {address}: {why}; another port may be free"
            ),
            Error::System(why) => write!(f, "the system fails: {why}"),
            Error::Opening(why) => write!(f, "the opening cannot be played: {why}"),
            Error::Stopped => f.write_str("stopped before both players were there"),
            Error::Nobody { there } => {
                write!(f, "waited too long: {there} of 2 players came")
            }
        }
    }
}

impl std::error::Error for Error {}

/// A server of one game.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    place: Place,
    switches: Switches,
}

impl Server {
    /// Listens; from now on clients can connect.
    ///
    /// # Errors
    /// The port is taken, or the address is not ours.
    pub fn bind(place: Place, switches: Switches) -> Result<Server, Error> {
        let address = SocketAddr::new(place.address, place.port);
        let bound = TcpListener::bind(address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        Ok(Server {
            listener: bound.map_err(|why| Error::Listen(address, why))?,
            place,
            switches,
        })
    }

    /// The port that it listens on.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn port(&self) -> io::Result<u16> {
        Ok(self.listener.local_addr()?.port())
    }

    /// Serves the game until it is over and the players have gone. `stop` aborts it.
    ///
    /// # Errors
    /// There was no game.
    pub fn run(self, stop: &AtomicBool, tell: &mut dyn FnMut(Event<'_>)) -> Result<Served, Error> {
        let referee = Referee::new(self.switches.clone()).map_err(Error::Opening)?;
        let (to, inbox) = channel();
        let mut lobby = Lobby {
            listener: &self.listener,
            keys: self.place.keys,
            to,
            inbox: &inbox,
            guests: Vec::new(),
            seats: [None; 2],
        };
        lobby.fill(self.place.patience, stop, tell)?;
        let Lobby { guests, seats, .. } = lobby;
        let [Some(black), Some(white)] = seats else {
            return Err(Error::Stopped);
        };
        // Nobody else can come; who was refused is gone.
        drop(self.listener);
        let mut table = Table {
            referee,
            guests,
            seats: [black.guest, white.guest],
            segments: self.place.segments,
            held: [Vec::new(), Vec::new()],
            asked: Instant::now(),
            present: [true; 2],
            farewell: Farewell::Close,
            inbox: &inbox,
            times: Vec::new(),
            tell,
        };
        let verdict = table.play(stop);
        Ok(Served {
            keys: [black.key, white.key],
            position: table.referee.position().clone(),
            verdict,
            times: table.times,
        })
    }
}

/// A connection, whoever it is.
struct Guest {
    stream: TcpStream,
    /// None once it is closed.
    reader: Option<Reader>,
}

/// Who has logged in as a colour.
#[derive(Clone, Copy, Debug)]
struct Seat {
    guest: usize,
    key: u8,
}

/// Before the game.
struct Lobby<'a> {
    listener: &'a TcpListener,
    keys: [Option<u8>; 2],
    to: Sender<(usize, Heard)>,
    inbox: &'a Receiver<(usize, Heard)>,
    guests: Vec<Guest>,
    seats: [Option<Seat>; 2],
}

impl Lobby<'_> {
    /// Waits until both seats are taken.
    fn fill(
        &mut self,
        patience: Option<Duration>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), Error> {
        let begun = Instant::now();
        while self.seats.iter().any(Option::is_none) {
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
        Ok(())
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

/// The game with both players there.
struct Table<'a> {
    referee: Referee,
    guests: Vec<Guest>,
    seats: [usize; 2],
    segments: Segments,
    /// Bytes that wait for the next write.
    held: [Vec<u8>; 2],
    /// When the last request was sent.
    asked: Instant,
    /// Whose connections are open.
    present: [bool; 2],
    /// How the players learn of the end: by a message once one is sent.
    farewell: Farewell,
    inbox: &'a Receiver<(usize, Heard)>,
    times: Vec<Duration>,
    tell: &'a mut dyn FnMut(Event<'_>),
}

impl Table<'_> {
    /// Plays until the verdict, and until the players have gone.
    fn play(&mut self, stop: &AtomicBool) -> Verdict {
        let out = self.referee.begin();
        self.send(&out);
        let verdict = loop {
            if let Some(verdict) = self.referee.verdict() {
                break verdict.clone();
            }
            let out = match self.next() {
                Some((guest, heard)) => self.take(guest, heard),
                None if stop.load(Ordering::Relaxed) => self.referee.abort(),
                None if self.overdue() => self.referee.late(),
                None => Out::new(),
            };
            self.send(&out);
        };
        (self.tell)(Event::Over(&verdict));
        self.part();
        verdict
    }

    fn next(&self) -> Option<(usize, Heard)> {
        match self.inbox.recv_timeout(NAP) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            // The readers have told that they end before they did.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(NAP);
                None
            }
        }
    }

    fn overdue(&self) -> bool {
        let due = self.referee.due();
        due.is_some_and(|(_, limit)| self.asked.elapsed() > Duration::from_millis(limit.into()))
    }

    fn take(&mut self, guest: usize, heard: Heard) -> Out {
        let colour = match self.seats.iter().position(|&seat| seat == guest) {
            Some(0) => Colour::Black,
            Some(_) => Colour::White,
            // Somebody who was refused closes his connection.
            None => return Out::new(),
        };
        let (arrived, message) = match heard {
            Heard::Message(arrived, message) => (arrived, message),
            Heard::Malformed(why) => return self.referee.malformed(colour, why),
            Heard::Closed | Heard::Broken(_) => {
                self.leave(guest);
                return self.referee.gone(colour);
            }
        };
        (self.tell)(Event::Heard(colour, message));
        let spent = arrived.saturating_duration_since(self.asked);
        let before = self.referee.position().turns().len();
        let out = self.referee.hear(colour, message, spent);
        let position = self.referee.position();
        if position.turns().len() > before {
            self.times.push(spent);
            (self.tell)(Event::Turn { spent, position });
        }
        out
    }

    fn send(&mut self, out: &Out) {
        for &(to, message) in out {
            (self.tell)(Event::Sent(to, message));
            self.held[to as usize].extend(message.encode());
            let acts = matches!(message, Message::Request { .. } | Message::End { .. });
            if acts || self.segments != Segments::Merged {
                self.flush(to);
            }
            match message {
                Message::Request { .. } => self.asked = Instant::now(),
                Message::End { .. } => self.farewell = Farewell::End,
                _ => {}
            }
        }
    }

    /// Writes what waits for a player. Whoever is gone will be missed by the reader.
    fn flush(&mut self, to: Colour) {
        let held = std::mem::take(&mut self.held[to as usize]);
        let mut stream = &self.guests[self.seats[to as usize]].stream;
        if self.segments != Segments::Bytes {
            let _ = stream.write_all(&held);
            return;
        }
        for byte in held {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            thread::sleep(BYTE_PAUSE);
        }
    }

    /// Waits until the players have disconnected, as they must once they are told of the
    /// end; then, or where they were not told, closes the connections.
    fn part(&mut self) {
        let begun = Instant::now();
        while self.farewell == Farewell::End
            && self.present.contains(&true)
            && begun.elapsed() < LEAVING
        {
            if let Some((guest, Heard::Closed | Heard::Broken(_))) = self.next() {
                self.leave(guest);
            }
        }
        self.guests.clear();
    }

    fn leave(&mut self, guest: usize) {
        for (present, seat) in self.present.iter_mut().zip(self.seats) {
            *present &= seat != guest;
        }
    }
}
