//! The client: stays in a room and plays its games until it is stopped.
//!
//! Contains the loop, reconnection and time limits. `controller` decides what is played.

mod address;
mod backoff;
mod connection;
mod connection_error;
mod controller;
mod engine;
mod error;
mod record;

pub use address::{Address, RoomChoice, Scheme};
pub use controller::{ANSWER_LIMIT, Controller, ControllerOptions};
pub use engine::Engine;
pub use error::ClientError;
pub use record::{Event, Outcome, Record, Tally};

use crate::adapter::Disclosure;
use backoff::Backoff;
use connection::{Closed, Connection, Received};
use connection_error::ConnectionError;
use landfall_bot::BotKind;
use landfall_net::Secret;
use landfall_rules::rulesets::BOTRIS;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::FaultTolerantHost;
use landfall_tbp::messages::VERSUS_FEATURE;
use record::beginning;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long another program may take to start.
const LAUNCH_TIMEOUT: Duration = Duration::from_secs(5);

/// Time between two checks of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Most frames that are handled before a due answer.
const MAX_FRAMES_BEFORE_ANSWER: u32 = 64;

/// After this much silence the client sends a ping.
const PING_AFTER: Duration = Duration::from_secs(20);

/// After this much silence the connection counts as lost.
const DEAD_AFTER: Duration = Duration::from_secs(60);

/// Closing codes of the server after which another attempt is useless: a bad address, a wrong token
/// or key, a private room.
const FINAL_CODES: [u16; 3] = [4000, 4004, 4005];

/// The code for a full room or a banned bot. A room also seems full while the server has not
/// noticed that the bot's previous connection is lost.
const FULL_OR_BANNED: u16 = 4001;

/// Attempts to rejoin a full room.
const TRIES_WHEN_FULL: u32 = 6;

/// The options of a client.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// The server.
    pub address: Address,
    /// The bot's token.
    pub token: Secret,
    /// The room.
    pub room: RoomChoice,
    /// Most time to think about a move; replaces the time that follows from the speed of the room.
    pub think: Option<Duration>,
    /// Leave after this many games.
    pub games: Option<u32>,
}

/// Plays until `stop` is set or the games are played, and returns the record. `report` receives the
/// events.
///
/// # Errors
/// The bot cannot be started, the server refuses it, or the server cannot be reached after several
/// attempts.
pub fn run(
    options: &ClientOptions,
    bot: BotKind,
    stop: &AtomicBool,
    mut report: impl FnMut(&Event),
) -> Result<Record, ClientError> {
    let bot = bot.launch(to_rules(&BOTRIS), LAUNCH_TIMEOUT)?;
    let disclosure = match bot.info().has_feature(VERSUS_FEATURE) {
        true => Disclosure::Versus,
        false => Disclosure::Own,
    };
    let think = options.think;
    let controller_options = ControllerOptions { think, disclosure };
    let mut client = Client {
        options,
        controller: Controller::new(FaultTolerantHost::new(bot), controller_options),
        started: Instant::now(),
        stop,
    };
    client.run(&mut report)?;
    Ok(*client.controller.record())
}

struct Client<'a> {
    options: &'a ClientOptions,
    controller: Controller<FaultTolerantHost>,
    started: Instant,
    stop: &'a AtomicBool,
}

impl Client<'_> {
    fn run(&mut self, report: &mut impl FnMut(&Event)) -> Result<(), ClientError> {
        let mut backoff = Backoff::default();
        let mut has_been_in = false;
        while !self.is_done() {
            let end = self.connect_and_play(report);
            if self.controller.is_authenticated() {
                has_been_in = true;
                backoff = Backoff::default();
            }
            self.controller.disconnected();
            let Err(Closed { code, reason }) = end else {
                return Ok(());
            };
            let reason = self.without_secrets(&reason);
            let is_hopeless = |code| {
                let is_full = code == FULL_OR_BANNED;
                let waited = !has_been_in || backoff.tries() >= TRIES_WHEN_FULL;
                FINAL_CODES.contains(&code) || is_full && waited
            };
            if let Some(code) = code.filter(|&code| is_hopeless(code)) {
                let reason = beginning(&reason);
                return Err(ClientError::Refused { code, reason });
            }
            let Some(pause) = backoff.next_pause() else {
                let (tries, reason) = (backoff.tries(), beginning(&reason));
                return Err(ClientError::NoConnection { tries, reason });
            };
            let seconds = pause.as_secs();
            report(&Event::Reconnecting { reason, seconds });
            self.sleep(pause);
        }
        Ok(())
    }

    /// Returns `Ok` when `stop` is set or all games are played.
    fn connect_and_play(&mut self, report: &mut impl FnMut(&Event)) -> Result<(), Closed> {
        let ClientOptions {
            address,
            token,
            room,
            ..
        } = self.options;
        let mut connection = Connection::open(address, token, room)?;
        self.play(&mut connection, report)?;
        connection.close(!self.stop.load(Ordering::Relaxed));
        Ok(())
    }

    fn play(
        &mut self,
        connection: &mut Connection,
        report: &mut impl FnMut(&Event),
    ) -> Result<(), Closed> {
        let mut silence = Silence::since(self.now());
        let mut frames = 0;
        while !self.is_done() {
            let received = connection.receive(self.until_answer());
            // Frames that have already arrived are handled before an answer: the round may be over.
            let nothing_left = matches!(received, Received::Nothing);
            match received {
                Received::Text(text) => {
                    silence = Silence::since(self.now());
                    self.controller.handle(&text, self.now());
                    self.report_events(report);
                }
                Received::Alive => silence = Silence::since(self.now()),
                Received::Nothing => silence.check(connection, self.now())?,
                Received::Closed(closed) => return Err(closed),
            }
            frames += 1;
            let is_due = self
                .controller
                .answer_at()
                .is_some_and(|at| at <= self.now());
            if is_due && (nothing_left || frames >= MAX_FRAMES_BEFORE_ANSWER) {
                frames = 0;
                if let Some(answer) = self.controller.answer(self.now()) {
                    connection.send(answer)?;
                }
            } else if !is_due {
                frames = 0;
            }
        }
        Ok(())
    }

    /// Returns how long to wait for the next frame.
    fn until_answer(&self) -> Duration {
        let at = self.controller.answer_at();
        at.map_or(POLL_INTERVAL, |at| {
            at.saturating_sub(self.now()).min(POLL_INTERVAL)
        })
    }

    fn report_events(&mut self, report: &mut impl FnMut(&Event)) {
        for event in self.controller.take_events() {
            match event {
                Event::ServerError(text) => {
                    report(&Event::ServerError(self.without_secrets(&text)));
                }
                event => report(&event),
            }
        }
    }

    /// Returns a text of the server with all secrets removed.
    fn without_secrets(&self, text: &str) -> String {
        let text = self.options.token.hidden_in(text);
        match &self.options.room {
            RoomChoice::Key(key) => key.hidden_in(&text),
            RoomChoice::Public(_) => text,
        }
    }

    fn is_done(&self) -> bool {
        let games = self.controller.record().games;
        let played = games.won + games.lost;
        self.stop.load(Ordering::Relaxed) || self.options.games.is_some_and(|all| played >= all)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn sleep(&self, time: Duration) {
        let until = self.now() + time;
        while !self.is_done() && self.now() < until {
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// How long the server has been silent.
struct Silence {
    since: Duration,
    pinged: bool,
}

impl Silence {
    fn since(since: Duration) -> Silence {
        Silence {
            since,
            pinged: false,
        }
    }

    /// Sends a ping after a while; after a longer time the connection counts as lost.
    fn check(&mut self, connection: &mut Connection, now: Duration) -> Result<(), Closed> {
        let silence = now.saturating_sub(self.since);
        if silence > DEAD_AFTER {
            return Err(ConnectionError::Silence.into());
        }
        if silence > PING_AFTER && !self.pinged {
            self.pinged = true;
            connection.ping()?;
        }
        Ok(())
    }
}
