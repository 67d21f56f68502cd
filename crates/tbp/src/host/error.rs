//! What can be wrong with a bot, from the frontend's side.

use super::command_line::CommandError;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why a bot could not be launched.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// The command of the bot cannot be split into words.
    #[error("--bot cannot be read: {0}")]
    Command(CommandError),
    /// The bot could not be started.
    #[error("the bot cannot be started: {program}: {error}")]
    Start {
        /// The program that was tried.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The bot was started and broke the protocol.
    #[error(transparent)]
    Bot(#[from] BotError),
}

/// What a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No answer within the limit.
    #[error("the bot gave no `{awaited}` within {} s", limit.as_secs_f64())]
    Timeout {
        /// The type of the message that was awaited.
        awaited: &'static str,
        /// The limit.
        limit: Duration,
    },
    /// Its output ended.
    #[error(
        "{} when `{awaited}` was awaited{}",
        describe_exit(.status.as_deref()),
        describe_tail(.stderr_tail)
    )]
    Exited {
        /// The type of the message that was awaited.
        awaited: &'static str,
        /// Its exit status, if it exited.
        status: Option<String>,
        /// The last lines that it wrote to its standard error.
        stderr_tail: String,
    },
    /// It sent a line that is no message.
    #[error("the bot sent what is no message ({reason}): {line}")]
    InvalidMessage {
        /// The line, shortened and without control characters.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It cannot play these rules.
    #[error("the bot refuses the rules: {reason}")]
    RulesRefused {
        /// The reason that it gave.
        reason: String,
    },
    /// It suggested a move that the rules forbid.
    #[error("the bot's move for piece {piece} is illegal: {mv}: {reason}")]
    IllegalMove {
        /// Number of the piece, from 1.
        piece: u64,
        /// The move, as it stood on the wire.
        mv: String,
        /// Why it is forbidden.
        reason: String,
    },
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
    format!("; its last words:\n{stderr_tail}")
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
        };
        assert_eq!(
            exited(None, "").to_string(),
            "the bot closed its output when `ready` was awaited"
        );
        assert_eq!(
            exited(Some("exit status: 3"), "ouch").to_string(),
            "the bot ended (exit status: 3) when `ready` was awaited; its last words:\nouch"
        );
    }
}
