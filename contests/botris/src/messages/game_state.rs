//! The state of one player's game, as the server sends it.
//!
//! Only the board, the queue, the piece in play and the held piece are required. Other attributes
//! that are missing or have another type count as empty, because versions of the server differ.

use landfall_rules::board::WIDTH;
use landfall_rules::rulesets::BOTRIS;
use landfall_rules::{Board, Piece};
use serde_json::Value;

/// Most pieces of a queue that are read; servers send 6.
const MAX_QUEUE: usize = 18;

/// The known state of one player's game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameState {
    /// The board without the rows that are too high.
    pub board: Board,
    /// The number of rows that are left out because they are too high.
    pub rows_left_out: usize,
    /// The piece in play, then the next pieces.
    pub queue: Vec<Piece>,
    /// The held piece.
    pub held: Option<Piece>,
    /// The rest of the bag after the queue; empty if the server does not send it.
    pub bag: Vec<Piece>,
    /// Consecutive clears.
    pub combo: u32,
    /// Whether the last clear keeps back-to-back.
    pub back_to_back: bool,
    /// Rows of garbage that wait.
    pub garbage: u32,
    /// Whether the piece in play came from the hold, and cannot be held again.
    pub hold_used: bool,
    /// Whether the player has lost the round.
    pub dead: bool,
}

/// Why a state cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameStateError {
    /// The board is no list of rows.
    #[error("`board` is not a list of rows")]
    NoBoard,
    /// A row has not ten cells of letters and nulls.
    #[error("row {row} of `board` should have {WIDTH} cells, each a string or null")]
    Row {
        /// Its number, from the floor.
        row: usize,
    },
    /// The piece in play is unknown.
    #[error("`current.piece` is none of IOTLJSZ")]
    NoPiece,
    /// The queue is no list of pieces.
    #[error("`queue` is not a list of pieces")]
    Queue,
    /// The held piece is neither a piece nor null.
    #[error("`held` is neither a piece nor null")]
    Held,
}

impl GameState {
    /// Reads a state.
    ///
    /// # Errors
    /// A required attribute is missing or invalid.
    pub fn read(value: &Value) -> Result<GameState, GameStateError> {
        let (board, rows_left_out) = read_board(&value["board"])?;
        let current = piece(&value["current"]["piece"]).ok_or(GameStateError::NoPiece)?;
        let queue = value["queue"].as_array().ok_or(GameStateError::Queue)?;
        let queue = queue.iter().take(MAX_QUEUE).map(piece);
        let queue: Option<Vec<Piece>> = std::iter::once(Some(current)).chain(queue).collect();
        let held = match &value["held"] {
            Value::Null => None,
            held => Some(piece(held).ok_or(GameStateError::Held)?),
        };
        let bag = value["bag"].as_array().map(Vec::as_slice);
        let bag: Option<Vec<Piece>> = bag.unwrap_or_default().iter().map(piece).collect();
        let garbage = value["garbageQueued"].as_array().map_or(0, Vec::len);
        Ok(GameState {
            board,
            rows_left_out,
            queue: queue.ok_or(GameStateError::Queue)?,
            held,
            bag: bag
                .filter(|bag| bag.len() <= Piece::ALL.len())
                .unwrap_or_default(),
            combo: value["combo"].as_u64().map_or(0, saturated),
            back_to_back: value["b2b"] == Value::Bool(true),
            hold_used: value["canHold"] == Value::Bool(false),
            dead: value["dead"] == Value::Bool(true),
            garbage: saturated(garbage as u64),
        })
    }
}

/// Returns the board of an opponent, if it is valid.
pub fn read_opponent(value: &Value) -> Option<Board> {
    read_board(&value["board"]).ok().map(|(board, _)| board)
}

/// Returns the board, and the number of rows that were too high for it.
fn read_board(value: &Value) -> Result<(Board, usize), GameStateError> {
    let rows = value.as_array().ok_or(GameStateError::NoBoard)?;
    let mut board = Board::EMPTY;
    let known = rows.len().min(BOTRIS.height as usize);
    for (y, row) in rows.iter().enumerate() {
        let cells = row.as_array().filter(|cells| cells.len() == WIDTH);
        let cells = cells.ok_or(GameStateError::Row { row: y })?;
        for (x, cell) in cells.iter().enumerate() {
            match cell {
                Value::Null => {}
                Value::String(_) if y < known => board.fill(x as i8, y as i8),
                Value::String(_) => {}
                _ => return Err(GameStateError::Row { row: y }),
            }
        }
    }
    Ok((board, rows.len() - known))
}

fn piece(value: &Value) -> Option<Piece> {
    let letter: char = value.as_str()?.parse().ok()?;
    Piece::try_from(letter).ok()
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn state() -> Value {
        json!({"board": [], "queue": ["O", "S"], "held": null, "current": {"piece": "T"}})
    }

    fn with(key: &str, value: Value) -> Value {
        let mut state = state();
        state[key] = value;
        state
    }

    #[test]
    fn four_attributes_are_enough() {
        let read = GameState::read(&state()).unwrap();
        assert_eq!(read.queue, [Piece::T, Piece::O, Piece::S]);
        assert_eq!((read.combo, read.garbage, read.bag.len()), (0, 0, 0));
    }

    #[test]
    fn other_attributes_may_be_anything() {
        for key in [
            "bag",
            "combo",
            "b2b",
            "garbageQueued",
            "canHold",
            "dead",
            "score",
            "new",
        ] {
            for value in [
                json!(null),
                json!("x"),
                json!(-1.5),
                json!([[]]),
                json!({"a": 1}),
            ] {
                let read = GameState::read(&with(key, value.clone()));
                assert!(read.is_ok(), "{key} {value}");
            }
        }
    }

    #[test]
    fn required_attributes_must_be_valid() {
        for (key, value) in [
            ("board", json!(null)),
            ("board", json!([[null]])),
            ("board", json!([["G", 1, 1, 1, 1, 1, 1, 1, 1, 1]])),
            ("board", json!([{}])),
            ("queue", json!(null)),
            ("queue", json!(["X"])),
            ("queue", json!(["TT"])),
            ("held", json!(3)),
            ("held", json!("i")),
            ("current", json!("T")),
            ("current", json!({"piece": null})),
        ] {
            assert!(
                GameState::read(&with(key, value.clone())).is_err(),
                "{key} {value}"
            );
        }
        for value in [json!(null), json!([]), json!(7), json!("state")] {
            assert!(GameState::read(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn rows_that_are_too_high_are_left_out() {
        let row = json!(["G", null, null, null, null, null, null, null, null, null]);
        let read = GameState::read(&with("board", json!(vec![row; 43]))).unwrap();
        assert_eq!((read.board.max_height(), read.rows_left_out), (40, 3));
    }
}
