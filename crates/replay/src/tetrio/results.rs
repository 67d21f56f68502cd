//! The file's data about the end of a round, and about moments before it.

use super::events::Events;
use super::json::{Bounded, describe, members};
use landfall_rules::board::CellKind;
use landfall_rules::{Piece, Playfield};
use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The file's data about the end of a side's round.
#[derive(Debug, Default)]
pub struct Results {
    /// The counts.
    pub stats: Option<Stats>,
    /// The board.
    pub board: Option<RecordedBoard>,
    /// Whether the reason of the end is a win.
    pub won: bool,
}

/// The counts of a side.
#[derive(Debug, Default)]
pub struct Stats {
    /// Pieces and lines.
    pub counts: CountStats,
    /// Lines sent and received.
    pub garbage: Option<GarbageStats>,
    /// Clears by kind.
    pub clears: Option<ClearStats>,
}

/// The counts of pieces and lines.
#[derive(Debug, Default, Deserialize)]
pub struct CountStats {
    pub piecesplaced: Option<u64>,
    pub lines: Option<u64>,
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

/// The counts of a side as in a file.
#[derive(Default, Deserialize)]
struct RawStats<'a> {
    #[serde(borrow)]
    garbage: Option<&'a RawValue>,
    #[serde(borrow)]
    clears: Option<&'a RawValue>,
}

impl Stats {
    /// Parses counts. Invalid ones count as missing, and are named in `notes`.
    fn parse(json: &RawValue, notes: &mut Vec<String>) -> Option<Stats> {
        let parts: RawStats<'_> = part(json, "stats", notes)?;
        Some(Stats {
            counts: part(json, "stats", notes)?,
            garbage: { parts.garbage }.and_then(|json| part(json, "garbage", notes)),
            clears: { parts.clears }.and_then(|json| part(json, "clears", notes)),
        })
    }

    /// Returns whether every count in the file is 0.
    pub fn is_all_zero(&self) -> bool {
        let Stats {
            counts,
            garbage,
            clears,
        } = self;
        let garbage = garbage.as_ref().map(|g| [g.attack, g.sent, g.cleared]);
        let clears = clears.as_ref().map(|c| {
            let spins = [c.tspinsingles, c.tspindoubles, c.tspintriples];
            let minis = [c.minitspinsingles, c.minitspindoubles];
            [&[c.quads][..], &spins, &minis].concat()
        });
        { [counts.piecesplaced, counts.lines].into_iter() }
            .chain(garbage.into_iter().flatten())
            .chain(clears.into_iter().flatten())
            .flatten()
            .all(|count| count == 0)
    }
}

/// Parses an object of the results; invalid parts are named.
fn part<'a, T: Deserialize<'a>>(
    json: &'a RawValue,
    name: &str,
    notes: &mut Vec<String>,
) -> Option<T> {
    let Ok((part, bad)) = members(json) else {
        let found = describe(json);
        notes.push(format!("`{name}` is {found}: it is not compared"));
        return None;
    };
    let bad = bad.iter().map(|bad| format!("in `{name}` {bad}"));
    notes.extend(bad);
    Some(part)
}

/// A board as in a file, the top row first.
#[derive(Debug, Deserialize)]
pub struct RecordedBoard(Bounded<Bounded<RecordedCell, 100>, 200>);

/// A cell as in a file. A cell that has neither a piece's colour nor garbage is any block.
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
    pieces.find(|piece| word.chars().eq([char::from(*piece).to_ascii_lowercase()]))
}

impl RecordedBoard {
    /// Returns whether a field is this board, colours included.
    pub fn is(&self, field: &Playfield) -> bool {
        let rows = &self.0.kept;
        rows.len() == field.rows().len()
            && rows.iter().rev().zip(field.rows()).all(|(said, row)| {
                said.kept.len() == row.len()
                    && said.kept.iter().zip(row).all(|(said, cell)| match said {
                        RecordedCell::Empty => cell.is_none(),
                        RecordedCell::Block(None) => cell.is_some(),
                        RecordedCell::Block(kind) => cell == kind,
                    })
            })
    }
}

/// A moment of a side's round with a complete position in the file.
#[derive(Debug)]
pub struct Snapshot {
    pub board: RecordedBoard,
    pub pieces_placed: Option<u64>,
}

/// The current `results`.
#[derive(Default, Deserialize)]
struct ResultsOfToday<'a> {
    #[serde(borrow)]
    stats: Option<&'a RawValue>,
    #[serde(borrow)]
    gameoverreason: Option<Cow<'a, str>>,
}

/// The options in the data of a `full` event.
#[derive(Default, Deserialize)]
pub(super) struct FullOptions<'a> {
    #[serde(borrow)]
    pub options: Option<&'a RawValue>,
}

/// The data of a `full` event.
#[derive(Deserialize)]
pub(super) struct FullData {
    stats: Option<CountStats>,
    game: Option<Game>,
}

#[derive(Default, Deserialize)]
struct Game {
    board: Option<RecordedBoard>,
}

/// The data of an `end` event; unused since version 16.
#[derive(Default, Deserialize)]
struct EndData<'a> {
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    export: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Export<'a> {
    #[serde(borrow)]
    stats: Option<&'a RawValue>,
    #[serde(borrow)]
    game: Option<&'a RawValue>,
}

impl FullData {
    /// Returns the moment, if its board is there.
    pub fn snapshot(self) -> Option<Snapshot> {
        Some(Snapshot {
            board: self.game?.board?,
            pieces_placed: self.stats.and_then(|stats| stats.piecesplaced),
        })
    }
}

impl Results {
    /// Parses the results beside the events, or takes those of the `end` event. Invalid parts count
    /// as missing, and are named in `notes`.
    pub fn parse(
        json: Option<&RawValue>,
        events: &mut Events<'_>,
        notes: &mut Vec<String>,
    ) -> Results {
        let Some(json) = json else {
            return events.end.take().unwrap_or_default();
        };
        let results: Option<ResultsOfToday<'_>> = part(json, "results", notes);
        let results = results.unwrap_or_default();
        Results {
            stats: results.stats.and_then(|stats| Stats::parse(stats, notes)),
            board: None,
            won: results.gameoverreason.as_deref() == Some("winner"),
        }
    }

    /// Parses the data of an `end` event in the same way.
    pub fn parse_end(json: &RawValue, notes: &mut Vec<String>) -> Results {
        let end: EndData<'_> = part(json, "end", notes).unwrap_or_default();
        let export = { end.export }.and_then(|json| part(json, "export", notes));
        let export: Export<'_> = export.unwrap_or_default();
        let game: Option<Game> = { export.game }.and_then(|json| part(json, "game", notes));
        Results {
            stats: { export.stats }.and_then(|stats| Stats::parse(stats, notes)),
            board: game.and_then(|game| game.board),
            won: end.reason.as_deref() == Some("winner"),
        }
    }
}
