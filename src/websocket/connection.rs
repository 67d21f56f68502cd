//! One connection: the handshake, and frames to a bot and back.

use super::WebSocketOptions;
use super::access::Refusal;
use super::bot::{Bot, Said};
use landfall_bot::BotKind;
use landfall_net::{DeadlineStream, is_timeout};
use landfall_tbp::host::LaunchError;
use landfall_tbp::parse::MAX_LINE_BYTES;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket, accept_hdr_with_config};

/// How long a handshake and a message to a client may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time between two looks at whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The same while a bot may say something at any time.
const ASYNCHRONOUS_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Why a connection ended that should not have.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectionError {
    /// The client may not connect, or speaks another protocol.
    #[error("the handshake failed: {0}")]
    Handshake(String),
    /// The bot does not start.
    #[error("the bot does not start: {0}")]
    Bot(#[from] LaunchError),
    /// The client broke the protocol, or a limit.
    #[error("{0}")]
    Protocol(#[from] Error),
    /// The system.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A client that may talk to a bot.
pub(super) struct Connection {
    socket: WebSocket<DeadlineStream>,
    idle: Duration,
    /// How long to wait for a message before looking at other things.
    poll: Duration,
}

/// Why the conversation is over.
enum End {
    /// The client left.
    Left,
    /// It is to be closed.
    Close(CloseCode, &'static str),
}

/// Tells a client that there is no room for it.
pub(super) fn refuse_busy(mut stream: TcpStream) {
    // Whoever does not listen is left alone.
    let _ = stream.set_write_timeout(Some(POLL_INTERVAL));
    let _ = stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
}

impl Connection {
    /// Shakes hands with a client, if it may connect.
    pub fn accept(
        stream: TcpStream,
        listens_on: IpAddr,
        options: &WebSocketOptions,
        stop: &AtomicBool,
    ) -> Result<Connection, ConnectionError> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let until = Instant::now() + PATIENCE;
        let stream = DeadlineStream::new(stream, POLL_INTERVAL);
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_LINE_BYTES))
            .max_frame_size(Some(MAX_LINE_BYTES));
        #[expect(clippy::result_large_err, reason = "the type is the library's")]
        let check = |request: &Request, response: Response| {
            let checked = options
                .access
                .check(listens_on, request.uri(), request.headers());
            checked.map(|()| response).map_err(refused)
        };
        let mut shaken = accept_hdr_with_config(stream, check, Some(config));
        let socket = loop {
            match shaken {
                Ok(socket) => break socket,
                Err(HandshakeError::Interrupted(mut handshake)) => {
                    if Instant::now() > until || stop.load(Ordering::Relaxed) {
                        return Err(ConnectionError::Handshake("it took too long".into()));
                    }
                    let stream = handshake.get_mut().get_mut();
                    stream.allow(POLL_INTERVAL, POLL_INTERVAL);
                    shaken = handshake.handshake();
                }
                Err(refused) => return Err(ConnectionError::Handshake(refused.to_string())),
            }
        };
        Ok(Connection {
            socket,
            idle: options.idle,
            poll: POLL_INTERVAL,
        })
    }

    /// Carries messages until the client leaves, the bot ends, or `stop` is set.
    pub fn run(&mut self, kind: &BotKind, stop: &AtomicBool) -> Result<(), ConnectionError> {
        let mut bot = match Bot::start(kind) {
            Ok(bot) => bot,
            Err(error) => {
                self.close(CloseCode::Error, "the bot does not start")?;
                return Err(error.into());
            }
        };
        if bot.is_asynchronous() {
            self.poll = ASYNCHRONOUS_POLL_INTERVAL;
        }
        match self.converse(&mut bot, stop)? {
            End::Left => Ok(()),
            End::Close(code, reason) => self.close(code, reason),
        }
    }

    fn converse(&mut self, bot: &mut Bot, stop: &AtomicBool) -> Result<End, ConnectionError> {
        let mut last_message = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(End::Close(CloseCode::Away, "the server stops"));
            }
            if last_message.elapsed() > self.idle {
                return Ok(End::Close(CloseCode::Policy, "no message for too long"));
            }
            if !self.send_all(bot)? {
                return Ok(End::Close(CloseCode::Error, "the bot has ended"));
            }
            match self.read()? {
                None => {}
                Some(Message::Text(line)) => {
                    last_message = Instant::now();
                    let (answers, ended) = bot.handle(line.as_str());
                    for answer in answers {
                        self.send(answer)?;
                    }
                    if ended {
                        return Ok(End::Close(CloseCode::Normal, "the session has ended"));
                    }
                }
                Some(Message::Close(_)) => return Ok(End::Left),
                Some(Message::Binary(_)) => log::debug!("ignored a binary message"),
                Some(_) => {}
            }
        }
    }

    /// Sends what the bot has to say. Returns false if it has ended.
    fn send_all(&mut self, bot: &mut Bot) -> Result<bool, ConnectionError> {
        loop {
            match bot.next_message() {
                Said::Message(message) => self.send(message)?,
                Said::Nothing => return Ok(true),
                Said::Ended => return Ok(false),
            }
        }
    }

    /// Sends a message; a client that does not read it in time is gone.
    fn send(&mut self, message: String) -> Result<(), ConnectionError> {
        self.socket.get_mut().allow(self.poll, PATIENCE);
        Ok(self.socket.send(Message::text(message))?)
    }

    /// Returns the next message, if one comes before it is time to look at other things. A frame
    /// that trickles in is gone on with at the next call.
    fn read(&mut self) -> Result<Option<Message>, ConnectionError> {
        self.socket.get_mut().allow(self.poll, PATIENCE);
        match self.socket.read() {
            Ok(message) => Ok(Some(message)),
            Err(Error::Io(error)) if is_timeout(&error) => Ok(None),
            Err(Error::ConnectionClosed) => Ok(Some(Message::Close(None))),
            Err(Error::Io(error)) if error.kind() == ErrorKind::ConnectionReset => {
                Ok(Some(Message::Close(None)))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn close(&mut self, code: CloseCode, reason: &'static str) -> Result<(), ConnectionError> {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        self.socket.get_mut().allow(self.poll, PATIENCE);
        match self
            .socket
            .close(Some(frame))
            .and_then(|()| self.socket.flush())
        {
            Ok(()) | Err(Error::ConnectionClosed) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

fn refused(refusal: Refusal) -> ErrorResponse {
    let mut response = ErrorResponse::new(Some(refusal.to_string()));
    *response.status_mut() = StatusCode::FORBIDDEN;
    response
}
