//! Bytes of a WebSocket connection after the handshake, from a client.

use crate::position::{Search, settings};
use landfall_bot::{LineSession, Session};
use landfall_tbp::parse::MAX_LINE_BYTES;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// The largest number of messages of an input.
const MAX_MESSAGES: usize = 16;

/// The nodes per search: few, because other targets check the suggestions.
const NODES: u64 = 1;

/// Reads frames within the limits of `landfall serve` and passes their texts to a session, whose
/// answers are written back.
///
/// Fails on a panic, or on a text that is longer than a line may be.
pub fn websocket_frames(data: &[u8]) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_LINE_BYTES))
        .max_frame_size(Some(MAX_LINE_BYTES));
    let client = Client(Cursor::new(data));
    let mut socket = WebSocket::from_raw_socket(client, Role::Server, Some(config));
    let mut session = Session::<Search>::with_driver(settings(NODES));
    for _ in 0..MAX_MESSAGES {
        let Ok(message) = socket.read() else {
            return;
        };
        let Message::Text(text) = message else {
            continue;
        };
        assert!(text.len() <= MAX_LINE_BYTES);
        let reply = session.handle_line(text.as_bytes());
        for message in &reply.messages {
            let line = serde_json::to_string(message).expect("a line");
            if socket.send(Message::text(line)).is_err() {
                return;
            }
        }
        if reply.ended {
            return;
        }
    }
}

/// A client whose bytes are all available, and that accepts all output.
struct Client<'a>(Cursor<&'a [u8]>);

impl Read for Client<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(ErrorKind::ConnectionReset.into()),
            count => Ok(count),
        }
    }
}

impl Write for Client<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
