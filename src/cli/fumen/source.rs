//! What a fumen is made of: a `start` message, a drawn board or a replay, told apart by how
//! they begin.

use crate::fumen::{COLUMNS, Cell, Field, Page, Quiz, ROWS};
use landfall_arena::{Replay, replay_lines};
use landfall_rules::{Board, CellKind, GUIDELINE, Piece, Randomizer, Ruleset, SRS};
use landfall_tbp::convert::{to_piece, to_state};
use landfall_tbp::messages::{FrontendMessage, Start};
use serde_json::{Map, Value};

/// The pages of a text: one of a position, all moves of a seat of a game.
///
/// # Errors
/// What the text lacks, a sentence.
pub fn read_pages(text: &str, seat: usize, mv: Option<u32>) -> Result<Vec<Page>, String> {
    let begin = text.trim_start();
    if !begin.starts_with('{') {
        return drawn_board(text);
    }
    let first = begin.lines().next().unwrap_or_default();
    let head: Option<Map<String, Value>> = serde_json::from_str(first).ok();
    match head.is_some_and(|head| head.contains_key("replay")) {
        true => replay(text, seat, mv),
        false => start_message(text),
    }
}

/// A drawn board.
fn drawn_board(text: &str) -> Result<Vec<Page>, String> {
    Board::<COLUMNS>::parse(text).map_err(|error| format!("the drawn board: {error}"))?;
    let rows: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect();
    if rows.is_empty() {
        return Err(
            "there is nothing to read: give a `start` message, a drawn board or a replay".into(),
        );
    }
    let cell = |letter: char| match letter {
        '.' | '_' => Cell::Empty,
        letter => Piece::from_letter(letter).map_or(Cell::Grey, Cell::Piece),
    };
    let rows = rows.iter().rev().map(|row| row.chars().map(cell).collect());
    Ok(vec![Page {
        field: field(rows),
        ..Page::default()
    }])
}

/// The first `start` of a few messages.
fn start_message(text: &str) -> Result<Vec<Page>, String> {
    for (number, line) in text.lines().enumerate() {
        let message = landfall_tbp::parse(line.as_bytes());
        match message.map_err(|error| format!("line {}: {error}", number + 1))? {
            Some(FrontendMessage::Start(start)) => {
                return page_of_start(&start).map(|page| vec![page]);
            }
            _ => continue,
        }
    }
    Err("there is no `start` message, no drawn board and no replay".into())
}

fn page_of_start(start: &Start) -> Result<Page, String> {
    to_state(&GUIDELINE, start, Randomizer::unknown()).map_err(|error| error.to_string())?;
    let cell = |cell: &Option<String>| match cell.as_deref().map(|name| (name, name.chars().next()))
    {
        None => Cell::Empty,
        Some((name, Some(letter))) if name.len() == 1 => {
            Piece::from_letter(letter).map_or(Cell::Grey, Cell::Piece)
        }
        Some(_) => Cell::Grey,
    };
    let quiz = Quiz {
        hold: start.hold.map(to_piece),
        queue: start.queue.iter().copied().map(to_piece).collect(),
    };
    let rows = start.board.iter().map(|row| row.iter().map(cell).collect());
    Ok(Page {
        field: field(rows),
        piece: None,
        comment: (quiz != Quiz::default()).then(|| quiz.comment()),
    })
}

/// A field from rows, the floor first; what is too high is left out with a warning.
fn field(rows: impl Iterator<Item = Vec<Cell>>) -> Field {
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
    if lost > 0 {
        log::warn!("a fumen has {ROWS} rows: {lost} blocks above them are left out");
    }
    field
}

/// The moves of a seat, a page each, and the board at the end; or the position before one.
fn replay(text: &str, seat: usize, mv: Option<u32>) -> Result<Vec<Page>, String> {
    let reading = Replay::parse(text).map_err(|error| error.to_string())?;
    if seat >= reading.seats.len() {
        return Err(format!(
            "--seat {seat}: the replay has {} seats, from 0",
            reading.seats.len()
        ));
    }
    if reading.head["board"]["columns"] != COLUMNS {
        return Err(format!(
            "a fumen has {COLUMNS} columns, and the replay's board has not"
        ));
    }
    let rules = reading.head.get("rules").and_then(Value::as_str);
    let rules = rules
        .map_or(Ok(&GUIDELINE), Ruleset::by_name)
        .map_err(|error| error.to_string())?;
    let mut walk = ReplayWalker::new(&reading, seat, rules);
    let mut pages = Vec::new();
    for line in reading.lines_of(seat) {
        pages.extend(walk.page(line)?);
    }
    let moves = pages.len();
    match mv.map(|mv| mv as usize) {
        Some(mv) if mv > moves => Err(format!("--move {mv}: seat {seat} has {moves} moves")),
        Some(mv) => Ok(vec![pages.swap_remove(mv - 1)]),
        None => {
            pages.push(Page {
                field: walk.field(),
                ..Page::default()
            });
            // One quiz tells the whole game: the editor plays it along.
            for page in &mut pages {
                page.comment = None;
            }
            pages[0].comment = Some(walk.dealt.comment()).filter(|_| !walk.dealt.queue.is_empty());
            Ok(pages)
        }
    }
}

/// A seat's game, move by move.
struct ReplayWalker {
    rules: &'static Ruleset,
    field: landfall_rules::Playfield,
    quiz: Quiz,
    /// Every piece of the game, as if all were known at its begin.
    dealt: Quiz,
}

impl ReplayWalker {
    fn new(reading: &Replay, seat: usize, rules: &'static Ruleset) -> ReplayWalker {
        let queue = reading
            .head
            .get("queues")
            .and_then(|queues| queues.get(seat));
        let quiz = Quiz {
            hold: None,
            queue: replay_lines::pieces(queue),
        };
        ReplayWalker {
            rules,
            field: landfall_rules::Playfield::new(),
            dealt: quiz.clone(),
            quiz,
        }
    }

    /// Plays a line; gives the page of a move.
    fn page(&mut self, line: &Map<String, Value>) -> Result<Option<Page>, String> {
        if let Some(rows) = replay_lines::garbage(line) {
            for row in rows {
                self.field.raise(row);
            }
            return Ok(None);
        }
        let placement = replay_lines::placement(line).and_then(|placement| {
            Some((placement, self.rules.rotation.translate(placement, &SRS)?))
        });
        let Some((own, srs)) = placement else {
            let frame = &line["f"];
            return Err(format!(
                "the move of frame {frame} is none of the seven pieces on ten columns"
            ));
        };
        let page = Page {
            field: self.field(),
            piece: Some(srs),
            comment: (self.quiz != Quiz::default()).then(|| self.quiz.comment()),
        };
        let cells = self.rules.rotation.cells(&own);
        self.field.fill(&cells, CellKind::Piece(own.piece));
        self.field.remove_full_rows();
        self.quiz.play(own.piece);
        let dealt = replay_lines::pieces(line.get("dealt"));
        self.quiz.queue.extend(&dealt);
        self.dealt.queue.extend(dealt);
        Ok(Some(page))
    }

    fn field(&self) -> Field {
        let cell = |block: &Option<CellKind>| match block {
            None => Cell::Empty,
            Some(CellKind::Garbage) => Cell::Grey,
            Some(CellKind::Piece(piece)) => Cell::Piece(*piece),
        };
        field(
            self.field
                .rows()
                .iter()
                .map(|row| row.iter().map(cell).collect()),
        )
    }
}
