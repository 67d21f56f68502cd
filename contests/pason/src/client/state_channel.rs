//! The thread of the state channel: the states that the server publishes.
//!
//! Reads messages as fast as they arrive, so that old states do not delay the newest one.

use super::options::is_ipv6;
use super::{ClientError, ClientOptions, Event};
use crate::messages::{MAX_MESSAGE_BYTES, StateMessage};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

/// How long one wait for messages takes, in milliseconds; this is the longest delay when the client
/// ends.
const POLL_MS: i64 = 100;

/// The pause before a lost connection is opened again.
const RECONNECT_PAUSE: Duration = Duration::from_millis(100);

/// Where the socket reports that its connection is lost.
const MONITOR_ENDPOINT: &str = "inproc://landfall-state-channel";

/// Frames of a message that are kept: the match token and the state.
const FRAMES: usize = 2;

/// Messages that wait to be read. A match publishes about a hundred per second.
const MAX_WAITING_MESSAGES: i32 = 1000;

/// Bad messages that are logged as warnings; a server that sends many must not fill the screen.
const MAX_WARNINGS: u32 = 5;

/// The subscribed socket.
pub struct StateChannel {
    socket: zmq::Socket,
    /// Receives a message when the connection is lost.
    monitor: zmq::Socket,
    endpoint: String,
    match_token: String,
}

impl StateChannel {
    /// Subscribes to the match. ZeroMQ connects on its own. A context has at most one subscription.
    ///
    /// # Errors
    /// The sockets cannot be created.
    pub fn connect(
        context: &zmq::Context,
        options: &ClientOptions,
    ) -> Result<StateChannel, ClientError> {
        let failed = |error| ClientError::Socket {
            endpoint: options.state_endpoint.clone(),
            error,
        };
        let socket = context.socket(zmq::SUB).map_err(failed)?;
        let monitor = context.socket(zmq::PAIR).map_err(failed)?;
        let set_up = || {
            let lost = zmq::SocketEvent::DISCONNECTED.to_raw();
            socket.monitor(MONITOR_ENDPOINT, i32::from(lost))?;
            monitor.connect(MONITOR_ENDPOINT)?;
            socket.set_linger(0)?;
            socket.set_ipv6(is_ipv6(&options.state_endpoint))?;
            // A server that sends faster than the client reads has to wait, or drops new messages.
            socket.set_rcvhwm(MAX_WAITING_MESSAGES)?;
            // ZeroMQ drops the connection of a server that sends a longer message before it stores
            // it.
            socket.set_maxmsgsize(MAX_MESSAGE_BYTES as i64)?;
            socket.set_reconnect_ivl_max(1000)?;
            socket.set_subscribe(options.match_token.as_bytes())?;
            socket.connect(&options.state_endpoint)
        };
        set_up().map_err(failed)?;
        Ok(StateChannel {
            socket,
            monitor,
            endpoint: options.state_endpoint.clone(),
            match_token: options.match_token.clone(),
        })
    }

    /// Passes on every message of the match until `stop` is set.
    pub fn run(self, events: &SyncSender<Event>, stop: &AtomicBool) {
        let mut warnings = WarningLimit::default();
        while !stop.load(Ordering::Relaxed) {
            let frames = match self.next(POLL_MS) {
                Ok(Some(frames)) => frames,
                Ok(None) => continue,
                Err(error) => {
                    log::error!("the state channel fails: {error}");
                    return;
                }
            };
            let Some(message) = read(&self.match_token, &frames, &mut warnings) else {
                continue;
            };
            if events.send(Event::State(message)).is_err() {
                return;
            }
        }
    }
}

impl StateChannel {
    /// Returns the frames of the next message, `None` if none comes in so many milliseconds.
    fn next(&self, milliseconds: i64) -> zmq::Result<Option<Vec<Vec<u8>>>> {
        let mut items = [&self.socket, &self.monitor].map(|it| it.as_poll_item(zmq::POLLIN));
        match zmq::poll(&mut items, milliseconds) {
            Ok(_) => {}
            Err(zmq::Error::EINTR) => return Ok(None),
            Err(error) => return Err(error),
        }
        let [has_message, is_lost] = items.map(|it| it.is_readable());
        if has_message {
            return Ok(self.receive().ok());
        }
        if is_lost {
            self.reconnect()?;
        }
        Ok(None)
    }

    /// Connects again. ZeroMQ does this on its own, except after a frame that was too long.
    fn reconnect(&self) -> zmq::Result<()> {
        while self.monitor.recv_multipart(zmq::DONTWAIT).is_ok() {}
        log::debug!("the connection to {} is lost", self.endpoint);
        thread::sleep(RECONNECT_PAUSE);
        // There is nothing to disconnect if ZeroMQ has already given up.
        self.socket.disconnect(&self.endpoint).ok();
        self.socket.connect(&self.endpoint)
    }

    /// Receives a message: keeps its first frames and drops the others.
    fn receive(&self) -> zmq::Result<Vec<Vec<u8>>> {
        let mut frames = Vec::with_capacity(FRAMES);
        loop {
            let frame = self.socket.recv_bytes(zmq::DONTWAIT)?;
            if frames.len() < FRAMES {
                frames.push(frame);
            }
            if !self.socket.get_rcvmore()? {
                return Ok(frames);
            }
        }
    }
}

/// Parses the message in the frame after the match token. The subscription is by prefix, so a
/// longer token of another match can arrive; frames after the second are ignored.
fn read(
    match_token: &str,
    frames: &[Vec<u8>],
    warnings: &mut WarningLimit,
) -> Option<StateMessage> {
    let [token, body, ..] = frames else {
        log::debug!("a message of {} frames is ignored", frames.len());
        return None;
    };
    if token != match_token.as_bytes() {
        log::debug!("a message of another match is ignored");
        return None;
    }
    log::trace!("state: {}", String::from_utf8_lossy(body));
    match StateMessage::parse(body) {
        Ok(message) => Some(message),
        Err(error) => {
            log::log!(warnings.level(), "a state message is ignored: {error}");
            None
        }
    }
}

/// The number of bad messages so far.
#[derive(Default)]
struct WarningLimit(u32);

impl WarningLimit {
    /// Returns the log level of the next bad message.
    fn level(&mut self) -> log::Level {
        self.0 = self.0.saturating_add(1);
        if self.0 <= MAX_WARNINGS {
            log::Level::Warn
        } else {
            log::Level::Debug
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem;

    #[test]
    fn only_whole_messages_of_the_match_are_read() {
        let body = br#"{"comm_type":"MatchEnd","match_token":"abc","status":"ENDED"}"#;
        let frames = |parts: &[&[u8]]| parts.iter().map(|part| part.to_vec()).collect::<Vec<_>>();
        let read =
            |token: &str, frames: &[Vec<u8>]| read(token, frames, &mut WarningLimit::default());
        assert!(read("abc", &frames(&[b"abc", body])).is_some());
        assert!(read("abc", &frames(&[b"abc", body, b"more"])).is_some());
        assert!(read("abc", &frames(&[b"abcd", body])).is_none());
        assert!(read("abc", &frames(&[body])).is_none());
        assert!(read("abc", &frames(&[b"abc", b"{"])).is_none());
        assert!(read("abc", &[]).is_none());
    }

    /// The second frame of a message of the maximum length.
    fn longest() -> Vec<u8> {
        let mut body = br#"{"comm_type":"MatchEnd","match_token":"abc","status":"ENDED"}"#.to_vec();
        body.resize(MAX_MESSAGE_BYTES, b' ');
        body
    }

    #[test]
    fn a_message_one_byte_too_long_is_not_parsed() {
        let mut frames = [b"abc".to_vec(), longest()];
        assert!(read("abc", &frames, &mut WarningLimit::default()).is_some());
        frames[1].push(b' ');
        assert!(read("abc", &frames, &mut WarningLimit::default()).is_none());
    }

    /// A server that publishes states, and a channel that listens to it.
    struct Pair {
        context: zmq::Context,
        server: zmq::Socket,
        channel: StateChannel,
    }

    impl Pair {
        fn new() -> Pair {
            let context = zmq::Context::new();
            let server = publisher(&context, "tcp://127.0.0.1:*");
            let options = ClientOptions {
                state_endpoint: server.get_last_endpoint().unwrap().unwrap(),
                match_token: "abc".to_string(),
                ..crate::client::tests::options([0, 0], "")
            };
            let channel = StateChannel::connect(&context, &options).unwrap();
            Pair {
                context,
                server,
                channel,
            }
        }

        /// Publishes a message, and returns the message that arrives.
        fn exchange(&self, body: &[u8]) -> Option<Vec<Vec<u8>>> {
            let frames = [&b"abc"[..], body, b"more"];
            self.server.send_multipart(frames, 0).unwrap();
            let received = self.channel.next(50).unwrap();
            received.inspect(|frames| assert_eq!(frames.len(), FRAMES))
        }

        /// Publishes a message until it arrives: what is sent without a connection is lost.
        fn exchange_until_it_arrives(&self, body: &[u8]) {
            while self.exchange(body).is_none_or(|frames| frames[1] != body) {}
            while self.channel.next(0).unwrap().is_some() {}
        }
    }

    fn publisher(context: &zmq::Context, endpoint: &str) -> zmq::Socket {
        let socket = context.socket(zmq::PUB).unwrap();
        socket.set_linger(0).unwrap();
        // The previous socket may not be closed yet.
        while let Err(error) = socket.bind(endpoint) {
            assert_eq!(error, zmq::Error::EADDRINUSE);
        }
        socket
    }

    #[test]
    fn a_frame_one_byte_too_long_is_not_stored() {
        let pair = Pair::new();
        pair.exchange_until_it_arrives(&longest());
        let longer = vec![b' '; MAX_MESSAGE_BYTES + 1];
        for _ in 0..4 {
            assert_eq!(pair.exchange(&longer), None);
        }
        pair.exchange_until_it_arrives(b"{}");
    }

    #[test]
    fn each_message_arrives_once_after_a_server_restart() {
        let mut pair = Pair::new();
        pair.exchange_until_it_arrives(b"{}");
        for _ in 0..3 {
            drop(mem::replace(
                &mut pair.server,
                pair.context.socket(zmq::PUB).unwrap(),
            ));
            pair.server = publisher(&pair.context, &pair.channel.endpoint);
            pair.exchange_until_it_arrives(b"{}");
        }
        // With two connections each message would arrive twice.
        for number in 0..20 {
            let body = format!("{number}");
            pair.server
                .send_multipart([&b"abc"[..], body.as_bytes()], 0)
                .unwrap();
        }
        for number in 0..20 {
            let frames = loop {
                if let Some(frames) = pair.channel.next(POLL_MS).unwrap() {
                    break frames;
                }
            };
            assert_eq!(frames[1], format!("{number}").as_bytes());
        }
        assert_eq!(pair.channel.next(POLL_MS).unwrap(), None);
    }

    #[test]
    fn only_the_first_bad_messages_are_warnings() {
        let mut warnings = WarningLimit::default();
        let frames = [b"abc".to_vec(), b"\xff{".to_vec()];
        for _ in 0..MAX_WARNINGS {
            assert!(read("abc", &frames, &mut warnings).is_none());
        }
        assert_eq!(warnings.level(), log::Level::Debug);
        assert_eq!(WarningLimit::default().level(), log::Level::Warn);
    }
}
