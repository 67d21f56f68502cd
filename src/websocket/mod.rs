//! Bots over WebSockets: one session a connection, one JSON object a text frame.
//!
//! Owns the listener and the limits. Who may connect is in `access`, a connection in `connection`,
//! who answers in `bot`.

mod access;
mod bot;
mod connection;
mod error;

pub use access::Access;
pub use error::WebSocketError;

use connection::Connection;
use landfall_bot::BotKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Time between two looks at whether to stop or to take a connection.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct WebSocketOptions {
    /// Who may connect.
    pub access: Access,
    /// Sessions at a time; further clients are refused.
    pub sessions: usize,
    /// A client that sends nothing for so long is disconnected.
    pub idle: Duration,
}

/// A server of bots over WebSockets.
#[derive(Debug)]
pub struct WebSocketServer {
    listener: TcpListener,
    address: SocketAddr,
    options: WebSocketOptions,
}

impl WebSocketServer {
    /// Listens on an address; port 0 is any free one.
    ///
    /// # Errors
    /// The address is taken, or other machines reach it and there is no token.
    pub fn bind(
        address: SocketAddr,
        options: WebSocketOptions,
    ) -> Result<WebSocketServer, WebSocketError> {
        if !address.ip().is_loopback() && options.access.token.is_none() {
            return Err(WebSocketError::NoToken(address));
        }
        let bind = |source| WebSocketError::Bind { address, source };
        let listener = TcpListener::bind(address).map_err(bind)?;
        listener.set_nonblocking(true).map_err(bind)?;
        Ok(WebSocketServer {
            address: listener.local_addr().map_err(bind)?,
            listener,
            options,
        })
    }

    /// Returns the address to connect to.
    pub fn url(&self) -> String {
        format!("ws://{}/", self.address)
    }

    /// Serves until `stop` is set; then every client is told that the server goes.
    pub fn run(&self, bot: &BotKind, stop: &AtomicBool) {
        let sessions = AtomicUsize::new(0);
        thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) {
                let Ok((stream, peer)) = self.listener.accept() else {
                    thread::sleep(POLL_INTERVAL);
                    continue;
                };
                if sessions.fetch_add(1, Ordering::Relaxed) >= self.options.sessions {
                    sessions.fetch_sub(1, Ordering::Relaxed);
                    log::warn!("{peer}: refused, {} sessions run", self.options.sessions);
                    connection::refuse_busy(stream);
                    continue;
                }
                let sessions = &sessions;
                scope.spawn(move || {
                    self.serve(stream, peer, bot, stop);
                    sessions.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr, bot: &BotKind, stop: &AtomicBool) {
        log::info!("{peer}: connected");
        let served = Connection::accept(stream, self.address.ip(), &self.options, stop)
            .and_then(|mut connection| connection.run(bot, stop));
        match served {
            Ok(()) => log::info!("{peer}: left"),
            Err(error) => log::warn!("{peer}: {error}"),
        }
    }
}
