//! Edits of a position.

use super::options::seen_randomizer;
use super::{GameError, TurnGame};
use crate::json::{JsonError, ReadJson, object, optional};
use landfall_rules::board::{CellKind, WIDTH};
use landfall_rules::lock::ClearState;
use landfall_rules::{Cell, Piece, Playfield, State};
use landfall_tbp::convert::to_back_to_back;
use serde_json::Value;

/// Most pieces of a queue.
pub(super) const MAX_QUEUE: usize = 100;

/// The counters that are set; the others stay.
#[derive(Debug)]
pub struct Counters {
    /// Clears in a row.
    combo: Option<u16>,
    /// Clears in a row that kept back-to-back.
    back_to_back: Option<u16>,
}

impl ReadJson for Counters {
    fn read(what: &'static str, value: &Value) -> Result<Counters, JsonError> {
        let given = object(what, value, &["combo", "back_to_back"])?;
        let counter = |name| optional(given, name).map(read_counter).transpose();
        Ok(Counters {
            combo: counter("combo")?,
            back_to_back: counter("back_to_back")?,
        })
    }
}

/// Returns a counter: a number, or a text from a field, which may be empty for 0.
fn read_counter(value: &Value) -> Result<u16, JsonError> {
    let number = match value {
        Value::String(text) if text.trim().is_empty() => Some(0.0),
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    };
    let fits = |number: &f64| number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(number);
    match number.filter(fits) {
        Some(number) => Ok(number as u16),
        None => Err(JsonError::Counter {
            found: value.to_string().chars().take(40).collect(),
        }),
    }
}

impl TurnGame {
    /// Fills or empties cells: column, row, and the letter of a block, or a dot for none.
    ///
    /// # Errors
    /// A cell is not on the board, or a letter is no block; the position is then unchanged.
    pub fn set_cells(&mut self, cells: &[(i32, i32, String)]) -> Result<(), GameError> {
        let mut field = self.side.field().clone();
        for (x, y, block) in cells {
            field.set(self.cell(*x, *y)?, block_kind(block)?);
        }
        self.set_field(field);
        Ok(())
    }

    fn cell(&self, x: i32, y: i32) -> Result<Cell, GameError> {
        let height = self.rules().height;
        if (0..WIDTH as i32).contains(&x) && (0..height as i32).contains(&y) {
            return Ok((x as i8, y as i8));
        }
        Err(GameError::OffBoard {
            x,
            y,
            width: WIDTH,
            height,
        })
    }

    /// Replaces the field, and the board with it.
    fn set_field(&mut self, field: Playfield) {
        let mut state = State {
            board: field.board(),
            ..self.side.state().clone()
        };
        state.clear_state.garbage_rows = field.garbage_rows(self.rules());
        self.side.set_position(state, field);
    }

    /// Replaces the queue by letters of pieces, the one in play first. Blanks, commas, quotation
    /// marks and square brackets are allowed. The pieces after them are unknown.
    ///
    /// # Errors
    /// A letter is no piece, or there are too many; the position is then unchanged.
    pub fn set_queue(&mut self, letters: &str) -> Result<(), GameError> {
        let queue = read_pieces(letters)?;
        if queue.len() > MAX_QUEUE {
            return Err(GameError::QueueTooLong(queue.len()));
        }
        let mut state = State {
            queue: queue.into(),
            ..self.side.state().clone()
        };
        state.randomizer = seen_randomizer(self.rules(), &state);
        self.set_state(state);
        Ok(())
    }

    /// Replaces the held piece by the one of a letter, or by none; written as in a queue.
    ///
    /// # Errors
    /// There is more than one piece, or a letter is none; the position is then unchanged.
    pub fn set_hold(&mut self, letter: &str) -> Result<(), GameError> {
        let pieces = read_pieces(letter)?;
        if pieces.len() > 1 {
            return Err(GameError::HoldTooLong(pieces.len()));
        }
        self.set_state(State {
            hold: pieces.first().copied(),
            ..self.side.state().clone()
        });
        Ok(())
    }

    /// Replaces counters.
    pub fn set_counters(&mut self, counters: &Counters) {
        let mut state = self.side.state().clone();
        let own = &mut state.clear_state;
        if let Some(combo) = counters.combo {
            own.combo = combo;
        }
        if let Some(count) = counters.back_to_back {
            own.back_to_back = to_back_to_back(self.rules(), count.into());
        }
        self.set_state(state);
    }

    /// Mirrors board, colours, hold and queue.
    pub fn mirror(&mut self) {
        let old = self.side.state();
        let mut state = State {
            hold: old.hold.map(Piece::mirrored),
            queue: old.queue.iter().map(|piece| piece.mirrored()).collect(),
            ..old.clone()
        };
        state.randomizer = seen_randomizer(self.rules(), &state);
        let field = self.side.field().mirrored();
        state.board = field.board();
        self.side.set_position(state, field);
    }

    /// Empties the board and resets the counters. Hold and queue stay.
    pub fn clear(&mut self) {
        let field = Playfield::new();
        let state = State {
            board: field.board(),
            clear_state: ClearState::default(),
            ..self.side.state().clone()
        };
        self.side.set_position(state, field);
    }

    fn set_state(&mut self, state: State) {
        let field = self.side.field().clone();
        self.side.set_position(state, field);
    }
}

/// Returns the content of a cell for a letter.
fn block_kind(letter: &str) -> Result<Option<CellKind>, GameError> {
    let mut letters = letter.chars();
    let kind = match (letters.next(), letters.next()) {
        (Some('.' | ' '), None) => Some(None),
        (Some(letter), None) => CellKind::try_from(letter).ok().map(Some),
        _ => None,
    };
    kind.ok_or_else(|| GameError::Block(letter.chars().take(20).collect()))
}

/// Returns the pieces of a text in the usual ways of writing: `TIO`, `T I O`, `[TIO]`, `"T","I","O"`.
fn read_pieces(text: &str) -> Result<Vec<Piece>, GameError> {
    let is_between =
        |letter: &char| letter.is_whitespace() || [',', ';', '"', '\'', '[', ']'].contains(letter);
    let letters = text.chars().filter(|letter| !is_between(letter));
    letters.map(to_piece).collect()
}

fn to_piece(letter: char) -> Result<Piece, GameError> {
    Piece::try_from(letter.to_ascii_uppercase()).map_err(|_| GameError::Piece(letter))
}
