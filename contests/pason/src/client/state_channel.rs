//! The thread of the state channel: the states that the server publishes.
//!
//! Reads as fast as messages come, so that nothing queues up in front of the newest.

use super::{ClientError, ClientOptions, Event};
use crate::messages::{MAX_MESSAGE_BYTES, StateMessage};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// How long one wait for messages takes, in milliseconds: the longest delay at the end.
const POLL_MS: i64 = 100;

/// Frames of a message that are kept: the match token and the state.
const FRAMES: usize = 2;

/// Bad messages that are logged as warnings; a server that sends many must not fill the screen.
const MAX_WARNINGS: u32 = 5;

/// The subscribed socket.
pub struct StateChannel {
    socket: zmq::Socket,
    match_token: String,
}

impl StateChannel {
    /// Subscribes to the match. ZeroMQ connects by itself, and again whenever the connection
    /// is lost.
    ///
    /// # Errors
    /// The socket cannot be created.
    pub fn connect(
        context: &zmq::Context,
        options: &ClientOptions,
    ) -> Result<StateChannel, ClientError> {
        let failed = |error| ClientError::Socket {
            endpoint: options.state_endpoint.clone(),
            error,
        };
        let socket = context.socket(zmq::SUB).map_err(failed)?;
        let set_up = || {
            socket.set_linger(0)?;
            socket.set_rcvhwm(0)?;
            // ZeroMQ drops the connection of a server that sends more, before it holds it.
            socket.set_maxmsgsize(MAX_MESSAGE_BYTES as i64)?;
            socket.set_reconnect_ivl_max(1000)?;
            socket.set_subscribe(options.match_token.as_bytes())?;
            socket.connect(&options.state_endpoint)
        };
        set_up().map_err(failed)?;
        Ok(StateChannel {
            socket,
            match_token: options.match_token.clone(),
        })
    }

    /// Passes on every message of the match until `stop` is set.
    pub fn run(self, events: &Sender<Event>, stop: &AtomicBool) {
        let mut warnings = WarningLimit::default();
        while !stop.load(Ordering::Relaxed) {
            match self.socket.poll(zmq::POLLIN, POLL_MS) {
                Ok(0) | Err(zmq::Error::EINTR) => continue,
                Ok(_) => {}
                Err(error) => {
                    log::error!("the state channel fails: {error}");
                    return;
                }
            }
            let Ok(frames) = self.receive() else {
                continue;
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
    /// Receives a message: its first frames, and drops the others.
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

/// Parses the message in the frame after the match token. The subscription is by prefix, so
/// that a longer token of another match can come through; frames after the second are ignored.
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
    /// Returns the log level of the next one.
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

    /// The second frame of a message that is as long as it may be.
    fn longest() -> Vec<u8> {
        let mut body = br#"{"comm_type":"MatchEnd","match_token":"abc","status":"ENDED"}"#.to_vec();
        body.resize(MAX_MESSAGE_BYTES, b' ');
        body
    }

    #[test]
    fn a_message_of_one_byte_more_is_not_parsed() {
        let mut frames = [b"abc".to_vec(), longest()];
        assert!(read("abc", &frames, &mut WarningLimit::default()).is_some());
        frames[1].push(b' ');
        assert!(read("abc", &frames, &mut WarningLimit::default()).is_none());
    }

    /// The longer frame closes the connection; what is sent until ZeroMQ has made another one is
    /// lost, so that messages are sent until one comes.
    #[test]
    fn a_frame_of_one_byte_more_is_not_held() {
        let context = zmq::Context::new();
        let server = context.socket(zmq::PUB).unwrap();
        server.set_linger(0).unwrap();
        server.bind("tcp://127.0.0.1:*").unwrap();
        let endpoint = server.get_last_endpoint().unwrap().unwrap();
        let channel = StateChannel::connect(
            &context,
            &ClientOptions {
                state_endpoint: endpoint,
                match_token: "abc".to_string(),
                ..crate::client::tests::options([0, 0], "")
            },
        )
        .unwrap();
        let exchange = |body: &[u8]| {
            server
                .send_multipart([&b"abc"[..], body, b"more"], 0)
                .unwrap();
            channel.socket.poll(zmq::POLLIN, 50).unwrap();
            let received = channel.receive().ok();
            received.inspect(|frames| assert_eq!(frames.len(), FRAMES))
        };
        let until_it_comes = |body: &[u8]| {
            while exchange(body).is_none_or(|frames| frames[1] != body) {}
        };
        until_it_comes(&longest());
        let longer = vec![b' '; MAX_MESSAGE_BYTES + 1];
        for _ in 0..4 {
            assert!(exchange(&longer).is_none_or(|frames| frames[1] == longest()));
        }
        until_it_comes(b"{}");
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
