//! A small server of HTTP/1.1: a request a connection, no bodies of requests, and a limit on
//! everything that a client can make large, many or slow.

mod request;

pub use request::{MAX_HEAD_BYTES, MAX_HEADERS, Request};

use crate::stream::DeadlineStream;
use request::read_request;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Connections at a time; further ones get status 503.
pub const MAX_CONNECTIONS: usize = 32;

/// Time between two looks at new connections and at whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How long the rest of what a client sends is read after its answer, so that it gets that.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// How long a client may take, whatever it does.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    /// To send its request.
    pub request: Duration,
    /// To take the answer.
    pub answer: Duration,
}

impl Default for TimeLimits {
    fn default() -> TimeLimits {
        TimeLimits {
            request: Duration::from_secs(10),
            answer: Duration::from_secs(60),
        }
    }
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Response {
    status: u16,
    headers: Vec<(&'static str, &'static str)>,
    body: Vec<u8>,
}

impl Response {
    /// Returns an answer with a body of this type.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Response {
        let body = body.into();
        let headers = Vec::new();
        let response = Response {
            status,
            headers,
            body,
        };
        response.with_header("Content-Type", content_type)
    }

    /// Returns an answer without a body.
    pub fn empty(status: u16) -> Response {
        Response {
            status,
            ..Response::default()
        }
    }

    /// Adds a header.
    pub fn with_header(mut self, name: &'static str, value: &'static str) -> Response {
        self.headers.push((name, value));
        self
    }

    /// Returns the bytes before the body.
    fn head(&self) -> String {
        let (status, reason) = (self.status, reason(self.status));
        let mut head = format!("HTTP/1.1 {status} {reason}\r\n");
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let length = self.body.len();
        head + &format!("Content-Length: {length}\r\nConnection: close\r\n\r\n")
    }
}

/// Returns the words of a status.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Other",
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    address: SocketAddr,
    times: TimeLimits,
}

impl HttpServer {
    /// Listens on an address; port 0 is any free one.
    ///
    /// # Errors
    /// The address cannot be listened on.
    pub fn bind(address: SocketAddr) -> io::Result<HttpServer> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(HttpServer {
            address: listener.local_addr()?,
            listener,
            times: TimeLimits::default(),
        })
    }

    /// Returns the server with other limits of time.
    pub fn with_time_limits(mut self, times: TimeLimits) -> HttpServer {
        self.times = times;
        self
    }

    /// Returns the address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests side by side until `stop` is set; then it cuts all connections.
    pub fn run(&self, stop: &AtomicBool, answer: impl Fn(&Request) -> Response + Sync) {
        let open = OpenConnections::default();
        thread::scope(|scope| {
            for number in 0.. {
                let Some(tcp) = self.accept(stop) else { break };
                if !open.add(number, &tcp) {
                    refuse_busy(tcp);
                    continue;
                }
                let (open, answer) = (&open, &answer);
                scope.spawn(move || {
                    if let Err(error) = self.serve(tcp, answer) {
                        log::debug!("an HTTP client: {error}");
                    }
                    open.remove(number);
                });
            }
            open.cut_all();
        });
    }

    /// Waits for a connection; `None` once `stop` is set.
    fn accept(&self, stop: &AtomicBool) -> Option<TcpStream> {
        while !stop.load(Ordering::Relaxed) {
            match self.listener.accept() {
                Ok((tcp, _)) => return Some(tcp),
                // Nobody is there, or there are no sockets left for a while.
                Err(_) => thread::sleep(POLL_INTERVAL),
            }
        }
        None
    }

    /// Reads a request, answers it, and closes.
    fn serve(&self, tcp: TcpStream, answer: impl Fn(&Request) -> Response) -> io::Result<()> {
        tcp.set_nonblocking(false)?;
        tcp.set_nodelay(true)?;
        let mut stream = DeadlineStream::new(tcp, self.times.request);
        let (response, has_body) = match read_request(&mut stream) {
            Ok(request) => (answer(&request), request.method != "HEAD"),
            Err(error) => (Response::empty(error.status()?), true),
        };
        stream.allow(DRAIN_TIME, self.times.answer);
        stream.write_all(response.head().as_bytes())?;
        if has_body {
            stream.write_all(&response.body)?;
        }
        // Closing with unread bytes would take the answer back.
        stream.tcp().shutdown(Shutdown::Write)?;
        stream.allow(DRAIN_TIME, Duration::ZERO);
        let mut rest = [0; 4096];
        while stream.read(&mut rest)? > 0 {}
        Ok(())
    }
}

/// Tells a client that there is no room for it, if it listens.
fn refuse_busy(mut tcp: TcpStream) {
    // These few bytes always fit.
    let _ = tcp.set_nonblocking(true);
    let _ = tcp.write_all(Response::empty(503).head().as_bytes());
}

/// The connections that are served now, by number.
#[derive(Default)]
struct OpenConnections(Mutex<HashMap<usize, TcpStream>>);

impl OpenConnections {
    /// Adds a connection; returns false if there are too many.
    fn add(&self, number: usize, tcp: &TcpStream) -> bool {
        let mut open = self.lock();
        match tcp.try_clone() {
            Ok(tcp) if open.len() < MAX_CONNECTIONS => open.insert(number, tcp).is_none(),
            _ => false,
        }
    }

    fn remove(&self, number: usize) {
        self.lock().remove(&number);
    }

    fn cut_all(&self) {
        for tcp in self.lock().values() {
            // It may be closed already.
            let _ = tcp.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<usize, TcpStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
