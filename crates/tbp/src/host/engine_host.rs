//! Asks a bot for moves, matches answers with requests, and checks the time limit.
//!
//! Owns the loop that waits for suggestions. The caller decides when to ask and what to do with the
//! moves.

use super::bot::Bot;
use super::error::BotError;
use crate::convert::{piece_name, to_move};
use crate::messages::{BotMessage, FrontendMessage, Move, MoveInfo, Rules, Start};
use landfall_rules::{Piece, Placement, Ruleset};
use std::time::{Duration, Instant};

/// How long [`EngineHost::answers_twice`] waits for an answer without a request.
const EXTRA_ANSWER_TIME: Duration = Duration::from_secs(1);

/// A bot with its position and its open requests. The answer to an earlier request is never
/// returned for a later one.
#[derive(Debug)]
pub struct EngineHost {
    bot: Bot,
    /// The last position that was sent; `None` after a move.
    position: Option<Start>,
    /// Requests without an answer.
    unanswered: usize,
    /// When the latest request was sent; `None` once it is answered.
    requested_at: Option<Instant>,
    /// The moves of the last answer.
    last_moves: Vec<Move>,
}

/// An answer of a bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// The moves, the best first; empty if the bot gives up.
    pub moves: Vec<Move>,
    /// The information of the bot about its search.
    pub info: Option<MoveInfo>,
    /// Whether the moves are the same as in the answer before, and not empty.
    pub is_repeated: bool,
}

/// How a position differs from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionChange {
    /// Not at all: it was not sent again.
    Unchanged,
    /// The same board, and perhaps more pieces at the end of the queue.
    Extended,
    /// Another position.
    Replaced,
}

impl EngineHost {
    /// Hosts a bot that has no position yet.
    pub fn new(bot: Bot) -> EngineHost {
        EngineHost {
            bot,
            position: None,
            unanswered: 0,
            requested_at: None,
            last_moves: Vec::new(),
        }
    }

    /// Returns the bot.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// Announces other rules. The position is forgotten.
    pub fn set_rules(&mut self, rules: Rules) {
        self.position = None;
        self.bot.send(&FrontendMessage::Rules(rules));
    }

    /// Sends a position, unless it is the one that was sent last, and returns how it differs from
    /// that one.
    pub fn set_position(&mut self, start: &Start) -> PositionChange {
        let change = match &self.position {
            Some(old) if old == start => return PositionChange::Unchanged,
            Some(old) if old.board == start.board && start.queue.starts_with(&old.queue) => {
                PositionChange::Extended
            }
            _ => PositionChange::Replaced,
        };
        self.bot.send(&FrontendMessage::Start(start.clone()));
        self.position = Some(start.clone());
        change
    }

    /// Reports a move that was played, and the pieces that were dealt for it.
    pub fn play(&mut self, rules: &Ruleset, placement: &Placement, dealt: &[Piece]) {
        self.position = None;
        let mv = to_move(rules, placement);
        self.bot.send(&FrontendMessage::Play(mv.into()));
        for &piece in dealt {
            let piece = piece_name(piece);
            self.bot.send(&FrontendMessage::NewPiece { piece });
        }
    }

    /// Stops the search. Requests without an answer are forgotten: a bot need not answer them.
    pub fn stop(&mut self) {
        self.position = None;
        self.unanswered = 0;
        self.requested_at = None;
        self.bot.send(&FrontendMessage::Stop);
    }

    /// Asks for moves in the position that was sent last.
    pub fn request(&mut self) {
        self.bot.send(&FrontendMessage::Suggest);
        self.unanswered += 1;
        self.requested_at = Some(Instant::now());
    }

    /// Returns whether the answer to the latest request is still to come.
    pub fn is_waiting(&self) -> bool {
        self.requested_at.is_some()
    }

    /// Returns the answer to the latest request, `None` if it does not come within `wait`. Other
    /// messages are skipped.
    ///
    /// # Errors
    /// The bot ended or sent a line that is no message, or the latest request is older than the
    /// bot's time limit.
    pub fn poll(&mut self, wait: Duration) -> Result<Option<Suggestion>, BotError> {
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.bot.receive(left)? {
                Some(BotMessage::Suggestion { moves, move_info }) if self.unanswered > 0 => {
                    self.unanswered -= 1;
                    if self.unanswered == 0 {
                        self.requested_at = None;
                        let is_repeated = !moves.is_empty() && moves == self.last_moves;
                        self.last_moves.clone_from(&moves);
                        return Ok(Some(Suggestion {
                            moves,
                            info: move_info,
                            is_repeated,
                        }));
                    }
                }
                // Another message, or an answer without a request.
                Some(_) if !left.is_zero() => {}
                _ => return self.check_time_limit().map(|()| None),
            }
        }
    }

    /// If `error` is a timeout, finds out why: see [`Bot::explain`].
    pub fn explain(&mut self, error: BotError) -> BotError {
        self.bot.explain(error)
    }

    /// Returns whether the bot sends an answer without a request, within a second or its time limit.
    /// Called after an illegal move that is the same as in the answer before.
    pub fn answers_twice(&mut self) -> bool {
        let limit = self.bot.time_limit().unwrap_or_default();
        let received = self.bot.receive(limit.min(EXTRA_ANSWER_TIME));
        matches!(received, Ok(Some(BotMessage::Suggestion { .. })))
    }

    fn check_time_limit(&self) -> Result<(), BotError> {
        match (self.requested_at, self.bot.time_limit()) {
            (Some(requested_at), Some(limit)) if requested_at.elapsed() >= limit => {
                Err(BotError::timeout("suggestion", limit))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
