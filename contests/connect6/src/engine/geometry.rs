//! Where lines and windows of six points lie, and what lies near a point.
//!
//! Constant tables alone; what stands on the lines is in `shapes`, how full the windows are in
//! `windows`.

use crate::rules::{DIRECTIONS, POINTS, ROW, SIDE};

/// Directions of lines.
pub const WAYS: usize = DIRECTIONS.len();

/// Lines of all directions, those included that are too short for six.
pub const LINES: usize = 2 * SIDE + 2 * SLANTED;

/// Lines of a slanted direction.
const SLANTED: usize = 2 * SIDE - 1;

/// Windows have numbers: that of their line times this, and the place of their first point.
pub const SLOT: usize = 16;

/// Points to each side of a point that share a window with it.
pub const REACH: usize = ROW - 1;

/// By point and direction, the line and the place in it, from 0: along vertical lines the row,
/// along all others the column.
static PLACES: [[(u8, u8); WAYS]; POINTS] = places_of_points();

/// By line and place, the point.
static ALONG: [[u16; SIDE]; LINES] = points_of_lines();

/// By line, the places that windows begin with, one bit each.
static ROOM: [u16; LINES] = room();

/// What stands where a line has no point.
const NOWHERE: u16 = u16::MAX;

/// The lines through a point, one in each direction, and its places in them.
#[inline]
pub fn places(cell: usize) -> &'static [(u8, u8); WAYS] {
    &PLACES[cell]
}

/// The point at a place of a line that has it.
#[inline]
pub fn point(line: usize, place: usize) -> usize {
    ALONG[line][place] as usize
}

/// The direction of a line.
#[inline]
pub fn way(line: usize) -> usize {
    match line {
        _ if line < 2 * SIDE => line / SIDE,
        _ => 2 + (line - 2 * SIDE) / SLANTED,
    }
}

/// The windows that hold both points, if there are any: their line, and the places that they
/// begin with, one bit each.
#[inline]
pub fn together(first: usize, second: usize) -> Option<(usize, u16)> {
    let ways = PLACES[first].iter().zip(&PLACES[second]);
    let (&(line, one), &(_, two)) = ways.into_iter().find(|(one, two)| one.0 == two.0)?;
    let (low, high) = (one.min(two), one.max(two));
    let from_high = u32::MAX << high.saturating_sub(REACH as u8);
    let to_low = (2 << low) - 1;
    let line = line as usize;
    let starts = ROOM[line] & (from_high & to_low) as u16;
    (starts != 0).then_some((line, starts))
}

/// The windows of a line that hold the point at a place, of those that begin with these places:
/// the lowest of six bits is the window that begins five points before it.
#[inline]
pub fn around(starts: u16, place: u8) -> usize {
    ((u32::from(starts) << REACH) >> place) as usize & ((1 << ROW) - 1)
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
        while way < 2 * WAYS {
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

const fn places_of_points() -> [[(u8, u8); WAYS]; POINTS] {
    let mut places = [[(0, 0); WAYS]; POINTS];
    let mut cell = 0;
    while cell < POINTS {
        let (x, y) = (cell % SIDE, cell / SIDE);
        let lines = [
            y,
            SIDE + x,
            2 * SIDE + x + SIDE - 1 - y,
            2 * SIDE + SLANTED + x + y,
        ];
        let mut way = 0;
        while way < WAYS {
            let place = if way == 1 { y } else { x };
            places[cell][way] = (lines[way] as u8, place as u8);
            way += 1;
        }
        cell += 1;
    }
    places
}

const fn points_of_lines() -> [[u16; SIDE]; LINES] {
    let mut along = [[NOWHERE; SIDE]; LINES];
    let places = places_of_points();
    let mut cell = 0;
    while cell < POINTS {
        let mut way = 0;
        while way < WAYS {
            let (line, place) = places[cell][way];
            along[line as usize][place as usize] = cell as u16;
            way += 1;
        }
        cell += 1;
    }
    along
}

/// By line, the places that it has, one bit each.
pub const fn extents() -> [u32; LINES] {
    let mut extents = [0; LINES];
    let along = points_of_lines();
    let mut line = 0;
    while line < LINES {
        let mut place = 0;
        while place < SIDE {
            extents[line] |= ((along[line][place] != NOWHERE) as u32) << place;
            place += 1;
        }
        line += 1;
    }
    extents
}

const fn room() -> [u16; LINES] {
    let mut room = [0; LINES];
    let extents = extents();
    let mut line = 0;
    while line < LINES {
        let mut step = 0;
        let mut starts = u32::MAX;
        while step < ROW {
            starts &= extents[line] >> step;
            step += 1;
        }
        room[line] = starts as u16;
        line += 1;
    }
    room
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::rules::Point;

    /// The numbers of all windows, and their points.
    pub fn windows() -> Vec<(usize, [usize; ROW])> {
        let starts = (0..LINES).flat_map(|line| (0..SLOT).map(move |place| (line, place)));
        let starts = starts.filter(|&(line, place)| ROOM[line] >> place & 1 == 1);
        let window = |(line, place)| {
            let points = std::array::from_fn(|step| point(line, place + step));
            (line * SLOT + place, points)
        };
        starts.map(window).collect()
    }

    #[test]
    fn windows_are_the_rows_of_six_each_once() {
        let mut plain: Vec<Vec<usize>> = Vec::new();
        for point in Point::all() {
            for direction in DIRECTIONS {
                let row: Option<Vec<usize>> = (0..ROW as i8)
                    .map(|steps| Some(point.step(direction, steps)?.index()))
                    .collect();
                plain.extend(row);
            }
        }
        let mut ours: Vec<Vec<usize>> = windows().iter().map(|(_, row)| row.to_vec()).collect();
        plain.sort();
        ours.sort();
        assert_eq!(ours, plain);
        assert_eq!(ours.len(), 924);
    }

    #[test]
    fn a_point_knows_its_places_and_the_windows_around_it() {
        for cell in 0..POINTS {
            let mut found = Vec::new();
            for &(line, place) in places(cell) {
                assert_eq!(point(line as usize, place as usize), cell);
                let around = around(ROOM[line as usize], place);
                let starts = (0..ROW).filter(|bit| around >> bit & 1 == 1);
                found.extend(starts.map(|bit| line as usize * SLOT + place as usize + bit - REACH));
            }
            let with_it = windows().into_iter().filter(|(_, row)| row.contains(&cell));
            let plain: Vec<usize> = with_it.map(|(window, _)| window).collect();
            assert_eq!(found, plain);
        }
    }

    #[test]
    fn two_points_know_the_windows_that_hold_both() {
        let windows = windows();
        for first in 0..POINTS {
            for second in (0..POINTS).filter(|&second| second != first) {
                let both = |row: &[usize; ROW]| row.contains(&first) && row.contains(&second);
                let plain = windows.iter().filter(|(_, row)| both(row));
                let plain: Vec<usize> = plain.map(|&(window, _)| window).collect();
                let ours = together(first, second).map_or(Vec::new(), |(line, starts)| {
                    let places = (0..SLOT).filter(|place| starts >> place & 1 == 1);
                    places.map(|place| line * SLOT + place).collect()
                });
                assert_eq!(ours, plain, "{first} {second}");
            }
        }
    }
}
