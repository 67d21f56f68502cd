//! Messages over a socket: a reading thread that passes on each message with its time of arrival.
//! Used by client and server.

use super::codec::{Decoder, MAX_MESSAGES, MalformedMessage, Message};
use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// An event of a connection: a message, or its end.
#[derive(Debug)]
pub enum Received {
    /// A message, and when it arrived.
    Message(Instant, Message),
    /// Bytes that are not a message; no other message follows.
    Malformed(MalformedMessage),
    /// The other side has closed the connection; nothing follows.
    Closed,
    /// Reading failed; nothing follows.
    Failed(io::Error),
}

/// A thread that blocks on reading a connection. Dropping it closes the connection.
#[derive(Debug)]
pub struct ConnectionReader {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
}

impl ConnectionReader {
    /// Starts reading; `on_received` is called on the reading thread. Turns Nagle's algorithm
    /// off.
    ///
    /// # Errors
    /// The system has no more threads or sockets.
    pub fn start(
        stream: &TcpStream,
        on_received: impl FnMut(Received) + Send + 'static,
    ) -> io::Result<ConnectionReader> {
        stream.set_nodelay(true)?;
        let name = "read".to_string();
        let thread = thread::Builder::new().name(name).spawn({
            let stream = stream.try_clone()?;
            move || read_messages(stream, on_received)
        })?;
        Ok(ConnectionReader {
            stream: stream.try_clone()?,
            thread: Some(thread),
        })
    }
}

impl Drop for ConnectionReader {
    fn drop(&mut self) {
        // It may be closed already. The thread reads the end in both cases.
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read_messages(mut stream: TcpStream, mut on_received: impl FnMut(Received)) {
    let mut decoder = Decoder::default();
    let mut bytes = [0; 512];
    let mut messages = 0;
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return on_received(Received::Closed),
            Ok(read) => decoder.feed(&bytes[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if is_disconnect(&error) => return on_received(Received::Closed),
            Err(error) => return on_received(Received::Failed(error)),
        }
        let arrived = Instant::now();
        loop {
            // The limit bounds the memory of messages that wait for a slower thread.
            let next = match messages < MAX_MESSAGES {
                true => decoder.next_message(),
                false => Err(MalformedMessage::TooMany),
            };
            messages += 1;
            match next {
                Ok(Some(message)) => on_received(Received::Message(arrived, message)),
                Ok(None) => break,
                Err(malformed) => {
                    on_received(Received::Malformed(malformed));
                    drain(stream);
                    return on_received(Received::Closed);
                }
            }
        }
    }
}

/// Reads and discards: closing a connection with unread bytes would discard messages sent to the
/// other side.
fn drain(mut stream: TcpStream) {
    let mut bytes = [0; 512];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Returns whether an error means that the other side has closed the connection.
pub fn is_disconnect(error: &io::Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
    let disconnects = [BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected];
    disconnects.contains(&error.kind())
}
