//! The open connections of a server, so that it can count and close them.

use std::collections::HashMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two checks whether all connections are closed.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The open connections, up to a limit.
#[derive(Debug)]
pub struct OpenConnections {
    limit: usize,
    open: Mutex<NumberedStreams>,
}

#[derive(Debug, Default)]
struct NumberedStreams {
    next: usize,
    streams: HashMap<usize, TcpStream>,
}

/// A place among the open connections, which is released on drop.
#[derive(Debug)]
pub struct ConnectionPlace<'a> {
    connections: &'a OpenConnections,
    number: usize,
}

impl OpenConnections {
    /// Returns a set with this limit.
    pub fn new(limit: usize) -> OpenConnections {
        OpenConnections {
            limit,
            open: Mutex::default(),
        }
    }

    /// Adds a connection; `None` if there is no room, or the system has no more sockets.
    pub fn add(&self, tcp: &TcpStream) -> Option<ConnectionPlace<'_>> {
        let mut open = self.lock();
        if open.streams.len() >= self.limit {
            return None;
        }
        let tcp = tcp.try_clone().ok()?;
        let number = open.next;
        open.next += 1;
        open.streams.insert(number, tcp);
        Some(ConnectionPlace {
            connections: self,
            number,
        })
    }

    /// Waits until all connections are closed, at most for this time.
    pub fn wait_until_closed(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.lock().streams.is_empty() && Instant::now() < until {
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Closes all connections, even during a read or a write.
    pub fn cut_all(&self) {
        for tcp in self.lock().streams.values() {
            // It may be closed already.
            let _ = tcp.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, NumberedStreams> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPlace<'_> {
    fn drop(&mut self) {
        self.connections.lock().streams.remove(&self.number);
    }
}
