//! A bot as the arena sees it: it receives positions and returns placements. Translates between the
//! types of the rules and the protocol.

mod built_in;
mod process_group;
mod program;

use built_in::BuiltIn;
use landfall_bot::Settings;
use landfall_replay::SearchEffort;
use landfall_rules::timing::Delays;
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert;
pub use landfall_tbp::convert::VersusStatus;
use landfall_tbp::convert::{to_placement, to_timings};
use landfall_tbp::host::{BotError, BotMistake, LaunchError, explain_moves};
use landfall_tbp::messages::{Move, MoveInfo, Rules};
use program::Program;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// A bot that has accepted the rules. A bot of one's own needs [`start`](Player::start),
/// [`play`](Player::play) and [`suggest`](Player::suggest); [`play_game`](crate::play_game) has an
/// example.
pub trait Player: Send {
    /// Returns whether the bot uses the opponent's board and the pending garbage, which change
    /// between its moves. By default it does not.
    fn supports_versus(&self) -> bool {
        false
    }

    /// Sends a position: the first of a game, the one after garbage or, to a bot with
    /// [`Player::supports_versus`], that of the next request with `versus`.
    fn start(&mut self, state: &State, field: &Playfield, versus: Option<&VersusStatus>);

    /// Reports that its move was played and these pieces were dealt.
    fn play(&mut self, placement: &Placement, dealt: &[Piece]);

    /// Sends `stop` at the end of a game. By default a bot does nothing then.
    fn stop(&mut self) {}

    /// Requests a move and returns it. The bot searches for as long as its time control allows.
    ///
    /// # Errors
    /// The bot failed. It must not be used again.
    fn suggest(&mut self) -> Result<Suggestion, PlayerError>;

    /// Requests a move and does not wait for it. By default [`Player::poll`] does all.
    fn request(&mut self) {}

    /// Returns the requested move if it comes within `wait`. By default it waits for
    /// [`Player::suggest`].
    ///
    /// # Errors
    /// The bot failed. It must not be used again.
    fn poll(&mut self, _wait: Duration) -> Result<Option<Suggestion>, PlayerError> {
        self.suggest().map(Some)
    }

    /// Returns whether the bot sends an answer without a request, after an illegal move that is the
    /// same as in the answer before. The bot must not be used again.
    fn answers_twice(&mut self) -> bool {
        false
    }
}

/// A bot's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// The moves of the message, the most preferred first.
    pub suggested: Vec<Move>,
    /// The moves that can be converted to placements, in the same order.
    pub moves: Vec<Placement>,
    /// Whether the moves are the same as in the answer before, and not empty.
    pub is_repeated: bool,
    /// Depth, nodes and speed of the search, as the bot reported them. Under
    /// [`TimeControl::CpuTime`] the speed is in nodes per second of processor time.
    pub effort: SearchEffort,
    /// Its further report, a free text, most often the evaluation of the move.
    pub extra: Option<String>,
}

impl From<Placement> for Suggestion {
    /// Returns the answer of one move.
    fn from(placement: Placement) -> Suggestion {
        Suggestion {
            moves: vec![placement],
            ..Suggestion::default()
        }
    }
}

impl Suggestion {
    /// Returns whether the answer has no move, not even an invalid one.
    pub fn is_empty(&self) -> bool {
        self.suggested.is_empty()
    }
}

/// The failure of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{text}")]
pub struct PlayerError {
    /// The kind, by which summaries count.
    pub kind: PlayerErrorKind,
    /// What happened and what to do, for people.
    pub text: String,
    /// What the bot's author most likely got wrong, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<BotMistake>,
}

impl PlayerError {
    /// Returns an error without a known mistake.
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
    /// It gave no answer within the limit.
    Timeout,
    /// It sent a line that is no message, or another message than the awaited one.
    InvalidOutput,
    /// None of its moves was legal.
    IllegalMove,
}

impl fmt::Display for PlayerErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayerErrorKind::Crash => "crashed",
            PlayerErrorKind::Timeout => "gave no answer",
            PlayerErrorKind::InvalidOutput => "sent invalid output",
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
    /// Only during a request, until it has used this processor time or is idle. Time beyond that is
    /// subtracted from its next requests.
    CpuTime(Duration),
}

/// A function that starts a bot for a ruleset.
pub type StartPlayer = dyn Fn(&Ruleset) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// How to start a bot.
#[derive(Clone)]
pub enum PlayerSpec {
    /// A [`Player`] of one's own.
    Own(Arc<StartPlayer>),
    /// The built-in bot, in this process. Only for a fixed number of nodes, because it has no clock.
    BuiltIn(Box<Settings>),
    /// A command, split into words as a shell does it.
    Program {
        /// The command.
        command: String,
        /// The time limit of an answer, in real time.
        limit: Duration,
        /// When it may run.
        time_control: TimeControl,
    },
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Own(_) => f.write_str("Own(..)"),
            PlayerSpec::BuiltIn(settings) => f.debug_tuple("BuiltIn").field(settings).finish(),
            PlayerSpec::Program { command, .. } => f.debug_tuple("Program").field(command).finish(),
        }
    }
}

impl PlayerSpec {
    /// Starts the bot and sends it the rules, with the delays of clears if they are given.
    ///
    /// # Errors
    /// The bot does not start or refuses the rules.
    pub fn launch(
        &self,
        rules: &Ruleset,
        delays: Option<&Delays>,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let rules_message = Rules {
            timings: delays.map(to_timings),
            ..convert::to_rules(rules)
        };
        match self {
            PlayerSpec::Own(start) => start(rules),
            PlayerSpec::BuiltIn(settings) => Ok(Box::new(BuiltIn::new(
                Settings {
                    // A ruleset of the caller's own has a name that the session does not know.
                    rules: *rules,
                    ..Settings::clone(settings)
                },
                rules,
                rules_message,
            )?)),
            PlayerSpec::Program {
                command,
                limit,
                time_control,
            } => Ok(Box::new(Program::launch(
                command,
                *limit,
                *time_control,
                rules,
                rules_message,
            )?)),
        }
    }
}

/// Returns what is wrong with a suggestion without a legal move in this position; `None` if it has no
/// move. `piece` is the number of the piece, from 1.
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
