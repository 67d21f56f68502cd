//! The state of a game in the framework's JSON, and all errors of such a text.
//!
//! Only names and numbers: rows count from the top here, and only `convert` converts them to rows
//! from the floor.

use serde::Deserialize;

/// Rows of the board.
pub const ROWS: usize = 33;

/// Columns of the board.
pub const COLUMNS: usize = 12;

/// Blocks that are known after the current one.
pub const PREVIEWS: usize = 5;

/// The longest state that is parsed, in bytes. The framework writes fewer than 10,000.
pub const MAX_STATE_BYTES: usize = 1 << 20;

/// A state whose form and sizes are valid.
#[derive(Clone, Debug, Deserialize)]
pub struct StateMessage {
    /// `playing` while there is a move to make.
    pub state: String,
    /// Points so far.
    pub score: u32,
    /// Rows from the top; a cell is 0, or the type of its block plus one.
    pub bitmap: Vec<Vec<u32>>,
    /// The current block.
    pub block: BlockMessage,
    /// The blocks after it, the next one first.
    pub preview: Vec<BlockMessage>,
}

/// A block where it is.
#[derive(Clone, Debug, Deserialize)]
pub struct BlockMessage {
    /// Its centre, on the board or off it.
    pub center: CellMessage,
    /// Its cells, relative to the centre.
    pub offsets: Vec<CellMessage>,
}

/// A cell, or an offset: rows downwards, columns to the right.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CellMessage {
    /// Row.
    pub i: i32,
    /// Column.
    pub j: i32,
}

/// Parses a state. Fields may come in any order, and unknown ones are ignored.
///
/// # Errors
/// The text is not JSON of this form, a list has a wrong length, or the game is over.
pub fn parse_state(text: &str) -> Result<StateMessage, MessageError> {
    if text.len() > MAX_STATE_BYTES {
        return Err(MessageError::TooLong(text.len()));
    }
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

/// Why a text is not a state with a move to make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It has this many bytes, more than [`MAX_STATE_BYTES`].
    #[error("the state has {0} bytes, at most {MAX_STATE_BYTES} are read")]
    TooLong(usize),
    /// Not JSON, or not with these fields; what the parser reports.
    #[error("the state is not as the framework writes it: {0}")]
    Syntax(String),
    /// The game is over.
    #[error("field `state`: the game is over, only \"playing\" has a move")]
    NotPlaying,
    /// The bitmap has this many rows.
    #[error("field `bitmap` has {0} rows, the board has {ROWS}")]
    RowCount(usize),
    /// This row of the bitmap has this many cells.
    #[error("row {0} of `bitmap` has {1} cells, a row has {COLUMNS}")]
    RowLength(usize, usize),
    /// There are this many previews.
    #[error("field `preview` has {0} blocks, {PREVIEWS} are known")]
    PreviewCount(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_testing::dropblox::first_state;

    #[test]
    fn a_state_one_byte_too_long_is_refused() {
        let state = |bytes: usize| {
            let text = first_state();
            let blanks = " ".repeat(bytes - text.len());
            text + &blanks
        };
        assert!(parse_state(&state(MAX_STATE_BYTES)).is_ok());
        let longer = parse_state(&state(MAX_STATE_BYTES + 1)).unwrap_err();
        assert_eq!(longer, MessageError::TooLong(MAX_STATE_BYTES + 1));
    }
}
