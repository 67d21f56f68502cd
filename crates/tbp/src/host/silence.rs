//! Finds out why a bot is late. Its output after the end of its input shows whether it had an answer
//! and did not flush it.

use super::bot_line::{BotLine, unknown_type};
use super::error::BotError;
use super::mistake::BotMistake;
use super::transport::Transport;
use crate::messages::{BotMessage, FrontendMessage};
use std::time::{Duration, Instant};

/// How long the output of a late bot is read, in each of the two steps, unless its limit is shorter.
const READ_TIME: Duration = Duration::from_secs(3);

/// The output of a late bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LateOutput {
    /// Not the message that was awaited.
    Other,
    /// The message that was awaited.
    Awaited,
    /// Two messages on one line.
    Joined,
}

impl Transport {
    /// If `error` is a timeout, finds out why: sends the bot `rules`, if they are given, and then
    /// ends its input. Returns other errors unchanged. The bot cannot be used after that.
    pub fn explain(&mut self, error: BotError, rules: Option<&FrontendMessage>) -> BotError {
        let BotError::Timeout { awaited, limit, .. } = error else {
            return error;
        };
        let read_time = limit.min(READ_TIME);
        let waits_for_rules = rules.is_some_and(|rules| {
            self.send(rules);
            self.read_until(awaited, read_time) == LateOutput::Awaited
        });
        let mistake = match waits_for_rules {
            true => Some(BotMistake::InfoWaits),
            false => self.end_input(awaited, read_time),
        };
        BotError::Timeout {
            awaited,
            limit,
            mistake,
        }
    }

    /// Ends the input of a process. Returns the mistake that the rest of its output shows; `None` for
    /// a thread.
    fn end_input(&mut self, awaited: &'static str, wait: Duration) -> Option<BotMistake> {
        let Transport::Process { process, .. } = self else {
            return None;
        };
        process.end_input();
        let late = self.read_until(awaited, wait);
        let Transport::Process {
            process, skipped, ..
        } = self
        else {
            return None;
        };
        Some(match (late, awaited) {
            (LateOutput::Joined, _) => BotMistake::NoLineEnd,
            (LateOutput::Awaited, _) if process.ended_within_line() => BotMistake::NoLineEnd,
            (LateOutput::Awaited, "info") => BotMistake::NotFlushed,
            (LateOutput::Awaited, _) => BotMistake::AnswersAtEnd,
            (LateOutput::Other, _) => match (skipped, awaited) {
                (Some(name), _) => unknown_type(name),
                (None, "info") => BotMistake::NoInfo,
                (None, "ready") => BotMistake::NoReady,
                (None, _) => BotMistake::NoSuggestion,
            },
        })
    }

    /// Reads lines until the awaited message has come, the output has ended or the time is over.
    fn read_until(&mut self, awaited: &'static str, wait: Duration) -> LateOutput {
        let Transport::Process { lines, skipped, .. } = self else {
            return LateOutput::Other;
        };
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = lines.recv_timeout(left) else {
                return LateOutput::Other;
            };
            match BotLine::parse(&line) {
                Ok(BotLine::Message(message)) if type_name(&message) == awaited => {
                    return LateOutput::Awaited;
                }
                Ok(BotLine::UnknownType(name)) => *skipped = Some(name),
                Err(BotError::InvalidMessage {
                    mistake: BotMistake::MessagesOnOneLine,
                    ..
                }) => return LateOutput::Joined,
                _ => {}
            }
            if left.is_zero() {
                return LateOutput::Other;
            }
        }
    }
}

fn type_name(message: &BotMessage) -> &'static str {
    match message {
        BotMessage::Info(_) => "info",
        BotMessage::Ready => "ready",
        BotMessage::Error { .. } => "error",
        BotMessage::Suggestion { .. } => "suggestion",
        BotMessage::Analysis(_) => "analysis",
    }
}
