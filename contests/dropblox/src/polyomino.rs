//! Polyominoes as data: up to ten cells in four states, each turned clockwise about a centre from
//! the previous one.
//!
//! A pose is defined by the lower left corner of its cells, not by the centre, which may lie
//! outside the block and off the board. A turn then moves the corner by an amount that depends only
//! on the state. Has no board; `movegen` finds where a block can go.

use arrayvec::ArrayVec;
use landfall_rules::Cell;

/// Most cells of a block.
pub const MAX_CELLS: usize = 10;

/// Most columns or rows between a cell and the centre.
const MAX_OFFSET: i8 = 40;

/// A block in its four states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyomino {
    /// As drawn, then turned clockwise once, twice, three times.
    pub states: [PolyominoState; 4],
}

/// One of the four states of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolyominoState {
    /// The cells from the lower left corner of the bounding box, in order of column and row.
    pub cells: ArrayVec<Cell, MAX_CELLS>,
    /// Columns of the bounding box, 1 to 10.
    pub width: i8,
    /// Rows of the bounding box, 1 to 10.
    pub height: i8,
    /// Columns and rows by which the corner moves when this state is turned clockwise.
    pub cw_offset: Cell,
    /// The first state with the same cells.
    pub canonical: u8,
}

/// Where a block is: a state, and the column and row of its lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose {
    /// Index of the state, 0 to 3.
    pub state: u8,
    /// Column of the leftmost cell.
    pub x: i8,
    /// Row of the lowest cell.
    pub y: i8,
}

impl Polyomino {
    /// Returns the block with these cells about its centre, which is (0, 0), columns to the right
    /// and rows upwards. The cells need not be connected.
    ///
    /// # Errors
    /// There is no cell or too many, a cell occurs twice, cells are ten or more apart, or one is
    /// too far from the centre.
    ///
    /// # Examples
    /// ```
    /// use landfall_dropblox::polyomino::{Polyomino, Pose};
    ///
    /// // #.   The centre is the lower cell of the left column.
    /// // ##
    /// let block = Polyomino::new(&[(0, 0), (0, 1), (1, 0)])?;
    /// let pose = Pose { state: 0, x: 5, y: 5 };
    /// let mut cells: Vec<_> = block.cells(block.rotated_cw(pose)).collect();
    /// // ##
    /// // #.
    /// assert_eq!(cells, [(5, 4), (5, 5), (6, 5)]);
    /// # Ok::<(), landfall_dropblox::polyomino::PolyominoError>(())
    /// ```
    pub fn new(cells: &[Cell]) -> Result<Polyomino, PolyominoError> {
        if cells.is_empty() || cells.len() > MAX_CELLS {
            return Err(PolyominoError::CellCount(cells.len()));
        }
        let range = -MAX_OFFSET..=MAX_OFFSET;
        if cells
            .iter()
            .any(|(x, y)| !range.contains(x) || !range.contains(y))
        {
            return Err(PolyominoError::TooFarFromCentre);
        }
        let mut turned: ArrayVec<Cell, MAX_CELLS> = cells.iter().copied().collect();
        let mut states: ArrayVec<PolyominoState, 4> = ArrayVec::new();
        let mut corners = [(0, 0); 4];
        for corner in &mut corners {
            *corner = lower_left_corner(&turned);
            states.push(rotation_state(&turned, *corner)?);
            turned = turned.iter().map(|&(x, y)| (y, -x)).collect();
        }
        for r in 0..4 {
            let (corner, next) = (corners[r], corners[(r + 1) % 4]);
            let first_same = states.iter().position(|s| s.cells == states[r].cells);
            states[r].cw_offset = (next.0 - corner.0, next.1 - corner.1);
            states[r].canonical = first_same.unwrap_or(r) as u8;
        }
        let states = states.into_inner().expect("four states were made");
        Ok(Polyomino { states })
    }

    /// Returns the number of cells.
    pub fn size(&self) -> usize {
        self.states[0].cells.len()
    }

    /// Returns the state of a pose.
    pub fn state(&self, pose: Pose) -> &PolyominoState {
        &self.states[usize::from(pose.state & 3)]
    }

    /// Returns the cells that a pose covers.
    pub fn cells(&self, pose: Pose) -> impl Iterator<Item = Cell> {
        let cells = self.state(pose).cells.iter();
        cells.map(move |&(dx, dy)| (pose.x + dx, pose.y + dy))
    }

    /// Returns the pose after a turn clockwise about the centre, which may be off the board.
    pub fn rotated_cw(&self, pose: Pose) -> Pose {
        let (dx, dy) = self.state(pose).cw_offset;
        Pose {
            state: (pose.state + 1) & 3,
            x: pose.x + dx,
            y: pose.y + dy,
        }
    }
}

fn lower_left_corner(cells: &[Cell]) -> Cell {
    cells.iter().fold((i8::MAX, i8::MAX), |corner, &(x, y)| {
        (corner.0.min(x), corner.1.min(y))
    })
}

/// Returns the state with these cells; how it turns is filled in later.
fn rotation_state(cells: &[Cell], corner: Cell) -> Result<PolyominoState, PolyominoError> {
    let mut own: ArrayVec<Cell, MAX_CELLS> = ArrayVec::new();
    for &(x, y) in cells {
        let (dx, dy) = (x - corner.0, y - corner.1);
        if dx.max(dy) >= MAX_CELLS as i8 {
            return Err(PolyominoError::TooLarge);
        }
        own.push((dx, dy));
    }
    own.sort_unstable();
    if own.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(PolyominoError::DuplicateCell);
    }
    let extent = |of: fn(&Cell) -> i8| own.iter().map(of).max().unwrap_or(0) + 1;
    Ok(PolyominoState {
        width: extent(|cell| cell.0),
        height: extent(|cell| cell.1),
        cells: own,
        cw_offset: (0, 0),
        canonical: 0,
    })
}

/// Why cells are not a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolyominoError {
    /// There are this many cells: none, or more than ten.
    #[error("{0} cells, a block has 1 to {MAX_CELLS}")]
    CellCount(usize),
    /// A cell occurs twice.
    #[error("a cell is named twice")]
    DuplicateCell,
    /// Two cells are ten or more columns or rows apart.
    #[error("cells are ten or more apart")]
    TooLarge,
    /// A cell is more than 40 columns or rows away from the centre.
    #[error("a cell is far away from the centre")]
    TooFarFromCentre,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_clockwise_about_its_centre() {
        // #.      the centre is the lower cell of the left column
        // ##
        let block = Polyomino::new(&[(0, 0), (0, 1), (1, 0)]).expect("three cells");
        let cells = |r: usize| block.states[r].cells.to_vec();
        assert_eq!(cells(0), [(0, 0), (0, 1), (1, 0)]);
        assert_eq!(cells(1), [(0, 0), (0, 1), (1, 1)]);
        assert_eq!(cells(2), [(0, 1), (1, 0), (1, 1)]);
        assert_eq!(cells(3), [(0, 0), (1, 0), (1, 1)]);
        let pose = |state, y| Pose { state, x: 5, y };
        let start = pose(0, 5);
        let once = block.rotated_cw(start);
        assert_eq!(once, pose(1, 4));
        let back = block.rotated_cw(block.rotated_cw(block.rotated_cw(once)));
        assert_eq!(back, start);
    }

    #[test]
    fn equal_states_are_found_and_a_centre_may_lie_outside() {
        let bar = Polyomino::new(&[(3, 0), (4, 0), (5, 0)]).expect("three cells");
        assert_eq!(bar.states.each_ref().map(|s| s.canonical), [0, 1, 0, 1]);
        assert_eq!(bar.states[0].cw_offset, (-3, -5));
        assert_eq!((bar.states[1].width, bar.states[1].height), (1, 3));
    }

    #[test]
    fn invalid_blocks_are_refused() {
        for (cells, error) in [
            (&[][..], PolyominoError::CellCount(0)),
            (&[(0, 0); 11], PolyominoError::CellCount(11)),
            (&[(1, 1), (1, 1)], PolyominoError::DuplicateCell),
            (&[(0, 0), (0, 10)], PolyominoError::TooLarge),
            (&[(-128, 0)], PolyominoError::TooFarFromCentre),
        ] {
            assert_eq!(Polyomino::new(cells), Err(error));
        }
        assert!(Polyomino::new(&[(-40, 40), (-40, 31)]).is_ok());
    }
}
