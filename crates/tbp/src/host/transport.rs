//! Sends messages to a bot and receives its messages: over channels to a thread, or over the pipes of
//! a process.
//!
//! Decides which lines are skipped. `bot_line` parses lines; `silence` finds out why a bot is late.

use super::bot_line::BotLine;
use super::error::BotError;
use super::mistake::BotMistake;
use super::process::Process;
use crate::messages::{BotMessage, FrontendMessage};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The connection to a bot.
#[derive(Debug)]
pub enum Transport {
    /// A bot on a thread of this process.
    Thread {
        /// Messages to the bot.
        to: Sender<FrontendMessage>,
        /// Messages from the bot.
        from: Receiver<BotMessage>,
    },
    /// A bot in a process of its own.
    Process {
        /// The process, which takes lines.
        process: Process,
        /// The lines that it writes.
        lines: Receiver<String>,
        /// The unknown type of the last message that was skipped.
        skipped: Option<String>,
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
                Transport::Thread { from, .. } => from.recv_timeout(left).map(BotLine::Message),
                Transport::Process { lines, .. } => match lines.recv_timeout(left) {
                    Ok(line) => Ok(BotLine::parse(&line)?),
                    Err(error) => Err(error),
                },
            };
            match received {
                Ok(BotLine::Message(message)) => return Ok(Some(message)),
                Ok(other) => self.remember_skipped(other),
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited(awaited)),
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    fn remember_skipped(&mut self, line: BotLine) {
        if let (Transport::Process { skipped, .. }, BotLine::UnknownType(name)) = (self, line) {
            *skipped = Some(name);
        }
    }

    /// Waits for the first message that `pick` accepts; others are skipped.
    ///
    /// # Errors
    /// No such message came within `limit`, `pick` returned an error, or those of
    /// [`Transport::receive`].
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
                _ => return Err(BotError::timeout(awaited, limit)),
            }
        }
    }

    fn exited(&mut self, awaited: &'static str) -> BotError {
        let Transport::Process { process, .. } = self else {
            return BotError::Exited {
                awaited,
                status: None,
                stderr_tail: String::new(),
                mistake: None,
            };
        };
        let status = process.wait();
        let mistake = match status {
            None => BotMistake::ClosesOutput,
            Some(_) if awaited == "info" => BotMistake::EndsAtStart,
            Some(status) if status.success() => BotMistake::EndsEarly,
            Some(_) => BotMistake::Crashes,
        };
        BotError::Exited {
            awaited,
            status: status.map(|status| status.to_string()),
            stderr_tail: status.map_or(String::new(), |_| process.stderr_tail()),
            mistake: Some(mistake),
        }
    }
}
