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
    /// It has no replay.
    #[error("the file has neither `replay` nor `data`: it is no replay of TETR.IO")]
    NoReplay,
    /// It has the numbers of a game, not its events.
    #[error("the file has the figures of a game but no events, so nothing can be played again")]
    OnlyStatistics,
    /// It has no rounds.
    #[error("the file has no rounds with players")]
    NoRounds,
    /// A part of it is not as it must be.
    #[error("the {part} cannot be read: {} (counted from where that part begins)", short(.source))]
    Part {
        /// Which.
        part: &'static str,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A part of what one player did is not as it must be.
    #[error("{place}: the {part} cannot be read: {} (counted from where that part begins)", short(.source))]
    SidePart {
        /// Which player.
        place: Place,
        /// Which part.
        part: &'static str,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A player's options are not there.
    #[error("{place}: there are no options, which say by which rules the game was")]
    NoOptions {
        /// Which player.
        place: Place,
    },
    /// An option is missing that has no default.
    #[error("{place}: the option `{option}` is missing")]
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
        playable: &'static str,
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
