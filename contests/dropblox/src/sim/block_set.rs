//! All blocks of the contest: every polyomino of one to ten cells, up to turning, as they
//! enter the board; enumerated here, or parsed from the framework's own list.

use super::enumerate::{CellBits, enumerate_polyominoes};
use crate::convert::{BlockError, FallingBlock, falling_block};
use crate::messages::{BlockMessage, CellMessage};
use crate::polyomino::MAX_CELLS;

/// Cells of the largest blocks of each level, the lowest level first.
pub const LEVEL_MAX_CELLS: [usize; 6] = [5, 6, 7, 8, 9, 10];

/// The column of a block's centre when it enters.
const SPAWN_COLUMN: i32 = 6;

/// The lowest row of a block when it enters, from the top.
const SPAWN_BOTTOM_ROW: i32 = 9;

/// Columns and rows of the framework's list are closer to 0 than this.
const MAX_COORDINATE: i32 = 1000;

/// The blocks that can be dealt, the smaller ones first.
#[derive(Clone, Debug)]
pub struct BlockSet {
    blocks: Blocks,
    /// How many blocks there are up to each level.
    pub level_sizes: [usize; LEVEL_MAX_CELLS.len()],
}

/// Where the blocks are from.
#[derive(Clone, Debug)]
enum Blocks {
    /// Enumerated here; how they enter is computed when a block is asked for.
    Enumerated(Vec<CellBits>),
    /// From the framework's list.
    Parsed(Vec<FallingBlock>),
}

/// Column and row of each cell from the lower left corner, in order.
type Cells = Vec<(i32, i32)>;

impl BlockSet {
    /// Enumerates all blocks, in a few milliseconds.
    pub fn enumerated() -> BlockSet {
        let sizes = enumerate_polyominoes();
        let level_sizes = LEVEL_MAX_CELLS.map(|most| sizes[..=most].iter().map(Vec::len).sum());
        BlockSet {
            blocks: Blocks::Enumerated(sizes.concat()),
            level_sizes,
        }
    }

    /// Returns the block of this index.
    ///
    /// # Panics
    /// When `index` is not below the last of `level_sizes`.
    pub fn block(&self, index: usize) -> FallingBlock {
        match &self.blocks {
            Blocks::Enumerated(shapes) => spawn_block(&shapes[index].cells()),
            Blocks::Parsed(blocks) => blocks[index].clone(),
        }
    }

    /// Parses the list of the framework (RawBlockData.py): an assignment, or the list alone.
    ///
    /// # Errors
    /// The text is no such list, or a row of it is no block.
    pub fn parse(text: &str) -> Result<BlockSet, BlockSetError> {
        let list = text.split_once('=').map_or(text, |(_, list)| list);
        let rows: Vec<Vec<i32>> = serde_json::from_str(list.trim())
            .map_err(|error| BlockSetError::Json(error.to_string()))?;
        let (head, rows) = rows.split_first().ok_or(BlockSetError::Empty)?;
        let sizes = head.iter().skip(1);
        let sizes: Vec<usize> = sizes.filter_map(|&n| usize::try_from(n).ok()).collect();
        let level_sizes: [usize; LEVEL_MAX_CELLS.len()] =
            sizes.try_into().map_err(|_| BlockSetError::Levels)?;
        if level_sizes.contains(&0)
            || !level_sizes.is_sorted()
            || level_sizes[LEVEL_MAX_CELLS.len() - 1] > rows.len()
        {
            return Err(BlockSetError::LevelSizes(rows.len()));
        }
        let parse = |(block, row): (usize, &Vec<i32>)| {
            parse_block(row).map_err(|error| BlockSetError::Block { block, error })
        };
        let blocks = rows
            .iter()
            .enumerate()
            .map(parse)
            .collect::<Result<_, _>>()?;
        Ok(BlockSet {
            blocks: Blocks::Parsed(blocks),
            level_sizes,
        })
    }
}

/// Parses a row of the framework's list: column and row of the centre, the number of cells,
/// then column and row of each.
fn parse_block(row: &[i32]) -> Result<FallingBlock, BlockRowError> {
    if row
        .iter()
        .any(|number| number.unsigned_abs() > MAX_COORDINATE as u32)
    {
        return Err(BlockRowError::OutOfRange);
    }
    let [x, y, count, rest @ ..] = row else {
        return Err(BlockRowError::TooShort);
    };
    let count = usize::try_from(*count).map_err(|_| BlockRowError::NegativeCount)?;
    let cells = rest.get(..2 * count).ok_or(BlockRowError::MissingCells)?;
    let offsets: Vec<CellMessage> = cells
        .chunks_exact(2)
        .map(|pair| CellMessage {
            i: pair[1],
            j: pair[0],
        })
        .collect();
    let rows = offsets.iter().map(|cell| cell.i);
    let height = rows.clone().max().unwrap_or(0) - rows.min().unwrap_or(0) + 1;
    let center = CellMessage {
        i: y + MAX_CELLS as i32 - height,
        j: x + SPAWN_COLUMN,
    };
    Ok(falling_block(&BlockMessage { center, offsets })?)
}

/// Returns cells from their lower left corner, in order.
fn moved_to_corner(mut cells: Cells) -> Cells {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let bottom = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells
        .iter_mut()
        .for_each(|cell| *cell = (cell.0 - left, cell.1 - bottom));
    cells.sort_unstable();
    cells
}

/// Returns a polyomino as it enters: upright, its lowest row and its centre column in place.
fn spawn_block(cells: &Cells) -> FallingBlock {
    let extent = |cells: &Cells| {
        let right = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        (right + 1, top + 1)
    };
    let mut upright = cells.clone();
    if extent(&upright).0 > extent(&upright).1 {
        upright = moved_to_corner(upright.iter().map(|&(x, y)| (y, -x)).collect());
    }
    let (width, height) = extent(&upright);
    let center = (width / 2, height / 2);
    let offsets = upright
        .iter()
        .map(|&(x, y)| CellMessage {
            i: center.1 - y,
            j: x - center.0,
        })
        .collect();
    let center = CellMessage {
        i: SPAWN_BOTTOM_ROW - center.1,
        j: SPAWN_COLUMN,
    };
    falling_block(&BlockMessage { center, offsets }).expect("ten rows hold every upright block")
}

/// Why a text is no list of blocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockSetError {
    /// It is no list of lists of numbers; what the parser reports.
    #[error("no list of blocks: {0}")]
    Json(String),
    /// It has no rows.
    #[error("the list of blocks is empty")]
    Empty,
    /// The first row does not have a number for each level.
    #[error("the first row names no {} levels", LEVEL_MAX_CELLS.len())]
    Levels,
    /// The levels of the first row do not fit this many blocks.
    #[error("the levels of the first row do not fit {0} blocks")]
    LevelSizes(usize),
    /// A row is no block.
    #[error("block {block} of the list: {error}")]
    Block {
        /// Its index, from 0.
        block: usize,
        /// What is wrong with it.
        error: BlockRowError,
    },
}

/// Why a row of the framework's list is no block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockRowError {
    /// It has no number of cells.
    #[error("too short")]
    TooShort,
    /// Its number of cells is negative.
    #[error("a negative number of cells")]
    NegativeCount,
    /// It has fewer cells than it announces.
    #[error("fewer cells than it says")]
    MissingCells,
    /// A number is beyond any board.
    #[error("a number is beyond {MAX_COORDINATE} or -{MAX_COORDINATE}")]
    OutOfRange,
    /// The cells make no block that can enter.
    #[error(transparent)]
    Block(#[from] BlockError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_up_to_each_level_as_are_known() {
        let block_set = BlockSet::enumerated();
        assert_eq!(block_set.level_sizes, [29, 89, 285, 989, 3489, 12678]);
        let sizes = [0, 28, 29, 12677].map(|number| block_set.block(number).shape.size());
        assert_eq!(sizes, [1, 5, 6, 10]);
    }

    #[test]
    fn they_enter_upright_above_row_nine() {
        let block_set = BlockSet::enumerated();
        for block in (0..12678).map(|number| block_set.block(number)) {
            let state = &block.shape.states[0];
            assert!(state.width <= state.height && state.width <= 5);
            assert_eq!(block.spawn.y, 32 - 9);
            let right = block.spawn.x + state.width - 1;
            assert!(block.spawn.x >= 3 && right <= 8, "{block:?}");
        }
    }

    #[test]
    fn the_frameworks_list_is_read() {
        let list = "raw = [[6,1,2,2,2,2,2],[0,0,1,0,0,0],[0,1,2,0,0,0,-1,1]]";
        let block_set = BlockSet::parse(list).expect("a list");
        assert_eq!(block_set.level_sizes, [1, 2, 2, 2, 2, 2]);
        let upright = block_set.block(1);
        assert_eq!((upright.spawn.x, upright.spawn.y), (6, 23));
        assert_eq!(upright.shape.states[0].height, 2);
        for wrong in [
            "",
            "[]",
            "[[6,1,2,2,2,2,3],[0,0,1,0,0,0]]",
            "[[6,1,1,1,1,1,1],[0,0,9,0,0]]",
            "[[6,1,1,1,1,1,1],[0,2147483647,1,0,0]]",
            "[[6,1,1,1,1,1,1],[0,0,2,0,-2147483648,0,2147483647]]",
        ] {
            assert!(BlockSet::parse(wrong).is_err(), "{wrong}");
        }
    }
}
