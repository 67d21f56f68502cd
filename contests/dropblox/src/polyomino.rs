//! Polyominoes as data: up to ten cells in four states, each the one before turned clockwise
//! about a centre.
//!
//! A pose is named by the lower left corner of its cells, not by the centre, which may lie
//! outside the block and off the board. Turning then moves the corner by an amount that
//! depends on the state alone. Knows no board and no reachability.

use arrayvec::ArrayVec;
use landfall_rules::Cell;
use std::fmt;

/// Most cells of a block.
pub const MAX_CELLS: usize = 10;

/// Most columns or rows between a cell and the centre.
const MAX_OFFSET: i8 = 40;

/// A block and how it turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyomino {
    /// As drawn, then turned clockwise once, twice, three times.
    pub states: [PolyominoState; 4],
}

/// One of the four states of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolyominoState {
    /// The cells from the lower left corner of the state's box, in order of column and row.
    pub cells: ArrayVec<Cell, MAX_CELLS>,
    /// Columns of the box, 1 to 10.
    pub width: i8,
    /// Rows of the box, 1 to 10.
    pub height: i8,
    /// By how much the corner moves when this state is turned clockwise.
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
    /// The block with these cells about its centre, which is (0, 0), columns to the right
    /// and rows upwards. The cells need not hang together.
    ///
    /// # Errors
    /// None or too many cells, one cell twice, cells ten or more apart, or a cell far away
    /// from the centre.
    pub fn new(cells: &[Cell]) -> Result<Polyomino, PolyominoError> {
        if cells.is_empty() || cells.len() > MAX_CELLS {
            return Err(PolyominoError::CellCount(cells.len()));
        }
        let near = -MAX_OFFSET..=MAX_OFFSET;
        if cells
            .iter()
            .any(|(x, y)| !near.contains(x) || !near.contains(y))
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
            let (here, next) = (corners[r], corners[(r + 1) % 4]);
            let same = states.iter().position(|s| s.cells == states[r].cells);
            states[r].cw_offset = (next.0 - here.0, next.1 - here.1);
            states[r].canonical = same.unwrap_or(r) as u8;
        }
        let states = states.into_inner().expect("four states were made");
        Ok(Polyomino { states })
    }

    /// How many cells.
    pub fn size(&self) -> usize {
        self.states[0].cells.len()
    }

    /// The state of a pose.
    pub fn state(&self, pose: Pose) -> &PolyominoState {
        &self.states[usize::from(pose.state & 3)]
    }

    /// The cells that a pose covers.
    pub fn cells(&self, pose: Pose) -> impl Iterator<Item = Cell> {
        let cells = self.state(pose).cells.iter();
        cells.map(move |&(dx, dy)| (pose.x + dx, pose.y + dy))
    }

    /// The pose after a turn clockwise about the centre, which may leave the board.
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

/// The state with these cells; where it turns to is filled in later.
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

/// Why cells are no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolyominoError {
    /// So many cells: none, or more than ten.
    CellCount(usize),
    /// A cell is named twice.
    DuplicateCell,
    /// Two cells are ten or more apart, along a row or a column.
    TooLarge,
    /// A cell is more than 40 columns or rows away from the centre.
    TooFarFromCentre,
}

impl fmt::Display for PolyominoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolyominoError::CellCount(found) => {
                write!(f, "{found} cells, a block has 1 to {MAX_CELLS}")
            }
            PolyominoError::DuplicateCell => f.write_str("a cell is named twice"),
            PolyominoError::TooLarge => f.write_str("cells are ten or more apart"),
            PolyominoError::TooFarFromCentre => f.write_str("a cell is far away from the centre"),
        }
    }
}

impl std::error::Error for PolyominoError {}

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
        let start = Pose {
            state: 0,
            x: 5,
            y: 5,
        };
        let once = block.rotated_cw(start);
        assert_eq!(
            once,
            Pose {
                state: 1,
                x: 5,
                y: 4
            }
        );
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
    fn what_is_no_block_is_refused() {
        assert_eq!(Polyomino::new(&[]), Err(PolyominoError::CellCount(0)));
        assert_eq!(
            Polyomino::new(&[(0, 0); 11]),
            Err(PolyominoError::CellCount(11))
        );
        assert_eq!(
            Polyomino::new(&[(1, 1), (1, 1)]),
            Err(PolyominoError::DuplicateCell)
        );
        assert_eq!(
            Polyomino::new(&[(0, 0), (0, 10)]),
            Err(PolyominoError::TooLarge)
        );
        assert_eq!(
            Polyomino::new(&[(-128, 0)]),
            Err(PolyominoError::TooFarFromCentre)
        );
        assert!(Polyomino::new(&[(-40, 40), (-40, 31)]).is_ok());
    }
}
