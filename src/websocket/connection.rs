//! One connection: the handshake, and the frames between a client and a bot.

use super::WebSocketOptions;
use super::access::AccessError;
use super::bot::{Bot, BotOutput};
use landfall_bot::BotKind;
use landfall_net::http::{DRAIN_TIME, Request, RequestError, RequestReader, Response};
use landfall_net::websocket::{self, UpgradeError};
use landfall_net::{DeadlineStream, is_timeout};
use landfall_tbp::host::LaunchError;
use landfall_tbp::parse::MAX_LINE_BYTES;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The longest time for a handshake, and for a message to a client.
const IO_TIMEOUT: Duration = Duration::from_secs(10);

/// Time between two checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The same for a bot that may send messages at any time.
const ASYNCHRONOUS_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Why a connection failed.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The client sent no valid HTTP request.
    #[error("the handshake failed: {0}")]
    Request(#[from] RequestError),
    /// The request is no valid WebSocket handshake.
    #[error("the handshake failed: {0}")]
    Upgrade(#[from] UpgradeError),
    /// The client may not connect.
    #[error("refused: {0}")]
    Access(#[from] AccessError),
    /// The server stopped before the end of the handshake.
    #[error("the server stops")]
    Stopped,
    /// The bot could not be started.
    #[error("the bot does not start: {0}")]
    Bot(#[from] LaunchError),
    /// The client broke the WebSocket protocol, or exceeded a limit.
    #[error("{0}")]
    Protocol(#[from] Error),
    /// The client sent a binary frame.
    #[error("the client sent a binary frame, not text")]
    BinaryFrame,
    /// A system call failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl ConnectionError {
    /// Returns the response to a failed handshake; `None` if the client cannot read it.
    fn response(&self) -> Option<Response> {
        match self {
            ConnectionError::Request(error) => error.response(),
            ConnectionError::Upgrade(error) => Some(error.response()),
            ConnectionError::Access(error) => Some(error.response()),
            ConnectionError::Stopped => Some(Response::text(503, &self.to_string())),
            _ => None,
        }
    }

    /// Returns the frame that closes an open connection; `None` if the client cannot read it.
    fn close_frame(&self) -> Option<CloseFrame> {
        match self {
            ConnectionError::Bot(_) => Some(frame(CloseCode::Error, "the bot does not start")),
            ConnectionError::Protocol(error) => websocket::close_frame(error),
            ConnectionError::BinaryFrame => Some(websocket::binary_frame()),
            _ => None,
        }
    }
}

/// A connection after the handshake.
pub(super) struct Connection {
    socket: WebSocket<DeadlineStream>,
    /// The longest time without a message of the client.
    idle: Duration,
    /// The longest wait for a message.
    poll: Duration,
}

/// Why a connection ends.
enum End {
    /// The client has closed it.
    Left,
    /// The server closes it, with this code and reason.
    Close(CloseCode, &'static str),
}

impl Connection {
    /// Performs the handshake with a client that may connect; sends an error response to others.
    pub fn accept(
        stream: TcpStream,
        listens_on: IpAddr,
        options: &WebSocketOptions,
        stop: &AtomicBool,
    ) -> Result<Connection, ConnectionError> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let mut stream = DeadlineStream::new(stream, POLL_INTERVAL);
        let mut reader = RequestReader::default();
        let checked = read_request(&mut reader, &mut stream, stop).and_then(|request| {
            let answer = websocket::upgrade(&request)?;
            options.access.check(listens_on, &request)?;
            Ok(answer)
        });
        stream.allow(POLL_INTERVAL, IO_TIMEOUT);
        let answer = checked.inspect_err(|error| {
            if let Some(response) = error.response() {
                // A client that does not read the response gets none.
                let written = response.write_to(&mut stream);
                let _ = written.and_then(|()| stream.finish(DRAIN_TIME));
            }
        })?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_LINE_BYTES))
            .max_frame_size(Some(MAX_LINE_BYTES));
        Ok(Connection {
            socket: websocket::open(stream, answer, reader.into_rest(), config)?,
            idle: options.idle,
            poll: POLL_INTERVAL,
        })
    }

    /// Relays messages until the client leaves, the bot ends, or `stop` is set.
    pub fn run(&mut self, kind: &BotKind, stop: &AtomicBool) -> Result<(), ConnectionError> {
        let end = Bot::start(kind).map_err(ConnectionError::from);
        let end = end.and_then(|mut bot| {
            if bot.is_asynchronous() {
                self.poll = ASYNCHRONOUS_POLL_INTERVAL;
            }
            self.relay(&mut bot, stop)
        });
        let closing = match &end {
            // The answer to the client's closing frame is already in the buffer.
            Ok(End::Left) => None,
            Ok(End::Close(code, reason)) => Some(frame(*code, reason)),
            Err(error) => error.close_frame(),
        };
        self.close(closing);
        end.map(drop)
    }

    fn relay(&mut self, bot: &mut Bot, stop: &AtomicBool) -> Result<End, ConnectionError> {
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
                Some(Message::Binary(_)) => return Err(ConnectionError::BinaryFrame),
                Some(_) => {}
            }
        }
    }

    /// Sends all messages of the bot. Returns false if it has ended.
    fn send_all(&mut self, bot: &mut Bot) -> Result<bool, ConnectionError> {
        loop {
            match bot.next_message() {
                BotOutput::Message(message) => self.send(message)?,
                BotOutput::Nothing => return Ok(true),
                BotOutput::Ended => return Ok(false),
            }
        }
    }

    /// Sends a message. A client that does not read it in time causes an error.
    fn send(&mut self, message: String) -> Result<(), ConnectionError> {
        self.socket.get_mut().allow(self.poll, IO_TIMEOUT);
        Ok(self.socket.send(Message::text(message))?)
    }

    /// Returns the next message, if it arrives within the poll time. A partial frame is continued by
    /// the next call.
    fn read(&mut self) -> Result<Option<Message>, ConnectionError> {
        self.socket.get_mut().allow(self.poll, IO_TIMEOUT);
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

    /// Sends buffered frames and the closing frame, if there is one; then waits shortly for the
    /// client to close the connection, so that it receives them.
    fn close(&mut self, closing: Option<CloseFrame>) {
        self.socket.get_mut().allow(self.poll, IO_TIMEOUT);
        // Errors have no effect: the connection ends.
        let _ = match closing {
            Some(frame) => self.socket.close(Some(frame)),
            None => self.socket.flush(),
        };
        let _ = self.socket.get_mut().finish(DRAIN_TIME);
    }
}

fn frame(code: CloseCode, reason: &'static str) -> CloseFrame {
    CloseFrame {
        code,
        reason: reason.into(),
    }
}

/// Reads a request, within the time of a handshake and until `stop` is set.
fn read_request(
    reader: &mut RequestReader,
    stream: &mut DeadlineStream,
    stop: &AtomicBool,
) -> Result<Request, ConnectionError> {
    let deadline = Instant::now() + IO_TIMEOUT;
    loop {
        stream.allow(POLL_INTERVAL, IO_TIMEOUT);
        if let Some(request) = reader.read(stream)? {
            return Ok(request);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(ConnectionError::Stopped);
        }
        if Instant::now() > deadline {
            return Err(RequestError::Timeout.into());
        }
    }
}
