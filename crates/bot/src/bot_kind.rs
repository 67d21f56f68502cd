//! The choice between the built-in bot and another program.

use crate::built_in::built_in;
use crate::session::Settings;
use landfall_tbp::host::{Bot, LaunchError};
use landfall_tbp::messages::Rules;
use std::time::Duration;

/// A kind of bot.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// The built-in bot.
    BuiltIn(Box<Settings>),
    /// Another program that speaks the Tetris Bot Protocol, by its command.
    Program(String),
}

impl BotKind {
    /// Starts the bot and agrees on the rules with it. `time_limit` is that of an answer of another
    /// program; the built-in bot has none.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    ///
    /// # Examples
    /// ```
    /// use landfall_bot::{BotKind, DriverOptions, Settings};
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_tbp::convert::to_rules;
    /// use std::time::Duration;
    /// let kind = BotKind::BuiltIn(Box::new(Settings::new(DriverOptions::default())));
    /// let bot = kind.launch(to_rules(&GUIDELINE), Duration::from_secs(5))?;
    /// assert_eq!(bot.info().name, "landfall");
    /// # Ok::<(), landfall_tbp::host::LaunchError>(())
    /// ```
    pub fn launch(self, rules: Rules, time_limit: Duration) -> Result<Bot, LaunchError> {
        match self {
            BotKind::BuiltIn(settings) => Ok(built_in(*settings, rules)?),
            BotKind::Program(command) => Bot::launch(&command, rules, time_limit),
        }
    }
}
