//! A bot of the Tetris Bot Protocol that thinks in the background.
//!
//! `session` is the conversation with one frontend, message in, messages out; `worker` the
//! search behind it, with its thread; `stdio` feeds a session from lines of bytes.

pub mod session;
pub mod stdio;
mod worker;

use landfall_tbp::host::{Bot, Fault};
use landfall_tbp::wire::Rules;
pub use session::{Reply, Session, Settings};
pub use worker::{Suggestion, Worker};

/// The built-in bot, on a thread of its own. It may take its time: with a fixed number
/// of nodes a slow machine is no fault.
///
/// # Errors
/// It refuses the rules.
pub fn built_in(settings: Settings, rules: Rules) -> Result<Bot, Fault> {
    let mut session = Session::new(settings);
    Bot::host(session.greeting(), rules, move |message| {
        let reply = session.on(message);
        if let Some(warning) = reply.warning {
            log::warn!("{warning}");
        }
        reply.messages
    })
}
