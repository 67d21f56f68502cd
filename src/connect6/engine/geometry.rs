//! Where the 924 windows of six points lie, and which of them go through a point.
//!
//! Constant tables alone; what stands in the windows is in `board`.

use crate::connect6::rules::{DIRECTIONS, POINTS, ROW, SIDE};

/// Ways to lay six points in a row on the board.
pub const WINDOWS: usize = 2 * SIDE * (SIDE - ROW + 1) + 2 * (SIDE - ROW + 1) * (SIDE - ROW + 1);

/// Points to each side of a point that share a window with it.
pub const REACH: usize = ROW - 1;

/// Windows through a point, at most: six in each direction.
const THROUGH: usize = 4 * ROW;

/// The indices of the points of every window, in order along it.
pub static CELLS: [[u16; ROW]; WINDOWS] = cells();

/// The windows through every point, and as which of its six points.
static PASSES: [Passes; POINTS] = passes();

/// By direction and the point that a window begins with, the window.
static STARTS: [[u16; POINTS]; 4] = starts();

/// No window.
const NOWHERE: u16 = u16::MAX;

/// The windows that hold both points, in order along their line; none if the points are not
/// in one line, or too far from each other.
#[inline]
pub fn together(first: usize, second: usize) -> impl Iterator<Item = usize> {
    let (low, high) = (first.min(second), first.max(second));
    let (x, y) = (low % SIDE, low / SIDE);
    let right = (high % SIDE) as isize - x as isize;
    let down = (high / SIDE) - y;
    let apart = right.unsigned_abs().max(down);
    let direction = match (right, down) {
        (_, 0) => Some(0),
        (0, _) => Some(1),
        _ if right == down as isize => Some(2),
        _ if -right == down as isize => Some(3),
        _ => None,
    };
    // The third kind of line is walked upwards, so its windows start at the other end.
    let (step, start) = match direction {
        Some(0) => (1, low),
        Some(1) => (SIDE as isize, low),
        Some(2) => (SIDE as isize + 1, low),
        _ => (1 - SIDE as isize, high),
    };
    let count = match direction {
        Some(_) => ROW.saturating_sub(apart),
        None => 0,
    };
    let starts = &STARTS[direction.unwrap_or(0)];
    (0..count).rev().filter_map(move |back| {
        let from = usize::try_from(start as isize - step * back as isize).ok()?;
        let &window = starts.get(from).filter(|&&window| window != NOWHERE)?;
        let holds = CELLS[window as usize][back] as usize == start;
        holds.then_some(window as usize)
    })
}

const fn starts() -> [[u16; POINTS]; 4] {
    let all = cells();
    let steps = [1, SIDE as u16, SIDE as u16 + 1];
    let mut starts = [[NOWHERE; POINTS]; 4];
    let mut window = 0;
    while window < WINDOWS {
        let (from, next) = (all[window][0], all[window][1]);
        let mut direction = 0;
        while direction < 3 && (next < from || next - from != steps[direction]) {
            direction += 1;
        }
        starts[direction][from as usize] = window as u16;
        window += 1;
    }
    starts
}

/// The window that lies so many points further along the same line, 2 to 4, if there is one.
#[inline]
pub fn shifted(window: usize, apart: usize) -> Option<usize> {
    let other = SHIFTED[window][apart - 2];
    (other != NOWHERE).then_some(other as usize)
}

static SHIFTED: [[u16; 3]; WINDOWS] = shifts();

const fn shifts() -> [[u16; 3]; WINDOWS] {
    let all = cells();
    let starts = starts();
    let mut shifted = [[NOWHERE; 3]; WINDOWS];
    let mut window = 0;
    while window < WINDOWS {
        let from = all[window][0] as usize;
        let mut direction = 0;
        while direction < 4 && starts[direction][from] as usize != window {
            direction += 1;
        }
        let mut apart = 2;
        while apart <= 4 {
            shifted[window][apart - 2] = starts[direction][all[window][apart] as usize];
            apart += 1;
        }
        window += 1;
    }
    shifted
}

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

/// The points that share a line with a point and are at most five away from it.
#[inline]
pub fn in_reach(cell: usize) -> &'static [u16] {
    let star = &STARS[cell];
    &star.0[..star.1]
}

/// Points in reach, and how many there are.
type Star = ([u16; 8 * REACH], usize);

static STARS: [Star; POINTS] = stars();

const fn stars() -> [Star; POINTS] {
    let mut stars = [([0; 8 * REACH], 0); POINTS];
    let mut cell = 0;
    while cell < POINTS {
        let mut way = 0;
        while way < 2 * DIRECTIONS.len() {
            let (right, down) = DIRECTIONS[way / 2];
            let sign = if way % 2 == 0 { 1 } else { -1 };
            let mut step = 1;
            while step <= REACH as i32 {
                let x = (cell % SIDE) as i32 + sign * step * right as i32;
                let y = (cell / SIDE) as i32 + sign * step * down as i32;
                let side = SIDE as i32;
                if x >= 0 && x < side && y >= 0 && y < side {
                    stars[cell].0[stars[cell].1] = (y * side + x) as u16;
                    stars[cell].1 += 1;
                }
                step += 1;
            }
            way += 1;
        }
        cell += 1;
    }
    stars
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

    #[test]
    fn a_window_knows_those_further_on() {
        for (window, cells) in CELLS.iter().enumerate() {
            for apart in 2..=4 {
                let overlaps = |other: &[u16; ROW]| other[..ROW - apart] == cells[apart..];
                assert_eq!(shifted(window, apart), CELLS.iter().position(overlaps));
            }
        }
    }

    #[test]
    fn two_points_know_the_windows_that_hold_both() {
        for first in 0..POINTS {
            for second in (0..POINTS).filter(|&second| second != first) {
                let ours: Vec<usize> = together(first, second).collect();
                let holds = |cell: usize| through(cell).iter().map(|&(w, _)| w as usize);
                let both = |w: &usize| holds(second).any(|other| other == *w);
                let mut plain: Vec<usize> = holds(first).filter(both).collect();
                let mut sorted = ours.clone();
                sorted.sort();
                plain.sort();
                assert_eq!(sorted, plain, "{first} {second}");
            }
        }
    }
}
