//! The thread of the command channel: one request at a time, each with a time-out.
//!
//! A request socket that got no reply can never be used again, so it is replaced. Owns the
//! client token and the password; neither is ever logged.

use super::{Error, Event, Options};
use crate::messages::{Request, Response};
use crate::pilot::{Answer, Order};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Duration;

/// The first pause after a connection that failed, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// What the player wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Join the match, as often as it takes.
    Join,
    /// Send a move.
    Move(Order),
}

/// What became of a job.
#[derive(Debug)]
pub enum Report {
    /// The match is joined.
    Joined,
    /// The server said no, with its reason.
    Denied(String),
    /// What became of a move.
    Answer(Answer),
}

/// The socket, until its thread takes it.
pub struct Requester {
    context: zmq::Context,
    socket: zmq::Socket,
    options: Options,
    client_token: String,
}

impl Requester {
    /// Makes the socket. The library connects by itself.
    pub fn connect(context: &zmq::Context, options: &Options) -> Result<Requester, Error> {
        let socket = socket(context, options).map_err(|error| Error::Socket {
            endpoint: options.commands.clone(),
            error,
        })?;
        Ok(Requester {
            context: context.clone(),
            socket,
            options: options.clone(),
            client_token: String::new(),
        })
    }

    /// Does jobs until there will be no more, or until it is told to stop.
    pub fn run(mut self, jobs: &Receiver<Job>, events: &Sender<Event>, stop: &AtomicBool) {
        for job in jobs {
            let report = match job {
                Job::Join => self.join(stop),
                Job::Move(order) => Some(Report::Answer(self.send_move(order))),
            };
            let Some(report) = report else {
                return;
            };
            if events.send(Event::Report(report)).is_err() {
                return;
            }
        }
    }

    /// Nothing when it was told to stop meanwhile.
    fn join(&mut self, stop: &AtomicBool) -> Option<Report> {
        let request = Request::MatchConnect {
            match_token: self.options.match_token.clone(),
            team_name: self.options.team.clone(),
            password: self.options.password.reveal().to_string(),
        };
        let [mut pause, longest] = PAUSES;
        while !stop.load(Ordering::Relaxed) {
            match self.request(&request) {
                Some(Response::MatchConnectResp { client_token, .. }) => {
                    self.client_token = client_token;
                    return Some(Report::Joined);
                }
                Some(Response::ErrorResp { error, message }) => {
                    return Some(Report::Denied(reason(&error, &message)));
                }
                Some(_) => log::warn!("the server answers MatchConnect with something else"),
                None => log::warn!("no answer from {}, trying again", self.options.commands),
            }
            thread::sleep(pause);
            pause = (pause * 2).min(longest);
        }
        None
    }

    fn send_move(&mut self, order: Order) -> Answer {
        let request = Request::GameMove {
            client_token: self.client_token.clone(),
            mv: order.mv,
            piece_number: Some(order.piece_number),
        };
        log::debug!("{} for piece {}", order.mv, order.piece_number);
        match self.request(&request) {
            Some(Response::GameMoveResp { .. }) => Answer::Accepted,
            Some(Response::ErrorResp { error, message }) => {
                log::warn!("a move is refused: {}", reason(&error, &message));
                Answer::Refused
            }
            Some(_) => Answer::Refused,
            None => {
                log::warn!("no answer to a move within {:?}", self.options.reply);
                Answer::Lost
            }
        }
    }

    /// The answer; nothing if none came in time or it cannot be read.
    fn request(&mut self, request: &Request) -> Option<Response> {
        let exchanged = self
            .socket
            .send(request.to_json().as_bytes(), 0)
            .and_then(|()| self.socket.recv_multipart(0));
        match exchanged {
            Ok(frames) => match Response::read(&frames.concat()) {
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
    // What a server sends must not steer the terminal.
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

fn socket(context: &zmq::Context, options: &Options) -> zmq::Result<zmq::Socket> {
    let socket = context.socket(zmq::REQ)?;
    let limit = i32::try_from(options.reply.as_millis()).unwrap_or(i32::MAX);
    socket.set_linger(0)?;
    socket.set_sndtimeo(limit)?;
    socket.set_rcvtimeo(limit)?;
    socket.connect(&options.commands)?;
    Ok(socket)
}
