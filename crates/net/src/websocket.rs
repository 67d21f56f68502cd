//! The handshakes of WebSockets (RFC 6455): the server's part of the opening handshake, and the
//! codes of the closing handshake.

use crate::http::{Request, Response};
use std::io::{self, Read, Write};
use tungstenite::error::ProtocolError;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, WebSocket};

/// The supported version of the protocol.
const VERSION: &str = "13";

/// Why a request does not open a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpgradeError {
    /// Its method is not `GET`.
    #[error("a WebSocket is opened with GET")]
    Method,
    /// It asks for a page, as a browser does.
    #[error("this is a WebSocket server, there is no page here: connect to it with ws://")]
    NoUpgrade,
    /// It requests an outdated version of the protocol.
    #[error("this server speaks version {VERSION} of the WebSocket protocol (RFC 6455)")]
    Version,
    /// Its key is missing, or does not have 16 bytes.
    #[error("Sec-WebSocket-Key should be 16 bytes in base64")]
    Key,
    /// It names no host, or several.
    #[error("the request should have one Host")]
    Host,
}

impl UpgradeError {
    /// Returns the answer for the client.
    pub fn response(self) -> Response {
        let status = match self {
            UpgradeError::Method => 405,
            UpgradeError::NoUpgrade | UpgradeError::Version => 426,
            UpgradeError::Key | UpgradeError::Host => 400,
        };
        let response = Response::text(status, &self.to_string());
        match status {
            405 => response.with_header("Allow", "GET"),
            426 => response
                .with_header("Upgrade", "websocket")
                .with_header("Sec-WebSocket-Version", VERSION),
            _ => response,
        }
    }
}

/// Returns the answer that opens a WebSocket.
///
/// # Errors
/// The request is not an opening handshake as in RFC 6455, section 4.2.1.
///
/// ```
/// use landfall_net::{http::Request, websocket::{UpgradeError, upgrade}};
/// let page = Request::new("GET", "/", &[("Host", "localhost")]);
/// assert_eq!(upgrade(&page).unwrap_err(), UpgradeError::NoUpgrade);
/// ```
pub fn upgrade(request: &Request) -> Result<Response, UpgradeError> {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err(UpgradeError::Method);
    }
    let has_upgrade =
        request.lists("Connection", "Upgrade") && request.lists("Upgrade", "websocket");
    // HTTP/1.0 has no upgrades (RFC 9110, section 7.8).
    if !has_upgrade || !request.is_http_1_1 || request.method != "GET" {
        return Err(UpgradeError::NoUpgrade);
    }
    if !request.headers("Sec-WebSocket-Version").eq([VERSION]) {
        return Err(UpgradeError::Version);
    }
    if request.headers("Host").count() != 1 {
        return Err(UpgradeError::Host);
    }
    let mut keys = request.headers("Sec-WebSocket-Key");
    match (keys.next(), keys.next()) {
        (Some(key), None) if is_key(key) => Ok(Response::empty(101)
            .with_header("Upgrade", "websocket")
            .with_header("Sec-WebSocket-Accept", derive_accept_key(key.as_bytes()))),
        _ => Err(UpgradeError::Key),
    }
}

/// Returns whether a text is 16 bytes in base64: 22 digits and two equals signs.
fn is_key(text: &str) -> bool {
    let digits = text.strip_suffix("==").unwrap_or_default();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    digits.len() == 22 && digits.bytes().all(is_digit)
}

/// Sends the answer that opens a WebSocket, and returns it. `rest` are the bytes that came after
/// the request.
///
/// # Errors
/// The client is gone.
pub fn open<S: Read + Write>(
    mut stream: S,
    answer: Response,
    rest: Vec<u8>,
    config: WebSocketConfig,
) -> io::Result<WebSocket<S>> {
    answer.write_to(&mut stream)?;
    let config = Some(config);
    Ok(WebSocket::from_partially_read(
        stream,
        rest,
        Role::Server,
        config,
    ))
}

/// Returns the close frame after an error (RFC 6455, section 7.4.1); `None` if the connection is
/// lost.
pub fn close_frame(error: &Error) -> Option<CloseFrame> {
    let (code, reason) = match error {
        Error::Capacity(_) => (CloseCode::Size, "the message is too long"),
        Error::Utf8(_) => (CloseCode::Invalid, "the text is not UTF-8"),
        Error::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::SendAfterClosing,
        ) => return None,
        Error::Protocol(_) => (CloseCode::Protocol, "the frames break the protocol"),
        _ => return None,
    };
    Some(CloseFrame {
        code,
        reason: reason.into(),
    })
}

/// Returns the close frame for a connection that sends binary frames where texts are expected.
pub fn binary_frame() -> CloseFrame {
    CloseFrame {
        code: CloseCode::Unsupported,
        reason: "messages are text frames".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [(&str, &str); 5] = [
        ("Host", "localhost:9000"),
        ("Connection", "keep-alive, upgrade"),
        ("Upgrade", "WebSocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];

    fn written(response: Response) -> String {
        let mut bytes = Vec::new();
        response.write_to(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// The key and the answer of RFC 6455, section 1.3.
    #[test]
    fn a_good_request_is_accepted() {
        let answer = written(upgrade(&Request::new("GET", "/", &GOOD)).unwrap());
        assert!(
            answer.starts_with("HTTP/1.1 101 Switching Protocols\r\n"),
            "{answer}"
        );
        assert!(
            answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"),
            "{answer}"
        );
        assert!(answer.ends_with("Upgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nConnection: Upgrade\r\n\r\n"), "{answer}");
    }

    #[test]
    fn refused_upgrades_get_the_reason() {
        let without = |name: &str| GOOD.into_iter().filter(|it| it.0 != name).collect();
        let with = |name: &'static str, value: &'static str| -> Vec<(&str, &str)> {
            let mut headers: Vec<_> = without(name);
            headers.push((name, value));
            headers
        };
        let twice = |name: &'static str| [&GOOD[..], &[(name, "13")]].concat();
        for (method, headers, status) in [
            ("GET", Vec::new(), 426),
            ("HEAD", Vec::new(), 426),
            ("POST", GOOD.to_vec(), 405),
            ("GET", without("Upgrade"), 426),
            ("GET", with("Upgrade", "h2c"), 426),
            ("GET", without("Connection"), 426),
            ("GET", with("Sec-WebSocket-Version", "8"), 426),
            ("GET", without("Sec-WebSocket-Version"), 426),
            ("GET", without("Sec-WebSocket-Key"), 400),
            ("GET", with("Sec-WebSocket-Key", "short"), 400),
            ("GET", twice("Sec-WebSocket-Key"), 400),
            ("GET", without("Host"), 400),
            ("GET", twice("Host"), 400),
        ] {
            let error = upgrade(&Request::new(method, "/", &headers)).unwrap_err();
            let answer = written(error.response());
            let expected = format!("HTTP/1.1 {status} ");
            assert!(answer.starts_with(&expected), "{headers:?}: {answer}");
            assert!(answer.ends_with(&format!("\r\n\r\n{error}\n")), "{answer}");
            let names_version = answer.contains("Upgrade: websocket\r\nSec-WebSocket-Version: 13");
            assert_eq!(names_version, status == 426, "{answer}");
        }
        let mut old = Request::new("GET", "/", &GOOD);
        old.is_http_1_1 = false;
        assert_eq!(upgrade(&old).unwrap_err(), UpgradeError::NoUpgrade);
    }
}
