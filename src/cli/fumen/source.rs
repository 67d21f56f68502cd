//! The sources of a fumen: a `start` message, a drawn board or a replay. The beginning of the
//! text tells which it is.

use landfall_fumen::{COLUMNS, Cell, Field, Page, Quiz, ROWS, contains_fumen};
use landfall_replay::arena::{Replay, lines};
use landfall_rules::board::{Bitboard, CellKind};
use landfall_rules::rotation::SRS;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Placement, Playfield, Randomizer, Ruleset};
use landfall_tbp::convert::{to_field, to_piece, to_state};
use landfall_tbp::messages::{FrontendMessage, Start};
use serde_json::{Map, Value};

/// Why a text cannot become a fumen.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The text is empty.
    #[error("there is nothing to read: give a `start` message, a drawn board or a replay")]
    Empty,
    /// None of the messages is a `start`.
    #[error("there is no `start` message, no drawn board and no replay")]
    NoStart,
    /// The text is a fumen already.
    #[error("this is a fumen already: --decode prints one of its pages as a `start` message")]
    Fumen,
    /// The drawn board is invalid.
    #[error("the drawn board: {0}")]
    Board(#[source] BoxError),
    /// A line is no message.
    #[error("line {line}: {source}")]
    Message {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: BoxError,
    },
    /// The position or the replay cannot be read.
    #[error("{0}")]
    Invalid(#[source] BoxError),
    /// The replay has no such seat.
    #[error("--seat {seat}: the replay has {seats} seats, from 0")]
    NoSuchSeat {
        /// The requested seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// The seat has no such move.
    #[error("--move {mv}: seat {seat} has {moves} moves")]
    NoSuchMove {
        /// The requested move, from 1.
        mv: usize,
        /// The seat.
        seat: usize,
        /// How many moves it has.
        moves: usize,
    },
    /// The board does not have the width of a fumen.
    #[error("the replay's board does not have the {COLUMNS} columns of a fumen")]
    Columns,
    /// A move is no placement of a tetromino.
    #[error("the move of frame {0} places none of the seven pieces on ten columns")]
    Placement(String),
}

/// An error of a library below.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Reads the pages of a text: one for a position, one per move for a seat of a game. Warns of
/// blocks above the highest row of a fumen.
///
/// # Errors
/// The text is no source, or has no such seat or move.
pub fn read_pages(text: &str, seat: usize, mv: Option<u32>) -> Result<Vec<Page>, SourceError> {
    let pages = read(text, seat, mv)?;
    warn_of_lost_blocks(&pages);
    Ok(pages.into_iter().map(|cropped| cropped.page).collect())
}

/// A page, and how many blocks it lacks because a fumen has fewer rows.
#[derive(Clone, Debug, Default)]
struct CroppedPage {
    page: Page,
    /// Blocks above the highest row.
    lost_blocks: usize,
}

impl CroppedPage {
    fn new(playfield: &Playfield, piece: Option<Placement>, quiz: &Quiz) -> CroppedPage {
        let page = Page {
            field: playfield.into(),
            piece,
            comment: (*quiz != Quiz::default()).then(|| quiz.to_string()),
            ..Page::default()
        };
        CroppedPage {
            page,
            lost_blocks: Field::lost_blocks(playfield),
        }
    }
}

/// Logs one warning for all pages that are printed.
fn warn_of_lost_blocks(pages: &[CroppedPage]) {
    let lost = pages.iter().map(|cropped| cropped.lost_blocks);
    let max = lost.clone().max().unwrap_or(0);
    match lost.filter(|&lost| lost > 0).count() {
        0 => {}
        1 => log::warn!("a fumen has {ROWS} rows: {max} blocks above them are left out"),
        count => log::warn!(
            "a fumen has {ROWS} rows: on {count} pages blocks above them are left out, up to {max}"
        ),
    }
}

fn read(text: &str, seat: usize, mv: Option<u32>) -> Result<Vec<CroppedPage>, SourceError> {
    let trimmed = text.trim_start();
    if !trimmed.starts_with('{') {
        return match contains_fumen(text) {
            true => Err(SourceError::Fumen),
            false => drawn_board(text),
        };
    }
    let first = trimmed.lines().next().unwrap_or_default();
    let object: Option<Map<String, Value>> = serde_json::from_str(first).ok();
    if object.is_some_and(|object| object.contains_key("replay")) {
        replay(text, seat, mv)
    } else {
        start_message(text)
    }
}

/// Reads a drawn board.
fn drawn_board(text: &str) -> Result<Vec<CroppedPage>, SourceError> {
    text.parse::<Bitboard<COLUMNS>>()
        .map_err(|error| SourceError::Board(error.into()))?;
    let rows: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect();
    if rows.is_empty() {
        return Err(SourceError::Empty);
    }
    let cell = |letter: char| match letter {
        '.' | '_' => Cell::Empty,
        letter => Piece::try_from(letter).ok().map_or(Cell::Grey, Cell::Piece),
    };
    let rows = rows.iter().rev().map(|row| row.chars().map(cell).collect());
    let (field, lost_blocks) = field(rows);
    let page = Page {
        field,
        ..Page::default()
    };
    Ok(vec![CroppedPage { page, lost_blocks }])
}

/// Reads the first `start` of some messages.
fn start_message(text: &str) -> Result<Vec<CroppedPage>, SourceError> {
    for (number, line) in text.lines().enumerate() {
        let message = landfall_tbp::parse(line.as_bytes());
        match message.map_err(|error| SourceError::Message {
            line: number + 1,
            source: error.into(),
        })? {
            Some(FrontendMessage::Start(start)) => {
                return page_of_start(&start).map(|page| vec![page]);
            }
            _ => continue,
        }
    }
    Err(SourceError::NoStart)
}

fn page_of_start(start: &Start) -> Result<CroppedPage, SourceError> {
    to_state(&GUIDELINE, start, Randomizer::unknown()).map_err(invalid)?;
    let queue = start.queue.iter().copied().map(to_piece);
    let quiz = Quiz::new(start.hold.map(to_piece), queue);
    Ok(CroppedPage::new(&to_field(&start.board), None, &quiz))
}

/// Returns a field from rows, bottom row first, and how many blocks are too high for it.
fn field(rows: impl Iterator<Item = Vec<Cell>>) -> (Field, usize) {
    let mut field = Field::default();
    let mut lost = 0;
    for (y, row) in rows.enumerate() {
        for (x, cell) in row
            .into_iter()
            .enumerate()
            .filter(|(_, cell)| *cell != Cell::Empty)
        {
            lost += usize::from(!field.set(x, y, cell));
        }
    }
    (field, lost)
}

/// Reads the game of a seat: one page per move, and the board at the end. With `mv` reads only the
/// position before that move.
fn replay(text: &str, seat: usize, mv: Option<u32>) -> Result<Vec<CroppedPage>, SourceError> {
    let replay = Replay::parse(text).map_err(invalid)?;
    let seats = replay.seats.len();
    if seat >= seats {
        return Err(SourceError::NoSuchSeat { seat, seats });
    }
    if replay.head["board"]["columns"] != COLUMNS {
        return Err(SourceError::Columns);
    }
    let rules = replay.head.get("rules").and_then(Value::as_str);
    let rules = rules
        .map_or(Ok(GUIDELINE), |name| name.parse())
        .map_err(invalid)?;
    let mut walker = ReplayWalker::new(&replay, seat, &rules);
    let mut pages = Vec::new();
    for line in replay.lines_of(seat) {
        pages.extend(walker.page(line)?);
    }
    let moves = pages.len();
    match mv.map(|mv| mv as usize) {
        Some(mv) if mv > moves => Err(SourceError::NoSuchMove { mv, seat, moves }),
        Some(mv) => Ok(vec![pages.swap_remove(mv - 1)]),
        None => {
            pages.push(walker.page_with(None));
            // One quiz is enough for the whole game: editors update it from page to page.
            for cropped in &mut pages {
                cropped.page.comment = None;
            }
            let dealt = &walker.dealt;
            pages[0].page.comment = (!dealt.is_empty()).then(|| dealt.to_string());
            Ok(pages)
        }
    }
}

fn invalid(error: impl Into<BoxError>) -> SourceError {
    SourceError::Invalid(error.into())
}

/// Replays a seat's game line by line.
struct ReplayWalker {
    rules: Ruleset,
    field: Playfield,
    quiz: Quiz,
    /// Every piece of the game, as if all were known at its start.
    dealt: Quiz,
}

impl ReplayWalker {
    fn new(replay: &Replay, seat: usize, rules: &Ruleset) -> ReplayWalker {
        let queue = replay
            .head
            .get("queues")
            .and_then(|queues| queues.get(seat));
        let quiz = Quiz::new(None, lines::pieces(queue));
        ReplayWalker {
            rules: *rules,
            field: Playfield::new(),
            dealt: quiz.clone(),
            quiz,
        }
    }

    /// Plays a line. Returns the page of a move, `None` for garbage.
    fn page(&mut self, line: &Map<String, Value>) -> Result<Option<CroppedPage>, SourceError> {
        if let Some(rows) = lines::garbage(line) {
            for row in rows {
                self.field.raise(row);
            }
            return Ok(None);
        }
        let placement = lines::placement(line).and_then(|placement| {
            Some((placement, self.rules.rotation.translate(placement, &SRS)?))
        });
        let Some((placement, srs_placement)) = placement else {
            return Err(SourceError::Placement(line["f"].to_string()));
        };
        let page = self.page_with(Some(srs_placement));
        let cells = placement.cells(&self.rules);
        self.field.fill(&cells, CellKind::Piece(placement.piece));
        self.field.remove_full_rows();
        self.quiz.play(placement.piece);
        let dealt = lines::pieces(line.get("dealt"));
        self.quiz.extend(dealt.iter().copied());
        self.dealt.extend(dealt);
        Ok(Some(page))
    }

    /// Returns the board as a page, with the piece that is placed on it.
    fn page_with(&self, piece: Option<Placement>) -> CroppedPage {
        CroppedPage::new(&self.field, piece, &self.quiz)
    }
}
