//! A bot as the arena sees it: it receives positions as the rules have them and returns
//! placements. The protocol is not known outside of this folder.

mod built_in;
mod process_group;
mod program;

use built_in::BuiltIn;
use landfall_bot::Settings;
use landfall_rules::{ClearDelays, Piece, Placement, Playfield, Ruleset, SearchEffort, State};
use landfall_tbp::convert;
pub use landfall_tbp::convert::VersusStatus;
use landfall_tbp::convert::{to_placement, to_timings};
use landfall_tbp::host::BotError;
use landfall_tbp::messages::{Move, MoveInfo, Rules};
use program::Program;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A bot that has accepted the rules.
pub trait Player: Send {
    /// Returns whether the bot supports versus information, which changes between its moves.
    fn supports_versus(&self) -> bool;

    /// Tells it a position: the first of a game, the one after garbage, or that of the move
    /// that it will be asked for if it minds duels; and how the duel stands, if that is known.
    fn start(&mut self, state: &State, field: &Playfield, duel: Option<&VersusStatus>);

    /// Tells it that its move was played and these pieces were dealt.
    fn play(&mut self, placement: &Placement, dealt: &[Piece]);

    /// Tells it that the game is over.
    fn stop(&mut self);

    /// Its move, when it has thought for as long as its clock allows.
    ///
    /// # Errors
    /// What it did wrong. It must not be asked again.
    fn suggest(&mut self) -> Result<Suggestion, Failure>;

    /// Asks for its move without waiting for it.
    fn request(&mut self);

    /// The move that was asked for, if it is given within `wait`.
    ///
    /// # Errors
    /// What it did wrong. It must not be asked again.
    fn poll(&mut self, wait: Duration) -> Result<Option<Suggestion>, Failure>;
}

/// A bot's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// The moves that mean something under the rules, the most preferred first.
    pub moves: Vec<Placement>,
    /// What was wrong with the first of the others.
    pub invalid_move: Option<String>,
    /// What is known of the thinking behind it, as it reported; positions a second are those of
    /// its processor time under windows.
    pub effort: SearchEffort,
    /// What else it reported, as free text; most often how it values the move.
    pub extra: Option<String>,
}

impl Suggestion {
    /// Whether it gives no move at all, not even a senseless one.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.invalid_move.is_none()
    }
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What kind of wrong.
    pub kind: FailureKind,
    /// A sentence for people.
    pub text: String,
}

/// A kind of wrong, counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// Its process ended, or could not be started again.
    Crash,
    /// No answer within the limit.
    #[serde(rename = "silent")]
    Timeout,
    /// Its output was no protocol.
    #[serde(rename = "garbage")]
    InvalidOutput,
    /// None of its moves was legal.
    #[serde(rename = "illegal")]
    IllegalMove,
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FailureKind::Crash => "crashed",
            FailureKind::Timeout => "gave no answer",
            FailureKind::InvalidOutput => "sent garbage",
            FailureKind::IllegalMove => "made an illegal move",
        })
    }
}

impl From<BotError> for Failure {
    fn from(fault: BotError) -> Failure {
        let kind = match fault {
            BotError::Timeout { .. } => FailureKind::Timeout,
            BotError::Exited { .. } | BotError::RulesRefused { .. } => FailureKind::Crash,
            BotError::InvalidMessage { .. } => FailureKind::InvalidOutput,
            BotError::IllegalMove { .. } => FailureKind::IllegalMove,
        };
        Failure {
            kind,
            text: fault.to_string(),
        }
    }
}

/// When a program may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Always, and its speed is of no interest.
    Unlimited,
    /// Always, and what it says of its speed is taken down.
    RealTime,
    /// Only before each of its moves, until it has used so much processor time or has
    /// nothing to do. What it uses beyond is taken off the next times.
    CpuTime(Duration),
}

/// How to start a bot.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// The session of this program, in this process. Only for a fixed number of nodes,
    /// because it has no clock of its own.
    BuiltIn(Settings),
    /// A command, split into words as a shell does it.
    Program {
        /// The command.
        command: String,
        /// How long one answer may take, by the clock on the wall.
        limit: Duration,
        /// When it may run.
        pace: TimeControl,
    },
}

impl PlayerSpec {
    /// Starts the bot and agrees on the rules with it. The delays of clears are sent, if they are given.
    ///
    /// # Errors
    /// Why it does not play.
    pub fn launch(
        &self,
        rules: &'static Ruleset,
        delays: Option<&ClearDelays>,
    ) -> Result<Box<dyn Player>, Failure> {
        let rules_message = Rules {
            timings: delays.map(to_timings),
            ..convert::to_rules(rules)
        };
        match self {
            PlayerSpec::BuiltIn(settings) => Ok(Box::new(BuiltIn::new(
                settings.clone(),
                rules,
                rules_message,
            )?)),
            PlayerSpec::Program {
                command,
                limit,
                pace,
            } => Ok(Box::new(Program::launch(
                command,
                *limit,
                *pace,
                rules,
                rules_message,
            )?)),
        }
    }
}

/// Whether [`TimeControl::CpuTime`] works on this system.
pub fn can_measure_cpu_time() -> bool {
    process_group::ProcessGroup::is_supported()
}

/// A suggestion in the words of the rules.
fn to_suggestion(rules: &Ruleset, moves: &[Move], info: Option<MoveInfo>) -> Suggestion {
    let info = info.unwrap_or_default();
    let mut answer = Suggestion {
        effort: SearchEffort {
            depth: info.depth,
            nodes: info.nodes,
            nps: None,
        },
        extra: info.extra,
        ..Suggestion::default()
    };
    for mv in moves {
        match to_placement(rules, mv) {
            Ok(placement) => answer.moves.push(placement),
            Err(error) => {
                answer.invalid_move.get_or_insert_with(|| error.to_string());
            }
        }
    }
    answer
}
