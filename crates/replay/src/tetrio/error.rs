//! What can be wrong with a replay of TETR.IO.

use crate::json_error::short;
use landfall_play::HandlingError;
use landfall_tbp::intern::TooManyRulesets;
use std::fmt;
use thiserror::Error;

/// Which side of which round, both counted from 1 where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    round: usize,
    player: usize,
}

impl Place {
    /// Returns the place of a side, both counted from 0.
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
    /// It is no whole JSON.
    #[error("the file is no whole JSON: {}; download the replay again", short(.0))]
    Json(#[source] serde_json::Error),
    /// It is no object.
    #[error("the file is {found}, and no JSON object: it is no replay of TETR.IO")]
    NoObject {
        /// What it is.
        found: String,
    },
    /// It has no replay.
    #[error("the file has neither `replay` nor `data`: it is no replay of TETR.IO")]
    NoReplay,
    /// It has the numbers of a game, not its events.
    #[error("the file has the figures of a game but no events, so nothing can be played again")]
    OnlyStatistics,
    /// It has no rounds.
    #[error("the file has no rounds with players{}", .why.as_ref().map_or(String::new(), |why| format!(": {why}")))]
    NoRounds {
        /// Why the first of them cannot be read, if there is one.
        why: Option<String>,
    },
    /// A part of it is not as it must be.
    #[error("`{part}` is {found}, not an object: download the replay again")]
    Part {
        /// Which.
        part: &'static str,
        /// What stands there.
        found: String,
    },
    /// A part of what one player did is not as it must be.
    #[error("{place}: `{part}` is {found}, not {needed}")]
    SidePart {
        /// Which player.
        place: Place,
        /// Which part.
        part: &'static str,
        /// What stands there.
        found: String,
        /// What should.
        needed: &'static str,
    },
    /// A player's events are not there.
    #[error("{place}: there are no `events`, so nothing can be played again")]
    NoEvents {
        /// Which player.
        place: Place,
    },
    /// The first event of a player cannot be read.
    #[error("{place}: {reason}")]
    Event {
        /// Which player.
        place: Place,
        /// What is wrong.
        reason: String,
    },
    /// A player's options are not there.
    #[error("{place}: there are no options, which say by which rules the game was")]
    NoOptions {
        /// Which player.
        place: Place,
    },
    /// An option is missing that has no default.
    #[error(
        "{place}: there is no option `{option}` that can be read, and without it nothing can be \
         played again"
    )]
    MissingOption {
        /// Which player.
        place: Place,
        /// Which.
        option: &'static str,
    },
    /// An option makes it a game that landfall cannot play.
    #[error("{place}: the option `{option}` is {value}; landfall can play {playable}")]
    Option {
        /// Which player.
        place: Place,
        /// Which.
        option: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
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
    /// A setting of the keys cannot be used.
    #[error("{place}: in `handling` {source}")]
    Handling {
        /// Which player.
        place: Place,
        /// Which, and what it may be.
        source: HandlingError,
    },
    /// There is more of something than any game has.
    #[error("{place}: there are more than {most} {what}, more than any game has")]
    TooMuch {
        /// Which player.
        place: Place,
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: u64,
    },
    /// It is one ruleset too many.
    #[error(transparent)]
    TooManyRulesets(#[from] TooManyRulesets),
}
