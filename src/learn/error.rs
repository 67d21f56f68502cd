//! The errors of `landfall learn`.

use landfall_command::weights_file::WeightsFileError;
use landfall_experiment::files::OutputProblem;
use landfall_search::net::MAX_NEURONS;
use std::error::Error;
use std::io;
use std::path::PathBuf;

/// An error of a library below.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Why `landfall learn` fails.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The prior has a net already, and there is no room for one beside it.
    #[error(
        "{neurons} neurons and the {prior} of the prior are more than {MAX_NEURONS}: learn fewer, \
         give --blend 100, or add `\"net\": []` to the prior"
    )]
    TooManyNeurons {
        /// The neurons to be learned.
        neurons: usize,
        /// Those of the prior.
        prior: usize,
    },
    /// A line has no value in the prior, so that a net which predicts lines has none.
    #[error("`attack` of the prior is {0}: give one in which a line sent is worth 1 or more")]
    NoAttack(i32),
    /// The prior cannot be used.
    #[error("--prior {}: {source}", path.display())]
    Prior {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: WeightsFileError,
    },
    /// There can be no weights file at that path.
    #[error("--out {}: {source}", path.display())]
    Out {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: OutputProblem,
    },
    /// The replays cannot be found.
    #[error("{0}")]
    Files(#[source] BoxError),
    /// The folders contain no replay.
    #[error("there are no replays")]
    NoReplays,
    /// A replay cannot be used.
    #[error("{}: {source}", path.display())]
    Replay {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ReplayProblem,
    },
    /// No game has a position to learn from.
    #[error(
        "none of these games has a winner and moves of both sides: there is nothing to learn from"
    )]
    NoPositions,
    /// There are too few games to keep some of them for validation.
    #[error(
        "--net needs at least {needed} games with a winner, not {won}: play more, or learn without --net"
    )]
    TooFewGames {
        /// Games with a winner.
        won: usize,
        /// Games that are needed.
        needed: usize,
    },
    /// The weights cannot be written as JSON.
    #[error("{0}")]
    Json(#[source] BoxError),
    /// The weights file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Why a replay cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReplayProblem {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[source] io::Error),
    /// It is no replay, or its rules are unknown.
    #[error("{0}")]
    Invalid(#[source] BoxError),
    /// Its first line does not name the rules.
    #[error("its head names no `rules`")]
    NoRules,
    /// It was played under other rules, or with other delays of clears and moves, than the first one.
    #[error(
        "its rules ({rules}, those of the first replay {first_rules}) or its delays of clears and \
         moves differ from the first replay's: give replays of one preset"
    )]
    OtherSeries {
        /// Its rules.
        rules: &'static str,
        /// Those of the first one.
        first_rules: &'static str,
    },
    /// It is not a game of two seats.
    #[error("it has {0} seats, not two")]
    Seats(usize),
    /// Its winner is none of its seats.
    #[error("its winner is {0}, not 0, 1 or null")]
    Winner(String),
    /// A move has no placement of the seven pieces.
    #[error("the move of frame {0} places none of the seven pieces")]
    NoPlacement(String),
    /// A move cannot be played.
    #[error("the move of frame {frame}: {source}")]
    Unplayable {
        /// The frame, as in the replay.
        frame: String,
        /// The reason.
        source: BoxError,
    },
}
