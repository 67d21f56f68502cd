//! Bots over WebSockets: one session per connection, one JSON object per text frame.
//!
//! This module has the listener and the limits, `access` the rules of access, `connection` a
//! connection, and `bot` its bot.

mod access;
mod bot;
mod connection;
mod error;

pub use access::{Access, AccessError};
pub use connection::ConnectionError;
pub use error::WebSocketError;

use connection::Connection;
use landfall_bot::BotKind;
use landfall_net::OpenConnections;
use landfall_net::http::refuse_busy;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Time between two checks for new connections and for `stop`.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time for clients to close their connections when the server stops.
const GOODBYE_TIME: Duration = Duration::from_millis(500);

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct WebSocketOptions {
    /// The rules of access.
    pub access: Access,
    /// The largest number of sessions at a time; further clients are refused.
    pub sessions: usize,
    /// The longest time without a message of the client; it is then disconnected.
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
    /// Listens on an address; port 0 is any free port.
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

    /// Serves until `stop` is set; then closes all connections, and cuts those whose clients do not
    /// respond. `on_error` receives the errors of failed connections.
    pub fn run(
        &self,
        bot: &BotKind,
        stop: &AtomicBool,
        on_error: impl Fn(SocketAddr, &ConnectionError) + Sync,
    ) {
        let open = OpenConnections::new(self.options.sessions);
        thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) {
                let Ok((stream, peer)) = self.listener.accept() else {
                    thread::sleep(POLL_INTERVAL);
                    continue;
                };
                let Some(place) = open.add(&stream) else {
                    log::warn!(
                        "{peer}: refused, {} sessions are open",
                        self.options.sessions
                    );
                    refuse_busy(stream);
                    continue;
                };
                let on_error = &on_error;
                scope.spawn(move || {
                    let _place = place;
                    log::info!("{peer}: connected");
                    match self.serve(stream, bot, stop) {
                        Ok(()) => log::info!("{peer}: left"),
                        Err(error) => on_error(peer, &error),
                    }
                });
            }
            open.wait_until_closed(GOODBYE_TIME);
            open.cut_all();
        });
    }

    fn serve(
        &self,
        stream: TcpStream,
        bot: &BotKind,
        stop: &AtomicBool,
    ) -> Result<(), ConnectionError> {
        let ip = self.address.ip();
        Connection::accept(stream, ip, &self.options, stop)?.run(bot, stop)
    }
}
