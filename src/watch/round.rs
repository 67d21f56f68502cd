//! One game between a bot and the rules: asks for a move, judges it, plays it, tells the
//! bot, counts. The faces (`screen`, `plain`) decide when, and show it.

use super::game::{Game, Lock};
use landfall_rules::{SearchEffort, Stats};
use landfall_tbp::convert;
use landfall_tbp::convert::{piece_name, to_move, to_placement};
use landfall_tbp::host::{Bot, BotError};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Move, MoveInfo};
use std::time::{Duration, Instant};

/// A game in progress.
#[derive(Debug)]
pub struct Round {
    bot: Bot,
    game: Game,
    stats: Stats,
    most_pieces: Option<u64>,
    ending: Option<Ending>,
    asked: Option<Instant>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As many pieces were played as wanted.
    Pieces,
    /// No piece could be placed any more.
    TopOut,
    /// The bot gave no move although there were some.
    Forfeit,
    /// The person who watched ended it.
    Quit,
    /// The bot broke the protocol or the rules.
    Fault,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What it did.
    pub lock: Lock,
    /// What the bot said of its search.
    pub info: MoveInfo,
}

impl Round {
    /// Begins a game: tells the bot to think about its first position.
    pub fn new(mut bot: Bot, game: Game, most_pieces: Option<u64>) -> Round {
        bot.send(&convert::start_message(game.state(), game.field(), None));
        Round {
            bot,
            game,
            stats: Stats::default(),
            most_pieces,
            ending: None,
            asked: None,
        }
    }

    /// The bot.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What happened so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Why the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Ends the game.
    pub fn end(&mut self, ending: Ending) {
        self.ending.get_or_insert(ending);
    }

    /// Asks the bot for its move, unless it has been asked already.
    pub fn ask(&mut self) {
        if self.asked.is_none() {
            self.bot.send(&FrontendMessage::Suggest);
            self.asked = Some(Instant::now());
        }
    }

    /// Whether an answer is awaited.
    pub fn asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Waits at most `wait` for the answer and plays the first move of it. Nothing when no
    /// answer came yet, or when it ended the game.
    ///
    /// # Errors
    /// What the bot did wrong; the game has then ended.
    pub fn answer(&mut self, wait: Duration) -> Result<Option<Turn>, BotError> {
        let turn = self.try_answer(wait);
        if turn.is_err() {
            self.end(Ending::Fault);
        }
        turn
    }

    fn try_answer(&mut self, wait: Duration) -> Result<Option<Turn>, BotError> {
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.bot.receive(left)? {
                Some(BotMessage::Suggestion { moves, move_info }) if self.asked() => {
                    self.asked = None;
                    return self.take(&moves, move_info.unwrap_or_default());
                }
                // Said out of turn; it concerns nobody.
                Some(_) if !left.is_zero() => {}
                _ => return self.check_limit().map(|()| None),
            }
        }
    }

    fn check_limit(&self) -> Result<(), BotError> {
        match (self.asked, self.bot.limit()) {
            (Some(asked), Some(limit)) if asked.elapsed() >= limit => Err(BotError::Timeout {
                awaited: "suggestion",
                limit,
            }),
            _ => Ok(()),
        }
    }

    fn take(&mut self, moves: &[Move], info: MoveInfo) -> Result<Option<Turn>, BotError> {
        let Some(mv) = moves.first() else {
            self.end(Ending::Forfeit);
            return Ok(None);
        };
        let lock = self.play(mv)?;
        self.stats.record(&lock.clear);
        self.stats.record_effort(&SearchEffort {
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nps,
        });
        self.tell(&lock);
        if self.game.over() {
            self.end(Ending::TopOut);
        } else if Some(self.stats.pieces) == self.most_pieces {
            self.end(Ending::Pieces);
        }
        Ok(Some(Turn { lock, info }))
    }

    fn play(&mut self, mv: &Move) -> Result<Lock, BotError> {
        let illegal = |reason: String| BotError::IllegalMove {
            piece: self.stats.pieces + 1,
            // As it stood on the wire, because that is what the bot's author will look for.
            mv: serde_json::to_string(mv).unwrap_or_default(),
            reason,
        };
        let placement =
            to_placement(self.game.rules(), mv).map_err(|error| illegal(error.to_string()))?;
        self.game
            .play(placement)
            .map_err(|why| illegal(why.to_string()))
    }

    /// As real frontends do: the move, the new pieces, and after garbage a new `start`.
    fn tell(&mut self, lock: &Lock) {
        self.bot.send(&FrontendMessage::Play {
            mv: to_move(self.game.rules(), &lock.placement),
        });
        for &piece in &lock.dealt {
            let piece = piece_name(piece);
            self.bot.send(&FrontendMessage::NewPiece { piece });
        }
        if lock.garbage {
            self.bot.send(&convert::start_message(
                self.game.state(),
                self.game.field(),
                None,
            ));
        }
    }
}
