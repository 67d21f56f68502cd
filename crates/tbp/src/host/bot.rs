//! The bot that plays: the built-in session on a thread of its own, or another program.
//! Both are spoken to with the same messages, and nobody ever waits longer than wanted.
//!
//! Owns the conversation up to `ready`, and what counts as a broken bot. Judges no moves.

use super::error::{BotError, LaunchError};
use super::process::{Process, SignalGroup};
use crate::messages::{BotMessage, FrontendMessage, Info, Rules};
use serde_json::Value;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Characters of a bad line that are shown.
const EXCERPT_CHARACTERS: usize = 120;

/// A bot that has introduced itself and accepted the rules.
#[derive(Debug)]
pub struct Bot {
    info: Info,
    line: Transport,
    /// How long one answer may take, if that is limited.
    time_limit: Option<Duration>,
}

/// The way to a bot and back.
#[derive(Debug)]
enum Transport {
    Thread {
        to: Sender<FrontendMessage>,
        from: Receiver<BotMessage>,
    },
    Process {
        process: Process,
        lines: Receiver<String>,
    },
}

impl Bot {
    /// Starts a program and agrees on the rules with it. No answer of it may take longer
    /// than `limit`.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch(command: &str, rules: Rules, limit: Duration) -> Result<Bot, LaunchError> {
        Bot::launch_in_group(SignalGroup::Shared, command, rules, limit)
    }

    /// The same with the process in the group that is wanted.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch_in_group(
        group: SignalGroup,
        command: &str,
        rules: Rules,
        limit: Duration,
    ) -> Result<Bot, LaunchError> {
        let (process, lines) = Process::spawn(command, group)?;
        let line = Transport::Process { process, lines };
        Ok(Bot::handshake(line, rules, Some(limit))?)
    }

    /// A function that answers messages, on a thread of its own.
    ///
    /// # Errors
    /// It refuses the rules.
    pub fn in_process<F>(greeting: BotMessage, rules: Rules, mut answer: F) -> Result<Bot, BotError>
    where
        F: FnMut(FrontendMessage) -> Vec<BotMessage> + Send + 'static,
    {
        let (to, messages) = channel();
        let (answers, from) = channel();
        thread::spawn(move || {
            let _ = answers.send(greeting);
            for message in messages {
                for reply in answer(message) {
                    // A frontend that is gone needs no answer.
                    let _ = answers.send(reply);
                }
            }
        });
        Bot::handshake(Transport::Thread { to, from }, rules, None)
    }

    fn handshake(
        mut line: Transport,
        rules: Rules,
        limit: Option<Duration>,
    ) -> Result<Bot, BotError> {
        let info = line.wait_for("info", limit, |message| match message {
            BotMessage::Info(info) => Some(Ok(info)),
            _ => None,
        })?;
        line.send(&FrontendMessage::Rules(rules));
        line.wait_for("ready", limit, |message| match message {
            BotMessage::Ready => Some(Ok(())),
            BotMessage::Error { reason } => Some(Err(BotError::RulesRefused { reason })),
            _ => None,
        })?;
        Ok(Bot {
            info,
            line,
            time_limit: limit,
        })
    }

    /// How it introduced itself.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// How long one answer may take, if that is limited.
    pub fn limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// The number of its process, if it has one of its own.
    pub fn process_id(&self) -> Option<u32> {
        match &self.line {
            Transport::Thread { .. } => None,
            Transport::Process { process, .. } => Some(process.id()),
        }
    }

    /// Tells it something.
    pub fn send(&mut self, message: &FrontendMessage) {
        self.line.send(message);
    }

    /// What it says next, if it says something within `wait`.
    ///
    /// # Errors
    /// Its output ended, or holds something that is no message.
    pub fn receive(&mut self, wait: Duration) -> Result<Option<BotMessage>, BotError> {
        self.line.receive("suggestion", wait)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.line.send(&FrontendMessage::Stop);
        self.line.send(&FrontendMessage::Quit);
    }
}

impl Transport {
    fn send(&mut self, message: &FrontendMessage) {
        match self {
            // A thread that is gone shows when an answer is awaited.
            Transport::Thread { to, .. } => drop(to.send(message.clone())),
            Transport::Process { process, .. } => match serde_json::to_string(message) {
                Ok(line) => process.send(line),
                Err(error) => log::error!("a message cannot be written: {error}"),
            },
        }
    }

    fn receive(
        &mut self,
        awaited: &'static str,
        wait: Duration,
    ) -> Result<Option<BotMessage>, BotError> {
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let received = match self {
                Transport::Thread { from, .. } => from.recv_timeout(left).map(|m| Ok(Some(m))),
                Transport::Process { lines, .. } => {
                    lines.recv_timeout(left).map(|l| parse_bot_message(&l))
                }
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

    /// Waits for the first message that `pick` takes; others are passed over.
    fn wait_for<T>(
        &mut self,
        awaited: &'static str,
        limit: Option<Duration>,
        pick: impl Fn(BotMessage) -> Option<Result<T, BotError>>,
    ) -> Result<T, BotError> {
        let limit = limit.unwrap_or(Duration::from_secs(60));
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
        let (status, last_words) = match self {
            Transport::Thread { .. } => (None, String::new()),
            Transport::Process { process, .. } => {
                let status = process.wait();
                let last_words = status.as_ref().map(|_| process.last_words());
                (status, last_words.unwrap_or_default())
            }
        };
        BotError::Exited {
            awaited,
            status,
            stderr_tail: last_words,
        }
    }
}

/// Reads a line: a message, or nothing when it is of a type that we do not know, which
/// the protocol says to ignore.
/// Reads how long an answer may take, in seconds, such as `5` or `0.5`.
///
/// # Errors
/// It is no number from 0.001 to 86400.
pub fn parse_time_limit(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("give seconds from 0.001 to 86400".into()),
    }
}

fn parse_bot_message(line: &str) -> Result<Option<BotMessage>, BotError> {
    const KNOWN: [&str; 4] = ["info", "ready", "error", "suggestion"];
    let garbage = |reason: String| BotError::InvalidMessage {
        line: excerpt(line),
        reason,
    };
    if line.is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_str(line).map_err(|error| garbage(error.to_string()))?;
    match value.get("type").and_then(Value::as_str) {
        None => Err(garbage("it has no type".into())),
        Some(name) if !KNOWN.contains(&name) => {
            log::debug!("a message of an unknown type is ignored: {name}");
            Ok(None)
        }
        Some(_) => serde_json::from_value(value)
            .map(Some)
            .map_err(|error| garbage(error.to_string())),
    }
}

fn excerpt(line: &str) -> String {
    let mut excerpt: String = line.chars().take(EXCERPT_CHARACTERS).collect();
    if excerpt.len() < line.len() {
        excerpt.push_str("...");
    }
    // What a bot sends must not steer the terminal.
    excerpt.replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_types_and_empty_lines_are_passed_over() {
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
    fn garbage_is_shown_short_and_without_control_characters() {
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
