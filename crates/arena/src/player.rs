//! A bot as the arena sees it: it receives positions as the rules have them and returns
//! placements. The protocol is not known outside of this folder.

mod built_in;
mod process_group;
mod program;

use built_in::BuiltIn;
use landfall_bot::Settings;
use landfall_replay::SearchEffort;
use landfall_rules::{Delays, Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert;
pub use landfall_tbp::convert::VersusStatus;
use landfall_tbp::convert::{to_placement, to_timings};
use landfall_tbp::host::{BotError, BotMistake, LaunchError, explain_moves};
use landfall_tbp::messages::{Move, MoveInfo, Rules};
use program::Program;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// A bot that has accepted the rules.
pub trait Player: Send {
    /// Returns whether the bot supports versus information, which changes between its moves.
    fn supports_versus(&self) -> bool;

    /// Sends a position: the first of a game, the one after garbage or, to a bot that supports
    /// versus information, that of the next request. The versus information goes with it.
    fn start(&mut self, state: &State, field: &Playfield, versus: Option<&VersusStatus>);

    /// Sends that its move was played and these pieces were dealt.
    fn play(&mut self, placement: &Placement, dealt: &[Piece]);

    /// Sends that the game is over.
    fn stop(&mut self);

    /// Requests a move and returns it. The bot searches for as long as its time control allows.
    ///
    /// # Errors
    /// What the bot did wrong. It must not be used again.
    fn suggest(&mut self) -> Result<Suggestion, PlayerError>;

    /// Requests a move and does not wait for it.
    fn request(&mut self);

    /// Returns the requested move if it comes within `wait`.
    ///
    /// # Errors
    /// What the bot did wrong. It must not be used again.
    fn poll(&mut self, wait: Duration) -> Result<Option<Suggestion>, PlayerError>;

    /// Returns whether the bot sends an answer that nobody asked for, after an illegal move that
    /// it had suggested before. It must not be used again.
    fn answers_twice(&mut self) -> bool {
        false
    }
}

/// A bot's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// The moves as they stood on the wire, the most preferred first.
    pub suggested: Vec<Move>,
    /// Those of them that the rules know, in the same order.
    pub moves: Vec<Placement>,
    /// Whether the bot suggested the same moves before, and there are some.
    pub is_repeated: bool,
    /// Depth, nodes and speed of the search, as the bot reported them. Under
    /// [`TimeControl::CpuTime`] the speed is nodes a second of processor time.
    pub effort: SearchEffort,
    /// What else it reported, as free text; most often its evaluation of the move.
    pub extra: Option<String>,
}

impl Suggestion {
    /// Returns whether there is no move at all, not even an invalid one.
    pub fn is_empty(&self) -> bool {
        self.suggested.is_empty()
    }
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{text}")]
pub struct PlayerError {
    /// The kind, counted apart in summaries.
    pub kind: PlayerErrorKind,
    /// For people: what happened, and what to do.
    pub text: String,
    /// What the bot's author most likely got wrong, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<BotMistake>,
}

impl PlayerError {
    /// Returns an error of which no mistake is known.
    pub fn new(kind: PlayerErrorKind, text: String) -> PlayerError {
        PlayerError {
            kind,
            text,
            mistake: None,
        }
    }
}

/// A kind of [`PlayerError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerErrorKind {
    /// Its process ended, or could not be started again.
    Crash,
    /// No answer within the limit.
    Timeout,
    /// Its output was no protocol.
    InvalidOutput,
    /// None of its moves was legal.
    IllegalMove,
}

impl fmt::Display for PlayerErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayerErrorKind::Crash => "crashed",
            PlayerErrorKind::Timeout => "gave no answer",
            PlayerErrorKind::InvalidOutput => "sent garbage",
            PlayerErrorKind::IllegalMove => "made an illegal move",
        })
    }
}

impl From<BotError> for PlayerError {
    fn from(error: BotError) -> PlayerError {
        let kind = match error {
            BotError::Timeout { .. } => PlayerErrorKind::Timeout,
            BotError::Exited { .. } | BotError::RulesRefused { .. } => PlayerErrorKind::Crash,
            BotError::InvalidMessage { .. } | BotError::OtherMessage { .. } => {
                PlayerErrorKind::InvalidOutput
            }
            BotError::IllegalMove { .. } => PlayerErrorKind::IllegalMove,
        };
        PlayerError {
            kind,
            text: error.to_string(),
            mistake: error.mistake(),
        }
    }
}

impl From<LaunchError> for PlayerError {
    fn from(error: LaunchError) -> PlayerError {
        match error {
            LaunchError::Bot(error) => PlayerError::from(error),
            other => PlayerError {
                kind: PlayerErrorKind::Crash,
                text: other.to_string(),
                mistake: other.mistake(),
            },
        }
    }
}

/// When a program may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Always. The speed that it reports is ignored.
    Unlimited,
    /// Always. The speed that it reports is recorded.
    RealTime,
    /// Only during a request, until it has used this processor time or is idle. What it uses
    /// beyond that is taken off its next requests.
    CpuTime(Duration),
}

/// How to start a bot.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// The session of this program, in this process. Only for a fixed number of nodes,
    /// because it has no clock of its own.
    BuiltIn(Box<Settings>),
    /// A command, split into words as a shell does it.
    Program {
        /// The command.
        command: String,
        /// How long one answer may take, in real time.
        limit: Duration,
        /// When it may run.
        time_control: TimeControl,
    },
}

impl PlayerSpec {
    /// Starts the bot and sends it the rules, with the delays of clears if they are given.
    ///
    /// # Errors
    /// The bot does not start or refuses the rules.
    pub fn launch(
        &self,
        rules: &'static Ruleset,
        delays: Option<&Delays>,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let rules_message = Rules {
            timings: delays.map(to_timings),
            ..convert::to_rules(rules)
        };
        match self {
            PlayerSpec::BuiltIn(settings) => Ok(Box::new(BuiltIn::new(
                Settings::clone(settings),
                rules,
                rules_message,
            )?)),
            PlayerSpec::Program {
                command,
                limit,
                time_control: pace,
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

/// Returns what is wrong with a suggestion that has no legal move for piece `piece`, from 1, of a
/// position; `None` if it has no move at all.
pub fn explain_illegal(
    player: &mut dyn Player,
    suggestion: &Suggestion,
    piece: u64,
    (rules, state): (&Ruleset, &State),
) -> Option<PlayerError> {
    let mut illegal = explain_moves(rules, state, &suggestion.suggested)?;
    if suggestion.is_repeated && player.answers_twice() {
        illegal.mistake = Some(BotMistake::AnswersTwice);
    }
    Some(BotError::IllegalMove { piece, illegal }.into())
}

/// Returns whether [`TimeControl::CpuTime`] works on this system.
pub fn can_measure_cpu_time() -> bool {
    process_group::ProcessGroup::is_supported()
}

/// Converts a suggestion from the protocol's moves to placements.
fn to_suggestion(rules: &Ruleset, moves: &[Move], info: Option<MoveInfo>) -> Suggestion {
    let info = info.unwrap_or_default();
    let mut answer = Suggestion {
        suggested: moves.to_vec(),
        effort: SearchEffort {
            depth: info.depth,
            nodes: info.nodes,
            nps: None,
        },
        extra: info.extra,
        ..Suggestion::default()
    };
    let placements = moves.iter().map(|mv| to_placement(rules, mv));
    answer.moves.extend(placements.filter_map(Result::ok));
    answer
}
