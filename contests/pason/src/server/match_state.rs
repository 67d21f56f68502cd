//! One match: its phases, from the wait for its players to MatchEnd.
//!
//! Submodules: `participants` has the teams, `game_phase` a game, `ending` the results,
//! `state_reports` the published states.
//!
//! Pure: the time is an argument, and messages and events are kept until they are drained.

mod ending;
mod game_phase;
mod participants;
mod state_reports;

pub use participants::{PRACTICE_NAME, Refusal};

use super::game::Game;
use super::match_specs::MatchSpec;
use super::settings::MatchSettings;
use crate::messages::StateMessage;
use landfall_rules::rng::{SplitMix64, mix64};
use participants::Participant;
use std::time::Duration;

/// A moment of a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerTime {
    /// Time since the start of the server.
    pub elapsed: Duration,
    /// When the server began, in Unix seconds.
    pub epoch: f64,
}

impl ServerTime {
    /// Returns the moment in Unix seconds.
    pub fn unix_seconds(self) -> f64 {
        self.epoch + self.elapsed.as_secs_f64()
    }
}

/// A match.
#[derive(Debug)]
pub struct Match {
    token: String,
    name: String,
    settings: MatchSettings,
    spec: MatchSpec,
    participants: Vec<Participant>,
    phase: Phase,
    /// When the first game began.
    began: Option<Duration>,
    /// Number of the current or last game, from 1.
    game_number: u32,
    games_played: u32,
    wins: [u32; 2],
    points: [i64; 2],
    next_numbers: [i64; 2],
    sequence: u64,
    rng: SplitMix64,
    /// When the match is given up if a seat is still free.
    join_deadline: Option<Duration>,
    outbox: Vec<StateMessage>,
    events: Vec<String>,
}

#[derive(Debug)]
enum Phase {
    /// A seat is free.
    Waiting,
    /// The next game begins then.
    Pause(Duration),
    Playing(Box<Playing>),
    /// The winner is known; MatchEnd is sent at this time.
    Closing(Duration),
    /// MatchEnd was sent at this time.
    Over(Duration),
}

#[derive(Debug)]
struct Playing {
    game: Game,
    began: Duration,
    next_step: Duration,
}

impl Match {
    /// Returns a match that waits for its players, until `join_deadline` at most.
    pub fn new(
        token: String,
        name: String,
        settings: MatchSettings,
        spec: MatchSpec,
        seed: u64,
        join_deadline: Option<Duration>,
    ) -> Match {
        Match {
            token,
            name,
            settings,
            spec,
            participants: Vec::new(),
            phase: Phase::Waiting,
            began: None,
            game_number: 0,
            games_played: 0,
            wins: [0; 2],
            points: [0; 2],
            next_numbers: [1; 2],
            sequence: 0,
            rng: SplitMix64::new(mix64(seed)),
            join_deadline,
            outbox: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Performs what is due: begins or ends a game, makes a step of gravity, ends the match.
    pub fn tick(&mut self, now: ServerTime) {
        match &self.phase {
            Phase::Waiting if self.join_deadline.is_some_and(|due| due <= now.elapsed) => {
                self.events.push("nobody came".into());
                self.close(now);
            }
            Phase::Pause(due) if *due <= now.elapsed => self.begin_game(now),
            Phase::Closing(due) if *due <= now.elapsed => self.close(now),
            Phase::Playing(_) => self.tick_game(now),
            _ => {}
        }
    }

    /// Returns when [`Match::tick`] next has something to do.
    pub fn next_deadline(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Waiting => self.join_deadline,
            Phase::Pause(due) | Phase::Closing(due) => Some(*due),
            Phase::Playing(playing) => {
                let practice = self
                    .participants
                    .iter()
                    .filter_map(|seat| seat.next_practice_move);
                let game_ends = self.settings.game_limit.map(|limit| playing.began + limit);
                let limits = [game_ends, self.match_ends()];
                let others = practice.chain(limits.into_iter().flatten());
                others.chain([playing.next_step]).min()
            }
            Phase::Over(_) => None,
        }
    }

    /// Ends the match now, as its time limit does: the current game is decided by points, and the
    /// match by games.
    pub fn stop(&mut self, now: ServerTime) {
        if self.ended_at().is_some() {
            return;
        }
        if let Phase::Playing(playing) = &mut self.phase {
            playing.game.decide_by_points();
            self.check_end(now);
        }
        self.events.push("stopped".into());
        self.close(now);
    }

    /// Returns when the match ended, as time since the start of the server.
    pub fn ended_at(&self) -> Option<Duration> {
        match self.phase {
            Phase::Over(ended) => Some(ended),
            _ => None,
        }
    }

    /// Returns the token of the match.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Takes the messages since the last call.
    pub fn drain_messages(&mut self) -> Vec<StateMessage> {
        std::mem::take(&mut self.outbox)
    }

    /// Takes the lines for people since the last call, with the name of the match.
    pub fn drain_events(&mut self) -> Vec<String> {
        let events = std::mem::take(&mut self.events);
        let named = |line| format!("{}: {line}", self.name);
        events.into_iter().map(named).collect()
    }
}
