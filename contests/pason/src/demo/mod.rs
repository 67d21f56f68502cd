//! A match to look at: a server, two clients and a picture, in one program.
//!
//! The clients play through real sockets. What is shown comes straight from the server, so
//! that nothing of it can be missed.

mod frame;
mod match_view;

pub use frame::Size;

use super::client::{self, ClientOptions, Password};
use super::controller::MatchStats;
use super::engine::EngineKind;
use super::messages::StateMessage;
use super::server::tokens::random_u64;
use super::server::{MatchSettings, MatchSpec, Server, ServerConfig, ServerError};
use match_view::MatchView;
use std::fmt;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time between frames, at least: more than a terminal shows would only slow the match.
const FRAME: Duration = Duration::from_millis(33);

/// How long the server may take for a reply, as in `landfall pason play`.
const REPLY: Duration = Duration::from_millis(1000);

/// What is to be played.
#[derive(Debug)]
pub struct Demo {
    /// Where the server listens.
    pub server: ServerConfig,
    /// How the match is played.
    pub settings: MatchSettings,
    /// Deals the pieces.
    pub seed: Option<u64>,
    /// Who plays; their names differ.
    pub players: [DemoPlayer; 2],
    /// How long each bot may think about a piece before it is asked.
    pub think_time: Duration,
}

/// One of the two who play.
#[derive(Clone, Debug)]
pub struct DemoPlayer {
    /// The team's name.
    pub team: String,
    /// Who plays for it.
    pub engine: EngineKind,
}

/// How the match is shown.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// Both boards, drawn over and over at the same place of a terminal of the size that is
    /// asked for before each frame.
    Boards(fn() -> Size),
    /// The server's lines for people: one a game.
    Lines,
}

/// What the threads tell.
enum Event {
    State(StateMessage),
    Line(String),
    ClientEnded(Result<MatchStats, client::ClientError>),
    ServerEnded(Result<(), ServerError>),
}

impl Demo {
    /// Plays the match to its end, and shows it on the way. `stop` ends it before its time.
    ///
    /// # Errors
    /// The server cannot serve, a player cannot play, or nothing can be shown.
    pub fn run(
        self,
        face: Output,
        out: &mut dyn Write,
        stop: Arc<AtomicBool>,
    ) -> Result<(), DemoError> {
        let games = self.settings.games;
        let teams = self.players.clone().map(|player| player.team);
        // Nobody else can take a seat: the passwords are known to this program only.
        let password = format!("{:016x}", random_u64());
        let booking = MatchSpec {
            match_token: None,
            teams: teams.clone().map(|team| (team, password.clone())).into(),
        };
        let address = self.server.address;
        let mut server = Server::bind(&self.server, self.settings, vec![booking], self.seed)?;
        let match_token = server.match_tokens().concat();
        let [commands, states] = [server.command_port(), server.state_port()]
            .map(|port| format!("tcp://{}", SocketAddr::new(address, port)));
        let (events, heard) = channel();
        forward_states(&mut server, events.clone());
        serve(server, events.clone(), Arc::clone(&stop));
        for player in self.players {
            let options = ClientOptions {
                command_endpoint: commands.clone(),
                state_endpoint: states.clone(),
                match_token: match_token.clone(),
                team: player.team,
                password: Password::new(&password),
                think_time: self.think_time,
                reply_timeout: REPLY,
                show_status: false,
            };
            play(options, player.engine, events.clone());
        }
        let shown = Presenter {
            face,
            picture: MatchView::new(teams, games),
            news: String::new(),
            drawn: None,
            size: None,
            out,
        }
        .run(&heard);
        stop.store(true, Ordering::Relaxed);
        shown
    }
}

// A sender whose receiver is gone means that the demo is over: none of the threads has to
// tell anybody then.

fn forward_states(server: &mut Server, events: Sender<Event>) {
    server.set_observer(move |json| match StateMessage::parse(json.as_bytes()) {
        Ok(message) => drop(events.send(Event::State(message))),
        Err(error) => log::warn!("a state is not shown: {error}"),
    });
}

fn serve(mut server: Server, events: Sender<Event>, stop: Arc<AtomicBool>) {
    thread::spawn(move || {
        let tell = |line: &str| drop(events.send(Event::Line(line.to_string())));
        let closed = server.run(&stop, tell);
        drop(events.send(Event::ServerEnded(closed)));
    });
}

fn play(options: ClientOptions, kind: EngineKind, events: Sender<Event>) {
    thread::spawn(move || drop(events.send(Event::ClientEnded(client::play(&options, kind)))));
}

/// What a person sees.
struct Presenter<'o> {
    face: Output,
    picture: MatchView,
    news: String,
    drawn: Option<Instant>,
    /// The terminal's, at the last frame.
    size: Option<Size>,
    out: &'o mut dyn Write,
}

impl Presenter<'_> {
    /// Shows what happens until the server closes.
    fn run(mut self, events: &Receiver<Event>) -> Result<(), DemoError> {
        loop {
            match events.recv_timeout(FRAME) {
                Ok(Event::State(message)) => self.picture.update(&message),
                Ok(Event::Line(line)) => self.tell(line)?,
                Ok(Event::ClientEnded(left)) => drop(left?),
                Ok(Event::ServerEnded(closed)) => {
                    closed?;
                    return self.end();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(DemoError::ThreadEnded),
            }
            if self.drawn.is_none_or(|then| then.elapsed() >= FRAME) {
                self.draw()?;
            }
        }
    }

    fn tell(&mut self, line: String) -> io::Result<()> {
        if matches!(self.face, Output::Lines) {
            writeln!(self.out, "{line}")?;
        }
        self.news = line;
        Ok(())
    }

    /// Draws over the last frame, or on an empty screen if that had another size. The cursor
    /// is left below, where a shell goes on whatever ends the program.
    fn draw(&mut self) -> io::Result<()> {
        let Output::Boards(size) = self.face else {
            return Ok(());
        };
        let size = size();
        let begin = match self.size == Some(size) {
            true => "\x1b[H",
            false => "\x1b[2J\x1b[H",
        };
        self.size = Some(size);
        self.drawn = Some(Instant::now());
        // What follows are figures that the picture had.
        let news = self.news.split(';').next().unwrap_or_default();
        let lines = frame::lines(&self.picture, news, size);
        let page: String = lines
            .iter()
            .map(|line| format!("{line}\x1b[K\r\n"))
            .collect();
        write!(self.out, "{begin}{page}\x1b[J")?;
        self.out.flush()
    }

    /// The last frame, and the result in full, which may be longer than a line of it.
    fn end(&mut self) -> Result<(), DemoError> {
        if matches!(self.face, Output::Boards(_)) {
            self.draw()?;
            writeln!(self.out, "\x1b[A\x1b[J{}", self.news)?;
        }
        Ok(self.out.flush()?)
    }
}

/// Why a demo cannot go on.
#[derive(Debug)]
pub enum DemoError {
    /// The server cannot serve.
    Server(ServerError),
    /// A player cannot play.
    Client(client::ClientError),
    /// Nothing can be shown.
    Output(io::Error),
    /// The server's thread ended before the match did.
    ThreadEnded,
}

impl From<ServerError> for DemoError {
    fn from(error: ServerError) -> DemoError {
        DemoError::Server(error)
    }
}

impl From<client::ClientError> for DemoError {
    fn from(error: client::ClientError) -> DemoError {
        DemoError::Client(error)
    }
}

impl From<io::Error> for DemoError {
    fn from(error: io::Error) -> DemoError {
        DemoError::Output(error)
    }
}

impl fmt::Display for DemoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DemoError::Server(error) => write!(f, "{error}"),
            DemoError::Client(error) => write!(f, "{error}"),
            DemoError::Output(error) => write!(f, "the match cannot be shown: {error}"),
            DemoError::ThreadEnded => f.write_str("the server ended before the match did"),
        }
    }
}

impl std::error::Error for DemoError {}
