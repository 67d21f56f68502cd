//! The bot that plays: the built-in session on a thread of its own, or another program.
//! Both are spoken to with the same messages, and nobody ever waits longer than wanted.
//!
//! Owns the conversation up to `ready`, and what counts as a broken bot. Judges no moves.

use super::error::{Fault, LaunchError};
use super::process::{Group, Process};
use crate::wire::{BotMessage, FrontendMessage, Info, Rules};
use serde_json::Value;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Characters of a bad line that are shown.
const EXCERPT: usize = 120;

/// A bot that has introduced itself and accepted the rules.
#[derive(Debug)]
pub struct Bot {
    info: Info,
    line: Line,
    /// How long one answer may take, if that is limited.
    limit: Option<Duration>,
}

/// The way to a bot and back.
#[derive(Debug)]
enum Line {
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
        Bot::launch_in(Group::Shared, command, rules, limit)
    }

    /// The same with the process in the group that is wanted.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch_in(
        group: Group,
        command: &str,
        rules: Rules,
        limit: Duration,
    ) -> Result<Bot, LaunchError> {
        let (process, lines) = Process::spawn(command, group)?;
        let line = Line::Process { process, lines };
        Ok(Bot::agree(line, rules, Some(limit))?)
    }

    /// A function that answers messages, on a thread of its own.
    ///
    /// # Errors
    /// It refuses the rules.
    pub fn host<F>(greeting: BotMessage, rules: Rules, mut answer: F) -> Result<Bot, Fault>
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
        Bot::agree(Line::Thread { to, from }, rules, None)
    }

    fn agree(mut line: Line, rules: Rules, limit: Option<Duration>) -> Result<Bot, Fault> {
        let info = line.await_message("info", limit, |message| match message {
            BotMessage::Info(info) => Some(Ok(info)),
            _ => None,
        })?;
        line.send(&FrontendMessage::Rules(rules));
        line.await_message("ready", limit, |message| match message {
            BotMessage::Ready => Some(Ok(())),
            BotMessage::Error { reason } => Some(Err(Fault::Refused { reason })),
            _ => None,
        })?;
        Ok(Bot { info, line, limit })
    }

    /// How it introduced itself.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// How long one answer may take, if that is limited.
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// The number of its process, if it has one of its own.
    pub fn process_id(&self) -> Option<u32> {
        match &self.line {
            Line::Thread { .. } => None,
            Line::Process { process, .. } => Some(process.id()),
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
    pub fn receive(&mut self, wait: Duration) -> Result<Option<BotMessage>, Fault> {
        self.line.receive("suggestion", wait)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.line.send(&FrontendMessage::Stop);
        self.line.send(&FrontendMessage::Quit);
    }
}

impl Line {
    fn send(&mut self, message: &FrontendMessage) {
        match self {
            // A thread that is gone shows when an answer is awaited.
            Line::Thread { to, .. } => drop(to.send(message.clone())),
            Line::Process { process, .. } => match serde_json::to_string(message) {
                Ok(line) => process.send(line),
                Err(error) => log::error!("a message cannot be written: {error}"),
            },
        }
    }

    fn receive(
        &mut self,
        awaited: &'static str,
        wait: Duration,
    ) -> Result<Option<BotMessage>, Fault> {
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let received = match self {
                Line::Thread { from, .. } => from.recv_timeout(left).map(|m| Ok(Some(m))),
                Line::Process { lines, .. } => lines.recv_timeout(left).map(|l| parse(&l)),
            };
            match received {
                Ok(Ok(None)) if left.is_zero() => return Ok(None),
                Ok(Ok(None)) => {}
                Ok(message) => return message,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(awaited)),
            }
        }
    }

    /// Waits for the first message that `pick` takes; others are passed over.
    fn await_message<T>(
        &mut self,
        awaited: &'static str,
        limit: Option<Duration>,
        pick: impl Fn(BotMessage) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        let limit = limit.unwrap_or(Duration::from_secs(60));
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.receive(awaited, left)?.map(&pick) {
                Some(Some(picked)) => return picked,
                Some(None) if !left.is_zero() => {}
                _ => return Err(Fault::Silent { awaited, limit }),
            }
        }
    }

    fn gone(&mut self, awaited: &'static str) -> Fault {
        let (status, last_words) = match self {
            Line::Thread { .. } => (None, String::new()),
            Line::Process { process, .. } => {
                let status = process.wait();
                let last_words = status.as_ref().map(|_| process.last_words());
                (status, last_words.unwrap_or_default())
            }
        };
        Fault::Gone {
            awaited,
            status,
            last_words,
        }
    }
}

/// Reads a line: a message, or nothing when it is of a type that we do not know, which
/// the protocol says to ignore.
/// Reads how long an answer may take, in seconds, such as `5` or `0.5`.
///
/// # Errors
/// It is no number from 0.001 to 86400.
pub fn limit(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("give seconds from 0.001 to 86400".into()),
    }
}

fn parse(line: &str) -> Result<Option<BotMessage>, Fault> {
    const KNOWN: [&str; 4] = ["info", "ready", "error", "suggestion"];
    let garbage = |reason: String| Fault::Garbage {
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
    let mut excerpt: String = line.chars().take(EXCERPT).collect();
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
        assert_eq!(parse(r#"{"type":"poem","text":"..."}"#), Ok(None));
        assert_eq!(parse(""), Ok(None));
        assert_eq!(parse(r#"{"type":"ready"}"#), Ok(Some(BotMessage::Ready)));
    }

    #[test]
    fn garbage_is_shown_short_and_without_control_characters() {
        let Err(Fault::Garbage { line, .. }) = parse(&format!("\x1b[2J{}", "x".repeat(9999)))
        else {
            panic!("taken for a message");
        };
        assert!(line.starts_with("?[2Jxxx") && line.ends_with("x..."));
        assert_eq!(line.len(), EXCERPT + 3);
        for line in ["[1,2]", "17", r#"{"moves":[]}"#, r#"{"type":"info"}"#] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
