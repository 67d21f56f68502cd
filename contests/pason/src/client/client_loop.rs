//! The client's main loop: performs the controller's actions, asks the engine, and keeps the time.
//!
//! Has no socket: the thread of the command channel sends commands.

use super::command_channel::{Command, CommandOutcome};
use super::{ClientError, ClientOptions, Event};
use crate::controller::{Action, Controller, MatchStats, MoveReply};
use crate::engine::Engine;
use landfall_tbp::messages::Start;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How long a state may take after the reply to a move before the controller gets a timeout.
const STATE_TIMEOUT: Duration = Duration::from_millis(40);

/// The longest wait for an event.
const MAX_WAIT: Duration = Duration::from_millis(250);

/// The search time that the built-in bot gets for a piece if the machine was too busy for it to
/// search within its normal time.
const MAX_THINK_TIME: Duration = Duration::from_millis(100);

/// The time until a bot that has not searched yet is asked again.
const RETRY_INTERVAL: Duration = Duration::from_millis(2);

/// The most events that are handled before the next action, so that a flooding server does not
/// delay moves.
const MAX_EVENTS_A_ROUND: usize = 256;

/// After this much silence the client joins the match again, because the server may have restarted.
const REJOIN_AFTER_SILENCE: Duration = Duration::from_secs(10);

/// After this many failed moves in a row the client joins the match again.
const MAX_FAILED_MOVES: u32 = 3;

/// After this many refused attempts to join again the client gives up the match.
const MAX_JOIN_REFUSALS: u32 = 5;

/// The loop of one team in one match.
#[derive(Debug)]
pub struct ClientLoop {
    controller: Controller,
    engine: Engine,
    commands: Sender<Command>,
    think_time: Duration,
    max_think_time: Duration,
    pending_request: Option<PendingRequest>,
    /// When the engine began to search its position.
    thinking_since: Instant,
    connection: ConnectionState,
    /// When a move was last sent or replied to.
    last_move_event: Instant,
    /// No move is sent before this time.
    not_before: Instant,
    last_event: Instant,
}

/// A position for which the controller requested a suggestion.
#[derive(Debug)]
struct PendingRequest {
    start: Start,
    /// Whether the engine has been asked; before that it searches for a while.
    is_sent: bool,
}

/// The state of the connection to the server.
#[derive(Debug, Default)]
struct ConnectionState {
    joining: bool,
    joined_once: bool,
    failures: u32,
    refusals: u32,
}

impl ClientLoop {
    /// Returns a loop that has not joined the match.
    pub fn new(options: &ClientOptions, engine: Engine, jobs: Sender<Command>) -> ClientLoop {
        let now = Instant::now();
        ClientLoop {
            controller: Controller::new(&options.team),
            engine,
            commands: jobs,
            think_time: options.think_time,
            max_think_time: options.think_time.max(MAX_THINK_TIME),
            pending_request: None,
            thinking_since: now,
            connection: ConnectionState::default(),
            last_move_event: now,
            not_before: now,
            last_event: now,
        }
    }

    /// Joins the match and plays it to its end. `on_status` receives the counts of the match after
    /// every event.
    ///
    /// # Errors
    /// The server refuses the team, the bot and its replacement fail, or a thread ended.
    pub fn run(
        &mut self,
        events: &Receiver<Event>,
        on_status: &mut dyn FnMut(&MatchStats),
    ) -> Result<(), ClientError> {
        self.join()?;
        loop {
            for event in events.try_iter().take(MAX_EVENTS_A_ROUND) {
                self.handle_event(event)?;
            }
            on_status(self.controller.stats());
            let wait = match self.controller.next_action() {
                Action::Leave => return Ok(()),
                _ if self.connection.joining => MAX_WAIT,
                Action::SendMove(piece_move) => {
                    let early = self.not_before.saturating_duration_since(Instant::now());
                    if early.is_zero() {
                        self.send_command(Command::Move(piece_move))?;
                        self.controller.on_move_sent(piece_move);
                        self.ponder();
                        continue;
                    }
                    early
                }
                Action::RequestSuggestion(start) => match self.request_suggestion(&start)? {
                    Some(wait) => wait,
                    None => continue,
                },
                Action::AwaitState => {
                    match STATE_TIMEOUT.checked_sub(self.last_move_event.elapsed()) {
                        Some(wait) => wait,
                        None => {
                            self.controller.on_timeout();
                            self.last_move_event = Instant::now();
                            continue;
                        }
                    }
                }
                Action::Wait => MAX_WAIT,
            };
            match events.recv_timeout(wait) {
                Ok(event) => self.handle_event(event)?,
                Err(RecvTimeoutError::Timeout) => self.rejoin_after_silence()?,
                Err(RecvTimeoutError::Disconnected) => return Err(ClientError::ThreadEnded),
            }
        }
    }

    /// Returns the counts of the match.
    pub fn stats(&self) -> &MatchStats {
        self.controller.stats()
    }

    fn handle_event(&mut self, event: Event) -> Result<(), ClientError> {
        self.last_event = Instant::now();
        match event {
            Event::State(message) => {
                let games = self.controller.stats().games.len();
                self.controller.update(&message);
                let stats = self.controller.stats();
                if stats.games.len() > games
                    && let Some(game) = stats.games.last()
                {
                    log::info!("a game ended: {game}");
                }
                Ok(())
            }
            Event::Command(CommandOutcome::Reply(answer)) => self.handle_reply(answer),
            Event::Command(CommandOutcome::Joined) => {
                log::info!("the match is joined");
                self.connection = ConnectionState {
                    joined_once: true,
                    ..ConnectionState::default()
                };
                self.controller.on_reconnect();
                Ok(())
            }
            Event::Command(CommandOutcome::JoinRefused(reason)) => {
                self.connection.joining = false;
                self.connection.failures = 0;
                self.connection.refusals += 1;
                if !self.connection.joined_once || self.connection.refusals > MAX_JOIN_REFUSALS {
                    return Err(ClientError::JoinRefused(reason));
                }
                log::warn!("the server does not let us join once more: {reason}");
                self.back_off();
                Ok(())
            }
        }
    }

    fn handle_reply(&mut self, answer: MoveReply) -> Result<(), ClientError> {
        self.last_move_event = Instant::now();
        self.controller.on_reply(answer);
        if answer == MoveReply::Accepted {
            self.connection.failures = 0;
            self.connection.refusals = 0;
            return Ok(());
        }
        self.connection.failures += 1;
        self.back_off();
        if self.connection.failures >= MAX_FAILED_MOVES {
            self.join()?;
        }
        Ok(())
    }

    /// Delays the next move, longer after each failure in a row.
    fn back_off(&mut self) {
        let failures = (self.connection.failures + self.connection.refusals).min(6);
        self.not_before = Instant::now() + Duration::from_millis(10 << failures);
    }

    fn join(&mut self) -> Result<(), ClientError> {
        self.connection.joining = true;
        self.send_command(Command::Join)
    }

    /// Joins the match again after a long silence of the server.
    fn rejoin_after_silence(&mut self) -> Result<(), ClientError> {
        if self.last_event.elapsed() < REJOIN_AFTER_SILENCE || self.connection.joining {
            return Ok(());
        }
        self.last_event = Instant::now();
        self.join()
    }

    fn send_command(&mut self, job: Command) -> Result<(), ClientError> {
        self.last_move_event = Instant::now();
        self.commands
            .send(job)
            .map_err(|_| ClientError::ThreadEnded)
    }

    /// Asks the engine for a suggestion. Returns how long to wait for events before calling
    /// again; `None` when the suggestion is there.
    fn request_suggestion(&mut self, start: &Start) -> Result<Option<Duration>, ClientError> {
        if self.engine.set_position(start) {
            self.thinking_since = Instant::now();
        }
        if self
            .pending_request
            .as_ref()
            .is_none_or(|q| q.start != *start)
        {
            self.pending_request = Some(PendingRequest {
                start: start.clone(),
                is_sent: false,
            });
        }
        let Some(question) = self.pending_request.as_mut() else {
            return Ok(None);
        };
        if !question.is_sent {
            let left = self
                .think_time
                .saturating_sub(self.thinking_since.elapsed());
            if !left.is_zero() {
                return Ok(Some(left));
            }
            self.engine.request();
            question.is_sent = true;
        }
        let fault = match self.engine.poll(Duration::from_millis(2)) {
            Ok(Some(answer))
                if !answer.is_searched && self.thinking_since.elapsed() < self.max_think_time =>
            {
                question.is_sent = false;
                return Ok(Some(RETRY_INTERVAL));
            }
            Ok(Some(answer)) => {
                self.controller.set_suggestion(start, answer.moves);
                self.pending_request = None;
                return Ok(None);
            }
            Ok(None) => return Ok(Some(Duration::ZERO)),
            Err(fault) => fault,
        };
        // A weak player is better than a lost match.
        log::error!("{fault}; a weak player of one ply plays on");
        self.engine.fall_back_to_linear(fault)?;
        self.pending_request = None;
        Ok(None)
    }

    /// Lets the engine search the predicted position while the piece moves.
    fn ponder(&mut self) {
        if let Some(start) = self.controller.predicted_position()
            && self.engine.set_position(&start)
        {
            self.thinking_since = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Secret;
    use landfall_tbp::host::Bot;
    use landfall_tbp::messages::{BotMessage, FrontendMessage, Info, MoveInfo, Rules};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    /// On a busy machine a bot may have to answer before it has had processor time.
    #[test]
    fn a_bot_that_has_not_searched_yet_is_asked_again() {
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&asked);
        let info = BotMessage::Info(Info {
            name: String::new(),
            version: String::new(),
            author: String::new(),
            features: Vec::new(),
        });
        let bot = Bot::in_process(info, Rules::default(), move |message| match message {
            FrontendMessage::Rules(_) => vec![BotMessage::Ready],
            FrontendMessage::Suggest => {
                let number = counted.fetch_add(1, Ordering::Relaxed);
                vec![BotMessage::Suggestion {
                    moves: Vec::new(),
                    move_info: Some(MoveInfo {
                        nodes: Some([10.0, 1_999.0, 2_000.0][number.min(2)]),
                        ..MoveInfo::default()
                    }),
                }]
            }
            _ => Vec::new(),
        });
        let engine = Engine::with_bot(bot.expect("it accepts all rules"), 2_000.0);
        let options = ClientOptions {
            command_endpoint: String::new(),
            state_endpoint: String::new(),
            match_token: String::new(),
            team: "a".into(),
            password: Secret::exact(""),
            think_time: Duration::ZERO,
            reply_timeout: Duration::ZERO,
        };
        let (commands, _inbox) = channel();
        let mut client = ClientLoop::new(&options, engine, commands);
        client.max_think_time = Duration::MAX;
        let start = Start::default();
        while client
            .request_suggestion(&start)
            .expect("the bot answers")
            .is_some()
        {}
        assert_eq!(asked.load(Ordering::Relaxed), 3);
    }
}
