//! The referee's sockets: who may play, what arrives when, and how bytes are cut.
//!
//! One thread a connection only blocks on reading; the calling thread does everything else:
//! `lobby` until both players are there, `table` until they have gone. What is allowed in a
//! game is the referee's matter.

mod game_loop;
mod lobby;

use super::codec::Message;
use super::referee::{GameResult, Referee, ServerBehaviour};
use super::rules::{Colour, IllegalTurn, Position};
use game_loop::GameLoop;
use lobby::Lobby;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::Duration;

/// How often it is seen whether somebody has come, or whether the server is to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How messages are cut into writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteMode {
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
pub struct ServerOptions {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The keys of black and white. Without one, whoever comes first with another key gets
    /// the colour.
    pub keys: [Option<u8>; 2],
    /// How bytes are cut.
    pub write_mode: WriteMode,
    /// Give up if the players are not there after this.
    pub join_timeout: Option<Duration>,
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
    Received(Colour, Message),
    /// A turn was played, in so much time.
    Turn {
        /// How long it took.
        spent: Duration,
        /// The board after it.
        position: &'a Position,
    },
    /// The game is over.
    Over(&'a GameResult),
}

/// A game that was served to its end.
#[derive(Clone, Debug)]
pub struct ServedGame {
    /// The keys of black and white.
    pub keys: [u8; 2],
    /// The board at the end.
    pub position: Position,
    /// How it was decided.
    pub verdict: GameResult,
    /// How long each turn after the opening took.
    pub times: Vec<Duration>,
}

/// Why no game was served.
#[derive(Debug)]
pub enum ServerError {
    /// The port cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// The system fails.
    Io(io::Error),
    /// The opening is not legal.
    Opening(IllegalTurn),
    /// It was stopped before both players were there.
    Stopped,
    /// The players did not come in time.
    PlayersMissing {
        /// How many were there.
        there: usize,
    },
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Listen(address, why) => write!(
                f,
                "cannot listen on {address}: {why}; another port may be free"
            ),
            ServerError::Io(why) => write!(f, "the system fails: {why}"),
            ServerError::Opening(why) => write!(f, "the opening cannot be played: {why}"),
            ServerError::Stopped => f.write_str("stopped before both players were there"),
            ServerError::PlayersMissing { there } => {
                write!(f, "waited too long: {there} of 2 players came")
            }
        }
    }
}

impl std::error::Error for ServerError {}

/// A server of one game.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    options: ServerOptions,
    behaviour: ServerBehaviour,
}

impl Server {
    /// Listens; from now on clients can connect.
    ///
    /// # Errors
    /// The port is taken, or the address is not ours.
    pub fn bind(place: ServerOptions, switches: ServerBehaviour) -> Result<Server, ServerError> {
        let address = SocketAddr::new(place.address, place.port);
        let bound = TcpListener::bind(address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        Ok(Server {
            listener: bound.map_err(|why| ServerError::Listen(address, why))?,
            options: place,
            behaviour: switches,
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
    pub fn run(
        self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<ServedGame, ServerError> {
        let referee = Referee::new(self.behaviour.clone()).map_err(ServerError::Opening)?;
        let (to, inbox) = channel();
        let lobby = Lobby::new(&self.listener, self.options.keys, to, &inbox);
        let (guests, seats) = lobby.wait_for_players(self.options.join_timeout, stop, tell)?;
        // Nobody else can come; who was refused is gone.
        drop(self.listener);
        let connections = seats.map(|seat| seat.connection);
        let segments = self.options.write_mode;
        let table = GameLoop::new(referee, guests, connections, segments, &inbox, tell);
        Ok(table.play(seats.map(|seat| seat.key), stop))
    }
}
