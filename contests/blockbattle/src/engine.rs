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
const PATIENCE: Duration = Duration::from_secs(5);

/// Which bot plays.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The built-in brain.
    BuiltIn(Box<Settings>),
    /// Another program that speaks the protocol, by its command.
    Program(String),
}

/// Who is asked for moves.
pub trait Advisor {
    /// Lets it think about a position.
    fn consider(&mut self, start: &Start);

    /// Moves for that position, the best first, if they come within `wait`; none at all if
    /// they do not.
    fn advice(&mut self, wait: Duration) -> Vec<Move>;

    /// Goes on by other rules.
    fn play_by(&mut self, rules: &'static Ruleset);
}

/// A bot that has accepted the contest's rules.
pub struct Engine {
    /// `None` once it has failed.
    bot: Option<Bot>,
    /// Questions without an answer.
    owed: usize,
}

impl Engine {
    /// Starts a bot.
    ///
    /// # Errors
    /// It cannot be started or refuses the rules.
    pub fn launch(kind: Kind, rules: &'static Ruleset) -> Result<Engine, LaunchError> {
        let rules = adapter::rules(rules);
        let bot = match kind {
            Kind::BuiltIn(settings) => landfall_bot::built_in(*settings, rules)?,
            Kind::Program(command) => Bot::launch(&command, rules, PATIENCE)?,
        };
        Ok(Engine {
            bot: Some(bot),
            owed: 0,
        })
    }

    fn tell(&mut self, message: &FrontendMessage) {
        if let Some(bot) = &mut self.bot {
            bot.send(message);
        }
    }
}

impl Advisor for Engine {
    fn consider(&mut self, start: &Start) {
        self.tell(&FrontendMessage::Start(start.clone()));
    }

    fn advice(&mut self, wait: Duration) -> Vec<Move> {
        let end = Instant::now() + wait;
        self.tell(&FrontendMessage::Suggest);
        self.owed += 1;
        while let Some(bot) = &mut self.bot {
            let left = end.saturating_duration_since(Instant::now());
            match bot.receive(left) {
                Ok(Some(BotMessage::Suggestion { moves, .. })) => {
                    self.owed = self.owed.saturating_sub(1);
                    if self.owed == 0 {
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

    fn play_by(&mut self, rules: &'static Ruleset) {
        self.tell(&FrontendMessage::Rules(adapter::rules(rules)));
    }
}
