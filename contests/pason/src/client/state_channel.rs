//! The thread of the state channel: what the server tells about the match.
//!
//! Reads as fast as messages come, so that nothing queues up in front of the newest.

use super::{ClientError, ClientOptions, Event};
use crate::messages::StateMessage;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// How long one look for messages takes, in milliseconds: the longest that leaving waits.
const POLL_MS: i64 = 100;

/// Bad messages that a person is told of; a server that sends many must not fill the screen.
const MAX_WARNINGS: u32 = 5;

/// The socket, until its thread takes it.
pub struct StateChannel {
    socket: zmq::Socket,
    match_token: String,
}

impl StateChannel {
    /// Subscribes to the match. The library connects by itself, and again whenever the
    /// connection is lost.
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

    /// Hands on every message of the match until it is told to stop.
    pub fn run(self, events: &Sender<Event>, stop: &AtomicBool) {
        let mut complaints = WarningLimit::default();
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
            let Some(message) = read(&self.match_token, &frames, &mut complaints) else {
                continue;
            };
            if events.send(Event::State(message)).is_err() {
                return;
            }
        }
    }
}

/// The message in the frame after the match token. The subscription is by prefix, so that a
/// longer token of another match can come through; frames after the second are ignored.
fn read(
    match_token: &str,
    frames: &[Vec<u8>],
    complaints: &mut WarningLimit,
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
            log::log!(complaints.level(), "a state message is ignored: {error}");
            None
        }
    }
}

/// How many bad messages have come.
#[derive(Default)]
struct WarningLimit(u32);

impl WarningLimit {
    /// How loudly to complain of one more.
    fn level(&mut self) -> log::Level {
        self.0 = self.0.saturating_add(1);
        match self.0 <= MAX_WARNINGS {
            true => log::Level::Warn,
            false => log::Level::Debug,
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
    fn a_person_is_told_of_the_first_bad_messages_only() {
        let mut complaints = WarningLimit::default();
        let frames = [b"abc".to_vec(), b"\xff{".to_vec()];
        for _ in 0..MAX_WARNINGS {
            assert!(read("abc", &frames, &mut complaints).is_none());
        }
        assert_eq!(complaints.level(), log::Level::Debug);
        assert_eq!(WarningLimit::default().level(), log::Level::Warn);
    }
}
