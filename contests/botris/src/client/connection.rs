//! One connection to a server: sends and receives frames with limits of size and time.

use super::address::{Address, RoomChoice};
use super::connection_error::ConnectionError;
use crate::messages::MAX_MESSAGE_BYTES;
use landfall_net::{DeadlineStream, Secret, is_timeout, websocket};
use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// The limit of each of these steps: connecting, the handshake and sending a message.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the server has to close the connection after both sides have sent a close frame.
const GOODBYE_TIME: Duration = Duration::from_millis(500);

/// What a read of the connection returned.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A text frame.
    Text(String),
    /// Another frame, which shows that the server is alive.
    Alive,
    /// No frame within the time.
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
    /// Connects and performs the handshake.
    pub fn open(
        address: &Address,
        token: &Secret,
        room: &RoomChoice,
    ) -> Result<Connection, ConnectionError> {
        let stream = connect(address)?;
        let request = address.with_secrets(token, room).into_client_request();
        // The library's errors about addresses contain the address.
        let request = request.map_err(|_| ConnectionError::Address)?;
        let socket = shake_hands(request, stream)?;
        Ok(Connection { socket })
    }

    /// Waits this long for the next frame.
    pub fn receive(&mut self, wait: Duration) -> Received {
        // Slow bytes or frames without content must not delay a due answer.
        let wait = wait.max(Duration::from_millis(1));
        if let Err(error) = self.allow(wait) {
            return Received::Closed(error.into());
        }
        match self.socket.read() {
            Ok(Message::Text(text)) => Received::Text(text.as_str().to_string()),
            Ok(Message::Close(frame)) => {
                self.finish(None);
                Received::Closed(match frame {
                    None => ConnectionError::Closed.into(),
                    Some(frame) => Closed {
                        code: Some(frame.code.into()),
                        reason: frame.reason.to_string(),
                    },
                })
            }
            Ok(Message::Binary(_)) => {
                self.finish(Some(websocket::binary_frame()));
                Received::Closed(ConnectionError::BinaryFrame.into())
            }
            Ok(_) => Received::Alive,
            Err(Error::Io(error)) if is_timeout(&error) => Received::Nothing,
            Err(error) => {
                if let Some(frame) = websocket::close_frame(&error) {
                    self.break_off(frame);
                }
                Received::Closed(ConnectionError::from(error).into())
            }
        }
    }

    /// Sends a text frame.
    pub fn send(&mut self, text: String) -> Result<(), ConnectionError> {
        self.allow(PATIENCE)?;
        Ok(self.socket.send(Message::text(text))?)
    }

    /// Sends a ping.
    pub fn ping(&mut self) -> Result<(), ConnectionError> {
        self.allow(PATIENCE)?;
        Ok(self.socket.send(Message::Ping(Vec::new().into()))?)
    }

    /// Leaves, after the last game or before it.
    pub fn close(&mut self, all_played: bool) {
        self.finish(Some(CloseFrame {
            code: match all_played {
                true => CloseCode::Normal,
                false => CloseCode::Away,
            },
            reason: "the bot leaves".into(),
        }));
    }

    /// Sends a close frame, or the answer to the server's, and waits briefly for the server to
    /// close the connection.
    fn finish(&mut self, frame: Option<CloseFrame>) {
        // It does not matter whether the server receives it or is already gone.
        let _ = self.allow(GOODBYE_TIME);
        let _ = match frame {
            Some(frame) => self.socket.close(Some(frame)),
            None => self.socket.flush(),
        };
        while self.socket.read().is_ok() {}
    }

    /// Sends a close frame after a protocol error of the server. Later bytes are not parsed as
    /// frames.
    fn break_off(&mut self, frame: CloseFrame) {
        let _ = self.allow(GOODBYE_TIME);
        let _ = self.socket.close(Some(frame));
        if let MaybeTlsStream::Plain(stream) = self.socket.get_mut() {
            let _ = stream.finish(GOODBYE_TIME);
        }
    }

    /// Limits reading to this time from now on, and writing to its maximum.
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

/// Performs the handshake, encrypted if the address requires it: with Mozilla's root certificates
/// and the cryptography of `ring`.
#[cfg(feature = "tls")]
fn shake_hands(request: Request, stream: DeadlineStream) -> Result<Socket, ConnectionError> {
    // This fails if a provider is already installed, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let connected = tungstenite::client_tls_with_config(request, stream, Some(config()), None);
    Ok(connected.map(|(socket, _)| socket)?)
}

/// Performs the handshake. This build does not accept addresses that require encryption.
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
