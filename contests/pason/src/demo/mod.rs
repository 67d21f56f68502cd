//! `landfall pason serve --demo`: shows a match between two clients and a server in one program.
//!
//! The clients play through real sockets. The display receives its messages directly from the
//! server, so it misses none. `match_view` keeps the state of the match, `screen` draws it,
//! `presenter` writes to the terminal.

mod match_view;
mod presenter;
mod screen;

pub use presenter::Output;
pub use ratatui::layout::Size;

use super::client::{self, ClientError, ClientOptions, Secret};
use super::controller::MatchStats;
use super::engine::EngineKind;
use super::messages::StateMessage;
use super::server::{MatchSettings, MatchSpec, Server, ServerConfig, ServerError};
use landfall_net::random_u64;
use match_view::MatchView;
use presenter::Presenter;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// How long the server may take for a reply, as in `landfall pason play`.
const REPLY_TIMEOUT: Duration = Duration::from_millis(1000);

/// The options of a demo.
#[derive(Debug)]
pub struct Demo {
    /// Where the server listens.
    pub server: ServerConfig,
    /// How the match is played.
    pub settings: MatchSettings,
    /// Deals the pieces; without it they are random.
    pub seed: Option<u64>,
    /// Both sides; their names differ.
    pub players: [DemoPlayer; 2],
    /// How long each bot may search a position before it is asked.
    pub think_time: Duration,
}

/// One side of a demo.
#[derive(Clone, Debug)]
pub struct DemoPlayer {
    /// The team's name.
    pub team: String,
    /// The bot that plays for it.
    pub engine: EngineKind,
}

/// What the threads report.
enum Event {
    State(StateMessage),
    Line(String),
    ClientEnded(Result<MatchStats, ClientError>),
    ServerEnded(Result<(), ServerError>),
}

/// Why a demo cannot go on.
#[derive(Debug, Error)]
pub enum DemoError {
    /// The server cannot serve.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// A client cannot play.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The output cannot be written.
    #[error("the match cannot be shown: {0}")]
    Output(#[from] io::Error),
    /// The server's thread ended before the match did.
    #[error("the server ended before the match did")]
    ThreadEnded,
}

impl Demo {
    /// Plays the match to its end and displays it. `stop` ends it early.
    ///
    /// # Errors
    /// The server cannot serve, a client cannot play, or nothing can be written.
    pub fn run(
        self,
        output: Output,
        out: &mut dyn Write,
        stop: Arc<AtomicBool>,
    ) -> Result<(), DemoError> {
        let games = self.settings.games;
        let teams = self.players.clone().map(|player| player.team);
        // No other client can take a seat, because only this program knows the password.
        let password = format!("{:016x}", random_u64());
        let spec = MatchSpec {
            match_token: None,
            teams: teams
                .clone()
                .map(|team| (team, Secret::exact(&password)))
                .into(),
        };
        let address = self.server.address;
        let mut server = Server::bind(&self.server, self.settings, vec![spec], self.seed)?;
        let match_token = server.match_tokens.concat();
        let [command_endpoint, state_endpoint] = server
            .ports
            .map(|port| format!("tcp://{}", SocketAddr::new(address, port)));
        let (events, received) = channel();
        forward_states(&mut server, events.clone());
        serve(server, events.clone(), Arc::clone(&stop));
        for player in self.players {
            let options = ClientOptions {
                command_endpoint: command_endpoint.clone(),
                state_endpoint: state_endpoint.clone(),
                match_token: match_token.clone(),
                team: player.team,
                password: Secret::exact(&password),
                think_time: self.think_time,
                reply_timeout: REPLY_TIMEOUT,
            };
            play(options, player.engine, events.clone());
        }
        let presented = Presenter::new(output, out, MatchView::new(teams, games))
            .map_err(DemoError::from)
            .and_then(|presenter| presenter.run(&received));
        stop.store(true, Ordering::Relaxed);
        presented
    }
}

// If the receiver of a channel is gone, the demo is over and there is nothing to report.

fn forward_states(server: &mut Server, events: Sender<Event>) {
    server.set_observer(move |json| match StateMessage::parse(json.as_bytes()) {
        Ok(message) => drop(events.send(Event::State(message))),
        Err(error) => log::warn!("a state is not shown: {error}"),
    });
}

fn serve(mut server: Server, events: Sender<Event>, stop: Arc<AtomicBool>) {
    thread::spawn(move || {
        let on_event = |line: &str| drop(events.send(Event::Line(line.to_string())));
        let ended = server.run(&stop, on_event);
        drop(events.send(Event::ServerEnded(ended)));
    });
}

fn play(options: ClientOptions, engine: EngineKind, events: Sender<Event>) {
    thread::spawn(move || {
        drop(events.send(Event::ClientEnded(client::play(
            &options,
            engine,
            &mut |_| {},
        ))))
    });
}
