//! The messages of the Tetris Bot Protocol as they stand on the wire, one JSON object a
//! line, both directions.
//!
//! Syntax only. These types never leave the protocol's room; `convert` alone knows what
//! they mean in the rules' vocabulary. Written by serde; what comes from a frontend is read
//! by `parse`, which is more tolerant than a derived reader and says where an error is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A message from the frontend to the bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FrontendMessage {
    /// Tells the rules; answered by `ready` or `error`.
    Rules(Rules),
    /// Begin to think from this position.
    Start(Start),
    /// Stop thinking.
    Stop,
    /// Asks for moves; answered by `suggestion`.
    Suggest,
    /// This move was played.
    Play {
        /// The move, as in a suggestion.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// This piece was added to the queue.
    NewPiece {
        /// The piece.
        piece: PieceName,
    },
    /// Exit.
    Quit,
}

/// Attributes of `rules`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rules {
    /// `uniform`, `seven_bag`, `general_bag`; anything else is as good as unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<String>,
    /// Columns of the board, if the frontend says so; an extension that is not merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_width: Option<f64>,
    /// Name of the ruleset; our own extension, `docs/rules-extension.md`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// How long clears take; ours too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
    /// What could not be understood in the attributes above, a sentence each.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// How long clears take, in frames, 60 a second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timings {
    /// Clears of one to four rows.
    pub clear: [f64; 4],
    /// A clear that leaves the board empty.
    pub perfect_clear: f64,
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
    /// Whether the last clear was difficult.
    pub back_to_back: bool,
    /// Rows, the floor first, of ten cells; `null` is empty, else what filled it.
    pub board: Vec<Vec<Option<String>>>,
    /// Pieces that may be skipped; our own extension, `docs/rules-extension.md`.
    #[serde(skip_serializing_if = "is_zero")]
    pub skips: u32,
    /// Pieces until a solid row comes, the one in play among them, 0 if none does; ours too.
    #[serde(skip_serializing_if = "is_zero")]
    pub solid_in: u32,
    /// State of the randomizer at the end of the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<RandomizerState>,
    /// Garbage that waits for the player; ours too.
    #[serde(skip_serializing_if = "IncomingGarbage::is_none")]
    pub incoming_garbage: IncomingGarbage,
    /// The opponents, if the frontend tells of them; an extension that is not merged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<Opponent>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The feature of bots that a frontend may tell of a duel: who has it takes another `start`
/// of the same position, before each of its moves, for news of garbage and of opponents.
pub const VERSUS_FEATURE: &str = "landfall_duel";

/// Rows of garbage that wait for the player: they come up when a piece locks, but for those
/// that its lines cancel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum IncomingGarbage {
    /// So many; 0 where nothing is told.
    Rows(u32),
    /// Meant to be that, but unusable; never written.
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

/// What a `start` tells of one opponent. Of the attributes that frontends send, only the
/// board is looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Opponent {
    /// His side of the game.
    Valid {
        /// Rows as in [`Start::board`], if they are told.
        #[serde(skip_serializing_if = "Option::is_none")]
        board: Option<Vec<Vec<Option<String>>>>,
    },
    /// Meant to be that, but unusable; never written.
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
    /// Memoryless.
    Uniform,
    /// One of each, drawn without replacement.
    SevenBag {
        /// What is left in the bag.
        bag_state: Vec<PieceName>,
    },
    /// Any bag, drawn without replacement.
    GeneralBag {
        /// What is left in the bag.
        current_bag: PieceCounts,
        /// What it is filled with.
        filled_bag: PieceCounts,
    },
    /// Nothing known.
    Unknown,
    /// Meant to be one of the above, but unusable; never written.
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

/// A move: where the piece goes, and the spin that it should count as.
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
    /// The rules can be played.
    Ready,
    /// They cannot.
    Error {
        /// `unsupported_rules`.
        reason: String,
    },
    /// The moves that the bot would make, most preferred first.
    Suggestion {
        /// The moves; none if nothing can be placed.
        moves: Vec<Move>,
        /// How they were found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_info: Option<MoveInfo>,
    },
}

/// Attributes of `info`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// Human-friendly name.
    pub name: String,
    /// Version and commit.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// Extensions that it understands.
    pub features: Vec<String>,
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
    /// Positions evaluated a second.
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
    /// Anything else worth saying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// Reads a whole number, also when it is written as `4.0`.
fn deserialize_whole_number<'de, D: Deserializer<'de>>(reader: D) -> Result<i32, D::Error> {
    let number = f64::deserialize(reader)?;
    whole_number(number).ok_or_else(|| serde::de::Error::custom(format!("{number} is not whole")))
}

/// The integer that a number stands for, `None` if it has a fraction; what is too large
/// becomes the largest.
pub(super) fn whole_number(number: f64) -> Option<i32> {
    (number.fract() == 0.0).then_some(number as i32)
}

/// Writes numbers without a fraction as integers, because some frontends read nothing else.
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
