//! `landfall pason play`: one team in one match, from the connection to MatchEnd.
//!
//! ```text
//! states ──message──▶ player ──order──▶ commands       one thread per socket
//!                     pilot, engine  ◀──report──┘
//! ```
//!
//! The player's thread owns the pilot and the engine, and no socket. What is to be done is
//! decided by the pilot; here are only the threads, the time and the words for people.

mod client_loop;
mod command_channel;
mod options;
mod state_channel;
mod status_line;
#[cfg(test)]
mod tests;

pub use options::{ClientOptions, Password};
pub use status_line::format_result;

use super::controller::MatchStats;
use super::engine::{Engine, EngineKind};
use super::messages::StateMessage;
use command_channel::CommandOutcome;
use landfall_tbp::host::{BotError, LaunchError};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// What the socket threads tell the player.
#[derive(Debug)]
enum Event {
    State(StateMessage),
    Command(CommandOutcome),
}

/// Plays a match to its end.
///
/// # Errors
/// The server refuses the team, the bot fails, or a socket cannot be made.
pub fn play(options: &ClientOptions, kind: EngineKind) -> Result<MatchStats, ClientError> {
    let engine = Engine::launch(kind)?;
    let context = zmq::Context::new();
    let stop = Arc::new(AtomicBool::new(false));
    let (events, heard) = channel();
    let subscriber = state_channel::StateChannel::connect(&context, options)?;
    let requester = command_channel::CommandChannel::connect(&context, options)?;
    let (jobs, work) = channel();
    let threads = [
        {
            let (events, stop) = (events.clone(), Arc::clone(&stop));
            thread::spawn(move || subscriber.run(&events, &stop))
        },
        {
            let stop = Arc::clone(&stop);
            thread::spawn(move || requester.run(&work, &events, &stop))
        },
    ];
    let mut player = client_loop::ClientLoop::new(options, engine, jobs);
    let played = player.run(&heard);
    stop.store(true, Ordering::Relaxed);
    let tally = player.finish();
    for thread in threads {
        // A thread that panicked has said so; the match is over either way.
        let _ = thread.join();
    }
    played.map(|()| tally)
}

/// Why a match could not be played.
#[derive(Debug)]
pub enum ClientError {
    /// The bot could not be brought to play.
    Launch(LaunchError),
    /// The bot did wrong.
    Bot(BotError),
    /// The server does not let the team in.
    JoinRefused(String),
    /// An address or a socket is unusable.
    Socket {
        /// The address.
        endpoint: String,
        /// What the library says.
        error: zmq::Error,
    },
    /// A thread of the client ended although the match goes on.
    ThreadEnded,
}

impl From<LaunchError> for ClientError {
    fn from(error: LaunchError) -> ClientError {
        ClientError::Launch(error)
    }
}

impl From<BotError> for ClientError {
    fn from(fault: BotError) -> ClientError {
        ClientError::Bot(fault)
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Launch(error) => write!(f, "{error}"),
            ClientError::Bot(fault) => write!(f, "{fault}"),
            ClientError::JoinRefused(reason) => {
                write!(
                    f,
                    "the server refuses the connection to the match: {reason}"
                )
            }
            ClientError::Socket { endpoint, error } => {
                write!(f, "{endpoint} cannot be connected to: {error}")
            }
            ClientError::ThreadEnded => {
                f.write_str("a connection thread ended before the match did")
            }
        }
    }
}

impl std::error::Error for ClientError {}
