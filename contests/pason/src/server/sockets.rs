//! The sockets, the clock and the loop: one thread answers requests, lets time pass and
//! publishes.

use super::match_server::MatchServer;
use super::match_state::ServerTime;
use super::recorder::Recorder;
use super::scheduler::Scheduler;
use super::settings::{MatchSettings, MatchSpec, ServerConfig, ServerError};
use super::tokens::random_u64;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Requests that are answered before time may pass again.
const MAX_REQUESTS_PER_TICK: usize = 128;

/// The longest sleep: after it, orders of the scheduler and the wish to stop are seen.
const MAX_POLL: Duration = Duration::from_millis(20);

/// Bytes after which the library itself hangs up on a client.
const MAX_MESSAGE_BYTES: i64 = 16 << 20;

/// Messages that wait for a subscriber that does not read, before it misses some.
const SEND_QUEUE_MESSAGES: i32 = 20_000;

/// How long requests are still answered after the end of the last match: who has one on
/// its way when the match ends should not wait in vain.
const CLOSE_DELAY: Duration = Duration::from_secs(1);

/// The same where somebody wants the server to stop, who should not have to wait a second.
const STOP_DELAY: Duration = Duration::from_millis(250);

/// How long messages may take to leave after the end.
const LINGER: Duration = Duration::from_millis(500);

/// Who sees the states without a socket.
type Observer = Box<dyn FnMut(&str) + Send>;

/// A server that listens.
pub struct Server {
    matches: MatchServer,
    command: zmq::Socket,
    state: zmq::Socket,
    scheduler: Option<Scheduler>,
    recorder: Recorder,
    observer: Option<Observer>,
    started: Instant,
    epoch: f64,
    ports: [u16; 2],
    tokens: Vec<String>,
}

impl Server {
    /// Binds every port and opens the matches.
    pub fn bind(
        place: &ServerConfig,
        settings: MatchSettings,
        bookings: Vec<MatchSpec>,
        seed: Option<u64>,
    ) -> Result<Server, ServerError> {
        let context = zmq::Context::new();
        let command = listen(&context, zmq::REP, "command", place, place.command_port)?;
        let state = listen(&context, zmq::PUB, "state", place, place.state_port)?;
        let ports = [port(&command), port(&state)];
        let scheduler = place
            .scheduler_port
            .map(|port| {
                Scheduler::bind(place.address, port).map_err(|reason| ServerError::Bind {
                    channel: "scheduler",
                    address: SocketAddr::new(place.address, port).to_string(),
                    reason,
                })
            })
            .transpose()?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let epoch = since.unwrap_or_default().as_secs_f64();
        let seed = seed.unwrap_or_else(random_u64);
        let recorder = match &place.record {
            Some(path) => {
                Recorder::create(path, seed, epoch).map_err(|error| ServerError::Record {
                    path: path.clone(),
                    error,
                })?
            }
            None => Recorder::disabled(),
        };
        let mut hub = MatchServer::new(settings, seed, random_u64());
        let open = |booking| hub.open_match(booking);
        let tokens = bookings.into_iter().map(open).collect();
        Ok(Server {
            matches: hub,
            command,
            state,
            scheduler,
            recorder,
            observer: None,
            started: Instant::now(),
            epoch,
            ports,
            tokens,
        })
    }

    /// Port of the command channel.
    pub fn command_port(&self) -> u16 {
        self.ports[0]
    }

    /// Port of the state channel.
    pub fn state_port(&self) -> u16 {
        self.ports[1]
    }

    /// Port of the scheduler, if there is one.
    pub fn scheduler_port(&self) -> Option<u16> {
        self.scheduler.as_ref().map(Scheduler::port)
    }

    /// Tokens of the matches that were open from the beginning.
    pub fn match_tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Shows every message of the state channel to `audience` too, as JSON.
    pub fn set_observer(&mut self, audience: impl FnMut(&str) + Send + 'static) {
        self.observer = Some(Box::new(audience));
    }

    /// Serves until every match is over, or for ever if there is a scheduler. When told to
    /// stop it ends the matches as their time limit does, and returns. `tell` takes a line
    /// for people whenever something has happened.
    ///
    /// # Errors
    /// A socket fails.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        mut tell: impl FnMut(&str),
    ) -> Result<(), ServerError> {
        let mut over = None;
        loop {
            self.matches.tick(self.now());
            let stopping = stop.load(Ordering::Relaxed);
            if stopping {
                self.matches.stop(self.now());
            }
            self.publish()?;
            for line in self.matches.drain_events() {
                tell(&line);
            }
            let farewell = match stopping {
                true => STOP_DELAY,
                false => CLOSE_DELAY,
            };
            if stopping || (self.scheduler.is_none() && self.matches.all_ended()) {
                let since = over.get_or_insert_with(Instant::now);
                if since.elapsed() >= farewell {
                    break;
                }
            }
            if self
                .command
                .poll(zmq::POLLIN, self.poll_timeout_ms())
                .or_else(ignore_interrupt)?
                > 0
            {
                self.handle_requests()?;
            }
            self.handle_scheduler_requests();
            self.recorder.flush();
        }
        Ok(())
    }

    fn now(&self) -> ServerTime {
        ServerTime {
            elapsed: self.started.elapsed(),
            epoch: self.epoch,
        }
    }

    /// Milliseconds until something is due, rounded up.
    fn poll_timeout_ms(&self) -> i64 {
        let until = self.matches.next_deadline().unwrap_or(Duration::MAX);
        let nap = until.saturating_sub(self.started.elapsed()).min(MAX_POLL);
        (nap.as_micros() as i64 + 999) / 1000
    }

    /// The library takes requests from the connections in turn, so that one that floods
    /// delays another by one request and not by its backlog.
    fn handle_requests(&mut self) -> Result<(), ServerError> {
        for _ in 0..MAX_REQUESTS_PER_TICK {
            let frames = match self.command.recv_multipart(zmq::DONTWAIT) {
                Ok(frames) => frames,
                Err(zmq::Error::EAGAIN | zmq::Error::EINTR) => break,
                Err(error) => return Err(error.into()),
            };
            // What a request says is in one frame; more are as good as a bad message.
            let bytes = frames.concat();
            let now = self.now();
            self.recorder.command("client", &bytes, now.unix_seconds());
            let answer = self.matches.handle_request(&bytes, now).to_json();
            self.recorder
                .command("server", answer.as_bytes(), now.unix_seconds());
            self.reply(&answer);
            self.publish()?;
        }
        Ok(())
    }

    /// A signal must not keep an answer back: the socket takes no request before it.
    fn reply(&self, answer: &str) {
        while let Err(error) = self.command.send(answer, zmq::DONTWAIT) {
            if error != zmq::Error::EINTR {
                log::debug!("an answer was not sent: {error}");
                return;
            }
        }
    }

    fn handle_scheduler_requests(&mut self) {
        while let Some(order) = self.scheduler.as_ref().and_then(Scheduler::try_recv) {
            let now = self.now();
            let answer = self
                .matches
                .open_test_match(&order.team, &order.password, now);
            // Whoever asked may have left; the match then waits in vain and is given up.
            let _ = order.answer.send(answer);
        }
    }

    fn publish(&mut self) -> Result<(), ServerError> {
        let timestamp = self.now().unix_seconds();
        for publication in self.matches.drain_messages() {
            self.recorder.state(&publication, timestamp);
            if let Some(audience) = &mut self.observer {
                audience(&publication.json);
            }
            self.publish_frame(&publication.match_token, zmq::SNDMORE)?;
            self.publish_frame(&publication.json, 0)?;
        }
        Ok(())
    }

    /// A signal between two frames must not leave half a message.
    fn publish_frame(&self, frame: &str, flags: i32) -> Result<(), ServerError> {
        loop {
            match self.state.send(frame, flags | zmq::DONTWAIT) {
                Err(zmq::Error::EINTR) => {}
                Ok(()) | Err(zmq::Error::EAGAIN) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// A signal, after which the library wants to be called again, is no failure.
fn ignore_interrupt(error: zmq::Error) -> Result<i32, zmq::Error> {
    match error {
        zmq::Error::EINTR => Ok(0),
        error => Err(error),
    }
}

fn listen(
    context: &zmq::Context,
    kind: zmq::SocketType,
    channel: &'static str,
    place: &ServerConfig,
    port: u16,
) -> Result<zmq::Socket, ServerError> {
    let socket = context.socket(kind)?;
    socket.set_linger(LINGER.as_millis() as i32)?;
    socket.set_maxmsgsize(MAX_MESSAGE_BYTES)?;
    socket.set_sndhwm(SEND_QUEUE_MESSAGES)?;
    socket.set_ipv6(matches!(place.address, IpAddr::V6(_)))?;
    let address = SocketAddr::new(place.address, port).to_string();
    let failed = |error: zmq::Error| ServerError::Bind {
        channel,
        address: address.clone(),
        reason: error.to_string(),
    };
    let endpoint = match port {
        0 => format!("tcp://{}", address.trim_end_matches('0').to_string() + "*"),
        _ => format!("tcp://{address}"),
    };
    socket.bind(&endpoint).map_err(failed)?;
    Ok(socket)
}

/// The port that a socket is bound to.
fn port(socket: &zmq::Socket) -> u16 {
    let endpoint = socket.get_last_endpoint().ok().and_then(Result::ok);
    let endpoint = endpoint.unwrap_or_default();
    let port = endpoint.trim_end_matches('\0').rsplit(':').next();
    port.and_then(|port| port.parse().ok()).unwrap_or(0)
}
