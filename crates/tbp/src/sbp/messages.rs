//! The messages of the Stacker Bot Protocol, both directions, as in JSON.
//!
//! Syntax only. serde writes the bot's messages; `parse` reads the client's.

use super::PieceStream;
use crate::game_rules::{BackToBackSources, RANDOMIZERS, SONIC_DROPS};
use crate::messages::{IncomingGarbage, Move, Orientation, PieceName, Rules, SpinName, Start};
use landfall_rules::board::WIDTH;
use landfall_rules::rulesets::{GUIDELINE, KICKSETS, SPIN_DETECTIONS};
use serde::Serialize;
use serde_json::Value;

/// A message from the client to the bot.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientMessage {
    /// Announces the rules; answered by `ready` or `error`. The name of a ruleset, an extension
    /// of landfall, is `extensions.landfall_ruleset`.
    Rules(Rules),
    /// Sets the position to search.
    Start(SnapshotStart),
    /// A `start` that cannot be used. The position before it is outdated.
    InvalidStart {
        /// A sentence that says what is wrong.
        reason: String,
    },
    /// Replaces the board, and nothing else.
    Board {
        /// Rows as in [`Start::board`].
        board: Vec<Vec<Option<String>>>,
    },
    /// Asks for the best moves; answered by `suggestion`.
    Suggest {
        /// Garbage that waits for the player; `None` if the attribute is absent.
        incoming_garbage: Option<IncomingGarbage>,
    },
    /// Reports the move that is played.
    Advance {
        /// The move.
        mv: Move,
    },
    /// Reports a piece at the end of the queue.
    NewPiece {
        /// The piece.
        piece: PieceName,
    },
    /// Ends the game.
    Stop,
    /// Ends the session.
    Quit,
}

/// A `start`: a whole position.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapshotStart {
    /// The position in TBP's form: the active piece is the first of the queue.
    pub start: Start,
    /// Pieces dealt so far, if the client sends them.
    pub piece_stream: Option<PieceStream>,
    /// What is wrong with attributes that may be absent, one sentence per fault.
    pub warnings: Vec<String>,
}

/// A message from the bot to the client.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotMessage {
    /// The bot introduces itself.
    Register(Register),
    /// The bot accepts the rules.
    Ready,
    /// The bot refuses the rules.
    Error {
        /// `unsupported_rules`.
        reason: String,
    },
    /// Information about the session.
    Info {
        /// `warning` or `search`.
        topic: &'static str,
        /// The sentence of a warning, or the numbers of a search.
        data: Value,
    },
    /// The moves that the bot prefers, the best first.
    Suggestion {
        /// The moves; empty if nothing can be placed.
        moves: Vec<Placement>,
    },
}

/// Attributes of `register`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Register {
    /// Human-friendly name.
    pub name: String,
    /// Version.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// The games that it can play.
    pub capabilities: Capabilities,
}

/// The games that a bot can play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Capabilities {
    /// Randomizers.
    pub randomizers: Vec<&'static str>,
    /// Kick sets.
    pub kicksets: Vec<&'static str>,
    /// Whether there are half turns.
    pub rot180: bool,
    /// Ways to drop.
    pub sonic_drop: Vec<&'static str>,
    /// Ways to detect spins.
    pub spin_detection: Vec<&'static str>,
    /// Clears that can keep back-to-back, in any combination.
    pub back_to_back_sources: Vec<&'static str>,
    /// Whether `piece_stream` is read.
    pub piece_stream: bool,
    /// Whether the place where pieces appear can be set.
    pub spawn_position: bool,
    /// Whether `board` is understood.
    pub board: bool,
    /// Size of the board.
    pub board_size: BoardSize,
}

/// Size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BoardSize {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Capabilities {
    /// Returns the capabilities of landfall, from the tables of rules.
    pub fn of_landfall() -> Capabilities {
        Capabilities {
            randomizers: RANDOMIZERS.to_vec(),
            kicksets: KICKSETS.iter().map(|kickset| kickset.name).collect(),
            rot180: true,
            sonic_drop: SONIC_DROPS.to_vec(),
            spin_detection: SPIN_DETECTIONS.iter().map(|known| known.name).collect(),
            back_to_back_sources: BackToBackSources::NAMES.to_vec(),
            piece_stream: true,
            spawn_position: true,
            board: true,
            board_size: BoardSize {
                width: WIDTH as u32,
                height: GUIDELINE.height,
            },
        }
    }
}

/// A move: where the piece locks, and the spin that it counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placement {
    /// Where the piece locks.
    pub location: Location,
    /// The spin.
    pub spin: SpinName,
}

/// Where a piece locks, as in TBP, but with `piece` in place of `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// The piece.
    pub piece: PieceName,
    /// Its rotation state.
    pub orientation: Orientation,
    /// Column of the centre, 0 at the left.
    pub x: i32,
    /// Row of the centre, 0 at the floor.
    pub y: i32,
}

impl From<Move> for Placement {
    /// Converts a move of TBP.
    fn from(mv: Move) -> Placement {
        Placement {
            location: Location {
                piece: mv.location.piece,
                orientation: mv.location.orientation,
                x: mv.location.x,
                y: mv.location.y,
            },
            spin: mv.spin,
        }
    }
}
