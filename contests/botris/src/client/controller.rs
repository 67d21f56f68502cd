//! The bot in a room: takes frames and the time, and returns answers.
//!
//! Decides when to answer and what. Performs no I/O and has no clock; tests replace the bot.

use super::engine::Engine;
use super::record::{Event, Outcome, Record};
use crate::adapter::{self, Disclosure};
use crate::messages::{
    ClientMessage, Command, GameState, GameStateError, PlayerUpdate, RoomView, ServerMessage,
    Winner,
};
use landfall_rules::Board;
use landfall_rules::rulesets::BOTRIS;
use landfall_tbp::host::legal_moves;
use std::time::Duration;

/// How long after a request the answer is sent at the latest. The server waits five seconds.
pub const ANSWER_LIMIT: Duration = Duration::from_secs(4);

/// The least time that a bot gets to answer, after its thinking time.
const MIN_REPLY: Duration = Duration::from_millis(50);

/// Thinking time if the room does not report its speed.
const DEFAULT_THINK: Duration = Duration::from_millis(100);

/// The default limit of the thinking time: more gains little.
const MAX_THINK: Duration = Duration::from_secs(1);

/// The share of the time between two requests that the bot thinks; the rest is for the network.
const THINK_PART: f64 = 0.7;

/// How a controller plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct ControllerOptions {
    /// Most time to think about a move; replaces the time that follows from the speed of the room.
    pub think: Option<Duration>,
    /// What the bot receives besides its own position.
    pub disclosure: Disclosure,
}

/// A bot in a room.
pub struct Controller<E> {
    engine: E,
    options: ControllerOptions,
    session_id: Option<String>,
    room: RoomView,
    opponent: Option<Board>,
    request: Option<Request>,
    record: Record,
    events: Vec<Event>,
}

/// A request that has not been answered.
struct Request {
    game: Result<GameState, GameStateError>,
    came_at: Duration,
    answer_at: Duration,
}

impl<E: Engine> Controller<E> {
    /// Returns a bot that is in no room yet.
    pub fn new(engine: E, options: ControllerOptions) -> Controller<E> {
        Controller {
            engine,
            options,
            session_id: None,
            room: RoomView::default(),
            opponent: None,
            request: None,
            record: Record::default(),
            events: Vec::new(),
        }
    }

    /// Returns the record of the games so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns whether the server has authenticated the bot.
    pub fn is_authenticated(&self) -> bool {
        self.session_id.is_some()
    }

    /// Returns the events since the last call, for people.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Returns when to call [`Controller::answer`], if the bot has to move.
    pub fn answer_at(&self) -> Option<Duration> {
        self.request.as_ref().map(|request| request.answer_at)
    }

    /// Leaves the room: the connection is lost.
    pub fn disconnected(&mut self) {
        self.session_id = None;
        self.stop();
    }

    /// Handles a text frame that arrived at this time.
    pub fn handle(&mut self, text: &str, now: Duration) {
        let message = match ServerMessage::parse(text) {
            Ok(message) => message,
            Err(error) => {
                log::warn!("ignored a frame that is no message of the server: {error}");
                return;
            }
        };
        match message {
            ServerMessage::RoomData(room) => self.room = room,
            ServerMessage::GameReset(room) => {
                self.room = room;
                self.stop();
            }
            ServerMessage::Authenticated { session_id } => self.authenticated(session_id),
            ServerMessage::GameStarted => self.events.push(Event::GameStarted),
            ServerMessage::RoundStarted { room, games } => {
                self.room = room;
                self.stop();
                games.into_iter().for_each(|game| self.updated(game));
            }
            ServerMessage::RequestMove { state, boards } => self.requested(state, boards, now),
            ServerMessage::PlayerAction(update) | ServerMessage::DamageReceived(update) => {
                self.updated(update);
            }
            ServerMessage::RoundOver(winner) => self.round_over(winner),
            ServerMessage::GameOver(winner) => self.game_over(&winner),
            ServerMessage::Error(text) => {
                self.record.server_errors += 1;
                self.events.push(Event::ServerError(text));
            }
            ServerMessage::Other(kind) => log::debug!("ignored a message of type {kind:?}"),
        }
    }

    /// Returns the answer to the open request, after thinking. `now` is the time before the bot is
    /// asked.
    pub fn answer(&mut self, now: Duration) -> Option<String> {
        let request = self.request.take()?;
        let commands = match &request.game {
            Ok(game) => self.commands(game, request.came_at + ANSWER_LIMIT, now),
            Err(_) => None,
        };
        self.record.moves += 1;
        if commands.is_none() {
            // The server drops the piece where it is, which is better than waiting for its time-out
            // of five seconds.
            self.record.blind_moves += 1;
        }
        let commands = commands.unwrap_or_default();
        Some(ClientMessage::Action { commands }.to_text())
    }

    fn commands(
        &mut self,
        game: &GameState,
        deadline: Duration,
        now: Duration,
    ) -> Option<Vec<Command>> {
        let reply = deadline.saturating_sub(now).max(MIN_REPLY);
        let suggested = adapter::with_other_spins(&self.engine.suggest(reply));
        if suggested.is_empty() {
            self.record.silent_bot += 1;
        }
        let position = adapter::position(game);
        let preferred = legal_moves(&BOTRIS, &position, &suggested);
        // If none of them can be played, the first other placement is.
        let others = legal_moves(&BOTRIS, &position, &[]);
        let mut placements = preferred.iter().chain(&others);
        placements.find_map(|placement| adapter::commands_to(game, placement))
    }

    fn authenticated(&mut self, session_id: String) {
        self.session_id = Some(session_id);
        self.events.push(Event::Authenticated);
    }

    fn requested(
        &mut self,
        game: Result<GameState, GameStateError>,
        boards: Vec<(String, Board)>,
        now: Duration,
    ) {
        let own = self.session_id.as_deref();
        let other = boards.into_iter().find(|(id, _)| Some(id.as_str()) != own);
        if let Some((_, board)) = other {
            self.opponent = Some(board);
        }
        match &game {
            Ok(game) => self.think_about(game),
            Err(error) => self.events.push(Event::UnusableState(error.clone())),
        }
        let think = if game.is_ok() {
            self.think()
        } else {
            Duration::ZERO
        };
        self.request = Some(Request {
            game,
            came_at: now,
            answer_at: now + think,
        });
    }

    /// Ponders on the server's state of the bot's own game: before a round and after a move it is
    /// the next position. While the bot has to move, it continues to think about the requested
    /// position.
    fn updated(&mut self, update: PlayerUpdate) {
        let Ok(game) = update.state else {
            return;
        };
        if Some(&update.session_id) != self.session_id.as_ref() {
            self.opponent = Some(game.board);
        } else if self.request.is_none() && !game.dead {
            self.think_about(&game);
        }
    }

    fn think_about(&mut self, game: &GameState) {
        if game.rows_left_out > 0 {
            log::debug!("{} rows are too high to be seen", game.rows_left_out);
        }
        let opponent = self.opponent.as_ref();
        let start = adapter::start_message(game, opponent, self.options.disclosure);
        self.engine.set_position(&start);
    }

    fn think(&self) -> Duration {
        let by_speed = self.room.pps.map_or(DEFAULT_THINK, |pps| {
            Duration::from_secs_f64(THINK_PART / pps).min(MAX_THINK)
        });
        self.options.think.unwrap_or(by_speed).min(ANSWER_LIMIT)
    }

    fn round_over(&mut self, winner: Winner) {
        let outcome = self.outcome(&winner);
        self.record.rounds.count(outcome);
        self.room = winner.room;
        let wins = |own: bool| {
            let is_own = |id: &String| Some(id) == self.session_id.as_ref();
            let mut players = self.room.wins.iter();
            let player = players.find(|(id, _)| is_own(id) == own);
            player.map_or(0, |(_, wins)| *wins)
        };
        let score = [wins(true), wins(false)];
        self.events.push(Event::RoundOver { outcome, score });
        self.stop();
    }

    fn game_over(&mut self, winner: &Winner) {
        let outcome = self.outcome(winner);
        self.record.games.count(outcome);
        self.events.push(Event::GameOver(outcome));
        self.stop();
    }

    fn outcome(&self, winner: &Winner) -> Outcome {
        match self.session_id.as_ref() == Some(&winner.session_id) {
            true => Outcome::Won,
            false => Outcome::Lost,
        }
    }

    /// Stops the search until the next request.
    fn stop(&mut self) {
        self.request = None;
        self.opponent = None;
        self.engine.stop();
    }
}

#[cfg(test)]
mod tests;
