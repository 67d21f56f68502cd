//! `landfall pason play`: one team in one match, from the connection to MatchEnd.
//!
//! ```text
//! state_channel ──message──▶ client_loop ──command──▶ command_channel    a thread each
//!                            controller,  ◀──outcome──┘
//!                            engine
//! ```
//!
//! The client loop has the controller and the engine, and no socket. The controller decides what to
//! do next; this module only has threads, time and the lines for people.

mod client_loop;
mod command_channel;
mod options;
mod state_channel;
mod status_line;
#[cfg(test)]
mod tests;

pub use landfall_net::Secret;
pub use options::ClientOptions;
pub use status_line::{format_result, format_status};

use super::controller::MatchStats;
use super::engine::{Engine, EngineKind};
use super::messages::StateMessage;
use client_loop::ClientLoop;
use command_channel::{CommandChannel, CommandOutcome};
use landfall_tbp::host::{BotError, LaunchError};
use state_channel::StateChannel;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::thread;
use thiserror::Error;

/// Reports that wait to be read. If there are more, the socket threads wait, and so does ZeroMQ.
const MAX_WAITING_EVENTS: usize = 256;

/// What the socket threads report to the client loop.
#[derive(Debug)]
enum Event {
    State(StateMessage),
    Command(CommandOutcome),
}

/// Plays a match to its end. `on_status` receives the counts of the match several times per second.
///
/// # Errors
/// The server refuses the team, the bot fails, or a socket cannot be created.
pub fn play(
    options: &ClientOptions,
    kind: EngineKind,
    on_status: &mut dyn FnMut(&MatchStats),
) -> Result<MatchStats, ClientError> {
    let engine = Engine::launch(kind)?;
    let context = zmq::Context::new();
    let stop = Arc::new(AtomicBool::new(false));
    let (events, received) = sync_channel(MAX_WAITING_EVENTS);
    let state_channel = StateChannel::connect(&context, options)?;
    let command_channel = CommandChannel::connect(&context, options)?;
    let (commands, queued) = channel();
    let threads = [
        {
            let (events, stop) = (events.clone(), Arc::clone(&stop));
            thread::spawn(move || state_channel.run(&events, &stop))
        },
        {
            let stop = Arc::clone(&stop);
            thread::spawn(move || command_channel.run(&queued, &events, &stop))
        },
    ];
    let mut client = ClientLoop::new(options, engine, commands);
    let played = client.run(&received, on_status);
    let stats = client.stats().clone();
    // Closes the queue of commands, which ends the command thread; no thread waits to report any
    // more.
    drop(client);
    drop(received);
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        // A thread that panicked has reported that itself; the match is over either way.
        let _ = thread.join();
    }
    played.map(|()| stats)
}

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The bot could not be started, or refuses the rules.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The bot failed.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The server does not let the team in.
    #[error("the server refuses the connection to the match: {0}")]
    JoinRefused(String),
    /// An address or a socket is unusable.
    #[error("{endpoint} cannot be connected to: {error}")]
    Socket {
        /// The address.
        endpoint: String,
        /// What ZeroMQ reports.
        error: zmq::Error,
    },
    /// A thread of the client ended although the match goes on.
    #[error("a connection thread ended before the match did")]
    ThreadEnded,
}
