//! What a server is told, and what goes wrong before it serves.

use super::game::GameRules;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
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
    /// Time between two steps of gravity on the first level; `None`: nothing falls.
    pub gravity: Option<Duration>,
    /// Before the first game, between games and before MatchEnd.
    pub pause: Duration,
    /// What the specification leaves open.
    pub game_rules: GameRules,
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
    /// Port of the scheduler, if there is to be one; 0 takes any free one.
    pub scheduler_port: Option<u16>,
    /// File for every message both ways.
    pub record: Option<PathBuf>,
}

/// A match to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MatchSpec {
    /// Its token; without one it is random.
    pub match_token: Option<String>,
    /// The teams that may play, with their passwords; empty: the first two that come, with
    /// whatever password each comes with.
    pub teams: BTreeMap<String, String>,
}

/// Why a server cannot serve.
#[derive(Debug)]
pub enum ServerError {
    /// A port cannot be bound.
    Bind {
        /// What was to listen there.
        channel: &'static str,
        /// The address.
        address: String,
        /// What the system said.
        reason: String,
    },
    /// The file for the recording cannot be made.
    Record {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A socket failed for good.
    Socket(zmq::Error),
    /// The file of matches has no sensible reading.
    MatchSpecs(String),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Bind {
                channel,
                address,
                reason,
            } => write!(
                f,
                "the {channel} channel cannot listen on {address}: {reason}"
            ),
            ServerError::Record { path, error } => {
                write!(f, "cannot record to {}: {error}", path.display())
            }
            ServerError::Socket(error) => write!(f, "a socket failed: {error}"),
            ServerError::MatchSpecs(reason) => write!(f, "the matches cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for ServerError {}

impl From<zmq::Error> for ServerError {
    fn from(error: zmq::Error) -> ServerError {
        ServerError::Socket(error)
    }
}

/// Reads matches from JSON: a list of objects with `match_token` and `teams`, an object of
/// exactly two passwords by team name.
pub fn parse_match_specs(text: &str) -> Result<Vec<MatchSpec>, ServerError> {
    let wrong = |reason: String| ServerError::MatchSpecs(reason);
    let value: Value = serde_json::from_str(text).map_err(|e| wrong(e.to_string()))?;
    let list = value.as_array().filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| wrong("it should be a list of at least one match".into()))?;
    let mut bookings: Vec<MatchSpec> = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let booking = parse_match_spec(value)
            .ok_or_else(|| wrong(format!("match {index} should be {SHAPE_OF_A_BOOKING}")))?;
        if bookings
            .iter()
            .any(|other| other.match_token == booking.match_token)
        {
            return Err(wrong(format!(
                "match {index} has the token of an earlier one"
            )));
        }
        bookings.push(booking);
    }
    Ok(bookings)
}

const SHAPE_OF_A_BOOKING: &str =
    r#"{"match_token": "..", "teams": {"one team": "its password", "another": "its password"}}"#;

fn parse_match_spec(value: &Value) -> Option<MatchSpec> {
    let token = value.get("match_token")?.as_str()?;
    let teams = value.get("teams")?.as_object()?;
    let team = |(name, password): (&String, &Value)| {
        let right = check_team_name(name).is_ok();
        right.then_some((name.clone(), password.as_str()?.to_string()))
    };
    let teams: BTreeMap<String, String> = teams.iter().map(team).collect::<Option<_>>()?;
    (teams.len() == 2 && !token.is_empty()).then(|| MatchSpec {
        match_token: Some(token.to_string()),
        teams,
    })
}

/// What is wrong with a name that is to stand in every state message and on terminals.
pub fn check_team_name(name: &str) -> Result<(), &'static str> {
    match name {
        "" => Err("the team name is empty"),
        name if name.chars().count() > 100 => Err("the team name is longer than 100 characters"),
        name if name.chars().any(char::is_control) => {
            Err("the team name contains control characters")
        }
        _ => Ok(()),
    }
}
