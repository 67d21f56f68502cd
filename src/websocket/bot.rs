//! Who answers the messages of a connection: this program's session, or another bot's process.

use landfall_bot::{BackgroundSearch, BotKind, LineSession, Session, Settings};
use landfall_tbp::host::{LaunchError, Process, SignalGroup};
use std::sync::mpsc::{Receiver, TryRecvError};

/// A bot that answers lines with lines.
pub(super) enum Bot {
    /// A session of this program, and what it has to say first.
    BuiltIn(Box<Session<BackgroundSearch>>, Option<String>),
    /// A process, and the lines that it writes.
    Program(Box<Process>, Receiver<String>),
}

/// What a bot says next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A message.
    Message(String),
    /// Nothing now.
    Nothing,
    /// Nothing any more.
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

    /// Hands on a line. Returns the answers that are there at once, and whether the session has
    /// ended by it.
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

    /// Returns what the bot says without being asked now.
    pub fn next_message(&mut self) -> Said {
        match self {
            Bot::BuiltIn(_, greeting) => greeting.take().map_or(Said::Nothing, Said::Message),
            Bot::Program(_, lines) => match lines.try_recv() {
                Ok(line) if line.is_empty() => Said::Nothing,
                Ok(line) => Said::Message(line),
                Err(TryRecvError::Empty) => Said::Nothing,
                Err(TryRecvError::Disconnected) => Said::Ended,
            },
        }
    }

    /// Returns whether it may say something at any time.
    pub fn is_asynchronous(&self) -> bool {
        matches!(self, Bot::Program(..))
    }
}

fn to_line(message: &impl serde::Serialize) -> Option<String> {
    let line = serde_json::to_string(message);
    line.inspect_err(|error| log::error!("a message cannot be written: {error}"))
        .ok()
}
