//! Errors of a connection. No variant contains the request, because it contains the secrets.

use landfall_net::is_timeout;
use std::io;
use tungstenite::Error;
use tungstenite::error::{ProtocolError, TlsError};
use tungstenite::handshake::{HandshakeError, HandshakeRole};

/// Why a connection failed or could not be opened.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectionError {
    /// The address is not valid for a request.
    #[error("no request can be made of the address: check it and the secrets for blanks")]
    Address,
    /// The server does not finish the handshake.
    #[error("the handshake took too long")]
    Handshake,
    /// The server answers, but not as a WebSocket.
    #[error("the server does not answer as a WebSocket: {0}")]
    NoWebSocket(String),
    /// The server does not read or write.
    #[error("the server neither read nor wrote in time")]
    Timeout,
    /// A message is beyond the limit.
    #[error("the server sent a message of more than 1 MiB")]
    TooLong,
    /// The other side is gone.
    #[error("the connection is closed")]
    Closed,
    /// The server sends nothing, not even an answer to a ping.
    #[error("the server has sent nothing for a minute, and no answer to a ping")]
    Silence,
    /// The server breaks the protocol.
    #[error("the server broke the protocol of WebSockets: {0}")]
    Protocol(ProtocolError),
    /// The connection cannot be encrypted.
    #[error("the connection could not be encrypted: {0}")]
    Tls(TlsError),
    /// A text frame is not UTF-8.
    #[error("the server sent text that is not UTF-8")]
    Utf8,
    /// A message is not a text frame.
    #[error("the server sent a binary frame, and texts are wanted")]
    BinaryFrame,
    /// An error of the system.
    #[error("{0}")]
    Io(io::Error),
    /// An error for which the library has no description.
    #[error("the connection failed, and the system does not say why")]
    Other,
}

impl From<io::Error> for ConnectionError {
    fn from(error: io::Error) -> ConnectionError {
        match is_timeout(&error) {
            true => ConnectionError::Timeout,
            false => ConnectionError::Io(error),
        }
    }
}

impl From<Error> for ConnectionError {
    fn from(error: Error) -> ConnectionError {
        match error {
            Error::Io(error) => error.into(),
            Error::Capacity(_) => ConnectionError::TooLong,
            Error::ConnectionClosed | Error::AlreadyClosed => ConnectionError::Closed,
            Error::Protocol(error) => ConnectionError::Protocol(error),
            Error::Tls(error) => ConnectionError::Tls(error),
            Error::Utf8(_) => ConnectionError::Utf8,
            _ => ConnectionError::Other,
        }
    }
}

impl<R: HandshakeRole> From<HandshakeError<R>> for ConnectionError {
    fn from(error: HandshakeError<R>) -> ConnectionError {
        match error {
            HandshakeError::Interrupted(_) => ConnectionError::Handshake,
            refused => ConnectionError::NoWebSocket(refused.to_string()),
        }
    }
}
