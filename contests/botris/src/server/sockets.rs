//! The room's sockets: one thread that looks after the listener and a few connections, none of
//! which it ever waits for.

use super::room::{ConnectionId, JoinRequest, Output, Room};
use crate::messages::MAX_MESSAGE_BYTES;
use landfall_net::DeadlineStream;
use landfall_net::local::is_local_host;
use std::io::{self, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tungstenite::handshake::server::{Callback, ErrorResponse, Request, Response};
use tungstenite::handshake::{HandshakeError, MidHandshake};
use tungstenite::http::{StatusCode, header};
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, Message, ServerHandshake, WebSocket, accept_hdr_with_config};

/// Connections at a time, those among them that still shake hands.
const MAX_CONNECTIONS: usize = 8;

/// How long a handshake may take, and a connection that is closed may stay open.
const PATIENCE: Duration = Duration::from_secs(5);

/// Most time for the frames of one connection before it is the others' turn: there are frames
/// that never make a message.
const MAX_TURN: Duration = Duration::from_millis(10);

/// Frames of one connection that are handled before it is the others' turn.
const MAX_FRAMES_A_TURN: usize = 32;

/// Most bytes that wait to be sent to a client that does not read.
const MAX_UNSENT_BYTES: usize = 4 * MAX_MESSAGE_BYTES;

type Role = ServerHandshake<DeadlineStream, AccessCheck>;

/// All connections of a room.
pub(super) struct Sockets {
    listener: TcpListener,
    connections: Vec<Connection>,
    next_id: ConnectionId,
}

struct Connection {
    id: ConnectionId,
    stage: Stage,
    /// When it is dropped, whatever its stage; `None` while it plays.
    drop_at: Option<Duration>,
}

enum Stage {
    /// The handshake goes on; what was asked for is put into the cell.
    Handshake(Box<MidHandshake<Role>>, Arc<OnceLock<JoinRequest>>),
    /// Frames come and go.
    Open(Box<WebSocket<DeadlineStream>>),
    /// It is over.
    Gone,
}

impl Sockets {
    /// Looks after a listener, which must not block.
    pub fn new(listener: TcpListener) -> Sockets {
        Sockets {
            listener,
            connections: Vec::new(),
            next_id: 0,
        }
    }

    /// Takes new connections, hands on what has come, and sends what the room says. Returns
    /// whether anything came.
    pub fn turn(&mut self, room: &mut Room, now: Duration) -> bool {
        let mut busy = self.accept(room, now);
        for connection in &mut self.connections {
            busy |= connection.advance(room, now);
        }
        self.send(room, now);
        self.drop_those_gone(room, now);
        busy
    }

    /// Sends what the room says now.
    pub fn send(&mut self, room: &mut Room, now: Duration) {
        for (id, output) in room.take_outputs() {
            let mut connections = self.connections.iter_mut();
            if let Some(connection) = connections.find(|connection| connection.id == id) {
                connection.send(output, now);
            }
        }
    }

    /// Tells everybody that the server goes, and waits a little for what is unsent.
    pub fn close_all(&mut self, room: &mut Room, now: Duration) {
        self.send(room, now);
        for connection in &mut self.connections {
            connection.send(Output::Close(1001, "The server stops"), now);
        }
        for _ in 0..50 {
            if !self.connections.iter_mut().any(Connection::has_unsent) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
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
            match Connection::accept(self.next_id, stream, room, now) {
                Ok(connection) => self.connections.push(connection),
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
    /// Begins to shake hands, which may be over at once.
    fn accept(
        id: ConnectionId,
        stream: TcpStream,
        room: &mut Room,
        now: Duration,
    ) -> io::Result<Connection> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES))
            .max_write_buffer_size(MAX_UNSENT_BYTES);
        let request = Arc::new(OnceLock::new());
        let check = AccessCheck(Arc::clone(&request));
        let mut connection = Connection {
            id,
            stage: Stage::Gone,
            drop_at: Some(now + PATIENCE),
        };
        // It does not block; the deadline is for what comes without end.
        let stream = DeadlineStream::new(stream, MAX_TURN);
        let result = accept_hdr_with_config(stream, check, Some(config));
        connection.shaken(result, request, room, now);
        Ok(connection)
    }

    /// Goes on with what has come. Returns whether there was anything.
    fn advance(&mut self, room: &mut Room, now: Duration) -> bool {
        match std::mem::replace(&mut self.stage, Stage::Gone) {
            Stage::Handshake(mut handshake, request) => {
                let stream = handshake.get_mut().get_mut();
                stream.allow(MAX_TURN, MAX_TURN);
                self.shaken(handshake.handshake(), request, room, now);
                !matches!(self.stage, Stage::Handshake(..))
            }
            Stage::Open(mut socket) => {
                let (still_open, frames) = self.read_frames(&mut socket, room, now);
                if still_open {
                    self.stage = Stage::Open(socket);
                }
                frames > 0
            }
            Stage::Gone => false,
        }
    }

    /// Takes the result of a part of the handshake.
    fn shaken(
        &mut self,
        result: Result<WebSocket<DeadlineStream>, HandshakeError<Role>>,
        request: Arc<OnceLock<JoinRequest>>,
        room: &mut Room,
        now: Duration,
    ) {
        match result {
            Ok(socket) => {
                self.stage = Stage::Open(Box::new(socket));
                self.drop_at = None;
                let request = request.get().cloned().unwrap_or_default();
                room.connect(self.id, &request, now);
            }
            Err(HandshakeError::Interrupted(handshake)) => {
                self.stage = Stage::Handshake(Box::new(handshake), request);
            }
            Err(error) => {
                log::warn!("connection {}: the handshake failed: {error}", self.id);
            }
        }
    }

    /// Returns whether the connection is still open, and how many frames have come.
    fn read_frames(
        &self,
        socket: &mut WebSocket<DeadlineStream>,
        room: &mut Room,
        now: Duration,
    ) -> (bool, usize) {
        socket.get_mut().allow(MAX_TURN, MAX_TURN);
        for frames in 0..MAX_FRAMES_A_TURN {
            match socket.read() {
                // What a connection says that is being closed counts no more.
                Ok(Message::Text(text)) if self.drop_at.is_none() => {
                    room.message(self.id, text.as_str(), now);
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    return (is_fine(&socket.flush()), frames);
                }
                Err(error) => {
                    if !matches!(error, Error::ConnectionClosed) {
                        log::debug!("connection {}: {error}", self.id);
                    }
                    return (false, frames);
                }
            }
        }
        (true, MAX_FRAMES_A_TURN)
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

    fn has_unsent(&mut self) -> bool {
        match &mut self.stage {
            Stage::Open(socket) => {
                socket.get_mut().allow(MAX_TURN, MAX_TURN);
                matches!(socket.flush(), Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock)
            }
            Stage::Handshake(..) | Stage::Gone => false,
        }
    }
}

/// Returns whether writing has worked, or goes on later.
fn is_fine(result: &Result<(), Error>) -> bool {
    match result {
        Ok(()) => true,
        Err(Error::Io(error)) => error.kind() == ErrorKind::WouldBlock,
        Err(_) => false,
    }
}

/// Tells a client that there is no room for it.
fn refuse_busy(mut stream: TcpStream) {
    // Whoever does not listen is left alone; these few bytes always fit.
    let _ = stream.set_nonblocking(true);
    let _ = stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
}

/// Looks at a request to connect: programs of this machine may, web pages may not.
struct AccessCheck(Arc<OnceLock<JoinRequest>>);

impl Callback for AccessCheck {
    fn on_request(self, request: &Request, response: Response) -> Result<Response, ErrorResponse> {
        let text = |name| {
            let value = request.headers().get(name);
            value.map(|value| value.to_str().unwrap_or_default())
        };
        // Every web page could talk to a server on this machine; browsers say that they are one.
        if text(header::ORIGIN).is_some() {
            return Err(refused("web pages may not connect"));
        }
        if !text(header::HOST).is_some_and(is_local_host) {
            return Err(refused("this server is not known by this Host"));
        }
        let query = request.uri().query().unwrap_or_default();
        // It is asked once.
        let _ = self.0.set(JoinRequest::from_query(query));
        Ok(response)
    }
}

fn refused(reason: &str) -> ErrorResponse {
    let mut response = ErrorResponse::new(Some(reason.to_string()));
    *response.status_mut() = StatusCode::FORBIDDEN;
    response
}
