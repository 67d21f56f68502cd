//! What a line looks like from a free point: to each side the stones of one colour and the
//! free points, five at most, up to where the line is blocked.
//!
//! Owns the numbers of these shapes and the lines as bits. What a shape is worth is in `judge`.

use super::bits::BitIter;
use super::geometry::{
    DIRECTION_COUNT, LINE_COUNT, REACH, cell_on_line, line_direction, line_masks, line_positions,
};
use crate::rules::{Colour, POINT_COUNT};

/// Ways in which a side may look: up to five points, each free or taken.
const HALF_PATTERN_COUNT: usize = (1 << (REACH + 1)) - 1;

/// Shapes: two sides that leave room for six, in either order, and one number for all others.
pub const PATTERN_COUNT: usize = 1 + pattern_numbers().1;

/// What blocks as a stone of the other colour does, points off the board, once for each colour.
pub static OFF_BOARD: [u64; LINE_COUNT] = off_board_masks();

/// By line, the places that it has.
static LINE_MASKS: [u32; LINE_COUNT] = line_masks();

/// By what blocks and what is taken in five points, the nearest first, the look of that side.
static NEAREST_FIRST: [u8; 1 << (2 * REACH)] = half_patterns(false);

/// The same with the nearest last.
static NEAREST_LAST: [u8; 1 << (2 * REACH)] = half_patterns(true);

/// The number of the shape by the looks of its sides.
static PATTERN_NUMBERS: [[u16; HALF_PATTERN_COUNT]; HALF_PATTERN_COUNT] = pattern_numbers().0;

/// The stones of both colours as bits along the lines: black's in the lower half of a word,
/// white's in the upper one, each after as many empty bits as a window reaches.
#[derive(Clone, PartialEq, Eq)]
pub struct LineStones([u64; LINE_COUNT]);

/// The shapes through a point, by colour and direction.
pub type CellPatterns = [[u16; DIRECTION_COUNT]; 2];

impl LineStones {
    /// No stones.
    pub const NONE: LineStones = LineStones([0; LINE_COUNT]);

    /// Puts a stone at a place, or takes it off again; gives the stones of the line then.
    #[inline]
    pub fn toggle(&mut self, (line, place): (u8, u8), colour: Colour) -> u64 {
        let stones = &mut self.0[line as usize];
        *stones ^= 1 << (place as usize + REACH + 32 * colour as usize);
        *stones
    }

    /// The stones of a line, by place.
    #[inline]
    pub fn stones(&self, colour: Colour, line: usize) -> u32 {
        (self.0[line] >> (32 * colour as usize)) as u32 >> REACH
    }

    /// The stones of both colours on a line, by place.
    #[inline]
    pub fn taken(&self, line: usize) -> u32 {
        (self.0[line] | self.0[line] >> 32) as u32 >> REACH
    }

    /// The shapes through a free point.
    #[inline]
    pub fn patterns(&self, cell: usize) -> CellPatterns {
        let mut shapes = CellPatterns::default();
        for (direction, &(line, place)) in line_positions(cell).iter().enumerate() {
            let seen = patterns_at(line as usize, self.0[line as usize], place as usize);
            (shapes[0][direction], shapes[1][direction]) = seen;
        }
        shapes
    }
}

/// What every point sees of the lines through it. It is brought up to date line by line, and
/// only where something has changed since it was looked at before.
pub struct PatternCache {
    lines: LineStones,
    patterns: [CellPatterns; POINT_COUNT],
    /// By point, the directions in which a stone is at most five points away, one bit each.
    stone_in_reach: [u8; POINT_COUNT],
}

impl PatternCache {
    /// Of a board without stones.
    pub fn new() -> PatternCache {
        let lines = LineStones::NONE;
        PatternCache {
            patterns: std::array::from_fn(|cell| lines.patterns(cell)),
            stone_in_reach: [0; POINT_COUNT],
            lines,
        }
    }

    /// Looks at these lines.
    pub fn update(&mut self, lines: &LineStones) {
        for (line, (&now, before)) in lines.0.iter().zip(&mut self.lines.0).enumerate() {
            let changed = now ^ *before;
            if changed == 0 {
                continue;
            }
            *before = now;
            let direction = line_direction(line);
            for place in BitIter(positions_in_reach(line, changed)) {
                let cell = cell_on_line(line, place);
                let [black, white] = &mut self.patterns[cell];
                (black[direction], white[direction]) = patterns_at(line, now, place);
                let near = (now | now >> 32) >> place & ((1 << (2 * REACH + 1)) - 1) != 0;
                let near = u8::from(near) << direction;
                self.stone_in_reach[cell] = self.stone_in_reach[cell] & !(1 << direction) | near;
            }
        }
    }

    /// The shapes through a free point.
    #[inline]
    pub fn shapes(&self, cell: usize) -> &CellPatterns {
        &self.patterns[cell]
    }

    /// Whether a stone is at most five points away along a line.
    #[inline]
    pub fn has_stone_in_reach(&self, cell: usize) -> bool {
        self.stone_in_reach[cell] != 0
    }
}

/// The places of a line that are at most five points away from one of these stones.
#[inline]
fn positions_in_reach(line: usize, stones: u64) -> u64 {
    let one = (stones | stones >> 32) & u64::from(u32::MAX);
    let two = one | one >> 1;
    let four = two | two >> 2;
    let eight = four | four >> 4;
    (eight | eight >> (2 * REACH + 1 - 8)) & u64::from(LINE_MASKS[line])
}

/// The shapes at a place of a line with these stones, for black and for white.
#[inline]
fn patterns_at(line: usize, stones: u64, place: usize) -> (u16, u16) {
    let blocked = (stones.rotate_left(32) | OFF_BOARD[line]) >> place;
    let taken = stones >> place;
    (
        pattern_number(taken, blocked),
        pattern_number(taken >> 32, blocked >> 32),
    )
}

/// The number of the shape by what is taken and what is blocked, from five points before the
/// point on.
#[inline]
fn pattern_number(taken: u64, blocked: u64) -> u16 {
    let side = |shift: usize| {
        let bits = |of: u64| (of >> shift) as usize & ((1 << REACH) - 1);
        bits(blocked) << REACH | bits(taken)
    };
    PATTERN_NUMBERS[NEAREST_LAST[side(0)] as usize][NEAREST_FIRST[side(REACH + 1)] as usize]
}

const fn off_board_masks() -> [u64; LINE_COUNT] {
    let mut borders = [0; LINE_COUNT];
    let masks = line_masks();
    let mut line = 0;
    while line < LINE_COUNT {
        let border = !(masks[line] << REACH) as u64;
        borders[line] = border << 32 | border;
        line += 1;
    }
    borders
}

/// A side of n points is one of 2^n, after all the shorter ones.
const fn half_patterns(backwards: bool) -> [u8; 1 << (2 * REACH)] {
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
const fn pattern_numbers() -> ([[u16; HALF_PATTERN_COUNT]; HALF_PATTERN_COUNT], usize) {
    let mut numbers = [[0; HALF_PATTERN_COUNT]; HALF_PATTERN_COUNT];
    let mut count = 0;
    let mut left = 0;
    while left < HALF_PATTERN_COUNT {
        let mut right = left;
        while right < HALF_PATTERN_COUNT {
            if half_pattern_length(left) + half_pattern_length(right) >= REACH {
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
pub fn window_counts() -> Vec<[u8; REACH + 1]> {
    let mut counts = vec![[0; REACH + 1]; PATTERN_COUNT];
    for left in 0..HALF_PATTERN_COUNT {
        for right in left..HALF_PATTERN_COUNT {
            let shape = &mut counts[PATTERN_NUMBERS[left][right] as usize];
            if half_pattern_length(left) + half_pattern_length(right) < REACH {
                continue;
            }
            let stones = |arm: usize, nearest: usize| {
                let taken = arm + 1 - (1 << half_pattern_length(arm));
                (taken & ((1 << nearest) - 1)).count_ones() as usize
            };
            for far in REACH.saturating_sub(half_pattern_length(right))
                ..=REACH.min(half_pattern_length(left))
            {
                shape[stones(left, far) + stones(right, REACH - far)] += 1;
            }
        }
    }
    counts
}

/// The points of a side.
const fn half_pattern_length(arm: usize) -> usize {
    (arm + 1).ilog2() as usize
}
