//! The bot of a connection: a session of this program, or the process of another bot.

use landfall_bot::{BackgroundSearch, BotKind, LineSession, Session, Settings};
use landfall_tbp::host::{LaunchError, Process, SignalGroup};
use std::sync::mpsc::{Receiver, TryRecvError};

/// A bot that answers lines with lines.
pub(super) enum Bot {
    /// A session of this program, and its greeting until it is sent.
    BuiltIn(Box<Session<BackgroundSearch>>, Option<String>),
    /// A process, and the lines that it writes.
    Program(Box<Process>, Receiver<String>),
}

/// The next output of a bot.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BotOutput {
    /// A message.
    Message(String),
    /// No message at the moment.
    Nothing,
    /// The bot has ended.
    Ended,
}

impl Bot {
    /// Starts a bot.
    pub fn start(kind: &BotKind) -> Result<Bot, LaunchError> {
        match kind {
            BotKind::BuiltIn(settings) => {
                let session = Session::new(Settings::clone(settings));
                let greeting = to_line(&session.greeting());
                Ok(Bot::BuiltIn(Box::new(session), greeting))
            }
            BotKind::Program(command) => {
                let (process, lines) = Process::spawn(command, SignalGroup::Own)?;
                Ok(Bot::Program(Box::new(process), lines))
            }
        }
    }

    /// Passes a line to the bot. Returns the answers that are available immediately, and whether the
    /// line has ended the session.
    pub fn handle(&mut self, line: &str) -> (Vec<String>, bool) {
        match self {
            Bot::BuiltIn(session, _) => {
                let reply = session.handle_line(line.as_bytes());
                if let Some(warning) = reply.warning {
                    log::warn!("{warning}");
                }
                let messages = reply.messages.iter().filter_map(to_line);
                (messages.collect(), reply.ended)
            }
            Bot::Program(process, _) => {
                process.send(line.replace(['\n', '\r'], " "));
                (Vec::new(), false)
            }
        }
    }

    /// Returns the next message that is not an immediate answer.
    pub fn next_message(&mut self) -> BotOutput {
        match self {
            Bot::BuiltIn(_, greeting) => greeting
                .take()
                .map_or(BotOutput::Nothing, BotOutput::Message),
            Bot::Program(_, lines) => match lines.try_recv() {
                Ok(line) if line.is_empty() => BotOutput::Nothing,
                Ok(line) => BotOutput::Message(line),
                Err(TryRecvError::Empty) => BotOutput::Nothing,
                Err(TryRecvError::Disconnected) => BotOutput::Ended,
            },
        }
    }

    /// Returns whether the bot may send messages at any time.
    pub fn is_asynchronous(&self) -> bool {
        matches!(self, Bot::Program(..))
    }
}

fn to_line(message: &impl serde::Serialize) -> Option<String> {
    let line = serde_json::to_string(message);
    line.inspect_err(|error| log::error!("a message cannot be written: {error}"))
        .ok()
}
