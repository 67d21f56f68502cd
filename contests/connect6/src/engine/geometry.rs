//! Constant tables of lines, of windows of six cells, and of the cells near a cell. The stones on
//! the lines are in `patterns`, the stones in the windows in `windows`.

use crate::rules::{BOARD_SIZE, DIRECTIONS, POINT_COUNT, WIN_LENGTH};

/// Directions of lines.
pub const DIRECTION_COUNT: usize = DIRECTIONS.len();

/// Lines of all directions, including those shorter than six cells.
pub const LINE_COUNT: usize = 2 * BOARD_SIZE + 2 * DIAGONALS;

/// Lines of a diagonal direction.
const DIAGONALS: usize = 2 * BOARD_SIZE - 1;

/// A window's number is the number of its line times this, plus the position of its first cell.
pub const LINE_STRIDE: usize = 16;

/// Cells to each side of a cell that share a window with it.
pub const REACH: usize = WIN_LENGTH - 1;

/// By cell and direction, the line and the position in it: the row on vertical lines, the column on
/// all others.
static LINE_POSITIONS: [[(u8, u8); DIRECTION_COUNT]; POINT_COUNT] = line_positions_of_cells();

/// By line and position, the cell.
static LINE_CELLS: [[u16; BOARD_SIZE]; LINE_COUNT] = cells_of_lines();

/// By line, the positions where windows begin, one bit each.
static WINDOW_STARTS: [u16; LINE_COUNT] = window_starts();

/// Placeholder where a line has no cell.
const NO_CELL: u16 = u16::MAX;

/// Returns the lines through a cell, one in each direction, and its position in each.
#[inline]
pub fn line_positions(cell: usize) -> &'static [(u8, u8); DIRECTION_COUNT] {
    &LINE_POSITIONS[cell]
}

/// Returns the cell at a position that the line has.
#[inline]
pub fn cell_on_line(line: usize, position: usize) -> usize {
    LINE_CELLS[line][position] as usize
}

/// Returns the direction of a line.
#[inline]
pub fn line_direction(line: usize) -> usize {
    match line {
        _ if line < 2 * BOARD_SIZE => line / BOARD_SIZE,
        _ => 2 + (line - 2 * BOARD_SIZE) / DIAGONALS,
    }
}

/// Returns the windows that hold both cells, if there are any: their line, and the positions
/// where they begin, one bit each.
#[inline]
pub fn shared_windows(first: usize, second: usize) -> Option<(usize, u16)> {
    let ways = LINE_POSITIONS[first].iter().zip(&LINE_POSITIONS[second]);
    let (&(line, one), &(_, two)) = ways.into_iter().find(|(one, two)| one.0 == two.0)?;
    let (low, high) = (one.min(two), one.max(two));
    let from_high = u32::MAX << high.saturating_sub(REACH as u8);
    let to_low = (2 << low) - 1;
    let line = line as usize;
    let starts = WINDOW_STARTS[line] & (from_high & to_low) as u16;
    (starts != 0).then_some((line, starts))
}

/// Returns which of the windows that begin at `starts` hold the cell at a position of the line:
/// the lowest of six bits is the window that begins five cells before it.
#[inline]
pub fn windows_through(starts: u16, position: u8) -> usize {
    ((u32::from(starts) << REACH) >> position) as usize & ((1 << WIN_LENGTH) - 1)
}

/// Returns the cells that share a line with a cell and are at most five away from it.
#[inline]
pub fn cells_in_reach(cell: usize) -> &'static [u16] {
    let neighbours = &NEIGHBOURS[cell];
    &neighbours.0[..neighbours.1]
}

/// Cells in reach, and their number.
type Neighbours = ([u16; 8 * REACH], usize);

static NEIGHBOURS: [Neighbours; POINT_COUNT] = neighbours();

const fn neighbours() -> [Neighbours; POINT_COUNT] {
    let mut neighbours = [([0; 8 * REACH], 0); POINT_COUNT];
    let mut cell = 0;
    while cell < POINT_COUNT {
        let mut direction = 0;
        while direction < 2 * DIRECTION_COUNT {
            let (right, down) = DIRECTIONS[direction / 2];
            let sign = if direction % 2 == 0 { 1 } else { -1 };
            let mut step = 1;
            while step <= REACH as i32 {
                let x = (cell % BOARD_SIZE) as i32 + sign * step * right as i32;
                let y = (cell / BOARD_SIZE) as i32 + sign * step * down as i32;
                let side = BOARD_SIZE as i32;
                if x >= 0 && x < side && y >= 0 && y < side {
                    neighbours[cell].0[neighbours[cell].1] = (y * side + x) as u16;
                    neighbours[cell].1 += 1;
                }
                step += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    neighbours
}

const fn line_positions_of_cells() -> [[(u8, u8); DIRECTION_COUNT]; POINT_COUNT] {
    let mut positions = [[(0, 0); DIRECTION_COUNT]; POINT_COUNT];
    let mut cell = 0;
    while cell < POINT_COUNT {
        let (x, y) = (cell % BOARD_SIZE, cell / BOARD_SIZE);
        let lines = [
            y,
            BOARD_SIZE + x,
            2 * BOARD_SIZE + x + BOARD_SIZE - 1 - y,
            2 * BOARD_SIZE + DIAGONALS + x + y,
        ];
        let mut direction = 0;
        while direction < DIRECTION_COUNT {
            let position = if direction == 1 { y } else { x };
            positions[cell][direction] = (lines[direction] as u8, position as u8);
            direction += 1;
        }
        cell += 1;
    }
    positions
}

const fn cells_of_lines() -> [[u16; BOARD_SIZE]; LINE_COUNT] {
    let mut cells = [[NO_CELL; BOARD_SIZE]; LINE_COUNT];
    let positions = line_positions_of_cells();
    let mut cell = 0;
    while cell < POINT_COUNT {
        let mut direction = 0;
        while direction < DIRECTION_COUNT {
            let (line, position) = positions[cell][direction];
            cells[line as usize][position as usize] = cell as u16;
            direction += 1;
        }
        cell += 1;
    }
    cells
}

/// Returns, by line, the positions that it has, one bit each.
pub const fn line_masks() -> [u32; LINE_COUNT] {
    let mut masks = [0; LINE_COUNT];
    let cells = cells_of_lines();
    let mut line = 0;
    while line < LINE_COUNT {
        let mut position = 0;
        while position < BOARD_SIZE {
            masks[line] |= ((cells[line][position] != NO_CELL) as u32) << position;
            position += 1;
        }
        line += 1;
    }
    masks
}

const fn window_starts() -> [u16; LINE_COUNT] {
    let mut starts = [0; LINE_COUNT];
    let masks = line_masks();
    let mut line = 0;
    while line < LINE_COUNT {
        let mut step = 0;
        let mut line_starts = u32::MAX;
        while step < WIN_LENGTH {
            line_starts &= masks[line] >> step;
            step += 1;
        }
        starts[line] = line_starts as u16;
        line += 1;
    }
    starts
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::rules::Point;

    /// Returns the numbers of all windows, with their cells.
    pub fn windows() -> Vec<(usize, [usize; WIN_LENGTH])> {
        let starts =
            (0..LINE_COUNT).flat_map(|line| (0..LINE_STRIDE).map(move |position| (line, position)));
        let starts = starts.filter(|&(line, position)| WINDOW_STARTS[line] >> position & 1 == 1);
        let window = |(line, position)| {
            let points = std::array::from_fn(|step| cell_on_line(line, position + step));
            (line * LINE_STRIDE + position, points)
        };
        starts.map(window).collect()
    }

    /// Returns all rows of six points, computed from the rules only.
    pub fn rows() -> Vec<Vec<usize>> {
        let row = |from: Point, direction| {
            let points = (0..WIN_LENGTH as i8).map(|steps| from.step(direction, steps));
            points.map(|point| point.map(Point::index)).collect()
        };
        Point::all()
            .flat_map(|from| DIRECTIONS.into_iter().filter_map(move |d| row(from, d)))
            .collect()
    }

    #[test]
    fn windows_are_all_rows_of_six() {
        let mut expected = rows();
        let mut actual: Vec<Vec<usize>> = windows().iter().map(|(_, row)| row.to_vec()).collect();
        expected.sort();
        actual.sort();
        assert_eq!(actual, expected);
        assert_eq!(actual.len(), 924);
    }

    #[test]
    fn line_positions_and_windows_through_a_cell_are_right() {
        for cell in 0..POINT_COUNT {
            let mut found = Vec::new();
            for &(line, position) in line_positions(cell) {
                assert_eq!(cell_on_line(line as usize, position as usize), cell);
                let windows_around = windows_through(WINDOW_STARTS[line as usize], position);
                let starts = (0..WIN_LENGTH).filter(|bit| windows_around >> bit & 1 == 1);
                found.extend(
                    starts.map(|bit| line as usize * LINE_STRIDE + position as usize + bit - REACH),
                );
            }
            let with_it = windows().into_iter().filter(|(_, row)| row.contains(&cell));
            let expected: Vec<usize> = with_it.map(|(window, _)| window).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn shared_windows_are_those_that_hold_both_cells() {
        let windows = windows();
        for first in 0..POINT_COUNT {
            for second in (0..POINT_COUNT).filter(|&second| second != first) {
                let both =
                    |row: &[usize; WIN_LENGTH]| row.contains(&first) && row.contains(&second);
                let expected = windows.iter().filter(|(_, row)| both(row));
                let expected: Vec<usize> = expected.map(|&(window, _)| window).collect();
                let actual = shared_windows(first, second).map_or(Vec::new(), |(line, starts)| {
                    let positions = (0..LINE_STRIDE).filter(|position| starts >> position & 1 == 1);
                    positions
                        .map(|position| line * LINE_STRIDE + position)
                        .collect()
                });
                assert_eq!(actual, expected, "{first} {second}");
            }
        }
    }
}
