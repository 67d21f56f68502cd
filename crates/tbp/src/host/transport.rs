//! Messages to a bot and from it: over channels to a thread, or over the pipes of a process.
//!
//! Owns how a line of a bot is parsed and which lines are skipped.

use super::error::BotError;
use super::process::Process;
use crate::messages::{BotMessage, FrontendMessage};
use serde_json::Value;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// Characters of an invalid line that an error quotes.
const EXCERPT_CHARACTERS: usize = 120;

/// The connection to a bot.
#[derive(Debug)]
pub enum Transport {
    /// A bot on a thread of this process.
    Thread {
        /// Messages to the bot.
        to: Sender<FrontendMessage>,
        /// Messages of the bot.
        from: Receiver<BotMessage>,
    },
    /// A bot in a process of its own.
    Process {
        /// The process, which takes lines.
        process: Process,
        /// The lines that it writes.
        lines: Receiver<String>,
    },
}

impl Transport {
    /// Sends a message. Never blocks, and a bot that is gone is no error: receiving reports it.
    pub fn send(&mut self, message: &FrontendMessage) {
        match self {
            Transport::Thread { to, .. } => drop(to.send(message.clone())),
            Transport::Process { process, .. } => match serde_json::to_string(message) {
                Ok(line) => process.send(line),
                Err(error) => log::error!("a message cannot be written: {error}"),
            },
        }
    }

    /// Returns the next message of the bot, `None` if none comes within `wait`.
    ///
    /// # Errors
    /// The output of the bot ended, or it sent a line that is no message. `awaited` is the type
    /// of message that the error names.
    pub fn receive(
        &mut self,
        awaited: &'static str,
        wait: Duration,
    ) -> Result<Option<BotMessage>, BotError> {
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let received = match self {
                Transport::Thread { from, .. } => from.recv_timeout(left).map(|m| Ok(Some(m))),
                Transport::Process { lines, .. } => lines
                    .recv_timeout(left)
                    .map(|line| parse_bot_message(&line)),
            };
            match received {
                Ok(Ok(None)) if left.is_zero() => return Ok(None),
                Ok(Ok(None)) => {}
                Ok(message) => return message,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited(awaited)),
            }
        }
    }

    /// Waits for the first message that `pick` accepts; others are skipped.
    ///
    /// # Errors
    /// None came within `limit`, `pick` returned an error, or see [`Transport::receive`].
    pub fn wait_for<T>(
        &mut self,
        awaited: &'static str,
        limit: Duration,
        pick: impl Fn(BotMessage) -> Option<Result<T, BotError>>,
    ) -> Result<T, BotError> {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.receive(awaited, left)?.map(&pick) {
                Some(Some(picked)) => return picked,
                Some(None) if !left.is_zero() => {}
                _ => return Err(BotError::Timeout { awaited, limit }),
            }
        }
    }

    fn exited(&mut self, awaited: &'static str) -> BotError {
        let (status, stderr_tail) = match self {
            Transport::Thread { .. } => (None, String::new()),
            Transport::Process { process, .. } => {
                let status = process.wait();
                let stderr_tail = status.as_ref().map(|_| process.stderr_tail());
                (status, stderr_tail.unwrap_or_default())
            }
        };
        BotError::Exited {
            awaited,
            status,
            stderr_tail,
        }
    }
}

/// Parses a line of a bot. Returns `None` for an empty line and for a message of an unknown type;
/// the protocol says to ignore both.
pub(super) fn parse_bot_message(line: &str) -> Result<Option<BotMessage>, BotError> {
    const KNOWN: [&str; 4] = ["info", "ready", "error", "suggestion"];
    let invalid = |reason: String| BotError::InvalidMessage {
        line: excerpt(line),
        reason,
    };
    if line.is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_str(line).map_err(|error| invalid(error.to_string()))?;
    match value.get("type").and_then(Value::as_str) {
        None => Err(invalid("it has no type".into())),
        Some(name) if !KNOWN.contains(&name) => {
            log::debug!("ignored a message of the unknown type {}", excerpt(name));
            Ok(None)
        }
        Some(_) => serde_json::from_value(value)
            .map(Some)
            .map_err(|error| invalid(error.to_string())),
    }
}

/// Returns the beginning of a text without control characters, which would steer a terminal.
fn excerpt(text: &str) -> String {
    let mut excerpt: String = text.chars().take(EXCERPT_CHARACTERS).collect();
    if excerpt.len() < text.len() {
        excerpt.push_str("...");
    }
    excerpt.replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_types_and_empty_lines_are_skipped() {
        assert_eq!(
            parse_bot_message(r#"{"type":"poem","text":"..."}"#),
            Ok(None)
        );
        assert_eq!(parse_bot_message(""), Ok(None));
        assert_eq!(
            parse_bot_message(r#"{"type":"ready"}"#),
            Ok(Some(BotMessage::Ready))
        );
    }

    #[test]
    fn invalid_lines_are_quoted_short_and_without_control_characters() {
        let Err(BotError::InvalidMessage { line, .. }) =
            parse_bot_message(&format!("\x1b[2J{}", "x".repeat(9999)))
        else {
            panic!("taken for a message");
        };
        assert!(line.starts_with("?[2Jxxx") && line.ends_with("x..."));
        assert_eq!(line.len(), EXCERPT_CHARACTERS + 3);
        for line in ["[1,2]", "17", r#"{"moves":[]}"#, r#"{"type":"info"}"#] {
            assert!(parse_bot_message(line).is_err(), "{line}");
        }
    }
}
