//! The game of a page that is played move by move: watching, the bot's side of a match, analysis.

use crate::json::{JsonError, ReadJson, from_json, js_error, to_json};
use crate::turn_game::{GameError, PlayedMove, TurnGame};
use landfall_rules::Cell;
use landfall_tbp::attributes::{coordinate, list, mv, unexpected};
use landfall_tbp::messages::Move;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// A game by turns, and a position to edit. Values are JSON text; a `move` is one of TBP.
#[wasm_bindgen]
pub struct Game(TurnGame);

/// Parses the JSON of `what` for a method that throws.
fn parse<T: ReadJson>(what: &'static str, text: &str) -> Result<T, JsError> {
    from_json(what, text).map_err(js_error)
}

fn thrown<T>(result: Result<T, GameError>) -> Result<T, JsError> {
    result.map_err(js_error)
}

impl ReadJson for Move {
    fn read(what: &'static str, value: &Value) -> Result<Move, JsonError> {
        Ok(mv(what, value)?)
    }
}

/// A column, a row, and the letter of a block or a dot.
type EditedCell = (i32, i32, String);

impl ReadJson for Vec<EditedCell> {
    fn read(what: &'static str, value: &Value) -> Result<Self, JsonError> {
        let cell = |value: &Value| match list(what, value)? {
            [x, y, Value::String(block)] => {
                Ok((coordinate(what, x)?, coordinate(what, y)?, block.clone()))
            }
            _ => Err(unexpected(what, "a list of [x, y, letter]", value).into()),
        };
        list(what, value)?.iter().map(cell).collect()
    }
}

impl ReadJson for Vec<Cell> {
    fn read(what: &'static str, value: &Value) -> Result<Self, JsonError> {
        // A column or row beyond the type's range becomes one off the board.
        let at = |value: &Value| coordinate(what, value).map(|at| at.clamp(-1, 127) as i8);
        let cell = |value: &Value| match list(what, value)? {
            [x, y] => Ok((at(x)?, at(y)?)),
            _ => Err(unexpected(what, "a list of [x, y]", value).into()),
        };
        list(what, value)?.iter().map(cell).collect()
    }
}

#[wasm_bindgen]
impl Game {
    /// Returns a game: `{"rules", "seed", "previews"}`, or at a position, `{"rules", "start"}`
    /// with a `start` of TBP as object or text, or `{"rules", "fumen", "page"}` with the number of
    /// the page, from 1.
    ///
    /// # Errors
    /// The options or the position cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Game, JsError> {
        thrown(TurnGame::from_json(options)).map(Game)
    }

    /// Returns the game as a page draws it.
    pub fn view(&self) -> String {
        to_json(&self.0.view())
    }

    /// Returns the position as a `start` message of TBP.
    pub fn start_message(&self) -> String {
        to_json(&self.0.start_message())
    }

    /// Returns the position as a fumen, with the piece of a move if one is given.
    ///
    /// # Errors
    /// The move cannot be read.
    pub fn fumen(&self, mv: Option<String>) -> Result<String, JsError> {
        let mv: Option<Move> = mv.map(|mv| parse("move", &mv)).transpose()?;
        thrown(self.0.fumen(mv.as_ref()))
    }

    /// Returns the messages of TBP for a move that was just played.
    ///
    /// # Errors
    /// The text is not what [`Game::play`] returned.
    pub fn play_messages(&self, placed: &str) -> Result<String, JsError> {
        let placed: PlayedMove = parse("placed", placed)?;
        Ok(to_json(&self.0.play_messages(&placed)))
    }

    /// Returns every legal move.
    pub fn legal_moves(&self) -> String {
        to_json(&self.0.legal_moves())
    }

    /// Returns the cells of a move, on any board.
    ///
    /// # Errors
    /// The move cannot be read.
    pub fn cells(&self, mv: &str) -> Result<String, JsError> {
        let cells = self.0.cells(&parse("move", mv)?);
        Ok(to_json(&thrown(cells)?))
    }

    /// Returns the legal move of a piece that fills these cells, or `null`.
    ///
    /// # Errors
    /// The cells cannot be read.
    pub fn find_move(&self, cells: &str, piece: char) -> Result<String, JsError> {
        let cells: Vec<Cell> = parse("cells", cells)?;
        Ok(to_json(&self.0.find_move(&cells, piece)))
    }

    /// Plays a move. Returns the lock.
    ///
    /// # Errors
    /// The move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: &str) -> Result<String, JsError> {
        let mv: Move = parse("move", mv)?;
        Ok(to_json(&thrown(self.0.play(&mv))?))
    }

    /// Returns the keys that lead to a move, the hard drop last.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn inputs(&self, mv: &str) -> Result<String, JsError> {
        let mv: Move = parse("move", mv)?;
        Ok(to_json(&thrown(self.0.inputs(&mv))?))
    }

    /// Fills or empties cells: `[[x, y, letter or "."], ...]`.
    ///
    /// # Errors
    /// A cell is not on the board; nothing is then changed.
    pub fn set_cells(&mut self, cells: &str) -> Result<(), JsError> {
        let cells: Vec<EditedCell> = parse("cells", cells)?;
        thrown(self.0.set_cells(&cells))
    }

    /// Replaces the queue by letters of pieces, the one in play first, with blanks or commas.
    ///
    /// # Errors
    /// A letter is no piece.
    pub fn set_queue(&mut self, letters: &str) -> Result<(), JsError> {
        thrown(self.0.set_queue(letters))
    }

    /// Replaces the held piece; an empty text is none.
    ///
    /// # Errors
    /// The text is more than one piece, or its letter is none.
    pub fn set_hold(&mut self, letter: &str) -> Result<(), JsError> {
        thrown(self.0.set_hold(letter))
    }

    /// Replaces counters: `{"combo", "back_to_back"}`, numbers, or texts from a field.
    ///
    /// # Errors
    /// One is no whole number, or out of range; both are then unchanged.
    pub fn set_counters(&mut self, counters: &str) -> Result<(), JsError> {
        self.0.set_counters(&parse("counters", counters)?);
        Ok(())
    }

    /// Mirrors the position.
    pub fn mirror(&mut self) {
        self.0.mirror();
    }

    /// Empties the board and resets the counters.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds lines of garbage, which rise at the next lock that clears no rows.
    pub fn receive_garbage(&mut self, lines: u32) {
        self.0.receive_garbage(lines);
    }

    /// Returns a copy.
    pub fn clone_game(&self) -> Game {
        Game(self.0.clone())
    }
}
