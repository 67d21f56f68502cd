//! Messages over a socket: reading until nothing more can come, with the time of arrival.
//!
//! Both sides use it. What messages mean is their matter.

use super::codec::{Decoder, MalformedMessage, Message};
use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// What came from the other side.
#[derive(Debug)]
pub enum Received {
    /// A message, and when it was there.
    Message(Instant, Message),
    /// Bytes that are no message; no other message follows.
    Malformed(MalformedMessage),
    /// The other side has closed the connection; nothing follows.
    Closed,
    /// The connection is broken; nothing follows.
    Failed(io::Error),
}

/// A thread that only blocks on reading a connection. When this goes, the connection is
/// closed.
#[derive(Debug)]
pub struct ConnectionReader {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
}

impl ConnectionReader {
    /// Starts reading; `tell` is called on the reading thread. Small messages are sent at
    /// once from now on.
    ///
    /// # Errors
    /// The system has no more threads or sockets.
    pub fn start(
        stream: &TcpStream,
        tell: impl FnMut(Received) + Send + 'static,
    ) -> io::Result<ConnectionReader> {
        stream.set_nodelay(true)?;
        let name = "read".to_string();
        let thread = thread::Builder::new().name(name).spawn({
            let stream = stream.try_clone()?;
            move || read_messages(stream, tell)
        })?;
        Ok(ConnectionReader {
            stream: stream.try_clone()?,
            thread: Some(thread),
        })
    }
}

impl Drop for ConnectionReader {
    fn drop(&mut self) {
        // It may be closed already; either way the thread reads the end.
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read_messages(mut stream: TcpStream, mut tell: impl FnMut(Received)) {
    let mut decoder = Decoder::new();
    let mut bytes = [0; 512];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return tell(Received::Closed),
            Ok(read) => decoder.feed(&bytes[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if is_disconnect(&error) => return tell(Received::Closed),
            Err(error) => return tell(Received::Failed(error)),
        }
        let arrived = Instant::now();
        loop {
            match decoder.next_message() {
                Ok(Some(message)) => tell(Received::Message(arrived, message)),
                Ok(None) => break,
                Err(malformed) => {
                    tell(Received::Malformed(malformed));
                    drain(stream);
                    return tell(Received::Closed);
                }
            }
        }
    }
}

/// Reads on for nothing: a connection that is closed with unread bytes takes with it what
/// was sent to the other side.
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

/// Whether an error means that the other side has closed the connection.
pub fn is_disconnect(error: &io::Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
    let ends = [BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected];
    ends.contains(&error.kind())
}
