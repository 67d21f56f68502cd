//! Where the 924 windows of six points lie, and which of them go through a point.
//!
//! Constant tables alone; what stands in the windows is in `board`.

use crate::connect6::rules::{DIRECTIONS, POINTS, ROW, SIDE};

/// Ways to lay six points in a row on the board.
pub const WINDOWS: usize = 2 * SIDE * (SIDE - ROW + 1) + 2 * (SIDE - ROW + 1) * (SIDE - ROW + 1);

/// Windows through a point, at most: six in each direction.
const THROUGH: usize = 4 * ROW;

/// The indices of the points of every window, in order along it.
pub static CELLS: [[u16; ROW]; WINDOWS] = cells();

/// The windows through every point, and as which of its six points.
static PASSES: [Passes; POINTS] = passes();

/// The windows through one point.
#[derive(Clone, Copy)]
struct Passes {
    windows: [(u16, u8); THROUGH],
    len: usize,
}

/// The windows through a point, each with the place that the point has in it, 0 to 5.
#[inline]
pub fn through(cell: usize) -> &'static [(u16, u8)] {
    let passes = &PASSES[cell];
    &passes.windows[..passes.len]
}

const fn cells() -> [[u16; ROW]; WINDOWS] {
    let mut all = [[0; ROW]; WINDOWS];
    let mut count = 0;
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let (right, down) = DIRECTIONS[direction];
        let mut cell = 0;
        while cell < POINTS {
            let (x, y) = ((cell % SIDE) as i32, (cell / SIDE) as i32);
            let reach = ROW as i32 - 1;
            let (end_x, end_y) = (x + right as i32 * reach, y + down as i32 * reach);
            let side = SIDE as i32;
            if end_x >= 0 && end_x < side && end_y >= 0 && end_y < side {
                let mut step = 0;
                while step < ROW {
                    let (right, down) = (right as i32, down as i32);
                    let at = (y + down * step as i32) * side + x + right * step as i32;
                    all[count][step] = at as u16;
                    step += 1;
                }
                count += 1;
            }
            cell += 1;
        }
        direction += 1;
    }
    assert!(count == WINDOWS);
    all
}

const fn passes() -> [Passes; POINTS] {
    let all = cells();
    let none = Passes {
        windows: [(0, 0); THROUGH],
        len: 0,
    };
    let mut passes = [none; POINTS];
    let mut window = 0;
    while window < WINDOWS {
        let mut place = 0;
        while place < ROW {
            let of = &mut passes[all[window][place] as usize];
            of.windows[of.len] = (window as u16, place as u8);
            of.len += 1;
            place += 1;
        }
        window += 1;
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect6::rules::Point;

    #[test]
    fn windows_are_the_rows_of_six_each_once() {
        let mut plain = Vec::new();
        for point in Point::all() {
            for direction in DIRECTIONS {
                let row: Option<Vec<u16>> = (0..ROW as i8)
                    .map(|steps| Some(point.step(direction, steps)?.index() as u16))
                    .collect();
                plain.extend(row);
            }
        }
        let mut ours: Vec<Vec<u16>> = CELLS.iter().map(|window| window.to_vec()).collect();
        plain.sort();
        ours.sort();
        assert_eq!(ours, plain);
        assert_eq!(ours.len(), 924);
    }

    #[test]
    fn a_point_knows_the_windows_through_it() {
        for cell in 0..POINTS {
            let with_it = CELLS.iter().filter(|w| w.contains(&(cell as u16))).count();
            assert_eq!(through(cell).len(), with_it);
            for &(window, place) in through(cell) {
                assert_eq!(CELLS[window as usize][place as usize] as usize, cell);
            }
        }
        assert_eq!(through(Point::CENTRE.index()).len(), 24);
        assert_eq!(through(0).len(), 3);
    }
}
