//! What a file says of the end of a round, and of moments on the way.

use super::error::{Place, TetrioError};
use super::events::Events;
use super::json::Bounded;
use landfall_rules::{CellKind, Piece, Playfield};
use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What a file says of the end of a side's round.
#[derive(Debug, Default)]
pub struct Results {
    /// The counts.
    pub stats: Option<Stats>,
    /// The board.
    pub board: Option<RecordedBoard>,
    /// Whether the reason of the end is that the player won.
    pub won: bool,
}

/// The counts of a side.
#[derive(Debug, Default, Deserialize)]
pub struct Stats {
    pub piecesplaced: Option<u64>,
    pub lines: Option<u64>,
    pub garbage: Option<GarbageStats>,
    pub clears: Option<ClearStats>,
}

/// The counts of lines.
#[derive(Debug, Default, Deserialize)]
pub struct GarbageStats {
    pub attack: Option<u64>,
    pub sent: Option<u64>,
    pub cleared: Option<u64>,
}

/// The counts of clears by kind.
#[derive(Debug, Default, Deserialize)]
pub struct ClearStats {
    pub quads: Option<u64>,
    pub tspinsingles: Option<u64>,
    pub tspindoubles: Option<u64>,
    pub tspintriples: Option<u64>,
    pub minitspinsingles: Option<u64>,
    pub minitspindoubles: Option<u64>,
}

/// A board as it stands in a file, the top row first.
#[derive(Debug, Deserialize)]
pub struct RecordedBoard(Bounded<Bounded<RecordedCell, 100>, 200>);

/// A cell as it stands in a file. What has no colour of a piece or of garbage is any block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordedCell {
    Empty,
    Block(Option<CellKind>),
}

impl<'de> Deserialize<'de> for RecordedCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RecordedCell, D::Error> {
        let word = Option::<Cow<'de, str>>::deserialize(deserializer)?;
        Ok(match word.as_deref() {
            None => RecordedCell::Empty,
            Some("gb") => RecordedCell::Block(Some(CellKind::Garbage)),
            Some(word) => RecordedCell::Block(piece(word).map(CellKind::Piece)),
        })
    }
}

/// Returns the piece of a letter.
fn piece(word: &str) -> Option<Piece> {
    let mut pieces = Piece::ALL.into_iter();
    pieces.find(|piece| word.chars().eq([piece.letter().to_ascii_lowercase()]))
}

impl RecordedBoard {
    /// Returns whether a field is this board, colours included.
    pub fn is(&self, field: &Playfield) -> bool {
        let rows = &self.0.0;
        rows.len() == field.rows().len()
            && rows.iter().rev().zip(field.rows()).all(|(said, row)| {
                said.0.len() == row.len()
                    && said.0.iter().zip(row).all(|(said, cell)| match said {
                        RecordedCell::Empty => cell.is_none(),
                        RecordedCell::Block(None) => cell.is_some(),
                        RecordedCell::Block(kind) => cell == kind,
                    })
            })
    }
}

/// A moment of a side's round that a file has whole.
#[derive(Debug)]
pub struct Snapshot {
    pub board: RecordedBoard,
    pub pieces_placed: Option<u64>,
}

/// `results` of today.
#[derive(Deserialize)]
struct ResultsOfToday {
    stats: Option<Stats>,
    gameoverreason: Option<String>,
}

/// The data of a `full` event.
#[derive(Deserialize)]
pub(super) struct FullData<'a> {
    #[serde(borrow)]
    pub options: Option<&'a RawValue>,
    stats: Option<Stats>,
    game: Option<Game>,
}

#[derive(Deserialize)]
struct Game {
    board: Option<RecordedBoard>,
}

/// The data of an `end` event; without anything of interest since version 16.
#[derive(Default, Deserialize)]
pub(super) struct EndData {
    reason: Option<String>,
    export: Option<Export>,
}

#[derive(Deserialize)]
struct Export {
    stats: Option<Stats>,
    game: Option<Game>,
}

impl FullData<'_> {
    /// Returns the moment, if its board is there.
    pub fn snapshot(self) -> Option<Snapshot> {
        Some(Snapshot {
            board: self.game?.board?,
            pieces_placed: self.stats.and_then(|stats| stats.piecesplaced),
        })
    }
}

impl From<EndData> for Results {
    fn from(end: EndData) -> Results {
        let (stats, game) = end.export.map_or((None, None), |e| (e.stats, e.game));
        Results {
            stats,
            board: game.and_then(|game| game.board),
            won: end.reason.as_deref() == Some("winner"),
        }
    }
}

impl Results {
    /// Parses what stands beside the events, or takes what stands in the `end` event.
    ///
    /// # Errors
    /// Something of it is of a wrong type.
    pub fn parse(
        json: Option<&RawValue>,
        events: &mut Events<'_>,
        place: Place,
    ) -> Result<Results, TetrioError> {
        let Some(json) = json else {
            return Ok(events.end.take().unwrap_or_default());
        };
        let part = "results";
        let results: ResultsOfToday =
            serde_json::from_str(json.get()).map_err(|source| TetrioError::SidePart {
                place,
                part,
                source,
            })?;
        Ok(Results {
            stats: results.stats,
            board: None,
            won: results.gameoverreason.as_deref() == Some("winner"),
        })
    }
}
