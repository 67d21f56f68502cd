//! A small server of HTTP/1.1: one request per connection, no request bodies, and limits on sizes,
//! counts and times that a client controls.

mod request;
mod response;

pub use request::{MAX_HEAD_BYTES, MAX_HEADERS, Request, RequestError, RequestReader};
pub use response::Response;

use crate::open_connections::OpenConnections;
use crate::stream::DeadlineStream;
use request::read_request;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The most connections at one time; further ones get status 503.
pub const MAX_CONNECTIONS: usize = 32;

/// Time between two checks of new connections and of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How long the rest of a client's data is read after the answer, so that the client receives the
/// answer.
pub const DRAIN_TIME: Duration = Duration::from_secs(1);

/// The time limits of a client.
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

    /// Returns the server with other time limits.
    pub fn with_time_limits(mut self, times: TimeLimits) -> HttpServer {
        self.times = times;
        self
    }

    /// Returns the address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests concurrently until `stop` is set; then it closes all connections.
    pub fn run(&self, stop: &AtomicBool, answer: impl Fn(&Request) -> Response + Sync) {
        let open = OpenConnections::new(MAX_CONNECTIONS);
        thread::scope(|scope| {
            while let Some(tcp) = self.accept(stop) {
                let Some(place) = open.add(&tcp) else {
                    refuse_busy(tcp);
                    continue;
                };
                let answer = &answer;
                scope.spawn(move || {
                    let _place = place;
                    if let Err(error) = self.serve(tcp, answer) {
                        log::debug!("an HTTP client: {error}");
                    }
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
                // No connection is waiting, or no sockets are left for now.
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
        let response = match read_request(&mut stream) {
            Ok(request) if request.method == "HEAD" => answer(&request).without_body(),
            Ok(request) => answer(&request),
            Err(RequestError::Io(error)) => return Err(error),
            Err(error) => error.response().unwrap_or_else(|| Response::empty(400)),
        };
        stream.allow(DRAIN_TIME, self.times.answer);
        response.write_to(&mut stream)?;
        stream.finish(DRAIN_TIME)
    }
}

/// Informs a client that the server is full, without waiting for it.
pub fn refuse_busy(mut tcp: TcpStream) {
    // These few bytes always fit into the send buffer.
    let _ = tcp.set_nonblocking(true);
    let busy = Response::text(503, "this server has no room for another connection now");
    let _ = busy.write_to(&mut tcp);
}
