//! The built-in bot, for a frontend in the same process.

use crate::background::BackgroundSearch;
use crate::session::{Session, Settings};
use landfall_tbp::host::{Bot, BotError};
use landfall_tbp::messages::Rules;

/// Returns the built-in bot on a thread of its own, ready to play under `rules`. Its answers have no
/// time limit: with a fixed number of nodes a slow machine is no error.
///
/// # Errors
/// It refuses the rules.
///
/// # Examples
/// ```
/// use landfall_bot::{DriverOptions, Settings, built_in};
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_tbp::convert::to_rules;
/// let bot = built_in(Settings::new(DriverOptions::default()), to_rules(&GUIDELINE))?;
/// assert_eq!(bot.info().name, "landfall");
/// # Ok::<(), landfall_tbp::host::BotError>(())
/// ```
pub fn built_in(settings: Settings, rules: Rules) -> Result<Bot, BotError> {
    let mut session = Session::<BackgroundSearch>::new(settings);
    Bot::in_process(session.greeting(), rules, move |message| {
        let reply = session.handle(message);
        if let Some(warning) = reply.warning {
            log::warn!("{warning}");
        }
        reply.messages
    })
}
