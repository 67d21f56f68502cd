//! One game of a bot: requests a move, validates it, plays it, sends it to the bot, and updates the
//! statistics. The outputs (`terminal`, `plain_text`) decide when, and show the game.

use super::game::{Game, LockedPiece};
use landfall_replay::{SearchEffort, Stats};
use landfall_tbp::convert::to_start;
use landfall_tbp::host::{
    Bot, BotError, BotMistake, EngineHost, IllegalMove, Suggestion, check_move,
};
use landfall_tbp::messages::{Move, MoveInfo};
use std::time::Duration;

/// A game in progress.
#[derive(Debug)]
pub struct GameLoop {
    host: EngineHost,
    game: Game,
    stats: Stats,
    piece_limit: Option<u64>,
    end: Option<GameEnd>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The limit of pieces was reached.
    PieceLimit,
    /// The rules ended the game.
    TopOut,
    /// The bot suggested no move although there were legal ones.
    Forfeit,
    /// The user ended it.
    Quit,
    /// The bot broke the protocol or the rules.
    BotError,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move and its effects.
    pub lock: LockedPiece,
    /// The information of the bot about its search.
    pub info: MoveInfo,
}

impl GameLoop {
    /// Begins a game: sends the first position to the bot.
    pub fn new(bot: Bot, game: Game, piece_limit: Option<u64>) -> GameLoop {
        let mut host = EngineHost::new(bot);
        host.set_position(&to_start(game.state(), game.field(), None));
        GameLoop {
            host,
            game,
            stats: Stats::default(),
            piece_limit,
            end: None,
        }
    }

    /// Returns the bot.
    pub fn bot(&self) -> &Bot {
        self.host.bot()
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the statistics so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns why the game ended, if it did.
    pub fn end_reason(&self) -> Option<GameEnd> {
        self.end
    }

    /// Ends the game.
    pub fn finish(&mut self, end: GameEnd) {
        self.end.get_or_insert(end);
    }

    /// Requests a move of the bot, unless one is awaited.
    pub fn request_move(&mut self) {
        if !self.host.is_waiting() {
            self.host.request();
        }
    }

    /// Returns whether a move is awaited.
    pub fn is_waiting(&self) -> bool {
        self.host.is_waiting()
    }

    /// Waits at most `wait` for the answer and plays its first move. Returns `None` if there is no
    /// answer yet, or if it has no move, which ends the game.
    ///
    /// # Errors
    /// The bot broke the protocol or the rules; the game has then ended.
    pub fn poll_move(&mut self, wait: Duration) -> Result<Option<PlayedMove>, BotError> {
        let played = self.receive_move(wait);
        if played.is_err() {
            self.finish(GameEnd::BotError);
        }
        played
    }

    fn receive_move(&mut self, wait: Duration) -> Result<Option<PlayedMove>, BotError> {
        let polled = self.host.poll(wait);
        match polled.map_err(|error| self.host.explain(error))? {
            Some(answer) => self.play_suggestion(answer),
            None => Ok(None),
        }
    }

    fn play_suggestion(&mut self, answer: Suggestion) -> Result<Option<PlayedMove>, BotError> {
        let Some(mv) = answer.moves.first() else {
            self.finish(GameEnd::Forfeit);
            return Ok(None);
        };
        let lock = self.play(mv, answer.is_repeated)?;
        let info = answer.info.unwrap_or_default();
        self.stats.record(&lock.clear);
        self.stats.record_effort(&SearchEffort {
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nps,
        });
        self.send_updates(&lock);
        if self.game.is_over() {
            self.finish(GameEnd::TopOut);
        } else if Some(self.stats.pieces) == self.piece_limit {
            self.finish(GameEnd::PieceLimit);
        }
        Ok(Some(PlayedMove { lock, info }))
    }

    fn play(&mut self, mv: &Move, is_repeated: bool) -> Result<LockedPiece, BotError> {
        let piece = self.stats.pieces + 1;
        let checked = check_move(self.game.rules(), self.game.state(), mv);
        let played = checked.and_then(|placement| {
            let played = self.game.play(placement);
            played.map_err(|error| IllegalMove::new(mv, error.to_string()))
        });
        played.map_err(|mut illegal| {
            if is_repeated && self.host.answers_twice() {
                illegal.mistake = Some(BotMistake::AnswersTwice);
            }
            BotError::IllegalMove { piece, illegal }
        })
    }

    /// Sends the move and the new pieces, and after garbage a new `start`.
    fn send_updates(&mut self, lock: &LockedPiece) {
        let rules = self.game.rules();
        self.host.play(rules, &lock.placement, &lock.dealt);
        if lock.garbage {
            let start = to_start(self.game.state(), self.game.field(), None);
            self.host.set_position(&start);
        }
    }
}
