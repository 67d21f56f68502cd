//! The player's thread: does what the pilot wishes, asks the engine, keeps the time.

use super::commands::{Job, Report};
use super::status::Status;
use super::{Error, Event, Options};
use crate::engine::Engine;
use crate::pilot::{Answer, Pilot, Tally, Wish};
use landfall_tbp::host::BotError;
use landfall_tbp::messages::Start;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How long a state may take after the answer to a move before it is not waited for.
const PATIENCE: Duration = Duration::from_millis(40);

/// The longest that nothing is done.
const NAP: Duration = Duration::from_millis(250);

/// Silence after which the match is joined once more: the server may have begun anew.
const SILENCE: Duration = Duration::from_secs(10);

/// Moves in a row that failed before the match is joined once more.
const FAILURES: u32 = 3;

/// Refusals in a row, of joining once more, after which it is given up.
const REFUSALS: u32 = 5;

/// One team's player.
#[derive(Debug)]
pub struct Player {
    pilot: Pilot,
    engine: Engine,
    jobs: Sender<Job>,
    think: Duration,
    question: Option<Question>,
    /// Since when the engine thinks about its position.
    thinking_since: Instant,
    connection: Connection,
    /// When something last happened to an own piece.
    moved: Instant,
    /// Nothing is sent before this moment.
    not_before: Instant,
    heard: Instant,
    status: Status,
}

/// What the engine was asked.
#[derive(Debug)]
struct Question {
    start: Start,
    asked: Option<Instant>,
}

/// How it stands with the server.
#[derive(Debug, Default)]
struct Connection {
    joining: bool,
    joined_once: bool,
    failures: u32,
    refusals: u32,
}

impl Player {
    /// A player that has not joined yet.
    pub fn new(options: &Options, engine: Engine, jobs: Sender<Job>) -> Player {
        let now = Instant::now();
        Player {
            pilot: Pilot::new(&options.team),
            engine,
            jobs,
            think: options.think,
            question: None,
            thinking_since: now,
            connection: Connection::default(),
            moved: now,
            not_before: now,
            heard: now,
            status: Status::new(options.status),
        }
    }

    /// Joins the match and plays it to its end.
    pub fn run(&mut self, events: &Receiver<Event>) -> Result<(), Error> {
        self.join()?;
        loop {
            while let Ok(event) = events.try_recv() {
                self.take(event)?;
            }
            self.status.show(self.pilot.tally());
            let wait = match self.pilot.wish() {
                Wish::Leave => return Ok(()),
                _ if self.connection.joining => NAP,
                Wish::Send(order) => {
                    let early = self.not_before.saturating_duration_since(Instant::now());
                    if early.is_zero() {
                        self.do_job(Job::Move(order))?;
                        self.pilot.sent(order);
                        self.ponder();
                        continue;
                    }
                    early
                }
                Wish::Advice(start) => match self.ask(&start)? {
                    Some(wait) => wait,
                    None => continue,
                },
                Wish::Proof => match PATIENCE.checked_sub(self.moved.elapsed()) {
                    Some(wait) => wait,
                    None => {
                        self.pilot.lose_patience();
                        self.moved = Instant::now();
                        continue;
                    }
                },
                Wish::Rest => NAP,
            };
            match events.recv_timeout(wait) {
                Ok(event) => self.take(event)?,
                Err(RecvTimeoutError::Timeout) => self.listen()?,
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Broken),
            }
        }
    }

    /// Says how it ended, and what was counted.
    pub fn finish(mut self) -> Tally {
        self.status.end();
        self.pilot.tally().clone()
    }

    fn take(&mut self, event: Event) -> Result<(), Error> {
        self.heard = Instant::now();
        match event {
            Event::State(message) => {
                let games = self.pilot.tally().games.len();
                self.pilot.hear(&message);
                let tally = self.pilot.tally();
                if tally.games.len() > games {
                    log::info!("a game ended: {:?}", tally.games.last());
                }
                Ok(())
            }
            Event::Report(Report::Answer(answer)) => self.take_answer(answer),
            Event::Report(Report::Joined) => {
                log::info!("the match is joined");
                self.connection = Connection {
                    joined_once: true,
                    ..Connection::default()
                };
                self.pilot.reconnected();
                Ok(())
            }
            Event::Report(Report::Denied(reason)) => {
                self.connection.joining = false;
                self.connection.failures = 0;
                self.connection.refusals += 1;
                if !self.connection.joined_once || self.connection.refusals > REFUSALS {
                    return Err(Error::Denied(reason));
                }
                log::warn!("the server does not let us join once more: {reason}");
                self.pause();
                Ok(())
            }
        }
    }

    fn take_answer(&mut self, answer: Answer) -> Result<(), Error> {
        self.moved = Instant::now();
        self.pilot.answered(answer);
        if answer == Answer::Accepted {
            self.connection.failures = 0;
            self.connection.refusals = 0;
            return Ok(());
        }
        self.connection.failures += 1;
        self.pause();
        match self.connection.failures >= FAILURES {
            true => self.join(),
            false => Ok(()),
        }
    }

    /// Longer with every failure in a row.
    fn pause(&mut self) {
        let failures = (self.connection.failures + self.connection.refusals).min(6);
        self.not_before = Instant::now() + Duration::from_millis(10 << failures);
    }

    fn join(&mut self) -> Result<(), Error> {
        self.connection.joining = true;
        self.do_job(Job::Join)
    }

    /// A server that has long been silent is asked whether it is still there.
    fn listen(&mut self) -> Result<(), Error> {
        if self.heard.elapsed() < SILENCE || self.connection.joining {
            return Ok(());
        }
        self.heard = Instant::now();
        self.join()
    }

    fn do_job(&mut self, job: Job) -> Result<(), Error> {
        self.moved = Instant::now();
        self.jobs.send(job).map_err(|_| Error::Broken)
    }

    /// Asks the engine, and gives how long to listen before looking for its answer again;
    /// nothing when the answer is there.
    fn ask(&mut self, start: &Start) -> Result<Option<Duration>, Error> {
        if self.engine.consider(start) {
            self.thinking_since = Instant::now();
        }
        if self.question.as_ref().is_none_or(|q| q.start != *start) {
            self.question = Some(Question {
                start: start.clone(),
                asked: None,
            });
        }
        let Some(question) = self.question.as_mut() else {
            return Ok(None);
        };
        let asked = match question.asked {
            Some(asked) => asked,
            None => {
                let left = self.think.saturating_sub(self.thinking_since.elapsed());
                if !left.is_zero() {
                    return Ok(Some(left));
                }
                self.engine.ask();
                *question.asked.insert(Instant::now())
            }
        };
        let fault = match self.engine.answer(Duration::from_millis(2)) {
            Ok(Some(moves)) => {
                self.pilot.advise(start, moves);
                self.question = None;
                return Ok(None);
            }
            Ok(None) => match self.engine.limit() {
                Some(limit) if asked.elapsed() >= limit => BotError::Timeout {
                    awaited: "suggestion",
                    limit,
                },
                _ => return Ok(Some(Duration::ZERO)),
            },
            Err(fault) => fault,
        };
        // A match that is lost for want of a bot is worse than one played weakly.
        log::error!("{fault}; a weak player of one ply plays on");
        self.engine.replace(fault)?;
        self.question = None;
        Ok(None)
    }

    /// Lets the engine think on while the piece is on its way.
    fn ponder(&mut self) {
        if let Some(start) = self.pilot.outlook()
            && self.engine.consider(&start)
        {
            self.thinking_since = Instant::now();
        }
    }
}
