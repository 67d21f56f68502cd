//! Converts the framework's rows, which count from the top, to rows from the floor. No other file
//! uses the framework's row numbers.

use super::messages::{BlockMessage, COLUMNS, PREVIEWS, ROWS, StateMessage};
use crate::movegen::fits;
use crate::polyomino::{Polyomino, PolyominoError, Pose};
use landfall_rules::Cell;
use landfall_rules::board::Bitboard;

/// Rows of the board, from the floor to the ceiling.
pub const HEIGHT: u32 = ROWS as u32;

/// The board of the contest: 12 columns, of which bit `y` is row `y` from the floor.
pub type DropbloxBoard = Bitboard<COLUMNS>;

/// A block and the pose in which it enters the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallingBlock {
    /// Its shape.
    pub shape: Polyomino,
    /// The pose in which it enters.
    pub spawn: Pose,
}

impl FallingBlock {
    /// Returns whether the block can enter this board.
    pub fn fits(&self, board: &DropbloxBoard) -> bool {
        fits(board, HEIGHT, &self.shape, self.spawn)
    }
}

/// A position with a move to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The board.
    pub board: DropbloxBoard,
    /// Points so far.
    pub score: u32,
    /// The known blocks, the current one first; at least one.
    pub blocks: Vec<FallingBlock>,
}

/// Converts a state of the framework.
///
/// # Errors
/// A block is invalid or outside the board, or the current one overlaps filled cells.
pub fn game_state(message: &StateMessage) -> Result<GameState, ConvertError> {
    let mut board = DropbloxBoard::EMPTY;
    for (i, row) in message.bitmap.iter().enumerate() {
        for (j, _) in row.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            board.fill(j as i8, (ROWS - 1 - i) as i8);
        }
    }
    let blocks = std::iter::once(&message.block).chain(&message.preview);
    let parsed = blocks.enumerate().map(|(block, message)| {
        falling_block(message).map_err(|error| ConvertError { block, error })
    });
    let blocks = parsed.collect::<Result<Vec<_>, _>>()?;
    if !blocks[0].fits(&board) {
        let (block, error) = (0, BlockError::Overlap);
        return Err(ConvertError { block, error });
    }
    Ok(GameState {
        board,
        score: message.score,
        blocks,
    })
}

/// Converts a block of the framework.
///
/// # Errors
/// It is not a block, or it is outside the board.
pub fn falling_block(message: &BlockMessage) -> Result<FallingBlock, BlockError> {
    let mut cells: Vec<Cell> = Vec::with_capacity(message.offsets.len());
    let mut corner = (i64::MAX, i64::MAX);
    for offset in &message.offsets {
        let i = i64::from(message.center.i) + i64::from(offset.i);
        let j = i64::from(message.center.j) + i64::from(offset.j);
        if !(0..ROWS as i64).contains(&i) || !(0..COLUMNS as i64).contains(&j) {
            return Err(BlockError::OutsideBoard(i, j));
        }
        corner = (corner.0.min(j), corner.1.min(ROWS as i64 - 1 - i));
        let (x, y) = (i8::try_from(offset.j), i8::try_from(-i64::from(offset.i)));
        match (x, y) {
            (Ok(x), Ok(y)) => cells.push((x, y)),
            _ => return Err(PolyominoError::TooFarFromCentre.into()),
        }
    }
    Ok(FallingBlock {
        shape: Polyomino::new(&cells)?,
        spawn: Pose {
            state: 0,
            x: corner.0 as i8,
            y: corner.1 as i8,
        },
    })
}

/// An invalid block of a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {error}", field_name(*.block))]
pub struct ConvertError {
    /// 0 for the current block, from 1 for the previews.
    pub block: usize,
    /// The error.
    pub error: BlockError,
}

/// Returns the path of a block in the framework's JSON.
fn field_name(block: usize) -> String {
    match block {
        0 => "field `block`".into(),
        n => format!("field `preview`, block {n} of {PREVIEWS}"),
    }
}

/// What can be wrong with a block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The cells are not a block.
    #[error(transparent)]
    NotAPolyomino(#[from] PolyominoError),
    /// A cell is outside the board: row from the top, column.
    #[error("the cell in row {0}, column {1} is outside the board")]
    OutsideBoard(i64, i64),
    /// It overlaps filled cells.
    #[error("it lies on filled cells, so the game is over")]
    Overlap,
}
