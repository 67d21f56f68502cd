//! The errors of a bot, from the frontend's side.

use super::command_line::CommandError;
use super::illegal_move::IllegalMove;
use super::mistake::BotMistake;
use super::start_problem;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why a bot could not be launched.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// The command of the bot cannot be split into words.
    #[error("the command of the bot cannot be read: {0}")]
    Command(CommandError),
    /// The bot could not be started.
    #[error("{}", describe_start(.words, .error, *.mistake))]
    Start {
        /// The words of the command, the program first.
        words: Vec<String>,
        /// The error of the operating system.
        error: io::Error,
        /// What its author most likely got wrong.
        mistake: Option<BotMistake>,
    },
    /// The bot was started and broke the protocol.
    #[error(transparent)]
    Bot(#[from] BotError),
}

/// What a bot did wrong. The text ends with what to do, if that is known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No answer within the limit.
    #[error("the bot gave no `{awaited}` within {} s{}", limit.as_secs_f64(), advice(*.mistake))]
    Timeout {
        /// The type of the message that was awaited.
        awaited: &'static str,
        /// The limit.
        limit: Duration,
        /// What its author most likely got wrong.
        mistake: Option<BotMistake>,
    },
    /// Its output ended.
    #[error(
        "{} when `{awaited}` was awaited{}{}",
        describe_exit(.status.as_deref()),
        advice(*.mistake),
        describe_tail(.stderr_tail)
    )]
    Exited {
        /// The type of the message that was awaited.
        awaited: &'static str,
        /// Its exit status, if it exited.
        status: Option<String>,
        /// The last lines that it wrote to its standard error.
        stderr_tail: String,
        /// What its author most likely got wrong.
        mistake: Option<BotMistake>,
    },
    /// It sent a line that is no message.
    #[error("the bot sent a line that is no message: {reason}. {mistake} The line: {line}")]
    InvalidMessage {
        /// The line, shortened and without control characters.
        line: String,
        /// What is wrong with it.
        reason: String,
        /// What its author most likely got wrong.
        mistake: BotMistake,
    },
    /// It sent a message when another one was due.
    #[error("the bot sent another message when `{awaited}` was due: {message}")]
    OtherMessage {
        /// The type of the message that was due.
        awaited: &'static str,
        /// The message.
        message: String,
    },
    /// It cannot play these rules.
    #[error("the bot refuses the rules: {reason}. {}", BotMistake::RefusesRules)]
    RulesRefused {
        /// The reason that it gave.
        reason: String,
    },
    /// It suggested a move that the rules forbid.
    #[error("the bot's move for piece {piece} is illegal: {illegal}")]
    IllegalMove {
        /// Number of the piece, from 1.
        piece: u64,
        /// The move, and why it is forbidden.
        illegal: IllegalMove,
    },
}

impl BotError {
    /// Returns the error for an answer that is too late, without the bot's mistake.
    pub fn timeout(awaited: &'static str, limit: Duration) -> BotError {
        BotError::Timeout {
            awaited,
            limit,
            mistake: None,
        }
    }

    /// Returns what the author of the bot most likely got wrong, if that is known.
    pub fn mistake(&self) -> Option<BotMistake> {
        match self {
            BotError::Timeout { mistake, .. } | BotError::Exited { mistake, .. } => *mistake,
            BotError::InvalidMessage { mistake, .. } => Some(*mistake),
            BotError::OtherMessage { .. } => None,
            BotError::RulesRefused { .. } => Some(BotMistake::RefusesRules),
            BotError::IllegalMove { illegal, .. } => illegal.mistake,
        }
    }
}

impl LaunchError {
    /// Returns what the author of the bot most likely got wrong, if that is known.
    pub fn mistake(&self) -> Option<BotMistake> {
        match self {
            LaunchError::Command(_) => None,
            LaunchError::Start { mistake, .. } => *mistake,
            LaunchError::Bot(error) => error.mistake(),
        }
    }
}

/// Returns the advice for a mistake, as the end of an error's text.
pub(super) fn advice(mistake: Option<BotMistake>) -> String {
    mistake.map_or(String::new(), |mistake| format!(". {mistake}"))
}

/// Returns the text of [`LaunchError::Start`].
fn describe_start(words: &[String], error: &io::Error, mistake: Option<BotMistake>) -> String {
    let program = words.first().map_or("", String::as_str);
    let reason = start_problem::reason(error);
    let advice = advice(mistake);
    format!(
        "could not start {program:?}: {reason}{advice} The command was read as the words {words:?}: put a path with blanks or backslashes in quotes."
    )
}

fn describe_exit(status: Option<&str>) -> String {
    match status {
        Some(status) => format!("the bot ended ({status})"),
        None => "the bot closed its output".to_string(),
    }
}

fn describe_tail(stderr_tail: &str) -> String {
    if stderr_tail.is_empty() {
        return String::new();
    }
    format!("\nIts last lines on stderr:\n{stderr_tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_is_reported_with_the_end_of_stderr() {
        let exited = |status: Option<&str>, stderr_tail: &str| BotError::Exited {
            awaited: "ready",
            status: status.map(str::to_string),
            stderr_tail: stderr_tail.to_string(),
            mistake: status.map(|_| BotMistake::Crashes),
        };
        assert_eq!(
            exited(None, "").to_string(),
            "the bot closed its output when `ready` was awaited"
        );
        assert_eq!(
            exited(Some("exit status: 3"), "ouch").to_string(),
            format!(
                "the bot ended (exit status: 3) when `ready` was awaited. {}\nIts last lines on stderr:\nouch",
                BotMistake::Crashes
            )
        );
    }
}
