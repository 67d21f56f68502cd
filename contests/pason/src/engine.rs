//! The bot behind a player of the contest: which one, and the weak one that replaces it when it
//! fails. Requests and answers are the business of `tbp::host::EngineHost`.

use super::linear::LinearBot;
use landfall_bot::BotKind;
use landfall_rules::PASON;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::{Bot, BotError, EngineHost, LaunchError, PositionChange};
use landfall_tbp::messages::{Move, Start};
use std::time::Duration;

/// Which bot plays.
#[derive(Clone, Debug)]
pub enum EngineKind {
    /// A bot of the Tetris Bot Protocol.
    Tbp {
        /// Which one.
        bot: BotKind,
        /// How long an answer of another program may take.
        limit: Duration,
    },
    /// The weak player of one ply, to measure oneself against.
    Linear,
}

/// Nodes below which an answer of the built-in bot is one of a search that had no processor: a drop in
/// so messy a place costs more than the time for another answer.
const MIN_NODES: f64 = 2_000.0;

/// A bot's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The moves, the best first.
    pub moves: Vec<Move>,
    /// Whether the bot has searched for long enough. On a busy machine it may not have had a processor.
    pub is_searched: bool,
}

/// A bot that has accepted the contest's rules.
#[derive(Debug)]
pub struct Engine {
    host: EngineHost,
    /// Nodes that an answer should have been searched for at least.
    min_nodes: f64,
    /// Whether the bot that should play has failed.
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
            } if settings.search.nodes.is_none() => MIN_NODES,
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

    /// Returns an engine with a bot whose answers should have so many nodes.
    #[cfg(test)]
    pub fn with_bot(bot: Bot, min_nodes: f64) -> Engine {
        Engine {
            host: EngineHost::new(bot),
            min_nodes,
            is_fallback: false,
        }
    }

    /// Lets the weak player of one ply play on in place of a bot that has failed. The next
    /// position has to be sent anew.
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

    /// Sends a position. Returns whether its search begins anew: further pieces at the end of the
    /// queue do not make another position.
    pub fn set_position(&mut self, start: &Start) -> bool {
        self.host.set_position(start) == PositionChange::Replaced
    }

    /// Asks for moves in the position that was sent last.
    pub fn request(&mut self) {
        self.host.request();
    }

    /// Returns the answer to the latest request if it comes within `wait`.
    ///
    /// # Errors
    /// What the bot did wrong; that may be that its limit of time has passed.
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
