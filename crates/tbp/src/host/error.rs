//! What can be wrong with a bot, from the frontend's side.

use super::command_line::CommandError;
use std::fmt;
use std::io;
use std::time::Duration;

/// Why a bot could not be brought to play.
#[derive(Debug)]
pub enum LaunchError {
    /// The command of the bot cannot be split into words.
    Command(CommandError),
    /// The bot could not be started.
    Start {
        /// The program that was tried.
        program: String,
        /// What the system said.
        error: io::Error,
    },
    /// It started, and did wrong.
    Bot(BotError),
}

impl From<BotError> for LaunchError {
    fn from(fault: BotError) -> LaunchError {
        LaunchError::Bot(fault)
    }
}

/// What a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotError {
    /// No answer within the limit.
    Timeout {
        /// What was asked for.
        awaited: &'static str,
        /// The limit.
        limit: Duration,
    },
    /// Its output ended.
    Exited {
        /// What was asked for.
        awaited: &'static str,
        /// How it ended, if it ended.
        status: Option<String>,
        /// The last lines that it wrote to its standard error.
        stderr_tail: String,
    },
    /// A line that is no message.
    InvalidMessage {
        /// The line, shortened.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It cannot play these rules.
    RulesRefused {
        /// The reason that it gave.
        reason: String,
    },
    /// It suggested a move that the rules forbid.
    IllegalMove {
        /// Number of the piece, from 1.
        piece: u64,
        /// The move.
        mv: String,
        /// Why it is forbidden.
        reason: String,
    },
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::Command(error) => write!(f, "--bot cannot be read: {error}"),
            LaunchError::Start { program, error } => {
                write!(f, "the bot cannot be started: {program}: {error}")
            }
            LaunchError::Bot(fault) => write!(f, "{fault}"),
        }
    }
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::Timeout { awaited, limit } => write!(
                f,
                "the bot gave no `{awaited}` within {} s",
                limit.as_secs_f64()
            ),
            BotError::Exited {
                awaited,
                status,
                stderr_tail: last_words,
            } => {
                match status {
                    Some(status) => write!(f, "the bot ended ({status})")?,
                    None => f.write_str("the bot closed its output")?,
                }
                write!(f, " when `{awaited}` was awaited")?;
                if last_words.is_empty() {
                    return Ok(());
                }
                write!(f, "; its last words:\n{last_words}")
            }
            BotError::InvalidMessage { line, reason } => {
                write!(f, "the bot sent what is no message ({reason}): {line}")
            }
            BotError::RulesRefused { reason } => write!(f, "the bot refuses the rules: {reason}"),
            BotError::IllegalMove { piece, mv, reason } => {
                write!(
                    f,
                    "the bot's move for piece {piece} is illegal: {mv}: {reason}"
                )
            }
        }
    }
}

impl std::error::Error for LaunchError {}

impl std::error::Error for BotError {}
