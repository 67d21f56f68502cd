//! What a line looks like from a free point: to each side the stones of one colour and the
//! free points, five at most, up to where the line is blocked.
//!
//! Owns the numbers of these shapes and the lines as bits. What a shape is worth is in `judge`.

use super::geometry::REACH;
use crate::connect6::rules::{Colour, POINTS, SIDE};

/// Directions of lines.
pub const WAYS: usize = 4;

/// Lines of one direction, at most.
const LINES: usize = 2 * SIDE - 1;

/// Ways in which a side may look: up to five points, each free or taken.
const ARMS: usize = (1 << (REACH + 1)) - 1;

/// Shapes: two sides that leave room for six, in either order, and one number for all others.
pub const SHAPES: usize = 1 + shapes().1;

/// What blocks as a stone of the other colour does: points off the board.
static BORDERS: [[u32; LINES]; WAYS] = borders();

/// By direction and point, the line and the place in it.
static PLACES: [[(u8, u8); POINTS]; WAYS] = places();

/// By what blocks and what is taken in five points, the nearest first, the look of that side.
static NEAR: [u8; 1 << (2 * REACH)] = arms(false);

/// The same with the nearest last.
static FAR: [u8; 1 << (2 * REACH)] = arms(true);

/// The number of the shape by the looks of its sides.
static NUMBERS: [[u16; ARMS]; ARMS] = shapes().0;

/// The stones of both colours as bits along the lines.
#[derive(Clone, PartialEq, Eq)]
pub struct Lines {
    stones: [[[u32; LINES]; WAYS]; 2],
}

impl Lines {
    /// No stones.
    pub const NONE: Lines = Lines {
        stones: [[[0; LINES]; WAYS]; 2],
    };

    /// Puts a stone, or takes it off again.
    #[inline]
    pub fn flip(&mut self, cell: usize, colour: Colour) {
        for (places, lines) in PLACES.iter().zip(&mut self.stones[colour as usize]) {
            let (line, place) = places[cell];
            lines[line as usize] ^= 1 << (place as usize + REACH);
        }
    }

    /// Whether a stone is at most five points away along a line.
    #[inline]
    pub fn is_near(&self, cell: usize) -> bool {
        let near = |(way, places): (usize, &[(u8, u8); POINTS])| {
            let (line, place) = places[cell];
            let stones = self.stones[0][way][line as usize] | self.stones[1][way][line as usize];
            stones >> place & ((1 << (2 * REACH + 1)) - 1) != 0
        };
        PLACES.iter().enumerate().any(near)
    }

    /// The shapes through a free point for a colour, one in each direction.
    #[inline]
    pub fn shapes(&self, cell: usize, colour: Colour) -> [u16; WAYS] {
        let own = &self.stones[colour as usize];
        let other = &self.stones[1 - colour as usize];
        std::array::from_fn(|way| {
            let (line, place) = PLACES[way][cell];
            let line = line as usize;
            let taken = own[way][line] >> place;
            let blocked = (other[way][line] | BORDERS[way][line]) >> place;
            let side = |shift: usize| {
                let bits = |of: u32| (of >> shift) as usize & ((1 << REACH) - 1);
                bits(blocked) << REACH | bits(taken)
            };
            NUMBERS[FAR[side(0)] as usize][NEAR[side(REACH + 1)] as usize]
        })
    }
}

/// The line and the place in it of every point. Along slanted lines the place is the column.
const fn places() -> [[(u8, u8); POINTS]; WAYS] {
    let mut places = [[(0, 0); POINTS]; WAYS];
    let mut cell = 0;
    while cell < POINTS {
        let (x, y) = ((cell % SIDE) as u8, (cell / SIDE) as u8);
        places[0][cell] = (y, x);
        places[1][cell] = (x, y);
        places[2][cell] = (x + SIDE as u8 - 1 - y, x);
        places[3][cell] = (x + y, x);
        cell += 1;
    }
    places
}

const fn borders() -> [[u32; LINES]; WAYS] {
    let mut borders = [[u32::MAX; LINES]; WAYS];
    let places = places();
    let mut way = 0;
    while way < WAYS {
        let mut cell = 0;
        while cell < POINTS {
            let (line, place) = places[way][cell];
            borders[way][line as usize] &= !(1 << (place as usize + REACH));
            cell += 1;
        }
        way += 1;
    }
    borders
}

/// A side of n points is one of 2^n, after all the shorter ones.
const fn arms(backwards: bool) -> [u8; 1 << (2 * REACH)] {
    let mut arms = [0; 1 << (2 * REACH)];
    let mut at = 0;
    while at < arms.len() {
        let (blocked, taken) = (at >> REACH, at & ((1 << REACH) - 1));
        let (mut length, mut bits) = (0, 0);
        while length < REACH {
            let place = if backwards {
                REACH - 1 - length
            } else {
                length
            };
            if blocked >> place & 1 == 1 {
                break;
            }
            bits |= (taken >> place & 1) << length;
            length += 1;
        }
        arms[at] = ((1 << length) - 1 + bits) as u8;
        at += 1;
    }
    arms
}

/// The numbers, and how many there are besides 0.
const fn shapes() -> ([[u16; ARMS]; ARMS], usize) {
    let mut numbers = [[0; ARMS]; ARMS];
    let mut count = 0;
    let mut left = 0;
    while left < ARMS {
        let mut right = left;
        while right < ARMS {
            if length(left) + length(right) >= REACH {
                count += 1;
                numbers[left][right] = count as u16;
                numbers[right][left] = count as u16;
            }
            right += 1;
        }
        left += 1;
    }
    (numbers, count)
}

/// By shape, how many of the rows of six through the point hold so many stones, from 0 to 5.
pub fn sixes() -> Vec<[u8; REACH + 1]> {
    let mut sixes = vec![[0; REACH + 1]; SHAPES];
    for left in 0..ARMS {
        for right in left..ARMS {
            let shape = &mut sixes[NUMBERS[left][right] as usize];
            if length(left) + length(right) < REACH {
                continue;
            }
            let stones = |arm: usize, nearest: usize| {
                let taken = arm + 1 - (1 << length(arm));
                (taken & ((1 << nearest) - 1)).count_ones() as usize
            };
            for far in REACH.saturating_sub(length(right))..=REACH.min(length(left)) {
                shape[stones(left, far) + stones(right, REACH - far)] += 1;
            }
        }
    }
    sixes
}

/// The points of a side.
const fn length(arm: usize) -> usize {
    (arm + 1).ilog2() as usize
}
