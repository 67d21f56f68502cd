//! What every reader makes of its file: rounds, sides, and a side's moves with what its player
//! could see before each.

use arrayvec::ArrayVec;
use landfall_rules::{Clear, Loss, Placement, Playfield, Ruleset, State};
use std::fmt;

/// A finished game, or several rounds of one match.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// What it was read from.
    pub recording: Recording,
    /// What its players want.
    pub goal: Goal,
    /// The rounds, in the order in which they were played; at least one.
    pub rounds: Vec<Round>,
    /// What of the file was left out, or is not as in most games: sentences for people, without
    /// names.
    pub notes: Vec<String>,
}

/// What the players of a game want.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// To send lines, and to outlive the opponent.
    #[default]
    Versus,
    /// To clear so many lines in the least time.
    Lines(u32),
}

/// What a game was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recording {
    /// A match of TETR.IO between players.
    TetrioMatch {
        /// The version of the game.
        version: u32,
        /// The mode, as the file calls it; empty if it does not.
        mode: String,
    },
    /// A game of TETR.IO alone.
    TetrioSolo {
        /// The version of the game.
        version: u32,
        /// The mode, as the file calls it; empty if it does not.
        mode: String,
    },
    /// A replay of the arena.
    Arena,
    /// A fumen, a page a move.
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

/// A round: everybody begins with an empty board, or as the file says.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The sides, in the order of the file; at least one.
    pub sides: Vec<RecordedSide>,
    /// The side that won, if one did and the file says so.
    pub winner: Option<usize>,
}

/// What one player did in a round.
#[derive(Clone, Debug)]
pub struct RecordedSide {
    /// Who played: the same number in every round of a game, from 0.
    pub player: usize,
    /// What tells the player from all others in other files too, if the file has it. Never shown.
    pub id: Option<String>,
    /// The player's name, if the file has it. Shown only to those who ask for it.
    pub name: Option<String>,
    /// The rules.
    pub rules: &'static Ruleset,
    /// Pieces that the player sees beyond the one in play.
    pub previews: usize,
    /// The moves, as far as they are trusted.
    pub moves: Vec<RecordedMove>,
    /// How many keys were pressed for each move; empty if the file has no keys.
    pub keys: Vec<u32>,
    /// The position after the last move, before the next; as in [`RecordedMove`].
    pub end: EndPosition,
    /// Whether the moves are what was played.
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
    /// queue, which has no more than the previews.
    pub state: State,
    /// Its board with its colours.
    pub field: Playfield,
    /// Garbage that had arrived, the oldest packet first.
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
    /// What that cleared.
    pub clear: Clear,
    /// The packets that were sent, after cancelling.
    pub sent: ArrayVec<u32, 5>,
    /// The garbage that came up after it, one row after the other: masks of filled columns.
    pub raised: Vec<u16>,
}

/// Garbage that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingPacket {
    /// Rows.
    pub lines: u32,
    /// Frames until it may come up; `None` if that is not known yet.
    pub frames: Option<u64>,
}

/// Whether the moves are what was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// All that the file says of the end agrees with the moves.
    Verified {
        /// What was compared, in words for people, as in "pieces placed".
        compared: Vec<&'static str>,
    },
    /// The file has the moves themselves, or nothing to compare them with.
    Unchecked,
    /// Something does not agree. The moves after the last that does are left out.
    Stopped {
        /// Moves that were left out, as far as that is known.
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
