//! The bot behind the contest's bot: which one, and what happens when it fails. Requests and
//! answers are the business of `tbp::host::EngineHost`.

use landfall_bot::Settings;
use landfall_rules::Ruleset;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::{Bot, BotError, EngineHost, LaunchError};
use landfall_tbp::messages::{Move, Start};
use std::time::Duration;

/// How long another program may take to introduce itself.
const LAUNCH_TIMEOUT: Duration = Duration::from_secs(5);

/// Which bot plays.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// The built-in bot.
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
    host: Option<EngineHost>,
}

impl TbpEngine {
    /// Starts a bot.
    ///
    /// # Errors
    /// It cannot be started or refuses the rules.
    pub fn launch(kind: BotKind, rules: &'static Ruleset) -> Result<TbpEngine, LaunchError> {
        let rules = to_rules(rules);
        let bot = match kind {
            BotKind::BuiltIn(settings) => landfall_bot::built_in(*settings, rules)?,
            BotKind::Program(command) => Bot::launch(&command, rules, LAUNCH_TIMEOUT)?,
        };
        Ok(TbpEngine {
            host: Some(EngineHost::new(bot)),
        })
    }
}

impl Engine for TbpEngine {
    fn set_position(&mut self, start: &Start) {
        if let Some(host) = &mut self.host {
            host.set_position(start);
        }
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        let Some(host) = &mut self.host else {
            return Vec::new();
        };
        host.request();
        match host.poll(wait) {
            Ok(suggestion) => suggestion.unwrap_or_default().moves,
            // The contest's clock decides how long it may take, not the limit of the launch.
            Err(BotError::Timeout { .. }) => Vec::new(),
            Err(error) => {
                log::error!("the bot plays no longer: {error}");
                self.host = None;
                Vec::new()
            }
        }
    }

    fn set_rules(&mut self, rules: &'static Ruleset) {
        if let Some(host) = &mut self.host {
            host.set_rules(to_rules(rules));
        }
    }
}
