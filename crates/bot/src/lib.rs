//! A bot of the Tetris Bot Protocol that thinks in the background.
//!
//! `session` is the conversation with one frontend, message in, messages out; `worker` the
//! search behind it, with its thread; `stdio` feeds a session from lines of bytes.

mod background;
pub mod session;
pub mod stdio;

pub use background::{BackgroundSearch, Suggestion};
use landfall_tbp::host::{Bot, BotError};
use landfall_tbp::messages::Rules;
pub use session::{Reply, Session, Settings};

/// The built-in bot, on a thread of its own. It may take its time: with a fixed number
/// of nodes a slow machine is no fault.
///
/// # Errors
/// It refuses the rules.
pub fn built_in(settings: Settings, rules: Rules) -> Result<Bot, BotError> {
    let mut session = Session::new(settings);
    Bot::in_process(session.greeting(), rules, move |message| {
        let reply = session.handle(message);
        if let Some(warning) = reply.warning {
            log::warn!("{warning}");
        }
        reply.messages
    })
}
