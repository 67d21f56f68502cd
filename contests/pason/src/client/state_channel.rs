//! The thread of the state channel: the states that the server publishes.
//!
//! Reads as fast as messages come, so that nothing queues up in front of the newest.

use super::{ClientError, ClientOptions, Event};
use crate::messages::StateMessage;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// How long one wait for messages takes, in milliseconds: the longest delay at the end.
const POLL_MS: i64 = 100;

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
            let Ok(frames) = self.socket.recv_multipart(zmq::DONTWAIT) else {
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
