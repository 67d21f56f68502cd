//! The review of a finished game, for the workers of a page.

mod judged_game;

use crate::json::{js_error, to_json};
use judged_game::JudgedGame;
use wasm_bindgen::prelude::*;

/// A finished game whose moves are judged one by one. Every worker has its own; one of them, which
/// is given all judged moves, makes the report.
#[wasm_bindgen]
pub struct Review(JudgedGame);

#[wasm_bindgen]
impl Review {
    /// Reads a game of the bytes of a file, in any format that `landfall review` reads. Options are
    /// JSON:
    ///
    /// - `rules`: the rules of games that do not name theirs; the guideline by default;
    /// - `nodes`, `depth`: the limits of the search, as the options of `landfall review`;
    /// - `names`: whether the report has the names of players;
    /// - `title`: what the game is called in the summary, "Review" by default;
    /// - `program`: the program that the report names.
    ///
    /// # Errors
    /// The options or the file cannot be read, or the game has no moves that can be reviewed.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], options: &str) -> Result<Review, JsError> {
        JudgedGame::read(bytes, options)
            .map(Review)
            .map_err(js_error)
    }

    /// Returns how many moves there are to judge.
    pub fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// Judges a move, by its number from 0. Returns its report, as in the JSON of a review.
    ///
    /// # Errors
    /// There is no such move.
    pub fn judge(&self, number: usize) -> Result<String, JsError> {
        let report = self.0.judge(number).map_err(js_error)?;
        Ok(to_json(&report))
    }

    /// Adds the report of the next move to those that the review is made of.
    ///
    /// # Errors
    /// It is no report of a move, or all moves have theirs.
    pub fn add(&mut self, report: &str) -> Result<(), JsError> {
        self.0.add(report).map_err(js_error)
    }

    /// Returns the data of the page of the added moves, as JSON. Its lists of moves are without the
    /// first `known` of them.
    pub fn page_data(&self, known: usize) -> String {
        self.0.page_data(known)
    }

    /// Returns the rounds as replays, as a JSON list of texts.
    pub fn rounds(&self) -> String {
        to_json(&self.0.rounds())
    }

    /// Returns what `landfall review --json` writes, of the added moves.
    ///
    /// # Errors
    /// It cannot be written as JSON, which no review leads to.
    pub fn json(&self) -> Result<String, JsError> {
        self.0.json().map_err(js_error)
    }
}
