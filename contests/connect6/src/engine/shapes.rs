//! What a line looks like from a free point: to each side the stones of one colour and the
//! free points, five at most, up to where the line is blocked.
//!
//! Owns the numbers of these shapes and the lines as bits. What a shape is worth is in `judge`.

use super::bits::Bits;
use super::geometry::{LINES, REACH, WAYS, extents, places, point, way};
use crate::rules::{Colour, POINTS};

/// Ways in which a side may look: up to five points, each free or taken.
const ARMS: usize = (1 << (REACH + 1)) - 1;

/// Shapes: two sides that leave room for six, in either order, and one number for all others.
pub const SHAPES: usize = 1 + shapes().1;

/// What blocks as a stone of the other colour does, points off the board, once for each colour.
pub static BORDERS: [u64; LINES] = borders();

/// By line, the places that it has.
static EXTENTS: [u32; LINES] = extents();

/// By what blocks and what is taken in five points, the nearest first, the look of that side.
static NEAR: [u8; 1 << (2 * REACH)] = arms(false);

/// The same with the nearest last.
static FAR: [u8; 1 << (2 * REACH)] = arms(true);

/// The number of the shape by the looks of its sides.
static NUMBERS: [[u16; ARMS]; ARMS] = shapes().0;

/// The stones of both colours as bits along the lines: black's in the lower half of a word,
/// white's in the upper one, each after as many empty bits as a window reaches.
#[derive(Clone, PartialEq, Eq)]
pub struct Lines([u64; LINES]);

/// The shapes through a point, by colour and direction.
pub type Shapes = [[u16; WAYS]; 2];

impl Lines {
    /// No stones.
    pub const NONE: Lines = Lines([0; LINES]);

    /// Puts a stone at a place, or takes it off again; gives the stones of the line then.
    #[inline]
    pub fn flip(&mut self, (line, place): (u8, u8), colour: Colour) -> u64 {
        let stones = &mut self.0[line as usize];
        *stones ^= 1 << (place as usize + REACH + 32 * colour as usize);
        *stones
    }

    /// The stones of a line, by place.
    #[inline]
    pub fn of(&self, colour: Colour, line: usize) -> u32 {
        (self.0[line] >> (32 * colour as usize)) as u32 >> REACH
    }

    /// The stones of both colours on a line, by place.
    #[inline]
    pub fn taken(&self, line: usize) -> u32 {
        (self.0[line] | self.0[line] >> 32) as u32 >> REACH
    }

    /// The shapes through a free point.
    #[inline]
    pub fn shapes(&self, cell: usize) -> Shapes {
        let mut shapes = Shapes::default();
        for (way, &(line, place)) in places(cell).iter().enumerate() {
            let seen = seen(line as usize, self.0[line as usize], place as usize);
            (shapes[0][way], shapes[1][way]) = seen;
        }
        shapes
    }
}

/// What every point sees of the lines through it. It is brought up to date line by line, and
/// only where something has changed since it was looked at before.
pub struct View {
    lines: Lines,
    shapes: [Shapes; POINTS],
    /// By point, the directions in which a stone is at most five points away, one bit each.
    near: [u8; POINTS],
}

impl View {
    /// Of a board without stones.
    pub fn new() -> View {
        let lines = Lines::NONE;
        View {
            shapes: std::array::from_fn(|cell| lines.shapes(cell)),
            near: [0; POINTS],
            lines,
        }
    }

    /// Looks at these lines.
    pub fn follow(&mut self, lines: &Lines) {
        for (line, (&now, before)) in lines.0.iter().zip(&mut self.lines.0).enumerate() {
            let changed = now ^ *before;
            if changed == 0 {
                continue;
            }
            *before = now;
            let way = way(line);
            for place in Bits(reached(line, changed)) {
                let cell = point(line, place);
                let [black, white] = &mut self.shapes[cell];
                (black[way], white[way]) = seen(line, now, place);
                let near = (now | now >> 32) >> place & ((1 << (2 * REACH + 1)) - 1) != 0;
                let near = u8::from(near) << way;
                self.near[cell] = self.near[cell] & !(1 << way) | near;
            }
        }
    }

    /// The shapes through a free point.
    #[inline]
    pub fn shapes(&self, cell: usize) -> &Shapes {
        &self.shapes[cell]
    }

    /// Whether a stone is at most five points away along a line.
    #[inline]
    pub fn is_near(&self, cell: usize) -> bool {
        self.near[cell] != 0
    }
}

/// The places of a line that are at most five points away from one of these stones.
#[inline]
fn reached(line: usize, stones: u64) -> u64 {
    let one = (stones | stones >> 32) & u64::from(u32::MAX);
    let two = one | one >> 1;
    let four = two | two >> 2;
    let eight = four | four >> 4;
    (eight | eight >> (2 * REACH + 1 - 8)) & u64::from(EXTENTS[line])
}

/// The shapes at a place of a line with these stones, for black and for white.
#[inline]
fn seen(line: usize, stones: u64, place: usize) -> (u16, u16) {
    let blocked = (stones.rotate_left(32) | BORDERS[line]) >> place;
    let taken = stones >> place;
    (number(taken, blocked), number(taken >> 32, blocked >> 32))
}

/// The number of the shape by what is taken and what is blocked, from five points before the
/// point on.
#[inline]
fn number(taken: u64, blocked: u64) -> u16 {
    let side = |shift: usize| {
        let bits = |of: u64| (of >> shift) as usize & ((1 << REACH) - 1);
        bits(blocked) << REACH | bits(taken)
    };
    NUMBERS[FAR[side(0)] as usize][NEAR[side(REACH + 1)] as usize]
}

const fn borders() -> [u64; LINES] {
    let mut borders = [0; LINES];
    let extents = extents();
    let mut line = 0;
    while line < LINES {
        let border = !(extents[line] << REACH) as u64;
        borders[line] = border << 32 | border;
        line += 1;
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
