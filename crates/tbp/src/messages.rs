//! The messages of the Tetris Bot Protocol, both directions, as in JSON.
//!
//! Syntax only: `convert` translates them into the types of the rules. serde writes them, and reads
//! those of bots. `deserialize` reads those of frontends: it accepts more than serde, and its errors
//! name the attribute. Extensions of landfall are described in `docs/rules-extension.md`.

use super::game_rules::GameRules;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A message from the frontend to the bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FrontendMessage {
    /// Announces the rules; answered by `ready` or `error`.
    Rules(Rules),
    /// Sets the position to search.
    Start(Start),
    /// Stops the search.
    Stop,
    /// Asks for the best moves; answered by `suggestion`.
    Suggest,
    /// Requests the results of the search; answered by `analysis`. An extension of landfall.
    Analyse(Analyse),
    /// Reports the move that was played.
    Play(Play),
    /// Reports a piece at the end of the queue.
    NewPiece {
        /// The piece.
        piece: PieceName,
    },
    /// Ends the session.
    Quit,
}

/// Attributes of `rules`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rules {
    /// `uniform`, `seven_bag`, `general_bag`; anything else counts as unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<String>,
    /// Name of the ruleset; an extension of landfall. Absent means guideline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// How long clears and moves take; an extension of landfall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
    /// Other attributes that change the game; the text of TBP does not have them.
    #[serde(flatten)]
    pub game: GameRules,
    /// What is wrong with the attributes above, one sentence per fault. Never written.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// How long clears and moves take, in frames of 1/60 s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timings {
    /// Clears of one to four rows.
    pub clear: [f64; 4],
    /// A clear that leaves the board empty.
    pub perfect_clear: f64,
    /// A shift by one column, or a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// A soft drop by one row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soft_drop: Option<f64>,
}

/// Attributes of `start`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Start {
    /// The held piece.
    pub hold: Option<PieceName>,
    /// Known pieces, the one in play first.
    pub queue: Vec<PieceName>,
    /// Consecutive clears so far.
    pub combo: u32,
    /// Consecutive clears that kept back-to-back; 1 stands for any number if the rules do not count
    /// them. 0 and 1 are written as booleans.
    #[serde(serialize_with = "boolean_or_count")]
    pub back_to_back: u32,
    /// Rows of ten cells, the floor first; `None` is empty, a text is the name of the block.
    pub board: Vec<Vec<Option<String>>>,
    /// Pieces that may be skipped; an extension of landfall.
    #[serde(skip_serializing_if = "is_zero")]
    pub skips: u32,
    /// Pieces until a solid row comes, the one in play included, 0 if none does; an extension of
    /// landfall.
    #[serde(skip_serializing_if = "is_zero")]
    pub solid_in: u32,
    /// State of the randomizer at the end of the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<RandomizerState>,
    /// Garbage that waits for the player; an extension of landfall.
    #[serde(skip_serializing_if = "IncomingGarbage::is_none")]
    pub incoming_garbage: IncomingGarbage,
    /// The opponents; a proposed extension of TBP.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<Opponent>,
    /// Pieces that the player has placed since the game began; an extension of landfall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces_placed: Option<u32>,
    /// Frames of 1/60 s since the game began; an extension of landfall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
}

/// The feature in [`Info::features`] of bots that play under the ruleset that `rules` names.
pub const RULESET_FEATURE: &str = "landfall_ruleset";

/// The feature in [`Info::features`] of bots that answer `analyse`.
pub const ANALYSIS_FEATURE: &str = "landfall_analysis";

/// Attributes of `analyse`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analyse {
    /// The number of moves to return, the best first.
    pub lines: u32,
    /// A move to evaluate to the same depth as the best one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Move>,
    /// What is wrong with the attributes above, one sentence per fault. Never written.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

impl Analyse {
    /// The number of moves if the frontend sends no `lines`.
    pub const DEFAULT_LINES: u32 = 3;
}

/// Attributes of `play`. All but the move are extensions of landfall: the frontend's counters after
/// the move. For `None` the bot counts itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Play {
    /// The move, as in a suggestion.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Consecutive clears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combo: Option<u32>,
    /// Consecutive clears that kept back-to-back, as in [`Start::back_to_back`].
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "optional_boolean_or_count"
    )]
    pub back_to_back: Option<u32>,
    /// Pieces that the player has placed since the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces_placed: Option<u32>,
    /// Frames of 1/60 s since the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
}

impl From<Move> for Play {
    /// Returns a `play` without counters.
    fn from(mv: Move) -> Play {
        Play {
            mv,
            combo: None,
            back_to_back: None,
            pieces_placed: None,
            frame: None,
        }
    }
}

fn optional_boolean_or_count<S: Serializer>(
    count: &Option<u32>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match count {
        Some(count) => boolean_or_count(count, serializer),
        None => serializer.serialize_none(),
    }
}

/// Writes a count that is a boolean in TBP: 0 and 1 as booleans, so that a bot that expects a boolean
/// gets one under the rules of TBP.
fn boolean_or_count<S: Serializer>(count: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    match *count {
        0 | 1 => serializer.serialize_bool(*count == 1),
        more => serializer.serialize_u32(more),
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The feature in [`Info::features`] of bots that take pending garbage and opponents into account.
///
/// A frontend may send such a bot a `start` with the latest garbage and opponents before each move,
/// even if the position is the one that it searches.
pub const VERSUS_FEATURE: &str = "landfall_duel";

/// Rows of garbage that wait for the player. Those that the clear of a piece does not cancel rise
/// when the piece locks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum IncomingGarbage {
    /// The number of rows; 0 if the attribute is absent.
    Rows(u32),
    /// The attribute is there but cannot be used. Never written.
    #[serde(skip)]
    Invalid {
        /// A sentence that says what is wrong.
        reason: String,
    },
}

impl Default for IncomingGarbage {
    fn default() -> IncomingGarbage {
        IncomingGarbage::Rows(0)
    }
}

impl IncomingGarbage {
    fn is_none(&self) -> bool {
        *self == IncomingGarbage::default()
    }
}

/// One opponent in a `start`. Of its attributes only the board is read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Opponent {
    /// An opponent whose attributes can be used.
    Valid {
        /// Rows as in [`Start::board`], if the frontend sends them.
        #[serde(skip_serializing_if = "Option::is_none")]
        board: Option<Vec<Vec<Option<String>>>>,
    },
    /// The entry is there but cannot be used. Never written.
    #[serde(skip)]
    Invalid {
        /// A sentence that says what is wrong.
        reason: String,
    },
}

/// State of the randomizer at the end of the queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RandomizerState {
    /// Each piece is drawn independently.
    Uniform,
    /// One of each, drawn without replacement.
    SevenBag {
        /// The pieces left in the bag.
        bag_state: Vec<PieceName>,
    },
    /// Any bag, drawn without replacement.
    GeneralBag {
        /// The pieces left in the bag.
        current_bag: PieceCounts,
        /// The pieces with which an empty bag is filled.
        filled_bag: PieceCounts,
    },
    /// Nothing is known.
    Unknown,
    /// The attribute is there but cannot be used. Never written.
    #[serde(skip)]
    Invalid {
        /// A sentence that says what is wrong.
        reason: String,
    },
}

/// Number of each piece in a bag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)]
pub struct PieceCounts {
    pub i: u8,
    pub o: u8,
    pub t: u8,
    pub l: u8,
    pub j: u8,
    pub s: u8,
    pub z: u8,
}

/// A piece by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PieceName {
    I,
    O,
    T,
    L,
    J,
    S,
    Z,
}

/// A move: where the piece locks, and the spin that it counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Where the piece locks.
    pub location: Location,
    /// The spin.
    pub spin: SpinName,
}

/// Where a piece locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The piece.
    #[serde(rename = "type")]
    pub piece: PieceName,
    /// Its rotation state.
    pub orientation: Orientation,
    /// Column of the centre, 0 at the left.
    #[serde(deserialize_with = "deserialize_whole_number")]
    pub x: i32,
    /// Row of the centre, 0 at the floor.
    #[serde(deserialize_with = "deserialize_whole_number")]
    pub y: i32,
}

/// A rotation state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Orientation {
    North,
    East,
    South,
    West,
}

/// A kind of spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SpinName {
    None,
    Mini,
    Full,
}

/// A message from the bot to the frontend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotMessage {
    /// The bot introduces itself.
    Info(Info),
    /// The bot accepts the rules.
    Ready,
    /// The bot refuses the rules.
    Error {
        /// `unsupported_rules`.
        reason: String,
    },
    /// The moves that the bot prefers, the best first.
    Suggestion {
        /// The moves; empty if nothing can be placed.
        moves: Vec<Move>,
        /// How they were found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_info: Option<MoveInfo>,
    },
    /// The answer to `analyse`: the results of the search.
    Analysis(Analysis),
}

/// Attributes of `analysis`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Positions evaluated.
    pub nodes: u64,
    /// Placements looked ahead.
    pub depth: u32,
    /// The best moves, the best first; empty if nothing can be placed.
    pub moves: Vec<AnalysedMove>,
    /// The move that was asked about, once its depth is that of the best one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedMove>,
    /// Whether the search of this position has ended: further answers are the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finished: bool,
}

/// A move with its value and its best line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Its value, in lines sent. Only values of the same depth can be compared.
    pub value: f64,
    /// Placements looked ahead.
    pub depth: u32,
    /// The best line, this move first.
    pub line: Vec<Move>,
}

/// The move that `analyse` asked about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Its value and its best line.
    #[serde(flatten)]
    pub analysed: AnalysedMove,
    /// Whether it has been searched as well as the best move. If not, a later `analyse` has a better
    /// value.
    #[serde(rename = "final")]
    pub is_final: bool,
}

/// Attributes of `info`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// Human-friendly name.
    pub name: String,
    /// Version.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// Names of the extensions that it understands.
    pub features: Vec<String>,
}

impl Info {
    /// Returns whether the bot understands an extension, such as [`VERSUS_FEATURE`].
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.iter().any(|feature| feature == name)
    }
}

/// How a suggestion was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveInfo {
    /// Positions evaluated.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_plain_number"
    )]
    pub nodes: Option<f64>,
    /// Positions evaluated per second.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_plain_number"
    )]
    pub nps: Option<f64>,
    /// Placements looked ahead.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_plain_number"
    )]
    pub depth: Option<f64>,
    /// Anything else, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// Reads a whole number, which may be written as `4.0`.
fn deserialize_whole_number<'de, D: Deserializer<'de>>(reader: D) -> Result<i32, D::Error> {
    let number = f64::deserialize(reader)?;
    whole_number(number).ok_or_else(|| serde::de::Error::custom(format!("{number} is not whole")))
}

/// Returns a number as an integer, `None` if it has a fraction. Numbers out of range become the
/// nearest integer.
pub(super) fn whole_number(number: f64) -> Option<i32> {
    (number.fract() == 0.0).then_some(number as i32)
}

/// Writes a number without a fraction as an integer, because some frontends accept only integers.
fn serialize_plain_number<S: Serializer>(
    number: &Option<f64>,
    writer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            writer.serialize_i64(*number as i64)
        }
        number => number.serialize(writer),
    }
}
