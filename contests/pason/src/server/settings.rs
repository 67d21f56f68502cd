//! How matches are played, and where a server listens.

use super::game::GameRules;
use crate::messages::StateMessage;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How matches are played.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSettings {
    /// Games of a match; more than half of them win it.
    pub games: u32,
    /// A game is decided by points after this time.
    pub game_limit: Option<Duration>,
    /// A match is decided by games won after this time.
    pub match_limit: Option<Duration>,
    /// Time between two steps of gravity on the first level; `None`: no gravity.
    pub gravity: Option<Duration>,
    /// Pause before the first game, between games and before MatchEnd.
    pub pause: Duration,
    /// Rules that the specification leaves open.
    pub game_rules: GameRules,
    /// When states are published.
    pub state_reports: StateReports,
    /// The spelling of answers and states.
    pub spelling: Spelling,
}

/// When a server publishes states while a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum StateReports {
    /// After every accepted move, lock and time step.
    #[default]
    EveryMove,
    /// When a piece locks or appears.
    Locks,
}

/// Whose spelling a server uses where the live server and the samples of the specification differ.
/// A client should accept both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Spelling {
    /// The live server's: `resp` of a move is "OK", sequence numbers are numbers.
    #[default]
    Live,
    /// The specification's: `resp` of a move is "ok", sequence numbers of boards and pieces are
    /// strings.
    #[cfg_attr(feature = "cli", value(name = "spec"))]
    Specification,
}

impl Spelling {
    /// Returns `resp` of an accepted move.
    pub fn move_accepted(self) -> &'static str {
        match self {
            Spelling::Live => "OK",
            Spelling::Specification => "ok",
        }
    }

    /// Returns the JSON text of a state.
    pub fn state_json(self, message: &StateMessage) -> String {
        match self {
            Spelling::Live => message.to_json(),
            Spelling::Specification => message.to_json_of_samples(),
        }
    }
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            games: 3,
            game_limit: Some(Duration::from_secs(300)),
            match_limit: None,
            gravity: Some(Duration::from_secs(1)),
            pause: Duration::from_secs(1),
            game_rules: GameRules::default(),
            state_reports: StateReports::default(),
            spelling: Spelling::default(),
        }
    }
}

/// Where a server listens and what it writes.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerConfig {
    /// The address that all ports are bound to.
    pub address: IpAddr,
    /// Port of the command channel; 0 takes any free one.
    pub command_port: u16,
    /// Port of the state channel; 0 takes any free one.
    pub state_port: u16,
    /// Port of the scheduler, if there should be one; 0 takes any free one.
    pub scheduler_port: Option<u16>,
    /// File for all messages of both directions.
    pub record: Option<PathBuf>,
}
