//! The local server: a room for two bots, with the contest's messages and rules.
//!
//! ```text
//! sockets ─► room ─► player_game (rules: landfall-rules, and what `rules` adds)
//!              └─ wire: what players are told
//! ```
//!
//! Listens only on this machine. It has one thread and never blocks on a client.

pub mod player_game;
pub mod room;
mod rules;
mod settings;
mod sockets;
mod totals;
pub mod wire;

pub use rules::{REFEREE_RULES, ROWS};
pub use settings::{Admission, Bot, RoomSettings};
pub use totals::{BotTotals, Summary};

use room::Room;
use sockets::Sockets;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Time between two polls without events.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A server with one room.
pub struct Server {
    sockets: Sockets,
    address: SocketAddr,
    room: Room,
    started: Instant,
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The server cannot listen on the port.
    #[error("port {port}: {source}: name another one, or 0 for any free one")]
    Bind {
        /// The port.
        port: u16,
        /// The system's reason.
        source: io::Error,
    },
}

impl Server {
    /// Opens a room on a port of this machine; port 0 is any free one.
    ///
    /// # Errors
    /// The port is taken.
    pub fn bind(
        port: u16,
        settings: RoomSettings,
        admission: Admission,
    ) -> Result<Server, ServerError> {
        let bind = |source| ServerError::Bind { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(bind)?;
        listener.set_nonblocking(true).map_err(bind)?;
        let address = listener.local_addr().map_err(bind)?;
        #[expect(
            clippy::disallowed_methods,
            reason = "read once, for what messages say"
        )]
        let unix = SystemTime::now().duration_since(UNIX_EPOCH);
        let unix_ms = unix.map_or(0, |time| time.as_millis().try_into().unwrap_or(0));
        Ok(Server {
            sockets: Sockets::new(listener),
            address,
            room: Room::new(settings, admission, unix_ms),
            started: Instant::now(),
        })
    }

    /// Returns the address to connect to, without the query that bots add.
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Serves until all games are played or `stop` is set, and returns the results. `report`
    /// receives a line for each event.
    pub fn run(&mut self, stop: &AtomicBool, mut report: impl FnMut(&str)) -> &Summary {
        while !stop.load(Ordering::Relaxed) && !self.room.is_finished() {
            self.room.tick(self.started.elapsed());
            let busy = self.sockets.turn(&mut self.room, self.started.elapsed());
            for line in self.room.take_reports() {
                report(&line);
            }
            if !busy {
                thread::sleep(self.pause());
            }
        }
        self.sockets
            .close_all(&mut self.room, self.started.elapsed());
        self.room.summary()
    }

    /// Returns how long to sleep: until the room has something to do, but only briefly, because
    /// clients may send messages at any time.
    fn pause(&self) -> Duration {
        let due = self.room.next_tick();
        let left = due.map(|at| at.saturating_sub(self.started.elapsed()));
        left.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL)
    }
}
