//! Errors of games by turns.

use crate::json::JsonError;
use landfall_fumen::FumenError;
use landfall_rules::rulesets::UnknownRuleset;
use landfall_rules::side::Loss;
use landfall_rules::state::IllegalPlacement;
use landfall_tbp::convert::ConvertError;
use landfall_tbp::parse::ParseError;
use thiserror::Error;

/// Why a game by turns cannot do what a page asks.
#[derive(Debug, Error)]
pub enum GameError {
    /// A value cannot be read.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// There is no such ruleset.
    #[error("{0}")]
    Ruleset(UnknownRuleset),
    /// A message of TBP cannot be read.
    #[error("{0}")]
    Start(#[from] ParseError),
    /// A message of TBP is no position.
    #[error("this is no position: a TBP message of type \"start\" is one")]
    NotStart,
    /// A position or move has no counterpart in the rules.
    #[error("{0}")]
    Convert(#[from] ConvertError),
    /// A text is no fumen.
    #[error(transparent)]
    Fumen(#[from] FumenError),
    /// A fumen has no such page.
    #[error("page {number}: the fumen has {pages} pages, from 1")]
    NoSuchPage {
        /// The page.
        number: usize,
        /// How many there are.
        pages: usize,
    },
    /// The rules forbid a move.
    #[error("the move is not legal: {0}")]
    Forbidden(IllegalPlacement),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Loss),
    /// A cell is not on the board.
    #[error("cell x={x} y={y} is not on the board: it has {width} columns and {height} rows")]
    OffBoard {
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: u32,
    },
    /// A letter is no block.
    #[error("{0:?} is no block: write a piece's letter, G for garbage, or a dot for none")]
    Block(String),
    /// A letter is no piece.
    #[error("{0:?} is no piece: the pieces are I, O, T, L, J, S and Z")]
    Piece(char),
    /// A queue is too long.
    #[error("the queue has {0} pieces, at most {max} are kept", max = super::edit::MAX_QUEUE)]
    QueueTooLong(usize),
    /// A hold is several pieces.
    #[error("these are {0} pieces: the hold is one piece, or empty")]
    HoldTooLong(usize),
}

impl From<IllegalPlacement> for GameError {
    fn from(error: IllegalPlacement) -> GameError {
        GameError::Forbidden(error)
    }
}
