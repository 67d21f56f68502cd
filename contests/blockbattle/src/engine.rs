//! The bot behind the contest's bot: it is told of positions and asked for moves.
//!
//! Owns the order of the questions: an answer to an earlier one is never taken for an answer
//! to a later one.

use super::adapter;
use landfall_bot::Settings;
use landfall_rules::Ruleset;
use landfall_tbp::host::{Bot, LaunchError};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Move, Start};
use std::time::{Duration, Instant};

/// How long another program may take to introduce itself.
const LAUNCH_TIMEOUT: Duration = Duration::from_secs(5);

/// Which bot plays.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// The built-in brain.
    BuiltIn(Box<Settings>),
    /// Another program that speaks the protocol, by its command.
    Program(String),
}

/// Who is asked for moves.
pub trait Engine {
    /// Lets it think about a position.
    fn set_position(&mut self, start: &Start);

    /// Moves for that position, the best first, if they come within `wait`; none at all if
    /// they do not.
    fn suggest(&mut self, wait: Duration) -> Vec<Move>;

    /// Goes on by other rules.
    fn set_rules(&mut self, rules: &'static Ruleset);
}

/// A bot that has accepted the contest's rules.
pub struct TbpEngine {
    /// `None` once it has failed.
    bot: Option<Bot>,
    /// Questions without an answer.
    pending_suggests: usize,
}

impl TbpEngine {
    /// Starts a bot.
    ///
    /// # Errors
    /// It cannot be started or refuses the rules.
    pub fn launch(kind: BotKind, rules: &'static Ruleset) -> Result<TbpEngine, LaunchError> {
        let rules = adapter::rules_message(rules);
        let bot = match kind {
            BotKind::BuiltIn(settings) => landfall_bot::built_in(*settings, rules)?,
            BotKind::Program(command) => Bot::launch(&command, rules, LAUNCH_TIMEOUT)?,
        };
        Ok(TbpEngine {
            bot: Some(bot),
            pending_suggests: 0,
        })
    }

    fn send(&mut self, message: &FrontendMessage) {
        if let Some(bot) = &mut self.bot {
            bot.send(message);
        }
    }
}

impl Engine for TbpEngine {
    fn set_position(&mut self, start: &Start) {
        self.send(&FrontendMessage::Start(start.clone()));
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        let end = Instant::now() + wait;
        self.send(&FrontendMessage::Suggest);
        self.pending_suggests += 1;
        while let Some(bot) = &mut self.bot {
            let left = end.saturating_duration_since(Instant::now());
            match bot.receive(left) {
                Ok(Some(BotMessage::Suggestion { moves, .. })) => {
                    self.pending_suggests = self.pending_suggests.saturating_sub(1);
                    if self.pending_suggests == 0 {
                        return moves;
                    }
                }
                Ok(Some(_)) => {}
                Ok(None) if left.is_zero() => break,
                Ok(None) => {}
                Err(fault) => {
                    log::error!("the bot plays no longer: {fault}");
                    self.bot = None;
                }
            }
        }
        Vec::new()
    }

    fn set_rules(&mut self, rules: &'static Ruleset) {
        self.send(&FrontendMessage::Rules(adapter::rules_message(rules)));
    }
}
