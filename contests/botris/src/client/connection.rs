//! One connection to a server: frames in and out, with limits of size and time.

use super::address::{Address, RoomChoice};
use super::connection_error::ConnectionError;
use crate::messages::MAX_MESSAGE_BYTES;
use landfall_net::{DeadlineStream, Secret, is_timeout};
use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// How long connecting, the handshake and sending a message may take, each.
const PATIENCE: Duration = Duration::from_secs(5);

/// What came from the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A text frame.
    Text(String),
    /// Anything else that shows that the server lives.
    Alive,
    /// Nothing in this time.
    Nothing,
    /// The connection is closed.
    Closed(Closed),
}

/// Why a connection is closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Closed {
    /// The server's code, if it gave one.
    pub code: Option<u16>,
    /// The reason.
    pub reason: String,
}

impl From<ConnectionError> for Closed {
    fn from(error: ConnectionError) -> Closed {
        Closed {
            code: None,
            reason: error.to_string(),
        }
    }
}

/// A connection to a server.
pub(super) struct Connection {
    socket: Socket,
}

impl Connection {
    /// Connects and shakes hands.
    pub fn open(
        address: &Address,
        token: &Secret,
        room: &RoomChoice,
    ) -> Result<Connection, ConnectionError> {
        let stream = connect(address)?;
        let request = address.with_secrets(token, room).into_client_request();
        // The library's errors about addresses repeat them.
        let request = request.map_err(|_| ConnectionError::Address)?;
        let socket = shake_hands(request, stream)?;
        Ok(Connection { socket })
    }

    /// Waits so long for the next frame.
    pub fn receive(&mut self, wait: Duration) -> Received {
        // Bytes that trickle in, or frames of nothing, must not hold up an answer that is due.
        let wait = wait.max(Duration::from_millis(1));
        if let Err(error) = self.allow(wait) {
            return Received::Closed(error.into());
        }
        match self.socket.read() {
            Ok(Message::Text(text)) => Received::Text(text.as_str().to_string()),
            Ok(Message::Close(None)) => Received::Closed(ConnectionError::Closed.into()),
            Ok(Message::Close(Some(frame))) => Received::Closed(Closed {
                code: Some(frame.code.into()),
                reason: frame.reason.to_string(),
            }),
            Ok(_) => Received::Alive,
            Err(Error::Io(error)) if is_timeout(&error) => Received::Nothing,
            Err(error) => Received::Closed(ConnectionError::from(error).into()),
        }
    }

    /// Sends a text frame.
    pub fn send(&mut self, text: String) -> Result<(), ConnectionError> {
        self.allow(PATIENCE)?;
        Ok(self.socket.send(Message::text(text))?)
    }

    /// Asks for a sign of life.
    pub fn ping(&mut self) -> Result<(), ConnectionError> {
        self.allow(PATIENCE)?;
        Ok(self.socket.send(Message::Ping(Vec::new().into()))?)
    }

    /// Says goodbye.
    pub fn close(&mut self) {
        let frame = CloseFrame {
            code: CloseCode::Away,
            reason: "the bot leaves".into(),
        };
        // Whether the server hears it or is gone already makes no difference.
        let _ = self.allow(PATIENCE);
        let _ = self.socket.close(Some(frame));
        let _ = self.socket.flush();
    }

    /// Lets reading take so long from now on, and writing as long as it may.
    fn allow(&mut self, read: Duration) -> Result<(), ConnectionError> {
        match self.socket.get_mut() {
            MaybeTlsStream::Plain(stream) => stream.allow(read, PATIENCE),
            #[cfg(feature = "tls")]
            MaybeTlsStream::Rustls(stream) => stream.sock.allow(read, PATIENCE),
            _ => return Err(ConnectionError::Other),
        }
        Ok(())
    }
}

fn connect(address: &Address) -> io::Result<DeadlineStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
    for candidate in address.host_and_port().to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, PATIENCE) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(DeadlineStream::new(stream, PATIENCE));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

type Socket = WebSocket<MaybeTlsStream<DeadlineStream>>;

/// Shakes hands, encrypted where the address says so: Mozilla's roots, the cryptography of `ring`.
#[cfg(feature = "tls")]
fn shake_hands(request: Request, stream: DeadlineStream) -> Result<Socket, ConnectionError> {
    // Fails if there is a provider already, which is as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let connected = tungstenite::client_tls_with_config(request, stream, Some(config()), None);
    Ok(connected.map(|(socket, _)| socket)?)
}

/// Shakes hands. Addresses that want encryption are not read in this build.
#[cfg(not(feature = "tls"))]
fn shake_hands(request: Request, stream: DeadlineStream) -> Result<Socket, ConnectionError> {
    let stream = MaybeTlsStream::Plain(stream);
    let connected = tungstenite::client::client_with_config(request, stream, Some(config()));
    Ok(connected.map(|(socket, _)| socket)?)
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES))
}
