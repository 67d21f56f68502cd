//! A bot that has accepted the rules: a function on a thread of its own, or another program. Both
//! get the same messages.
//!
//! Owns the handshake up to `ready`. The pipes are in `process`; `transport` receives messages, and
//! `bot_line` parses lines.

use super::bot_line::excerpt;
use super::error::{BotError, LaunchError};
use super::process::{Process, SignalGroup};
use super::transport::Transport;
use crate::messages::{BotMessage, FrontendMessage, Info, RULESET_FEATURE, Rules, Start};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// The time limit of `info` and `ready` for a bot without a time limit.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(60);

/// A bot that has introduced itself and accepted the rules. It is asked to quit when dropped.
///
/// # Examples
/// A bot in this process is a function from messages to answers:
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_tbp::convert::to_rules;
/// use landfall_tbp::host::Bot;
/// use landfall_tbp::messages::{BotMessage, FrontendMessage, Info};
/// use std::time::Duration;
///
/// let info = BotMessage::Info(Info {
///     name: "pass".into(),
///     version: "1".into(),
///     author: "nobody".into(),
///     features: vec![],
/// });
/// let mut bot = Bot::in_process(info, to_rules(&GUIDELINE), |message| match message {
///     FrontendMessage::Rules(_) => vec![BotMessage::Ready],
///     FrontendMessage::Suggest => vec![BotMessage::Suggestion {
///         moves: vec![],
///         move_info: None,
///     }],
///     _ => vec![],
/// })?;
/// assert_eq!(bot.info().name, "pass");
/// bot.send(&FrontendMessage::Suggest);
/// let answer = bot.receive(Duration::from_secs(5))?;
/// assert!(matches!(answer, Some(BotMessage::Suggestion { .. })));
/// # Ok::<(), landfall_tbp::host::BotError>(())
/// ```
#[derive(Debug)]
pub struct Bot {
    info: Info,
    transport: Transport,
    time_limit: Option<Duration>,
}

impl Bot {
    /// Launches a program and agrees on the rules with it. Each answer may take `time_limit`.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch(command: &str, rules: Rules, time_limit: Duration) -> Result<Bot, LaunchError> {
        Bot::launch_in_group(SignalGroup::Shared, command, rules, time_limit)
    }

    /// Launches a program as [`Bot::launch`] does, in this process group.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch_in_group(
        group: SignalGroup,
        command: &str,
        rules: Rules,
        time_limit: Duration,
    ) -> Result<Bot, LaunchError> {
        let (process, lines) = Process::spawn(command, group)?;
        let transport = Transport::Process {
            process,
            lines,
            skipped: None,
        };
        Ok(Bot::handshake(transport, rules, Some(time_limit))?)
    }

    /// Runs a bot on a thread of its own: a function from a message to the answers. Its answers
    /// have no time limit, except those of the handshake.
    ///
    /// # Errors
    /// It does not introduce itself, or refuses the rules.
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
        mut transport: Transport,
        rules: Rules,
        time_limit: Option<Duration>,
    ) -> Result<Bot, BotError> {
        let limit = time_limit.unwrap_or(HANDSHAKE_LIMIT);
        let rules = FrontendMessage::Rules(rules);
        let info = transport.wait_for("info", limit, |message| match message {
            BotMessage::Info(info) => Some(Ok(info)),
            _ => None,
        });
        let info = info.map_err(|error| transport.explain(error, Some(&rules)))?;
        transport.send(&rules);
        let ready = transport.wait_for("ready", limit, |message| match message {
            BotMessage::Ready => Some(Ok(())),
            BotMessage::Error { reason } => Some(Err(BotError::RulesRefused {
                reason: excerpt(&reason),
            })),
            _ => None,
        });
        ready.map_err(|error| transport.explain(error, None))?;
        Ok(Bot {
            info,
            transport,
            time_limit,
        })
    }

    /// Returns the bot's `info`.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Returns the time limit of an answer, if there is one.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Returns the id of the bot's process, if it has one.
    pub fn process_id(&self) -> Option<u32> {
        match &self.transport {
            Transport::Thread { .. } => None,
            Transport::Process { process, .. } => Some(process.id()),
        }
    }

    /// Sends a message. Never blocks. Back-to-back is sent as a boolean, as in TBP, to a bot without
    /// [`RULESET_FEATURE`]: some bots fail at a number.
    pub fn send(&mut self, message: &FrontendMessage) {
        match message {
            FrontendMessage::Start(start)
                if start.back_to_back > 1 && !self.info.has_feature(RULESET_FEATURE) =>
            {
                let plain = Start {
                    back_to_back: 1,
                    ..start.clone()
                };
                self.transport.send(&FrontendMessage::Start(plain));
            }
            _ => self.transport.send(message),
        }
    }

    /// Returns the next message of the bot, `None` if none comes within `wait`.
    ///
    /// # Errors
    /// Its output ended, or it sent a line that is no message.
    pub fn receive(&mut self, wait: Duration) -> Result<Option<BotMessage>, BotError> {
        self.transport.receive("suggestion", wait)
    }

    /// If `error` is a timeout, finds out why: ends the bot's input, and reads what it writes then.
    /// The bot cannot be used after that.
    pub fn explain(&mut self, error: BotError) -> BotError {
        self.transport.explain(error, None)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.transport.send(&FrontendMessage::Stop);
        self.transport.send(&FrontendMessage::Quit);
    }
}
