//! The state of a game as the framework writes it, in JSON, and everything that can be wrong
//! with it.
//!
//! Names and numbers only: rows count from the top here, and `geometry` alone turns them into
//! rows from the floor.

use serde::Deserialize;
use std::fmt;

/// Rows of the board.
pub const ROWS: usize = 33;

/// Columns of the board.
pub const COLUMNS: usize = 12;

/// Blocks that are known after the current one.
pub const PREVIEWS: usize = 5;

/// A state, right in form and in its sizes.
#[derive(Clone, Debug, Deserialize)]
pub struct StateMessage {
    /// `playing` while there is a move to make.
    pub state: String,
    /// Points so far.
    pub score: u32,
    /// Rows from the top; a cell is 0 or the type of its block and one more.
    pub bitmap: Vec<Vec<u32>>,
    /// The block to be placed.
    pub block: BlockMessage,
    /// The blocks after it.
    pub preview: Vec<BlockMessage>,
}

/// A block where it is.
#[derive(Clone, Debug, Deserialize)]
pub struct BlockMessage {
    /// Its place in the centre, on the board or off it.
    pub center: CellMessage,
    /// Its cells from the centre.
    pub offsets: Vec<CellMessage>,
}

/// A cell, or the way from one to another: rows downwards, columns to the right.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CellMessage {
    /// Row.
    pub i: i32,
    /// Column.
    pub j: i32,
}

/// Reads a state. Fields may come in any order, and unknown ones do not count.
///
/// # Errors
/// What is wrong with the text or with the sizes in it.
pub fn parse_state(text: &str) -> Result<StateMessage, MessageError> {
    let message: StateMessage =
        serde_json::from_str(text).map_err(|error| MessageError::Syntax(error.to_string()))?;
    if message.state != "playing" {
        return Err(MessageError::NotPlaying);
    }
    if message.bitmap.len() != ROWS {
        return Err(MessageError::RowCount(message.bitmap.len()));
    }
    let uneven = |(_, row): &(usize, &Vec<u32>)| row.len() != COLUMNS;
    if let Some((row, cells)) = message.bitmap.iter().enumerate().find(uneven) {
        return Err(MessageError::RowLength(row, cells.len()));
    }
    if message.preview.len() != PREVIEWS {
        return Err(MessageError::PreviewCount(message.preview.len()));
    }
    Ok(message)
}

/// Why a text is no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// Not JSON, or not with these fields: what the reader says.
    Syntax(String),
    /// The game is over.
    NotPlaying,
    /// The bitmap has so many rows.
    RowCount(usize),
    /// This row of the bitmap has so many cells.
    RowLength(usize, usize),
    /// So many previews.
    PreviewCount(usize),
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageError::Syntax(why) => {
                write!(f, "the state is not as the framework writes it: {why}")
            }
            MessageError::NotPlaying => {
                f.write_str("field `state`: the game is over, only \"playing\" has a move")
            }
            MessageError::RowCount(found) => {
                write!(f, "field `bitmap` has {found} rows, the board has {ROWS}")
            }
            MessageError::RowLength(row, found) => {
                write!(
                    f,
                    "row {row} of `bitmap` has {found} cells, a row has {COLUMNS}"
                )
            }
            MessageError::PreviewCount(found) => {
                write!(
                    f,
                    "field `preview` has {found} blocks, {PREVIEWS} are known"
                )
            }
        }
    }
}

impl std::error::Error for MessageError {}
