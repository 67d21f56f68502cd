//! The types of a review: the JSON of `--json`, of journals and of pages. docs/review.schema.json
//! is its schema.

use crate::summary::SummaryRow;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the schema. It grows when the meaning of a member changes, not when members are
/// added.
pub const VERSION: u32 = 2;

/// What `landfall review --json` writes: the reviews of one game or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reviews {
    /// The version of this schema: 2.
    pub review: u32,
    /// The games.
    pub games: Vec<Report>,
    /// A row for each game, without its moves.
    pub summary: Vec<SummaryRow>,
}

impl Reviews {
    /// Returns reviews with their summary.
    pub fn new(games: Vec<Report>, summary: Vec<SummaryRow>) -> Reviews {
        Reviews {
            review: VERSION,
            games,
            summary,
        }
    }

    /// Returns the text that `landfall review --json` writes: one line.
    ///
    /// # Errors
    /// serde_json cannot write the types, which no review leads to.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// The review of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of this schema: 2.
    pub review: u32,
    /// The program that made it, with its version.
    pub program: String,
    /// What was read, as text.
    pub recording: String,
    /// Sentences on what was left out of the file or is unusual in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What losses and values are counted in.
    pub unit: LossUnit,
    /// How deep it was looked.
    pub settings: Settings,
    /// The loss of a move that loses the game; no move loses more.
    pub most_loss: f64,
    /// Each player over all rounds.
    pub players: Vec<PlayerReport>,
    /// The rounds that were reviewed.
    pub rounds: Vec<RoundReport>,
}

/// What losses and values are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LossUnit {
    /// Lines sent.
    Lines,
    /// Points of the weights for 40 lines, in games for lines that are played for time. A row of a
    /// TETRIS is worth five.
    Points,
}

/// How deep it was looked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Settings {
    /// Nodes with which the best move of a position is found, 20,000 or more; the best and the
    /// played move have 4,000 each besides. Absent: as many as `seconds` allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Most pieces looked ahead; absent: all that the player saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Seconds that the review of a game may take; absent: as long as the nodes need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// A player, over all rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerReport {
    /// The player's number, from 0.
    pub player: usize,
    /// The player's name, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Rounds won.
    pub won: u32,
    /// Sums and means over all rounds.
    pub totals: Totals,
    /// The same for each phase of the game.
    pub phases: BTreeMap<Phase, Totals>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RoundReport {
    /// Its number, from 1.
    pub round: usize,
    /// The player that won it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<usize>,
    /// The sides that were reviewed.
    pub sides: Vec<SideReport>,
}

/// A side of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SideReport {
    /// Whose it is: the number of a player.
    pub player: usize,
    /// The ruleset.
    pub rules: String,
    /// Whether the moves are what was played.
    pub trust: TrustReport,
    /// Pieces, keys and time, where lines are to be cleared in the least time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeReport>,
    /// Sums and means.
    pub totals: Totals,
    /// The same for each phase of the game.
    pub phases: BTreeMap<Phase, Totals>,
    /// The moves.
    pub moves: Vec<MoveReport>,
}

/// Pieces, keys and time of the reviewed moves of a game for lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TimeReport {
    /// Lines to clear.
    pub wanted: u32,
    /// Lines cleared.
    pub lines: u32,
    /// Frames from where the first piece appeared to the last lock.
    pub frames: u64,
    /// Pieces.
    pub pieces: u32,
    /// The fewest pieces that have as many cells as the lines cleared.
    pub fewest_pieces: u32,
    /// Keys pressed.
    pub keys: u32,
    /// Keys beyond the fewest that lead to the same places (finesse faults). Spins are left out.
    pub faults: u32,
    /// Pieces with faults.
    pub faulty_pieces: u32,
    /// Frames that the faults took, at the mean time of a key.
    pub frames_lost: u64,
}

/// Whether the moves are what was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "trust", rename_all = "snake_case")]
pub enum TrustReport {
    /// All that the file says of the end agrees with the moves.
    Verified {
        /// What was compared.
        compared: Vec<String>,
    },
    /// There was nothing to compare them with.
    Unchecked,
    /// The moves agree with the file up to here.
    Stopped {
        /// Moves that are not reviewed.
        left_out: usize,
        /// What does not agree.
        reason: String,
    },
}

/// Sums and means of some moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Totals {
    /// Moves.
    pub moves: u32,
    /// Loss of all of them, in the unit of the moves' `loss`.
    pub loss: f64,
    /// How near to the best the moves were, from 0 to 100.
    pub accuracy: f64,
    /// Moves of each grade.
    pub grades: BTreeMap<Grade, u32>,
    /// Misdrops.
    pub misdrops: u32,
    /// Moves with a reason of each kind.
    pub remarks: BTreeMap<Remark, u32>,
    /// Rows cleared.
    pub lines: u32,
    /// Lines that the clears were worth, before any were cancelled.
    pub attack: u32,
    /// Frames in which a piece was in play.
    pub frames: u64,
}

/// A move, and what it lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// Its number, from 1.
    #[serde(rename = "move")]
    pub number: u32,
    /// The frame in which its piece appeared.
    pub appeared: u64,
    /// The frame in which it locked.
    pub locked: u64,
    /// The position before.
    pub before: PositionReport,
    /// What was played.
    pub played: LineReport,
    /// What is best.
    pub best: LineReport,
    /// Depth of both values, in plies.
    pub depth: u32,
    /// What the played move lost, in the review's `unit`: lines sent less in the 14 pieces from it
    /// on, or points; 0 for the best, and at most `most_loss` of the review.
    pub loss: f64,
    /// Whether the game is lost after it whatever is played; `loss` is then the review's
    /// `most_loss`.
    pub loses_game: bool,
    /// The grade of the loss.
    pub grade: Grade,
    /// Whether it is a cell or a turn away from a far better move.
    pub misdrop: bool,
    /// Keys pressed for it, if the file has keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<u32>,
    /// The fewest keys that lead to the same place, in games for lines; absent for spins and for
    /// places that these keys do not reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fewest_keys: Option<u32>,
    /// Why it lost something, the reason that accounts for most first. Empty for moves that lost
    /// little.
    pub reasons: Vec<Reason>,
    /// The phase of the game.
    pub phase: Phase,
    /// How near the stack, with the garbage that waits, is to topping out: from 0 to 1.
    pub danger: f64,
    /// Every other legal move than `played` and `best`, the best first. Empty for moves that lost
    /// little.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherMove>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PositionReport {
    /// The rows, the floor first, to the highest that is filled: `.` empty, a piece's letter,
    /// `G` garbage.
    pub board: Vec<String>,
    /// The held piece.
    pub hold: Option<char>,
    /// The pieces, the one in play first.
    pub queue: String,
    /// Clears in a row so far.
    pub combo: u32,
    /// Back-to-back so far, as the rules count it.
    pub back_to_back: u32,
    /// Rows of each packet of garbage that has arrived, the oldest first.
    pub waiting: Vec<u32>,
}

/// A move with its value and what follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineReport {
    /// The move.
    #[serde(flatten)]
    pub placed: PlacedPiece,
    /// Its value in the search, which looks further than losses do: in lines sent or points, higher
    /// is better. Absent: the game is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Rows that the move itself clears.
    pub lines: u32,
    /// Lines that it sends, before any are cancelled.
    pub attack: u32,
    /// The name of its clear, as in "T-SPIN DOUBLE"; empty if it clears nothing.
    pub label: String,
    /// The moves that should follow.
    pub then: Vec<PlacedPiece>,
    /// Which of those clear rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clears: Vec<ClearReport>,
}

/// A later move of a line that clears rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClearReport {
    /// The move's number in the line, from 2.
    pub step: u32,
    /// The name of the clear.
    pub label: String,
    /// Lines that it sends, before any are cancelled.
    pub attack: u32,
}

/// A placed piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlacedPiece {
    /// The piece.
    pub piece: char,
    /// Whether it comes by a hold.
    pub hold: bool,
    /// Its cells `[x, y]`, y up from the floor, before rows are cleared.
    pub cells: [[i8; 2]; 4],
    /// `none`, `mini` or `full`.
    pub spin: String,
}

/// A move that was neither played nor best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OtherMove {
    /// The move.
    #[serde(flatten)]
    pub placed: PlacedPiece,
    /// Its loss, in the unit of the move's `loss`; absent: larger than any that is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The best, or as good.
    Best,
    /// It lost hardly anything.
    Good,
    /// It lost a little.
    Inaccuracy,
    /// It lost much.
    Mistake,
    /// It lost very much.
    Blunder,
}

/// Why a move lost something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reason {
    /// What kind of reason it is.
    pub remark: Remark,
    /// How much of the difference between the lines it accounts for: from a third to 1.
    pub share: f64,
    /// The reason in words, as in "makes 2 holes".
    pub text: String,
}

/// What can be said about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Remark {
    /// The game is lost soon, whatever is played.
    TopOut,
    /// The best line would have sent enough to end the game.
    MissedKill,
    /// The best line sends more by its clears.
    MissedClear,
    /// Garbage waits, and the best line cancels more of it.
    GarbageNotCancelled,
    /// The best line clears garbage, or opens its hole, and this does not.
    MissedDownstack,
    /// It, or its line, ends a chain of back-to-back clears that the best line keeps.
    BrokenBackToBack,
    /// It ends a chain that sends a surge, too early or for too little.
    BrokenSurge,
    /// The best line has a longer combo.
    BrokenCombo,
    /// A T piece without a spin, where the best line spins or keeps it.
    WastedT,
    /// It fills a slot for a T-spin.
    TSlotFilled,
    /// The best line builds a slot for a T-spin.
    MissedTSlot,
    /// It covers an open well.
    WellCovered,
    /// The well is worth less than after the best line: shallower, or in a worse column.
    WellFilled,
    /// It makes holes, or leaves them, or buries them deeper.
    Holes,
    /// A column beside the well can be filled by an I alone.
    Dependency,
    /// It leaves the stack dangerously high, or higher than the best line.
    DangerousHeight,
    /// It clears rows that were worth more on the board.
    BurnedLines,
    /// It spends a piece that the best line keeps in the hold.
    HoldSpent,
    /// The surface is less even.
    UnevenSurface,
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The first two bags.
    Opener,
    /// Neither of the others.
    Midgame,
    /// Much garbage waits, or the stack is high.
    Pressure,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Returns the schema of the types, as in the documentation.
    fn schema() -> String {
        let schema = schemars::schema_for!(Reviews);
        serde_json::to_string_pretty(&schema).unwrap() + "\n"
    }

    /// The schema in the documentation is that of the types: `UPDATE_SCHEMA=1` writes it anew.
    #[test]
    fn the_documented_schema_is_that_of_the_types() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/review.schema.json");
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(&path, schema()).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written == schema(), "run this test with UPDATE_SCHEMA=1");
    }
}
