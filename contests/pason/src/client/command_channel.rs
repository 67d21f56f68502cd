//! The thread of the command channel: one request at a time, each with a time-out.
//!
//! A request socket without a reply cannot be used again, so it is replaced. Holds the client token
//! and the password and logs neither of them.

use super::options::is_ipv6;
use super::{ClientError, ClientOptions, Event};
use crate::controller::{MoveReply, PieceMove};
use crate::messages::{MAX_MESSAGE_BYTES, Request, Response};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::thread;
use std::time::Duration;

/// The first pause after a failed attempt to join, and the longest pause.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// A command for the command channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Join the match, with as many attempts as needed.
    Join,
    /// Send a move.
    Move(PieceMove),
}

/// The result of a command.
#[derive(Debug)]
pub enum CommandOutcome {
    /// The match is joined.
    Joined,
    /// The server refused to let the team in, with its reason.
    JoinRefused(String),
    /// The reply to a move.
    Reply(MoveReply),
}

/// The request socket and what it needs.
pub struct CommandChannel {
    context: zmq::Context,
    socket: zmq::Socket,
    options: ClientOptions,
    client_token: String,
}

impl CommandChannel {
    /// Creates the socket. ZeroMQ connects on its own.
    ///
    /// # Errors
    /// The socket cannot be created.
    pub fn connect(
        context: &zmq::Context,
        options: &ClientOptions,
    ) -> Result<CommandChannel, ClientError> {
        let socket = socket(context, options).map_err(|error| ClientError::Socket {
            endpoint: options.command_endpoint.clone(),
            error,
        })?;
        Ok(CommandChannel {
            context: context.clone(),
            socket,
            options: options.clone(),
            client_token: String::new(),
        })
    }

    /// Performs commands until the queue is closed or `stop` is set.
    pub fn run(
        mut self,
        commands: &Receiver<Command>,
        events: &SyncSender<Event>,
        stop: &AtomicBool,
    ) {
        for command in commands {
            let outcome = match command {
                Command::Join => self.join(stop),
                Command::Move(piece_move) => {
                    Some(CommandOutcome::Reply(self.send_move(piece_move)))
                }
            };
            let Some(outcome) = outcome else {
                return;
            };
            if events.send(Event::Command(outcome)).is_err() {
                return;
            }
        }
    }

    /// Joins the match; returns `None` when `stop` was set meanwhile.
    fn join(&mut self, stop: &AtomicBool) -> Option<CommandOutcome> {
        let request = Request::MatchConnect {
            match_token: self.options.match_token.clone(),
            team_name: self.options.team.clone(),
            password: self.options.password.reveal().to_string(),
        };
        let [mut pause, longest] = RETRY_DELAYS;
        while !stop.load(Ordering::Relaxed) {
            match self.request(&request) {
                Some(Response::MatchConnectResp { client_token, .. }) => {
                    self.client_token = client_token;
                    return Some(CommandOutcome::Joined);
                }
                Some(Response::ErrorResp { error, message }) => {
                    return Some(CommandOutcome::JoinRefused(reason(&error, &message)));
                }
                Some(_) => log::warn!(
                    "the server's answer to MatchConnect is no MatchConnectResp: it is asked again"
                ),
                None => log::warn!(
                    "no answer from {}: it is asked again",
                    self.options.command_endpoint
                ),
            }
            thread::sleep(pause);
            pause = (pause * 2).min(longest);
        }
        None
    }

    fn send_move(&mut self, piece_move: PieceMove) -> MoveReply {
        let request = Request::GameMove {
            client_token: self.client_token.clone(),
            mv: piece_move.mv,
            piece_number: Some(piece_move.piece_number),
        };
        log::debug!("{} for piece {}", piece_move.mv, piece_move.piece_number);
        match self.request(&request) {
            Some(response) if response.accepts_move() => MoveReply::Accepted,
            Some(Response::ErrorResp { error, message }) => {
                log::warn!("the server refuses a move: {}", reason(&error, &message));
                MoveReply::Refused
            }
            Some(response) => {
                let json = response.to_json();
                log::warn!(
                    "the server's answer to a move is no GameMoveResp, and is ignored: {}",
                    reason("", &json)
                );
                MoveReply::Lost
            }
            None => {
                log::warn!(
                    "no answer to a move within {:?}",
                    self.options.reply_timeout
                );
                MoveReply::Lost
            }
        }
    }

    /// Sends a request; returns `None` if no answer came in time or it cannot be parsed.
    fn request(&mut self, request: &Request) -> Option<Response> {
        let exchanged = self
            .socket
            .send(request.to_json().as_bytes(), 0)
            .and_then(|()| self.socket.recv_multipart(0));
        match exchanged {
            Ok(frames) => match Response::parse(&frames.concat()) {
                Ok(response) => return Some(response),
                Err(error) => log::warn!("an answer cannot be read: {error}"),
            },
            Err(error) => {
                log::debug!("the command channel: {error}");
                match socket(&self.context, &self.options) {
                    Ok(socket) => self.socket = socket,
                    Err(error) => log::error!("no new socket for the command channel: {error}"),
                }
            }
        }
        None
    }
}

fn reason(error: &str, message: &str) -> String {
    // A server must not be able to send control characters to the terminal.
    let text = match (error, message) {
        (error, "") => error.to_string(),
        ("", message) => message.to_string(),
        (error, message) => format!("{error}: {message}"),
    };
    text.chars()
        .take(300)
        .collect::<String>()
        .replace(char::is_control, "?")
}

fn socket(context: &zmq::Context, options: &ClientOptions) -> zmq::Result<zmq::Socket> {
    let socket = context.socket(zmq::REQ)?;
    // ZeroMQ drops the connection of a server that sends a longer message before it stores it.
    socket.set_maxmsgsize(MAX_MESSAGE_BYTES as i64)?;
    let limit = i32::try_from(options.reply_timeout.as_millis()).unwrap_or(i32::MAX);
    socket.set_linger(0)?;
    socket.set_ipv6(is_ipv6(&options.command_endpoint))?;
    socket.set_sndtimeo(limit)?;
    socket.set_rcvtimeo(limit)?;
    socket.connect(&options.command_endpoint)?;
    Ok(socket)
}
