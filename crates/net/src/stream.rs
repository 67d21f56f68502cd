//! A TCP stream with deadlines.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// A TCP stream whose reads and writes fail with `WouldBlock` after a deadline, even if the other
/// side sends or reads slowly. The system's own time limits restart with every byte.
pub struct DeadlineStream {
    tcp: TcpStream,
    read_until: Instant,
    write_until: Instant,
}

impl DeadlineStream {
    /// Wraps a stream. Reading and writing together may take this long from now on.
    pub fn new(tcp: TcpStream, time: Duration) -> DeadlineStream {
        let until = Instant::now() + time;
        DeadlineStream {
            tcp,
            read_until: until,
            write_until: until,
        }
    }

    /// Allows these times for reading and for writing, from now on.
    pub fn allow(&mut self, read: Duration, write: Duration) {
        let now = Instant::now();
        self.read_until = now + read;
        self.write_until = now + write;
    }

    /// Shuts down sending, and discards incoming bytes for at most this time: closing a connection
    /// with unread bytes would discard what was sent last.
    ///
    /// # Errors
    /// The other side is gone, or still sends.
    pub fn finish(&mut self, time: Duration) -> io::Result<()> {
        self.tcp.shutdown(Shutdown::Write)?;
        self.allow(time, Duration::ZERO);
        let mut rest = [0; 4096];
        while self.read(&mut rest)? > 0 {}
        Ok(())
    }

    /// Returns the TCP stream.
    pub fn tcp(&self) -> &TcpStream {
        &self.tcp
    }
}

/// Returns the time that is left until a deadline.
fn left(until: Instant) -> io::Result<Duration> {
    match until.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(ErrorKind::WouldBlock.into()),
        left => Ok(left),
    }
}

/// Makes every time-out a `WouldBlock`: systems differ in the kind of this error.
fn with_one_timeout_kind(error: io::Error) -> io::Error {
    match is_timeout(&error) {
        true => ErrorKind::WouldBlock.into(),
        false => error,
    }
}

/// Returns whether reading or writing has timed out.
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

impl Read for DeadlineStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.tcp.set_read_timeout(Some(left(self.read_until)?))?;
        self.tcp.read(bytes).map_err(with_one_timeout_kind)
    }
}

impl Write for DeadlineStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.set_write_timeout(Some(left(self.write_until)?))?;
        self.tcp.write(bytes).map_err(with_one_timeout_kind)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

impl fmt::Debug for DeadlineStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tcp.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// Returns the two ends of a connection.
    fn connect() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (one, listener.accept().unwrap().0)
    }

    /// With a byte every few milliseconds a time limit per read would never expire.
    #[test]
    fn slow_bytes_do_not_move_the_deadline() {
        let (mut slow, other) = connect();
        let sending = thread::spawn(move || {
            while slow.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(2));
            }
        });
        let mut stream = DeadlineStream::new(other, Duration::from_millis(100));
        let mut bytes = [0; 1 << 20];
        let error = stream.read_exact(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        drop(stream);
        sending.join().unwrap();
    }

    #[test]
    fn a_peer_that_does_not_read_does_not_block_a_writer() {
        let (_silent, other) = connect();
        let mut stream = DeadlineStream::new(other, Duration::from_millis(50));
        let error = stream.write_all(&vec![0; 64 << 20]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        stream.allow(Duration::ZERO, Duration::ZERO);
        assert_eq!(
            stream.read(&mut [0]).unwrap_err().kind(),
            ErrorKind::WouldBlock
        );
    }
}
