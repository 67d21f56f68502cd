//! Every polyomino of one to ten cells, up to turning, enumerated within a few milliseconds: the
//! contest's program does it anew for every move.
//!
//! A polyomino is a bit map here. How blocks enter is in `block_set`.

use crate::polyomino::MAX_CELLS;
use arrayvec::ArrayVec;

/// Cells in the box of the largest polyominoes, along each side.
const SIDE: usize = MAX_CELLS;

/// Columns of the plane on which polyominoes grow, with a margin at either side. They grow from the
/// middle of its lowest row to both sides and upwards.
const PLANE: usize = 2 * SIDE + 1;

/// The cell from which they grow, one row above the margin below.
const ORIGIN: usize = PLANE + SIDE;

/// Cells of the plane.
const CELLS: usize = PLANE * (SIDE + 2);

/// A polyomino in the lower left corner of its bounding box. The later a cell is, in order of
/// column and row, the lower is its bit; so the greater of two polyominoes of a size is the one
/// whose list of cells comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellBits(u128);

impl CellBits {
    /// Returns column and row of each cell from the corner, in order.
    pub fn cells(self) -> Vec<(i32, i32)> {
        let mut left = self.0;
        let mut cells = Vec::with_capacity(MAX_CELLS);
        while left != 0 {
            let place = left.leading_zeros();
            left &= !(1 << (127 - place));
            cells.push(((place / SIDE as u32) as i32, (place % SIDE as u32) as i32));
        }
        cells
    }

    fn from_cells(cells: &[(usize, usize)]) -> CellBits {
        let bit = |&(x, y): &(usize, usize)| 1 << (127 - (x * SIDE + y));
        CellBits(cells.iter().map(bit).fold(0u128, |shape, bit| shape | bit))
    }
}

/// Returns one of each polyomino, up to turning, by number of cells, and of each size in the order
/// of their cells. Of the four ways to turn it, it is the one whose cells come first.
pub fn enumerate_polyominoes() -> [Vec<CellBits>; MAX_CELLS + 1] {
    let mut growth = Enumerator {
        cells: ArrayVec::new(),
        // The margin, and what is left of the origin in its row: every polyomino grows from
        // the leftmost cell of its lowest row.
        seen: std::array::from_fn(|cell| {
            let (row, column) = (cell / PLANE, cell % PLANE);
            row == 0 || row > SIDE || column == 0 || column == PLANE - 1 || cell < ORIGIN
        }),
        found: Default::default(),
    };
    growth.seen[ORIGIN] = true;
    growth.grow(ArrayVec::from_iter([ORIGIN]));
    for shapes in &mut growth.found {
        shapes.sort_unstable_by(|a, b| b.cmp(a));
    }
    growth.found
}

/// Polyominoes that grow cell by cell, each in one order alone (Redelmeier's algorithm, 1981): a
/// cell that was left out once stays out.
struct Enumerator {
    cells: ArrayVec<usize, MAX_CELLS>,
    /// Cells that have been neighbours already, or never may be.
    seen: [bool; CELLS],
    found: [Vec<CellBits>; MAX_CELLS + 1],
}

impl Enumerator {
    /// Adds each of the untried cells in turn, and grows on from there.
    fn grow(&mut self, mut untried: ArrayVec<usize, { 3 * MAX_CELLS }>) {
        while let Some(cell) = untried.pop() {
            self.cells.push(cell);
            self.record();
            if !self.cells.is_full() {
                let mut next = untried.clone();
                for neighbour in [cell + 1, cell - 1, cell + PLANE, cell - PLANE] {
                    if !self.seen[neighbour] {
                        self.seen[neighbour] = true;
                        next.push(neighbour);
                    }
                }
                let new = untried.len()..next.len();
                let added: ArrayVec<usize, 4> = next[new].iter().copied().collect();
                self.grow(next);
                added.iter().for_each(|&cell| self.seen[cell] = false);
            }
            self.cells.pop();
        }
    }

    /// Records the polyomino if it is the first of the ways to turn it.
    fn record(&mut self) {
        let columns = self.cells.iter().map(|cell| cell % PLANE);
        let left = columns.min().unwrap_or(0);
        let mut cells: ArrayVec<(usize, usize), MAX_CELLS> = self
            .cells
            .iter()
            .map(|cell| (cell % PLANE - left, cell / PLANE - 1))
            .collect();
        let shape = CellBits::from_cells(&cells);
        for _ in 1..4 {
            let right = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
            cells
                .iter_mut()
                .for_each(|cell| *cell = (cell.1, right - cell.0));
            if CellBits::from_cells(&cells) > shape {
                return;
            }
        }
        self.found[cells.len()].push(shape);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_are_known() {
        let counts = enumerate_polyominoes().map(|shapes| shapes.len());
        assert_eq!(counts, [0, 1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189]);
    }

    #[test]
    fn each_is_there_once_and_turned_so_that_its_cells_come_first() {
        let found = enumerate_polyominoes();
        let cells = |size: usize| -> Vec<_> { found[size].iter().map(|s| s.cells()).collect() };
        assert_eq!(cells(1), [[(0, 0)]]);
        assert_eq!(cells(2), [[(0, 0), (0, 1)]]);
        assert_eq!(
            cells(3),
            [[(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)]]
        );
        for size in 1..=MAX_CELLS {
            assert!(cells(size).is_sorted_by(|a, b| a < b), "{size} cells");
        }
    }
}
