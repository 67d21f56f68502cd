//! All blocks of the contest: every polyomino of one to ten cells, up to turning, as they
//! enter the board; counted out here, or read from the framework's own list.

use super::enumerate::{CellBits, enumerate_polyominoes};
use crate::convert::{BlockError, FallingBlock, falling_block};
use crate::messages::{BlockMessage, CellMessage};
use crate::polyomino::MAX_CELLS;

/// Cells of the largest blocks of each level, the lowest first.
pub const LEVEL_MAX_CELLS: [usize; 6] = [5, 6, 7, 8, 9, 10];

/// The column of a block's centre when it enters.
const SPAWN_COLUMN: i32 = 6;

/// The lowest row of a block when it enters, from the top.
const SPAWN_BOTTOM_ROW: i32 = 9;

/// Blocks, the smaller first.
#[derive(Clone, Debug)]
pub struct BlockSet {
    blocks: Blocks,
    /// How many blocks there are up to each level.
    pub level_sizes: [usize; LEVEL_MAX_CELLS.len()],
}

/// Where they are from.
#[derive(Clone, Debug)]
enum Blocks {
    /// Counted here; how they enter is found when it is asked.
    Enumerated(Vec<CellBits>),
    /// From the framework's list.
    Parsed(Vec<FallingBlock>),
}

/// Cells from their lower left corner, in order.
type Cells = Vec<(i32, i32)>;

impl BlockSet {
    /// Counts them out.
    pub fn enumerated() -> BlockSet {
        let sizes = enumerate_polyominoes();
        let up_to = LEVEL_MAX_CELLS.map(|most| sizes[..=most].iter().map(Vec::len).sum());
        BlockSet {
            blocks: Blocks::Enumerated(sizes.concat()),
            level_sizes: up_to,
        }
    }

    /// The block of this number, from 0 to below the last of `up_to`.
    pub fn block(&self, number: usize) -> FallingBlock {
        match &self.blocks {
            Blocks::Enumerated(shapes) => spawn_block(&shapes[number].cells()),
            Blocks::Parsed(blocks) => blocks[number].clone(),
        }
    }

    /// Reads the list of the framework: an assignment, or the list alone.
    ///
    /// # Errors
    /// What is wrong with it, a sentence.
    pub fn parse(text: &str) -> Result<BlockSet, String> {
        let list = text.split_once('=').map_or(text, |(_, list)| list);
        let rows: Vec<Vec<i32>> = serde_json::from_str(list.trim())
            .map_err(|error| format!("no list of blocks: {error}"))?;
        let (head, rows) = rows.split_first().ok_or("the list of blocks is empty")?;
        let up_to: Vec<usize> = head
            .iter()
            .skip(1)
            .filter_map(|&n| usize::try_from(n).ok())
            .collect();
        let up_to: [usize; LEVEL_MAX_CELLS.len()] = up_to
            .try_into()
            .map_err(|_| format!("the first row names no {} levels", LEVEL_MAX_CELLS.len()))?;
        if up_to.contains(&0) || !up_to.is_sorted() || up_to[LEVEL_MAX_CELLS.len() - 1] > rows.len()
        {
            return Err(format!(
                "the levels of the first row do not fit {} blocks",
                rows.len()
            ));
        }
        let read = |(number, row): (usize, &Vec<i32>)| {
            parse_block(row).map_err(|why| format!("block {number} of the list: {why}"))
        };
        let blocks = rows
            .iter()
            .enumerate()
            .map(read)
            .collect::<Result<_, _>>()?;
        Ok(BlockSet {
            blocks: Blocks::Parsed(blocks),
            level_sizes: up_to,
        })
    }
}

/// A row of the framework's list: column and row of the centre, how many cells, then column
/// and row of each.
fn parse_block(row: &[i32]) -> Result<FallingBlock, String> {
    let [x, y, count, rest @ ..] = row else {
        return Err("too short".into());
    };
    let count = usize::try_from(*count).map_err(|_| "a negative number of cells")?;
    let cells = rest.get(..2 * count).ok_or("fewer cells than it says")?;
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
    falling_block(&BlockMessage { center, offsets })
        .map_err(|fault: BlockError| format!("{fault:?}"))
}

fn moved_to_corner(mut cells: Cells) -> Cells {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let bottom = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells
        .iter_mut()
        .for_each(|cell| *cell = (cell.0 - left, cell.1 - bottom));
    cells.sort_unstable();
    cells
}

/// A polyomino as it enters: upright, its lowest row and its centre column where they belong.
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
    let centre = (width / 2, height / 2);
    let offsets = upright
        .iter()
        .map(|&(x, y)| CellMessage {
            i: centre.1 - y,
            j: x - centre.0,
        })
        .collect();
    let center = CellMessage {
        i: SPAWN_BOTTOM_ROW - centre.1,
        j: SPAWN_COLUMN,
    };
    falling_block(&BlockMessage { center, offsets }).expect("ten rows hold every upright block")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_up_to_each_level_as_are_known() {
        let catalogue = BlockSet::enumerated();
        assert_eq!(catalogue.level_sizes, [29, 89, 285, 989, 3489, 12678]);
        let sizes = [0, 28, 29, 12677].map(|number| catalogue.block(number).shape.size());
        assert_eq!(sizes, [1, 5, 6, 10]);
    }

    #[test]
    fn they_enter_upright_above_row_nine() {
        let catalogue = BlockSet::enumerated();
        for entrant in (0..12678).map(|number| catalogue.block(number)) {
            let state = &entrant.shape.states[0];
            assert!(state.width <= state.height && state.width <= 5);
            assert_eq!(entrant.spawn.y, 32 - 9);
            let right = entrant.spawn.x + state.width - 1;
            assert!(entrant.spawn.x >= 3 && right <= 8, "{entrant:?}");
        }
    }

    #[test]
    fn the_frameworks_list_is_read() {
        let list = "raw = [[6,1,2,2,2,2,2],[0,0,1,0,0,0],[0,1,2,0,0,0,-1,1]]";
        let catalogue = BlockSet::parse(list).expect("a list");
        assert_eq!(catalogue.level_sizes, [1, 2, 2, 2, 2, 2]);
        let upright = catalogue.block(1);
        assert_eq!((upright.spawn.x, upright.spawn.y), (6, 23));
        assert_eq!(upright.shape.states[0].height, 2);
        for wrong in [
            "",
            "[]",
            "[[6,1,2,2,2,2,3],[0,0,1,0,0,0]]",
            "[[6,1,1,1,1,1,1],[0,0,9,0,0]]",
        ] {
            assert!(BlockSet::parse(wrong).is_err(), "{wrong}");
        }
    }
}
