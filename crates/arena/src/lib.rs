//! Matches between two bots of the Tetris Bot Protocol. The same seed gives the same match.
//!
//! Knows the rules and not the search; only `player` and `soak` know the protocol.
//!
//! ```text
//! preset                               timings and garbage, as data
//! referee                              the state of one game, pure, in frames
//! player                               a bot, in this process or another
//! game, real_time                      a game between two players, in virtual or real time
//! observer                             what sees a game while it is played
//! match_runner, pair                   the games of a match; one pair of games
//! series, reporter                     a match with its options; its output while it is played
//! record, report, faults, merge        results of a game, of a match, of several journals
//! journal, recorder                    writing journals and replays; landfall-replay reads replays
//! viewer                               folders of HTML pages
//! verify                               recorded games compared with the rules
//! soak                                 soak tests of one bot
//! options, error                       options and errors
//! ```

#![deny(clippy::print_stdout)]

mod error;
mod faults;
mod game;
mod journal;
mod match_runner;
mod merge;
mod observer;
mod options;
mod pair;
mod player;
mod preset;
mod real_time;
mod record;
mod recorder;
mod referee;
mod report;
mod reporter;
mod series;
mod soak;
mod verify;
mod viewer;

pub use error::ArenaError;
pub use faults::{FaultKind, Faults};
pub use game::play_game;
pub use journal::{Build, MatchHeader};
pub use match_runner::{FinishedGame, MatchConfig, MatchObserver, StopCondition, run_match};
pub use merge::{MergedMatch, merge};
pub use observer::{GameObserver, NoObserver, PlayedPiece};
pub use options::{BuildCheck, Clock, Options};
pub use pair::play_pair;
pub use player::{
    Player, PlayerError, PlayerErrorKind, PlayerSpec, StartPlayer, Suggestion, TimeControl,
    VersusStatus, can_measure_cpu_time, explain_illegal,
};
pub use preset::{Preset, PresetError};
pub use record::{BotName, BotRecord, GameRecord, bot_seat};
pub use referee::{EndReason, GameResult};
pub use report::Verdict;
pub use reporter::write_summary;
pub use series::{FailingBots, run};
pub use soak::{
    MemoryUse, SoakCounts, SoakOptions, SoakRecord, SoakReport, SoakSettings, run_soak,
};
pub use verify::{Difference, LineProblem, Verification, VerifyError, verify};
pub use viewer::write_replay_pages;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
