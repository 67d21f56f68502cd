//! The server's sockets, clock and loop: one thread answers requests, calls what is due and
//! publishes states.
//!
//! `match_server` decides what is answered and published.

use super::match_server::MatchServer;
use super::match_specs::MatchSpec;
use super::match_state::ServerTime;
use super::recorder::Recorder;
use super::scheduler::Scheduler;
use super::settings::{MatchSettings, ServerConfig};
use landfall_net::random_u64;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The most requests that are answered before the matches are called again.
const MAX_REQUESTS_PER_TICK: usize = 128;

/// The longest wait for a request. After it, the scheduler and the stop flag are checked.
const MAX_POLL: Duration = Duration::from_millis(20);

/// Longest message in bytes: ZeroMQ disconnects a client that sends a longer one.
const MAX_MESSAGE_BYTES: i64 = 1 << 20;

/// The most unread messages of a client; further messages wait in its connection.
const RECEIVE_QUEUE_MESSAGES: i32 = 64;

/// The most messages that are queued for a subscriber that does not read; later ones are dropped.
const SEND_QUEUE_MESSAGES: i32 = 20_000;

/// How long requests are still answered after the end of the last match, so that a client with a
/// request on its way gets an answer.
const CLOSE_DELAY: Duration = Duration::from_secs(1);

/// The same after a stop, which should take less than a second.
const STOP_DELAY: Duration = Duration::from_millis(250);

/// How long sending may take after the end.
const LINGER: Duration = Duration::from_millis(500);

/// Receives the states without a socket.
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
    /// The ports of the command channel and of the state channel.
    pub ports: [u16; 2],
    /// The port of the scheduler, if there is one.
    pub scheduler_port: Option<u16>,
    /// The tokens of the initial matches.
    pub match_tokens: Vec<String>,
}

impl Server {
    /// Binds every port and opens the matches. Without a seed, pieces are random.
    ///
    /// # Errors
    /// A port cannot be bound, or the recording cannot be created.
    pub fn bind(
        config: &ServerConfig,
        settings: MatchSettings,
        specs: Vec<MatchSpec>,
        seed: Option<u64>,
    ) -> Result<Server, ServerError> {
        let context = zmq::Context::new();
        let command = listen(&context, zmq::REP, "command", config, config.command_port)?;
        let state = listen(&context, zmq::PUB, "state", config, config.state_port)?;
        let ports = [port(&command), port(&state)];
        let scheduler = config
            .scheduler_port
            .map(|port| Scheduler::bind(config.address, port))
            .transpose()?;
        #[expect(
            clippy::disallowed_methods,
            reason = "read once, for what states and recordings say"
        )]
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let epoch = since.unwrap_or_default().as_secs_f64();
        let seed = seed.unwrap_or_else(random_u64);
        let recorder = match &config.record {
            Some(path) => {
                Recorder::create(path, seed, epoch).map_err(|error| ServerError::Record {
                    path: path.clone(),
                    error,
                })?
            }
            None => Recorder::disabled(),
        };
        let mut matches = MatchServer::new(settings, seed, random_u64());
        let open = |spec| matches.open_match(spec);
        let match_tokens = specs.into_iter().map(open).collect();
        Ok(Server {
            matches,
            command,
            state,
            scheduler_port: scheduler.as_ref().map(|scheduler| scheduler.port),
            scheduler,
            recorder,
            observer: None,
            started: Instant::now(),
            epoch,
            ports,
            match_tokens,
        })
    }

    /// Sends every message of the state channel to `observer` too, as JSON.
    pub fn set_observer(&mut self, observer: impl FnMut(&str) + Send + 'static) {
        self.observer = Some(Box::new(observer));
    }

    /// Serves until every match is over, or for ever if there is a scheduler. Once `stop` is set,
    /// it ends the matches as their time limit does, and returns. `on_event` receives a line for
    /// people at each event.
    ///
    /// # Errors
    /// A socket fails.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        mut on_event: impl FnMut(&str),
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
                on_event(&line);
            }
            let delay = if stopping { STOP_DELAY } else { CLOSE_DELAY };
            if stopping || (self.scheduler.is_none() && self.matches.all_ended()) {
                let since = over.get_or_insert_with(Instant::now);
                if since.elapsed() >= delay {
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

    /// Returns the milliseconds until something is due, rounded up.
    fn poll_timeout_ms(&self) -> i64 {
        let until = self.matches.next_deadline().unwrap_or(Duration::MAX);
        let wait = until.saturating_sub(self.started.elapsed()).min(MAX_POLL);
        (wait.as_micros() as i64 + 999) / 1000
    }

    /// Answers the waiting requests, up to a limit. ZeroMQ takes them from the connections in turn,
    /// so a flooding client delays another by one request, not by its backlog.
    fn handle_requests(&mut self) -> Result<(), ServerError> {
        for _ in 0..MAX_REQUESTS_PER_TICK {
            let frames = match self.command.recv_multipart(zmq::DONTWAIT) {
                Ok(frames) => frames,
                Err(zmq::Error::EAGAIN | zmq::Error::EINTR) => break,
                Err(error) => return Err(error.into()),
            };
            // A request has one frame; more frames make it invalid.
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

    /// Sends an answer. A signal must not prevent it: the socket takes no request before the answer
    /// is sent.
    fn reply(&self, answer: &str) {
        while let Err(error) = self.command.send(answer, zmq::DONTWAIT) {
            if error != zmq::Error::EINTR {
                log::debug!("an answer was not sent: {error}");
                return;
            }
        }
    }

    fn handle_scheduler_requests(&mut self) {
        while let Some(request) = self.scheduler.as_ref().and_then(Scheduler::try_recv) {
            let now = self.now();
            let answer =
                self.matches
                    .open_test_match(&request.team, request.password.reveal(), now);
            // If the client has left, nobody joins the match, and it is given up.
            let _ = request.answer.send(answer);
        }
    }

    fn publish(&mut self) -> Result<(), ServerError> {
        let timestamp = self.now().unix_seconds();
        for publication in self.matches.drain_messages() {
            self.recorder.state(&publication, timestamp);
            if let Some(observer) = &mut self.observer {
                observer(&publication.json);
            }
            self.publish_frame(&publication.match_token, zmq::SNDMORE)?;
            self.publish_frame(&publication.json, 0)?;
        }
        Ok(())
    }

    /// Sends one frame. A signal between two frames must not leave half a message.
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

/// Treats a signal, after which ZeroMQ has to be called again, as no event.
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
    config: &ServerConfig,
    port: u16,
) -> Result<zmq::Socket, ServerError> {
    let socket = context.socket(kind)?;
    socket.set_linger(LINGER.as_millis() as i32)?;
    socket.set_maxmsgsize(MAX_MESSAGE_BYTES)?;
    socket.set_sndhwm(SEND_QUEUE_MESSAGES)?;
    socket.set_rcvhwm(RECEIVE_QUEUE_MESSAGES)?;
    socket.set_ipv6(matches!(config.address, IpAddr::V6(_)))?;
    let address = SocketAddr::new(config.address, port).to_string();
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

/// Returns the port that a socket is bound to.
fn port(socket: &zmq::Socket) -> u16 {
    let endpoint = socket.get_last_endpoint().ok().and_then(Result::ok);
    let endpoint = endpoint.unwrap_or_default();
    let port = endpoint.trim_end_matches('\0').rsplit(':').next();
    port.and_then(|port| port.parse().ok()).unwrap_or(0)
}

/// Why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServerError {
    /// A port cannot be bound.
    #[error("the {channel} channel cannot listen on {address}: {reason}")]
    Bind {
        /// Which channel was to listen there.
        channel: &'static str,
        /// The address.
        address: String,
        /// What the system reports.
        reason: String,
    },
    /// The file for the recording cannot be created.
    #[error("cannot record to {}: {error}", path.display())]
    Record {
        /// Which file.
        path: PathBuf,
        /// What the system reports.
        error: io::Error,
    },
    /// A socket failed for good.
    #[error("a socket failed: {0}")]
    Socket(#[from] zmq::Error),
}
