//! The room's sockets: one thread serves the listener and a few connections without blocking on any
//! of them.

use super::room::{ConnectionId, JoinRequest, Output, Room};
use crate::messages::MAX_MESSAGE_BYTES;
use landfall_net::http::{Request, RequestError, RequestReader, Response, refuse_busy};
use landfall_net::local::is_local_host;
use landfall_net::websocket::{self, UpgradeError};
use landfall_net::{DeadlineStream, is_timeout};
use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The most connections, including those that are still in their handshake.
const MAX_CONNECTIONS: usize = 8;

/// How long a handshake may take, and how long a closed connection may stay open.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long clients have to close their connections when the server stops.
const GOODBYE_TIME: Duration = Duration::from_millis(500);

/// Most time for the frames of one connection before the others are served: some frames never
/// complete a message.
const MAX_TURN: Duration = Duration::from_millis(10);

/// Most frames of one connection that are handled before the others are served.
const MAX_FRAMES_A_TURN: usize = 32;

/// Most unsent bytes for a client that does not read.
const MAX_UNSENT_BYTES: usize = 4 * MAX_MESSAGE_BYTES;

/// All connections of a room.
pub(super) struct Sockets {
    listener: TcpListener,
    connections: Vec<Connection>,
    next_id: ConnectionId,
}

struct Connection {
    id: ConnectionId,
    stage: Stage,
    /// When it is dropped in any stage; `None` while it plays.
    drop_at: Option<Duration>,
}

enum Stage {
    /// The request is read.
    Handshake(DeadlineStream, Box<RequestReader>),
    /// Frames come and go.
    Open(Box<WebSocket<DeadlineStream>>),
    /// Everything is sent; bytes that still arrive are dropped, so that the system does not discard
    /// what was sent.
    Closing(DeadlineStream),
    /// The connection is closed.
    Gone,
}

/// Why a client gets no WebSocket.
#[derive(Debug, thiserror::Error)]
enum HandshakeError {
    #[error("{0}")]
    Request(#[from] RequestError),
    #[error("{0}")]
    Upgrade(#[from] UpgradeError),
    /// Any web page could talk to a server on this machine; browsers identify their requests.
    #[error("web pages may not connect: connect from a program")]
    WebPage,
    #[error(
        "the Host of the request is no address of this server: use the address that it has printed"
    )]
    Host,
}

impl HandshakeError {
    /// Returns the answer for the client; `None` if it is gone.
    fn response(&self) -> Option<Response> {
        match self {
            HandshakeError::Request(error) => error.response(),
            HandshakeError::Upgrade(error) => Some(error.response()),
            HandshakeError::WebPage | HandshakeError::Host => {
                Some(Response::text(403, &self.to_string()))
            }
        }
    }
}

impl Sockets {
    /// Serves a listener, which must not block.
    pub fn new(listener: TcpListener) -> Sockets {
        Sockets {
            listener,
            connections: Vec::new(),
            next_id: 0,
        }
    }

    /// Accepts new connections, passes on what has arrived, and sends the room's outputs. Returns
    /// whether anything arrived.
    pub fn turn(&mut self, room: &mut Room, now: Duration) -> bool {
        let mut busy = self.accept(room, now);
        for connection in &mut self.connections {
            busy |= connection.advance(room, now);
        }
        self.send(room, now);
        self.drop_those_gone(room, now);
        busy
    }

    /// Sends the room's outputs.
    pub fn send(&mut self, room: &mut Room, now: Duration) {
        for (id, output) in room.take_outputs() {
            let mut connections = self.connections.iter_mut();
            if let Some(connection) = connections.find(|connection| connection.id == id) {
                connection.send(output, now);
            }
        }
    }

    /// Informs all clients that the server stops, and waits briefly until they have received it.
    pub fn close_all(&mut self, room: &mut Room, now: Duration) {
        self.send(room, now);
        // Connections without a complete request are not waited for.
        let is_open = |connection: &Connection| !matches!(connection.stage, Stage::Handshake(..));
        self.connections.retain(is_open);
        for connection in &mut self.connections {
            connection.send(Output::Close(1001, "The server stops"), now);
        }
        let started = Instant::now();
        while !self.connections.is_empty() && started.elapsed() < GOODBYE_TIME {
            for connection in &mut self.connections {
                connection.leave();
            }
            // The room is not informed: no player is responsible for this end of a game.
            let is_there = |connection: &Connection| !matches!(connection.stage, Stage::Gone);
            self.connections.retain(is_there);
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn accept(&mut self, room: &mut Room, now: Duration) -> bool {
        let mut busy = false;
        while let Ok((stream, peer)) = self.listener.accept() {
            busy = true;
            if self.connections.len() >= MAX_CONNECTIONS {
                log::warn!("{peer}: refused, {MAX_CONNECTIONS} connections are open");
                refuse_busy(stream);
                continue;
            }
            self.next_id += 1;
            match Connection::accept(self.next_id, stream, now) {
                Ok(mut connection) => {
                    connection.advance(room, now);
                    self.connections.push(connection);
                }
                Err(error) => log::warn!("{peer}: {error}"),
            }
        }
        busy
    }

    fn drop_those_gone(&mut self, room: &mut Room, now: Duration) {
        self.connections.retain(|connection| {
            let is_late = connection.drop_at.is_some_and(|at| at <= now);
            let is_gone = is_late || matches!(connection.stage, Stage::Gone);
            if is_gone {
                room.disconnect(connection.id);
            }
            !is_gone
        });
    }
}

impl Connection {
    /// Accepts a connection whose request is still to be read.
    fn accept(id: ConnectionId, stream: TcpStream, now: Duration) -> io::Result<Connection> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        // The stream does not block; the deadline is for endless input.
        let stream = DeadlineStream::new(stream, MAX_TURN);
        Ok(Connection {
            id,
            stage: Stage::Handshake(stream, Box::default()),
            drop_at: Some(now + PATIENCE),
        })
    }

    /// Continues with what has arrived. Returns whether there was anything.
    fn advance(&mut self, room: &mut Room, now: Duration) -> bool {
        match std::mem::replace(&mut self.stage, Stage::Gone) {
            Stage::Handshake(stream, reader) => {
                self.shake_hands(stream, reader, room, now);
                !matches!(self.stage, Stage::Handshake(..))
            }
            Stage::Open(mut socket) => {
                let (end, frames) = self.read_frames(&mut socket, room, now);
                self.stage = match end {
                    None => Stage::Open(socket),
                    Some(End::Gone) => Stage::Gone,
                    Some(End::Close(frame)) => close(*socket, frame),
                };
                if matches!(self.stage, Stage::Closing(_)) {
                    self.drop_at.get_or_insert(now + PATIENCE);
                    room.disconnect(self.id);
                }
                frames > 0
            }
            Stage::Closing(stream) => {
                self.stage = drain(stream);
                false
            }
            Stage::Gone => false,
        }
    }

    /// Sends the unsent bytes, then waits for the client to close.
    fn leave(&mut self) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Gone) {
            Stage::Open(mut socket) => {
                socket.get_mut().allow(MAX_TURN, MAX_TURN);
                match socket.flush() {
                    Err(Error::Io(error)) if is_timeout(&error) => Stage::Open(socket),
                    Err(Error::Io(_)) => Stage::Gone,
                    _ => half_close(socket.into_inner()),
                }
            }
            Stage::Closing(stream) => drain(stream),
            Stage::Handshake(..) | Stage::Gone => Stage::Gone,
        };
    }

    /// Continues to read the request, and answers it when it is complete.
    fn shake_hands(
        &mut self,
        mut stream: DeadlineStream,
        mut reader: Box<RequestReader>,
        room: &mut Room,
        now: Duration,
    ) {
        stream.allow(MAX_TURN, MAX_TURN);
        let answered = match reader.read(&mut stream) {
            Ok(None) if self.drop_at.is_some_and(|at| at <= now) => {
                Err(RequestError::Timeout.into())
            }
            Ok(None) => {
                self.stage = Stage::Handshake(stream, reader);
                return;
            }
            Ok(Some(request)) => answer(&request),
            Err(error) => Err(error.into()),
        };
        // Reading may have used up the time of this turn; the few bytes of an answer do not block.
        stream.allow(MAX_TURN, PATIENCE);
        let (response, join) = match answered {
            Ok(answered) => answered,
            Err(error) => {
                log::warn!("connection {}: the handshake failed: {error}", self.id);
                if let Some(response) = error.response() {
                    self.stage = refuse(stream, response);
                }
                return;
            }
        };
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES))
            .max_write_buffer_size(MAX_UNSENT_BYTES);
        match websocket::open(stream, response, reader.into_rest(), config) {
            Ok(socket) => {
                self.stage = Stage::Open(Box::new(socket));
                self.drop_at = None;
                room.connect(self.id, &join, now);
            }
            Err(error) => log::warn!("connection {}: {error}", self.id),
        }
    }

    /// Returns how the connection ends, if it does, and the number of frames.
    fn read_frames(
        &self,
        socket: &mut WebSocket<DeadlineStream>,
        room: &mut Room,
        now: Duration,
    ) -> (Option<End>, usize) {
        socket.get_mut().allow(MAX_TURN, MAX_TURN);
        for frames in 0..MAX_FRAMES_A_TURN {
            match socket.read() {
                // Messages of a connection that is being closed are ignored.
                Ok(Message::Text(text)) if self.drop_at.is_none() => {
                    room.message(self.id, text.as_str(), now);
                }
                Ok(Message::Binary(_)) if self.drop_at.is_none() => {
                    return (Some(End::Close(Some(websocket::binary_frame()))), frames);
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    let end = (!is_fine(&socket.flush())).then_some(End::Gone);
                    return (end, frames);
                }
                // Both sides have sent a close frame.
                Err(Error::ConnectionClosed) => return (Some(End::Close(None)), frames),
                Err(error) => {
                    log::debug!("connection {}: {error}", self.id);
                    let end = websocket::close_frame(&error);
                    return (
                        Some(end.map_or(End::Gone, |it| End::Close(Some(it)))),
                        frames,
                    );
                }
            }
        }
        (None, MAX_FRAMES_A_TURN)
    }

    fn send(&mut self, output: Output, now: Duration) {
        let Stage::Open(socket) = &mut self.stage else {
            return;
        };
        socket.get_mut().allow(MAX_TURN, MAX_TURN);
        let sent = match output {
            Output::Text(text) => socket.send(Message::text(text)),
            Output::Close(code, reason) => {
                self.drop_at = Some(now + PATIENCE);
                let frame = CloseFrame {
                    code: code.into(),
                    reason: reason.into(),
                };
                socket.close(Some(frame)).and_then(|()| socket.flush())
            }
        };
        if !is_fine(&sent) {
            self.stage = Stage::Gone;
        }
    }
}

/// How a connection ends.
enum End {
    /// The client is gone.
    Gone,
    /// With this close frame, if it is still to be sent.
    Close(Option<CloseFrame>),
}

/// Returns whether writing has succeeded or can continue later.
fn is_fine(result: &Result<(), Error>) -> bool {
    match result {
        Ok(()) => true,
        Err(Error::Io(error)) => error.kind() == ErrorKind::WouldBlock,
        Err(_) => false,
    }
}

/// Returns the answer that opens a WebSocket, and the client's query.
fn answer(request: &Request) -> Result<(Response, JoinRequest), HandshakeError> {
    let response = websocket::upgrade(request)?;
    if request.header("Origin").is_some() {
        return Err(HandshakeError::WebPage);
    }
    if !request.header("Host").is_some_and(is_local_host) {
        return Err(HandshakeError::Host);
    }
    Ok((response, JoinRequest::from_query(request.query())))
}

/// Sends the answer to a request that opens no WebSocket; these few bytes always fit.
fn refuse(mut stream: DeadlineStream, response: Response) -> Stage {
    match response.write_to(&mut stream) {
        Ok(()) => half_close(stream),
        Err(_) => Stage::Gone,
    }
}

/// Sends the close frame, if there is one, and nothing more.
fn close(mut socket: WebSocket<DeadlineStream>, frame: Option<CloseFrame>) -> Stage {
    socket.get_mut().allow(MAX_TURN, PATIENCE);
    if let Some(frame) = frame
        && !is_fine(&socket.close(Some(frame)))
    {
        return Stage::Gone;
    }
    half_close(socket.into_inner())
}

fn half_close(stream: DeadlineStream) -> Stage {
    match stream.tcp().shutdown(Shutdown::Write) {
        Ok(()) => Stage::Closing(stream),
        Err(_) => Stage::Gone,
    }
}

/// Drops incoming bytes until the client has closed.
fn drain(mut stream: DeadlineStream) -> Stage {
    stream.allow(MAX_TURN, MAX_TURN);
    let mut bytes = [0; 4096];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return Stage::Gone,
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if is_timeout(&error) => return Stage::Closing(stream),
            Err(_) => return Stage::Gone,
        }
    }
}
