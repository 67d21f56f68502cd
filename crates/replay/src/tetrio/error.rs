//! Errors of a replay of TETR.IO.

use crate::json_error::short;
use landfall_play::HandlingError;
use std::fmt;
use thiserror::Error;

/// A side and its round, both shown counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    round: usize,
    player: usize,
}

impl Place {
    /// Returns the place of a side; the arguments count from 0.
    pub(super) fn new(round: usize, player: usize) -> Place {
        Place { round, player }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, player {}", self.round + 1, self.player + 1)
    }
}

/// A replay of TETR.IO cannot be read or played.
#[derive(Debug, Error)]
pub enum TetrioError {
    /// It is not complete JSON.
    #[error("the file is no whole JSON: {}; download the replay again", short(.0))]
    Json(#[source] serde_json::Error),
    /// It is not an object.
    #[error("the file is {found}, and no JSON object: it is no replay of TETR.IO")]
    NoObject {
        /// The kind of value.
        found: String,
    },
    /// It has no replay.
    #[error("the file has neither `replay` nor `data`: it is no replay of TETR.IO")]
    NoReplay,
    /// It has the totals of a game, not its events.
    #[error("the file has the figures of a game but no events, so nothing can be played again")]
    OnlyStatistics,
    /// It has no rounds.
    #[error("the file has no rounds with players{}", .why.as_ref().map_or(String::new(), |why| format!(": {why}")))]
    NoRounds {
        /// Why the first of them is invalid, if there is one.
        why: Option<String>,
    },
    /// A part of it is invalid.
    #[error("`{part}` is {found}, not an object: download the replay again")]
    Part {
        /// The part.
        part: &'static str,
        /// The kind of value.
        found: String,
    },
    /// A part of a player's side is invalid.
    #[error("{place}: `{part}` is {found}, not {needed}")]
    SidePart {
        /// The player.
        place: Place,
        /// The part.
        part: &'static str,
        /// The kind of value.
        found: String,
        /// The expected value.
        needed: &'static str,
    },
    /// A player's events are not there.
    #[error("{place}: there are no `events`, so nothing can be played again")]
    NoEvents {
        /// The player.
        place: Place,
    },
    /// The first event of a player cannot be read.
    #[error("{place}: {reason}")]
    Event {
        /// The player.
        place: Place,
        /// The reason.
        reason: String,
    },
    /// A player's options are not there.
    #[error("{place}: there are no options, which say by which rules the game was")]
    NoOptions {
        /// The player.
        place: Place,
    },
    /// A required option is missing.
    #[error(
        "{place}: there is no option `{option}` that can be read, and without it nothing can be \
         played again"
    )]
    MissingOption {
        /// The player.
        place: Place,
        /// The option.
        option: &'static str,
    },
    /// An option makes it a game that landfall cannot play.
    #[error("{place}: the option `{option}` is {value}; landfall can play {playable}")]
    Option {
        /// The player.
        place: Place,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The supported values.
        playable: String,
    },
    /// The gravity of the mode grows by levels.
    #[error(
        "this is a game of the mode `{mode}`: its gravity grows with its levels, which landfall \
         cannot play again, and it is not played for lines sent"
    )]
    Levels {
        /// The mode.
        mode: String,
    },
    /// A key setting is invalid.
    #[error("{place}: in `handling` {source}")]
    Handling {
        /// The player.
        place: Place,
        /// The setting, and its valid values.
        source: HandlingError,
    },
    /// The file has more of something than any game.
    #[error("{place}: there are more than {most} {what}, more than any game has")]
    TooMuch {
        /// The player.
        place: Place,
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        most: u64,
    },
}
