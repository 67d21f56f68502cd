//! One connection: the handshake, and frames to a bot and back.

use super::WebSocketOptions;
use super::access::AccessError;
use super::bot::{Bot, Said};
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

/// How long a handshake and a message to a client may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time between two looks at whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The same while a bot may say something at any time.
const ASYNCHRONOUS_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Why a connection ended that should not have.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// What the client sends is no request.
    #[error("the handshake failed: {0}")]
    Request(#[from] RequestError),
    /// The request opens no WebSocket.
    #[error("the handshake failed: {0}")]
    Upgrade(#[from] UpgradeError),
    /// The client may not connect.
    #[error("refused: {0}")]
    Access(#[from] AccessError),
    /// The server stops before the handshake is over.
    #[error("the server stops")]
    Stopped,
    /// The bot does not start.
    #[error("the bot does not start: {0}")]
    Bot(#[from] LaunchError),
    /// The client broke the protocol, or a limit.
    #[error("{0}")]
    Protocol(#[from] Error),
    /// The client sends binary frames.
    #[error("a binary frame came where a text is wanted")]
    BinaryFrame,
    /// The system.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl ConnectionError {
    /// Returns the answer to a handshake that fails; `None` if nobody is there to read it.
    fn response(&self) -> Option<Response> {
        match self {
            ConnectionError::Request(error) => error.response(),
            ConnectionError::Upgrade(error) => Some(error.response()),
            ConnectionError::Access(error) => Some(error.response()),
            ConnectionError::Stopped => Some(Response::text(503, &self.to_string())),
            _ => None,
        }
    }

    /// Returns what an open connection is closed with; `None` if nobody is there to read it.
    fn close_frame(&self) -> Option<CloseFrame> {
        match self {
            ConnectionError::Bot(_) => Some(frame(CloseCode::Error, "the bot does not start")),
            ConnectionError::Protocol(error) => websocket::close_frame(error),
            ConnectionError::BinaryFrame => Some(websocket::binary_frame()),
            _ => None,
        }
    }
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

impl Connection {
    /// Shakes hands with a client, if it may connect; else tells it why not.
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
        stream.allow(POLL_INTERVAL, PATIENCE);
        let answer = checked.inspect_err(|error| {
            if let Some(response) = error.response() {
                // Whether it listens is its own matter.
                let told = response.write_to(&mut stream);
                let _ = told.and_then(|()| stream.finish(DRAIN_TIME));
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

    /// Carries messages until the client leaves, the bot ends, or `stop` is set.
    pub fn run(&mut self, kind: &BotKind, stop: &AtomicBool) -> Result<(), ConnectionError> {
        let end = Bot::start(kind).map_err(ConnectionError::from);
        let end = end.and_then(|mut bot| {
            if bot.is_asynchronous() {
                self.poll = ASYNCHRONOUS_POLL_INTERVAL;
            }
            self.converse(&mut bot, stop)
        });
        let closing = match &end {
            // The answer to the client's frame waits to be sent.
            Ok(End::Left) => None,
            Ok(End::Close(code, reason)) => Some(frame(*code, reason)),
            Err(error) => error.close_frame(),
        };
        self.close(closing);
        end.map(drop)
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
                Some(Message::Binary(_)) => return Err(ConnectionError::BinaryFrame),
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

    /// Sends what waits to be sent and, if there is one, the frame that closes; then waits a moment
    /// for the client to close, too, so that it gets them.
    fn close(&mut self, closing: Option<CloseFrame>) {
        self.socket.get_mut().allow(self.poll, PATIENCE);
        // It makes no difference any more whether the client is there.
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

/// Reads a request, for as long as a handshake may take and `stop` is not set.
fn read_request(
    reader: &mut RequestReader,
    stream: &mut DeadlineStream,
    stop: &AtomicBool,
) -> Result<Request, ConnectionError> {
    let until = Instant::now() + PATIENCE;
    loop {
        stream.allow(POLL_INTERVAL, PATIENCE);
        if let Some(request) = reader.read(stream)? {
            return Ok(request);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(ConnectionError::Stopped);
        }
        if Instant::now() > until {
            return Err(RequestError::Timeout.into());
        }
    }
}
