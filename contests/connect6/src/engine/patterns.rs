//! Line patterns: a line as seen from a free cell. To each side, the stones of one colour and the
//! free cells, at most five, up to where the line is blocked.
//!
//! Holds the numbers of the patterns, and the lines as bits. Patterns are evaluated in `evaluator`.

use super::bits::BitIter;
use super::geometry::{
    DIRECTION_COUNT, LINE_COUNT, REACH, cell_on_line, line_direction, line_masks, line_positions,
};
use crate::rules::{Colour, POINT_COUNT};

/// Patterns of one side of a cell: up to five cells, each free or taken.
const HALF_PATTERN_COUNT: usize = (1 << (REACH + 1)) - 1;

/// Patterns: two half patterns with room for six, in either order, and one number for all others.
pub const PATTERN_COUNT: usize = 1 + pattern_numbers().1;

/// By line, the positions off the board, once for each colour; they block as stones of the other
/// colour do.
pub static OFF_BOARD: [u64; LINE_COUNT] = off_board_masks();

/// By line, the positions that it has.
static LINE_MASKS: [u32; LINE_COUNT] = line_masks();

/// By the blocked and the taken ones of five cells, the nearest first, the half pattern.
static NEAREST_FIRST: [u8; 1 << (2 * REACH)] = half_patterns(false);

/// The same with the nearest cell last.
static NEAREST_LAST: [u8; 1 << (2 * REACH)] = half_patterns(true);

/// By two half patterns, the number of the pattern.
static PATTERN_NUMBERS: [[u16; HALF_PATTERN_COUNT]; HALF_PATTERN_COUNT] = pattern_numbers().0;

/// The stones of both colours as bits along the lines: black's in the lower half of a word, white's
/// in the upper one, each after [`REACH`] empty bits.
#[derive(Clone, PartialEq, Eq)]
pub struct LineStones([u64; LINE_COUNT]);

/// The patterns through a cell, by colour and direction.
pub type CellPatterns = [[u16; DIRECTION_COUNT]; 2];

impl LineStones {
    /// No stones.
    pub const NONE: LineStones = LineStones([0; LINE_COUNT]);

    /// Places a stone at a position, or removes it; returns the new stones of the line.
    #[inline]
    pub fn toggle(&mut self, (line, position): (u8, u8), colour: Colour) -> u64 {
        let stones = &mut self.0[line as usize];
        *stones ^= 1 << (position as usize + REACH + 32 * colour as usize);
        *stones
    }

    /// Returns the stones of a colour on a line, by position.
    #[inline]
    pub fn stones(&self, colour: Colour, line: usize) -> u32 {
        (self.0[line] >> (32 * colour as usize)) as u32 >> REACH
    }

    /// Returns the stones of both colours on a line, by position.
    #[inline]
    pub fn taken(&self, line: usize) -> u32 {
        (self.0[line] | self.0[line] >> 32) as u32 >> REACH
    }

    /// Returns the patterns through a free cell.
    #[inline]
    pub fn patterns(&self, cell: usize) -> CellPatterns {
        let mut patterns = CellPatterns::default();
        for (direction, &(line, position)) in line_positions(cell).iter().enumerate() {
            let seen = patterns_at(line as usize, self.0[line as usize], position as usize);
            (patterns[0][direction], patterns[1][direction]) = seen;
        }
        patterns
    }
}

/// The patterns through every cell, updated line by line where stones have changed.
pub struct PatternCache {
    lines: LineStones,
    /// The patterns through each free cell.
    patterns: [CellPatterns; POINT_COUNT],
    /// By cell, the directions with a stone at most five cells away, one bit each.
    stone_in_reach: [u8; POINT_COUNT],
}

impl PatternCache {
    /// Returns the patterns of the empty board.
    pub fn new() -> PatternCache {
        let lines = LineStones::NONE;
        PatternCache {
            patterns: std::array::from_fn(|cell| lines.patterns(cell)),
            stone_in_reach: [0; POINT_COUNT],
            lines,
        }
    }

    /// Updates the patterns to these lines.
    pub fn update(&mut self, lines: &LineStones) {
        for (line, (&now, before)) in lines.0.iter().zip(&mut self.lines.0).enumerate() {
            let changed = now ^ *before;
            if changed == 0 {
                continue;
            }
            *before = now;
            let direction = line_direction(line);
            for position in BitIter(positions_in_reach(line, changed)) {
                let cell = cell_on_line(line, position);
                let [black, white] = &mut self.patterns[cell];
                (black[direction], white[direction]) = patterns_at(line, now, position);
                let near = (now | now >> 32) >> position & ((1 << (2 * REACH + 1)) - 1) != 0;
                let near = u8::from(near) << direction;
                self.stone_in_reach[cell] = self.stone_in_reach[cell] & !(1 << direction) | near;
            }
        }
    }

    /// Returns the patterns through a free cell.
    #[inline]
    pub fn patterns(&self, cell: usize) -> &CellPatterns {
        &self.patterns[cell]
    }

    /// Returns whether a stone is at most five cells away along a line.
    #[inline]
    pub fn has_stone_in_reach(&self, cell: usize) -> bool {
        self.stone_in_reach[cell] != 0
    }
}

/// Returns the positions of a line that are at most five cells away from one of these stones.
#[inline]
fn positions_in_reach(line: usize, stones: u64) -> u64 {
    let one = (stones | stones >> 32) & u64::from(u32::MAX);
    let two = one | one >> 1;
    let four = two | two >> 2;
    let eight = four | four >> 4;
    (eight | eight >> (2 * REACH + 1 - 8)) & u64::from(LINE_MASKS[line])
}

/// Returns the patterns at a position of a line with these stones, for black and for white.
#[inline]
fn patterns_at(line: usize, stones: u64, position: usize) -> (u16, u16) {
    let blocked = (stones.rotate_left(32) | OFF_BOARD[line]) >> position;
    let taken = stones >> position;
    (
        pattern_number(taken, blocked),
        pattern_number(taken >> 32, blocked >> 32),
    )
}

/// Returns the number of a pattern, by the taken and the blocked cells, from five cells before the
/// cell on.
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

/// Returns the half patterns; the 2^n of n cells come after all the shorter ones.
const fn half_patterns(backwards: bool) -> [u8; 1 << (2 * REACH)] {
    let mut patterns = [0; 1 << (2 * REACH)];
    let mut at = 0;
    while at < patterns.len() {
        let (blocked, taken) = (at >> REACH, at & ((1 << REACH) - 1));
        let (mut length, mut bits) = (0, 0);
        while length < REACH {
            let position = if backwards {
                REACH - 1 - length
            } else {
                length
            };
            if blocked >> position & 1 == 1 {
                break;
            }
            bits |= (taken >> position & 1) << length;
            length += 1;
        }
        patterns[at] = ((1 << length) - 1 + bits) as u8;
        at += 1;
    }
    patterns
}

/// Returns the numbers by half patterns, and how many there are besides 0.
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

/// Returns, by pattern, how many of the windows through the cell hold 0, 1, ... 5 stones.
pub fn window_counts() -> Vec<[u8; REACH + 1]> {
    let mut counts = vec![[0; REACH + 1]; PATTERN_COUNT];
    for left in 0..HALF_PATTERN_COUNT {
        for right in left..HALF_PATTERN_COUNT {
            let pattern = &mut counts[PATTERN_NUMBERS[left][right] as usize];
            if half_pattern_length(left) + half_pattern_length(right) < REACH {
                continue;
            }
            let stones = |half: usize, nearest: usize| {
                let taken = half + 1 - (1 << half_pattern_length(half));
                (taken & ((1 << nearest) - 1)).count_ones() as usize
            };
            for far in REACH.saturating_sub(half_pattern_length(right))
                ..=REACH.min(half_pattern_length(left))
            {
                pattern[stones(left, far) + stones(right, REACH - far)] += 1;
            }
        }
    }
    counts
}

/// Returns the number of cells of a half pattern.
const fn half_pattern_length(half: usize) -> usize {
    (half + 1).ilog2() as usize
}
