//! The bot behind a player of the contest: it is told of positions and asked for moves.
//!
//! Owns the order of the questions; an answer to an earlier one is never taken for an
//! answer to a later one.

use super::{adapter, linear::LinearBot};
use landfall_bot::Settings;
use landfall_tbp::host::{Bot, BotError, LaunchError};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Move, Start};
use std::time::Duration;

/// Which bot plays.
#[derive(Clone, Debug)]
pub enum EngineKind {
    /// The built-in brain.
    BuiltIn(Settings),
    /// The weak player of one ply, to measure oneself against.
    Linear,
    /// Another program that speaks the protocol.
    Program {
        /// The command that starts it.
        command: String,
        /// How long one answer may take.
        limit: Duration,
    },
}

/// A bot that has accepted the contest's rules.
#[derive(Debug)]
pub struct Engine {
    bot: Bot,
    position: Option<Start>,
    /// Questions without an answer.
    unanswered: usize,
    /// Whether the bot that should play has failed.
    is_fallback: bool,
}

impl Engine {
    /// Starts a bot.
    ///
    /// # Errors
    /// It cannot be started or refuses the rules.
    pub fn launch(kind: EngineKind) -> Result<Engine, LaunchError> {
        let rules = adapter::rules_message();
        let bot = match kind {
            EngineKind::BuiltIn(settings) => landfall_bot::built_in(settings, rules)?,
            EngineKind::Linear => {
                let mut linear = LinearBot::default();
                Bot::in_process(LinearBot::info(), rules, move |message| {
                    linear.handle(message)
                })?
            }
            EngineKind::Program { command, limit } => Bot::launch(&command, rules, limit)?,
        };
        Ok(Engine {
            bot,
            position: None,
            unanswered: 0,
            is_fallback: false,
        })
    }

    /// Lets the weak player of one ply play on in place of a bot that has failed. The next
    /// position has to be considered anew.
    ///
    /// # Errors
    /// It was that player that failed.
    pub fn fall_back_to_linear(&mut self, fault: BotError) -> Result<(), BotError> {
        if self.is_fallback {
            return Err(fault);
        }
        *self = Engine::launch(EngineKind::Linear).map_err(|_| fault)?;
        self.is_fallback = true;
        Ok(())
    }

    /// Lets it think about a position. Says whether it has to begin anew: a position that
    /// it has been thinking about does not become another one by further pieces at the end
    /// of its queue.
    pub fn set_position(&mut self, start: &Start) -> bool {
        let anew = match &self.position {
            Some(old) if old == start => return false,
            Some(old) => old.board != start.board || !start.queue.starts_with(&old.queue),
            None => true,
        };
        self.bot.send(&FrontendMessage::Start(start.clone()));
        self.position = Some(start.clone());
        anew
    }

    /// Asks for moves in the position that it thinks about.
    pub fn request(&mut self) {
        self.bot.send(&FrontendMessage::Suggest);
        self.unanswered += 1;
    }

    /// The answer to the last question, the best move first, if it comes within `wait`.
    ///
    /// # Errors
    /// What the bot did wrong.
    pub fn poll(&mut self, wait: Duration) -> Result<Option<Vec<Move>>, BotError> {
        match self.bot.receive(wait)? {
            Some(BotMessage::Suggestion { moves, .. }) => {
                self.unanswered = self.unanswered.saturating_sub(1);
                Ok((self.unanswered == 0).then_some(moves))
            }
            _ => Ok(None),
        }
    }

    /// How long one answer may take, if that is limited.
    pub fn limit(&self) -> Option<Duration> {
        self.bot.time_limit()
    }
}
