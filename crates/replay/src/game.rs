//! The result of every reader: rounds, sides, and a side's moves with what its player could see
//! before each.

use arrayvec::ArrayVec;
use landfall_rules::garbage::GarbageRows;
use landfall_rules::side::Loss;
use landfall_rules::{Clear, Placement, Playfield, Ruleset, State};
use std::fmt;

/// A finished game, or several rounds of one match.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The format of the file.
    pub recording: Recording,
    /// The goal of its players.
    pub goal: Goal,
    /// The rounds, in the order in which they were played; at least one.
    pub rounds: Vec<Round>,
    /// Sentences for people about parts that were left out or are unusual, without names.
    pub notes: Vec<String>,
}

/// The goal of the players of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// To send lines, and to survive the opponent.
    #[default]
    Versus,
    /// To clear this many lines in the least time.
    Lines(u32),
}

/// The format from which a game was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recording {
    /// A match of TETR.IO between players.
    TetrioMatch {
        /// The version of the game.
        version: u32,
        /// The mode, as the file names it; empty if the file has none.
        mode: String,
    },
    /// A single-player game of TETR.IO.
    TetrioSolo {
        /// The version of the game.
        version: u32,
        /// The mode, as the file names it; empty if the file has none.
        mode: String,
    },
    /// A replay of the arena.
    Arena,
    /// A fumen, one page per move.
    Fumen,
    /// The messages between a frontend and a bot.
    TbpLog,
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recording::TetrioMatch { version, mode } if mode.is_empty() => {
                write!(f, "TETR.IO match, version {version}")
            }
            Recording::TetrioMatch { version, mode } => {
                write!(f, "TETR.IO match ({mode}), version {version}")
            }
            Recording::TetrioSolo { version, mode } if mode.is_empty() => {
                write!(f, "TETR.IO solo, version {version}")
            }
            Recording::TetrioSolo { version, mode } => {
                write!(f, "TETR.IO {mode}, version {version}")
            }
            Recording::Arena => f.write_str("replay of the arena"),
            Recording::Fumen => f.write_str("fumen"),
            Recording::TbpLog => f.write_str("TBP log"),
        }
    }
}

/// A round: each side begins with an empty board, or with the file's position.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The sides, in the order of the file; at least one.
    pub sides: Vec<RecordedSide>,
    /// The side that won, if the file names one.
    pub winner: Option<usize>,
}

/// One player's side of a round.
#[derive(Clone, Debug)]
pub struct RecordedSide {
    /// The player: the same number in every round of a game, from 0.
    pub player: usize,
    /// The id that identifies the player across files, if the file has one. It is never shown.
    pub id: Option<String>,
    /// The player's name, if the file has it. It is shown only on request.
    pub name: Option<String>,
    /// The rules.
    pub rules: Ruleset,
    /// Previews: visible pieces beyond the one in play.
    pub previews: usize,
    /// The trusted moves.
    pub moves: Vec<RecordedMove>,
    /// How many keys were pressed for each move; empty if the file has no keys.
    pub keys: Vec<u32>,
    /// The position after the last move, before the next; as in [`RecordedMove`].
    pub end: EndPosition,
    /// Whether the moves agree with the file.
    pub trust: Trust,
}

/// The position after the last trusted move.
#[derive(Clone, Debug)]
pub struct EndPosition {
    /// Board, hold, queue and counters.
    pub state: State,
    /// The board with its colours.
    pub field: Playfield,
    /// The frame.
    pub frame: u64,
    /// How the side lost, if that is known.
    pub loss: Option<Loss>,
}

/// A move, and what its player could see when its piece appeared.
#[derive(Clone, Debug)]
pub struct RecordedMove {
    /// The position before the move, and before any hold: the piece in play is the first of the
    /// queue, which has only the previews besides.
    pub state: State,
    /// Its board with its colours.
    pub field: Playfield,
    /// Garbage that had arrived, oldest packet first.
    pub waiting: Vec<WaitingPacket>,
    /// Pieces that the side had placed before.
    pub pieces_placed: u32,
    /// The frame in which the piece appeared.
    pub appeared: u64,
    /// The frame in which it locked.
    pub locked: u64,
    /// Whether hold was pressed first.
    pub held: bool,
    /// Where it locked, canonical.
    pub placement: Placement,
    /// The result of the clear.
    pub clear: Clear,
    /// The packets that were sent, after cancelling.
    pub sent: ArrayVec<u32, 5>,
    /// The garbage that rose after it, row by row: masks of filled columns.
    pub raised: GarbageRows,
}

/// Waiting garbage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingPacket {
    /// Rows.
    pub lines: u32,
    /// Frames until it may rise; `None` if that is not known yet.
    pub frames: Option<u64>,
}

/// Whether the moves agree with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Everything that the file says about the end agrees with the moves.
    Verified {
        /// What was compared, in words for people, such as "pieces placed".
        compared: Vec<&'static str>,
    },
    /// The file contains the moves themselves, or nothing to compare them with.
    Unchecked,
    /// Something does not agree. The moves after the last agreement are left out.
    Stopped {
        /// Moves that were left out, if known.
        left_out: usize,
        /// What does not agree, in a sentence for people.
        reason: String,
    },
}

impl Trust {
    /// Returns why moves were left out, if some were.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Trust::Stopped { reason, .. } => Some(reason),
            Trust::Verified { .. } | Trust::Unchecked => None,
        }
    }
}
