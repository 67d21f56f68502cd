//! From the framework's rows, which count from the top, to rows from the floor. No other
//! file knows that the framework counts otherwise.

use super::messages::{BlockMessage, COLUMNS, ROWS, StateMessage};
use crate::movegen::fits;
use crate::polyomino::{Polyomino, PolyominoError, Pose};
use landfall_rules::{Board, Cell};
use std::fmt;

/// Rows of the board, from the floor to the ceiling.
pub const HEIGHT: u32 = ROWS as u32;

/// The board of the contest.
pub type DropbloxBoard = Board<COLUMNS>;

/// A block and where it enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallingBlock {
    /// Its shape.
    pub shape: Polyomino,
    /// Where it begins.
    pub spawn: Pose,
}

impl FallingBlock {
    /// Whether it can enter.
    pub fn fits(&self, field: &DropbloxBoard) -> bool {
        fits(field, HEIGHT, &self.shape, self.spawn)
    }
}

/// What there is to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The board.
    pub board: DropbloxBoard,
    /// Points so far.
    pub score: u32,
    /// The known blocks, the current one first; at least one.
    pub blocks: Vec<FallingBlock>,
}

/// Puts a state the right way up.
///
/// # Errors
/// Blocks that are none, stand outside the board, or cannot be where the current one is.
pub fn game_state(message: &StateMessage) -> Result<GameState, ConvertError> {
    let mut field = DropbloxBoard::EMPTY;
    for (i, row) in message.bitmap.iter().enumerate() {
        for (j, _) in row.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            field.fill(j as i8, (ROWS - 1 - i) as i8);
        }
    }
    let blocks = std::iter::once(&message.block).chain(&message.preview);
    let blocks = blocks
        .enumerate()
        .map(|(place, block)| {
            falling_block(block).map_err(|fault| ConvertError {
                block: place,
                error: fault,
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if !blocks[0].fits(&field) {
        let fault = BlockError::Overlap;
        return Err(ConvertError {
            block: 0,
            error: fault,
        });
    }
    Ok(GameState {
        board: field,
        score: message.score,
        blocks,
    })
}

/// A block of the framework as ours.
///
/// # Errors
/// It is no block, or outside the board.
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
            _ => return Err(BlockError::NotAPolyomino(PolyominoError::TooFarFromCentre)),
        }
    }
    Ok(FallingBlock {
        shape: Polyomino::new(&cells).map_err(BlockError::NotAPolyomino)?,
        spawn: Pose {
            state: 0,
            x: corner.0 as i8,
            y: corner.1 as i8,
        },
    })
}

/// Which block is wrong, and what about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertError {
    /// 0 for the current block, from 1 for the previews.
    pub block: usize,
    /// What about it.
    pub error: BlockError,
}

/// What can be wrong with a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockError {
    /// The cells make no block.
    NotAPolyomino(PolyominoError),
    /// A cell is outside the board: row from the top, column.
    OutsideBoard(i64, i64),
    /// It lies on filled cells.
    Overlap,
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            0 => f.write_str("field `block`: ")?,
            n => write!(f, "field `preview`, block {} of 5: ", n)?,
        }
        match &self.error {
            BlockError::NotAPolyomino(error) => write!(f, "{error}"),
            BlockError::OutsideBoard(i, j) => {
                write!(f, "the cell in row {i}, column {j} is outside the board")
            }
            BlockError::Overlap => f.write_str("it lies on filled cells, so the game is over"),
        }
    }
}

impl std::error::Error for ConvertError {}
