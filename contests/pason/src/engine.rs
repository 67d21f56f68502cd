//! The bot behind a player of the contest, and the weak bot that replaces it when it fails.
//! `tbp::host::EngineHost` handles requests and answers.

use super::linear::LinearBot;
use landfall_bot::BotKind;
use landfall_rules::rulesets::PASON;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::{Bot, BotError, EngineHost, LaunchError, PositionChange};
use landfall_tbp::messages::{Move, Start};
use std::time::Duration;

/// Which bot plays.
#[derive(Clone, Debug)]
pub enum EngineKind {
    /// A bot of the Tetris Bot Protocol.
    Tbp {
        /// The bot.
        bot: BotKind,
        /// How long another program may take to answer.
        limit: Duration,
    },
    /// The weak player of one ply, for comparison.
    Linear,
}

/// An answer of the built-in bot with fewer nodes comes from a search without processor time: such
/// a drop costs more than the time for another answer.
const MIN_NODES: f64 = 2_000.0;

/// A bot's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The moves, best first.
    pub moves: Vec<Move>,
    /// Whether the bot has searched for long enough. On a busy machine it may have had no processor
    /// time.
    pub is_searched: bool,
}

/// A bot that has accepted the contest's rules.
#[derive(Debug)]
pub struct Engine {
    host: EngineHost,
    /// The least nodes that an answer should be searched for.
    min_nodes: f64,
    /// Whether the original bot has failed.
    is_fallback: bool,
}

impl Engine {
    /// Starts a bot.
    ///
    /// # Errors
    /// It cannot be started or refuses the rules.
    pub fn launch(kind: EngineKind) -> Result<Engine, LaunchError> {
        let rules = to_rules(&PASON);
        let min_nodes = match &kind {
            EngineKind::Tbp {
                bot: BotKind::BuiltIn(settings),
                ..
            } if settings.driver.nodes.is_none() => MIN_NODES,
            _ => 0.0,
        };
        let bot = match kind {
            EngineKind::Tbp { bot, limit } => bot.launch(rules, limit)?,
            EngineKind::Linear => {
                let mut linear = LinearBot::default();
                Bot::in_process(LinearBot::info(), rules, move |message| {
                    linear.handle(message)
                })?
            }
        };
        Ok(Engine {
            host: EngineHost::new(bot),
            min_nodes,
            is_fallback: false,
        })
    }

    /// Returns an engine with a bot whose answers should have at least this many nodes.
    #[cfg(test)]
    pub fn with_bot(bot: Bot, min_nodes: f64) -> Engine {
        Engine {
            host: EngineHost::new(bot),
            min_nodes,
            is_fallback: false,
        }
    }

    /// Replaces a failed bot by the weak player of one ply. The next position has to be sent again.
    ///
    /// # Errors
    /// The failed bot is that weak player.
    pub fn fall_back_to_linear(&mut self, fault: BotError) -> Result<(), BotError> {
        if self.is_fallback {
            return Err(fault);
        }
        *self = Engine::launch(EngineKind::Linear).map_err(|_| fault)?;
        self.is_fallback = true;
        Ok(())
    }

    /// Sends a position. Returns whether its search starts anew: further pieces at the end of the
    /// queue do not make another position.
    pub fn set_position(&mut self, start: &Start) -> bool {
        self.host.set_position(start) == PositionChange::Replaced
    }

    /// Requests moves in the last position.
    pub fn request(&mut self) {
        self.host.request();
    }

    /// Returns the answer to the latest request if it comes within `wait`.
    ///
    /// # Errors
    /// The bot's error; this includes a time limit that has passed.
    pub fn poll(&mut self, wait: Duration) -> Result<Option<Answer>, BotError> {
        let Some(suggestion) = self.host.poll(wait)? else {
            return Ok(None);
        };
        let nodes = suggestion.info.and_then(|info| info.nodes);
        Ok(Some(Answer {
            moves: suggestion.moves,
            is_searched: nodes.is_none_or(|nodes| nodes >= self.min_nodes),
        }))
    }
}
