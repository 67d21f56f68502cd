//! The server of one game: the sockets of the referee.
//!
//! A thread for each connection blocks on reading; the calling thread does everything else:
//! `lobby` until both players have logged in, `game_loop` until they have disconnected. What is
//! legal is decided in `referee`.

mod game_loop;
mod lobby;

use super::codec::Message;
use super::referee::{GameResult, Referee, ServerBehaviour};
use super::rules::{Colour, IllegalTurn, Position};
use game_loop::GameLoop;
use lobby::Lobby;
pub use lobby::MAX_CONNECTIONS;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::Duration;

/// How often new connections and the stop flag are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Default for how long a connection may stay without a login.
pub const DEFAULT_LOGIN_TIMEOUT: Duration = Duration::from_secs(30);

/// How messages are grouped into writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum WriteMode {
    /// One message per write.
    #[default]
    Messages,
    /// One byte per write.
    Bytes,
    /// Messages are held back until the player has to act, then sent in one write.
    Merged,
}

/// Options of a server, except for the referee's behaviour.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Address to listen on.
    pub address: IpAddr,
    /// Port to listen on; 0 takes a free one.
    pub port: u16,
    /// Login keys of black and white. A colour without one goes to the first client with another
    /// key.
    pub keys: [Option<u8>; 2],
    /// How messages are grouped into writes.
    pub write_mode: WriteMode,
    /// How long to wait for the players.
    pub join_timeout: Option<Duration>,
    /// How long a connection may stay without a login.
    pub login_timeout: Duration,
}

/// An event, for logs.
#[derive(Debug)]
pub enum Event<'a> {
    /// A player has logged in.
    Joined {
        /// The player's colour.
        colour: Colour,
        /// The player's key.
        key: u8,
    },
    /// A connection was closed before the game.
    Refused {
        /// Why it was closed.
        why: String,
    },
    /// A message was sent, or is held back for the next write.
    Sent(Colour, Message),
    /// A message was received.
    Received(Colour, Message),
    /// A turn was played.
    Turn {
        /// The time it took.
        spent: Duration,
        /// The position after it.
        position: &'a Position,
    },
    /// The game is over.
    Over(&'a GameResult),
}

/// A game that was served to its end.
#[derive(Clone, Debug)]
pub struct ServedGame {
    /// Login keys of black and white.
    pub keys: [u8; 2],
    /// The final position.
    pub position: Position,
    /// Winner and reason.
    pub result: GameResult,
    /// The time of each turn after the opening.
    pub times: Vec<Duration>,
}

/// Why no game was served.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}; another port may be free")]
    Listen(SocketAddr, io::Error),
    /// A system call failed.
    #[error("the server cannot go on: {0}")]
    Io(io::Error),
    /// The opening is illegal.
    #[error("the opening cannot be played: {0}")]
    Opening(IllegalTurn),
    /// `stop` was set before both players had logged in.
    #[error("stopped before both players had logged in")]
    Stopped,
    /// The players did not log in in time.
    #[error("waited too long: {joined} of 2 players logged in")]
    PlayersMissing {
        /// How many had logged in.
        joined: usize,
    },
}

/// A server of one game, listening.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    options: ServerOptions,
    behaviour: ServerBehaviour,
}

impl Server {
    /// Begins to listen; clients can connect from now on.
    ///
    /// # Errors
    /// The port is taken, or the address is not of this machine.
    pub fn bind(options: ServerOptions, behaviour: ServerBehaviour) -> Result<Server, ServerError> {
        let address = SocketAddr::new(options.address, options.port);
        let bound = TcpListener::bind(address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        Ok(Server {
            listener: bound.map_err(|why| ServerError::Listen(address, why))?,
            options,
            behaviour,
        })
    }

    /// Returns the port that it listens on.
    ///
    /// # Errors
    /// The system does not know it.
    pub fn port(&self) -> io::Result<u16> {
        Ok(self.listener.local_addr()?.port())
    }

    /// Serves the game until it is over and the players have disconnected. `stop` aborts it.
    ///
    /// # Errors
    /// There was no game.
    pub fn run(
        self,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<ServedGame, ServerError> {
        let referee = Referee::new(self.behaviour.clone()).map_err(ServerError::Opening)?;
        let (sender, inbox) = channel();
        let lobby = Lobby::new(&self.listener, self.options.keys, sender, &inbox);
        let ServerOptions {
            join_timeout,
            login_timeout,
            ..
        } = self.options;
        let (connections, seats) =
            lobby.wait_for_players(join_timeout, login_timeout, stop, on_event)?;
        // No other client can connect any more.
        drop(self.listener);
        let players = seats.map(|seat| seat.connection);
        let write_mode = self.options.write_mode;
        let game = GameLoop::new(referee, connections, players, write_mode, &inbox, on_event);
        Ok(game.play(seats.map(|seat| seat.key), stop))
    }
}
