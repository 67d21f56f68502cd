//! Changing a position by hand.

use super::options::seen_randomizer;
use super::{GameError, TurnGame};
use landfall_rules::{Cell, CellKind, ClearState, Piece, Playfield, State, WIDTH};
use landfall_tbp::convert::to_back_to_back;
use serde::Deserialize;

/// Most pieces of a queue.
pub(super) const MAX_QUEUE: usize = 100;

/// What is set of the counters; the others stay.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Counters {
    /// Clears in a row.
    combo: Option<u32>,
    /// Clears in a row that kept back-to-back.
    back_to_back: Option<u32>,
}

impl TurnGame {
    /// Fills or empties cells: column, row, and the letter of a block, or a dot for none.
    ///
    /// # Errors
    /// A cell is not on the board, or a letter means nothing; the position is then unchanged.
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

    /// Replaces the queue by letters of pieces, the one in play first. What comes after is not
    /// known.
    ///
    /// # Errors
    /// A letter is no piece, or there are too many; the position is then unchanged.
    pub fn set_queue(&mut self, letters: &str) -> Result<(), GameError> {
        let count = letters.chars().count();
        if count > MAX_QUEUE {
            return Err(GameError::QueueTooLong(count));
        }
        let queue: Result<_, _> = letters.chars().map(to_piece).collect();
        let mut state = State {
            queue: queue?,
            ..self.side.state().clone()
        };
        state.randomizer = seen_randomizer(self.rules(), &state);
        self.set_state(state);
        Ok(())
    }

    /// Replaces the held piece by the one of a letter, or by none.
    ///
    /// # Errors
    /// The letter is no piece.
    pub fn set_hold(&mut self, letter: &str) -> Result<(), GameError> {
        let hold = letter.chars().next().map(to_piece).transpose()?;
        self.set_state(State {
            hold,
            ..self.side.state().clone()
        });
        Ok(())
    }

    /// Replaces counters.
    pub fn set_counters(&mut self, counters: &Counters) {
        let mut state = self.side.state().clone();
        let own = &mut state.clear_state;
        if let Some(combo) = counters.combo {
            own.combo = u16::try_from(combo).unwrap_or(u16::MAX);
        }
        if let Some(count) = counters.back_to_back {
            own.back_to_back = to_back_to_back(self.rules(), count);
        }
        self.set_state(state);
    }

    /// Turns left and right about: board, colours, hold and queue.
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

/// Returns what a letter fills a cell with.
fn block_kind(letter: &str) -> Result<Option<CellKind>, GameError> {
    let mut letters = letter.chars();
    let kind = match (letters.next(), letters.next()) {
        (Some('.' | ' '), None) => Some(None),
        (Some('G'), None) => Some(Some(CellKind::Garbage)),
        (Some(letter), None) => {
            Piece::from_letter(letter).map(|piece| Some(CellKind::Piece(piece)))
        }
        _ => None,
    };
    kind.ok_or_else(|| GameError::Block(letter.chars().take(20).collect()))
}

fn to_piece(letter: char) -> Result<Piece, GameError> {
    Piece::from_letter(letter.to_ascii_uppercase()).ok_or(GameError::Piece(letter))
}
