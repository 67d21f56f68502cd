//! The board as the search keeps it: what stands in every window and along every line, which
//! windows are how full, and a hash, all kept up to date stone by stone.
//!
//! Does not know whose turn it is, nor how many stones a turn has. Points are indices here.

use super::geometry::{CELLS, WINDOWS, through};
use super::shapes::Lines;
use crate::connect6::rules::{Colour, POINTS, Point, Position, ROW};

/// Words of a set of windows.
const WORDS: usize = WINDOWS.div_ceil(64);

/// What the cell of a free point holds.
const FREE: u8 = 2;

/// A set of windows, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows([u64; WORDS]);

impl Windows {
    const NONE: Windows = Windows([0; WORDS]);

    #[inline]
    fn flip(&mut self, window: usize) {
        self.0[window / 64] ^= 1 << (window % 64);
    }

    /// Whether a window is one of them.
    #[inline]
    pub fn has(&self, window: usize) -> bool {
        self.0[window / 64] >> (window % 64) & 1 == 1
    }

    /// The windows, in order of their numbers.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(word, &bits)| Bits(bits).map(move |bit| word * 64 + bit))
    }
}

/// The bits of a word that are set, the lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Stones, windows, lines and hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    cells: [u8; POINTS],
    /// By colour and window, which of its six points are taken.
    masks: [[u8; WINDOWS]; 2],
    /// By colour and number of stones, the windows without stones of the other colour.
    sets: [[Windows; ROW + 1]; 2],
    lines: Lines,
    key: u64,
    free: usize,
}

impl Board {
    /// The empty board.
    pub fn new() -> Board {
        let mut board = Board {
            cells: [FREE; POINTS],
            masks: [[0; WINDOWS]; 2],
            sets: [[Windows::NONE; ROW + 1]; 2],
            lines: Lines::NONE,
            key: 0,
            free: POINTS,
        };
        for window in 0..WINDOWS {
            board.sets[0][0].flip(window);
            board.sets[1][0].flip(window);
        }
        board
    }

    /// The board of a position.
    pub fn of(position: &Position) -> Board {
        let mut board = Board::new();
        for point in Point::all() {
            if let Some(colour) = position.stone(point) {
                board.put(point.index(), colour);
            }
        }
        board
    }

    /// Puts a stone on a free point.
    pub fn put(&mut self, cell: usize, colour: Colour) {
        debug_assert!(self.is_free(cell));
        let own = colour as usize;
        let other = 1 - own;
        self.cells[cell] = own as u8;
        self.key ^= KEYS[own][cell];
        self.lines.flip(cell, colour);
        self.free -= 1;
        for &(window, place) in through(cell) {
            let window = window as usize;
            let before = self.masks[own][window] as usize;
            let after = before | 1 << place;
            self.masks[own][window] = after as u8;
            let against = self.masks[other][window] as usize;
            if against == 0 {
                self.shift(own, window, before, after);
            }
            if before == 0 {
                self.leave(other, window, against);
            }
        }
    }

    /// Takes a stone of a colour off again.
    pub fn take(&mut self, cell: usize, colour: Colour) {
        let own = colour as usize;
        let other = 1 - own;
        debug_assert_eq!(self.cells[cell], own as u8);
        self.cells[cell] = FREE;
        self.key ^= KEYS[own][cell];
        self.lines.flip(cell, colour);
        self.free += 1;
        for &(window, place) in through(cell) {
            let window = window as usize;
            let before = self.masks[own][window] as usize;
            let after = before & !(1 << place);
            self.masks[own][window] = after as u8;
            let against = self.masks[other][window] as usize;
            if against == 0 {
                self.shift(own, window, before, after);
            }
            if after == 0 {
                self.enter(other, window, against);
            }
        }
    }

    /// A window of a colour alone has other stones than before.
    #[inline]
    fn shift(&mut self, own: usize, window: usize, before: usize, after: usize) {
        self.sets[own][before.count_ones() as usize].flip(window);
        self.sets[own][after.count_ones() as usize].flip(window);
    }

    /// A window is a colour's alone no longer.
    #[inline]
    fn leave(&mut self, colour: usize, window: usize, mask: usize) {
        self.sets[colour][mask.count_ones() as usize].flip(window);
    }

    /// A window is a colour's alone again.
    #[inline]
    fn enter(&mut self, colour: usize, window: usize, mask: usize) {
        self.sets[colour][mask.count_ones() as usize].flip(window);
    }

    /// Whether a point is free.
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.cells[cell] == FREE
    }

    /// The stone on a point.
    pub fn stone(&self, cell: usize) -> Option<Colour> {
        match self.cells[cell] {
            FREE => None,
            own if own == Colour::Black as u8 => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }

    /// Free points.
    pub fn free(&self) -> usize {
        self.free
    }

    /// The windows that hold so many stones of a colour, and none of the other.
    #[inline]
    pub fn windows(&self, colour: Colour, stones: usize) -> &Windows {
        &self.sets[colour as usize][stones]
    }

    /// Which of a window's points are taken by a colour, one bit each.
    #[inline]
    pub fn mask(&self, colour: Colour, window: usize) -> usize {
        self.masks[colour as usize][window] as usize
    }

    /// The free points of a window.
    #[inline]
    pub fn gaps(&self, window: usize) -> impl Iterator<Item = usize> + '_ {
        let cells = CELLS[window].iter().map(|&cell| cell as usize);
        cells.filter(|&cell| self.is_free(cell))
    }

    /// The stones along the lines.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// A hash of the stones; who is to move is not in it.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// A window that a colour can fill with the stones of one turn: four are there, or more.
    pub fn won(&self, colour: Colour) -> Option<usize> {
        let sets = &self.sets[colour as usize];
        let of = |stones: usize| sets[stones].iter().next();
        of(5).or_else(|| of(4))
    }
}

/// A random number for every colour and point.
static KEYS: [[u64; POINTS]; 2] = keys();

const fn keys() -> [[u64; POINTS]; 2] {
    let mut keys = [[0; POINTS]; 2];
    let mut seed = 0x6C65_7473_2070_6C61_u64;
    let mut at = 0;
    while at < 2 * POINTS {
        keys[at / POINTS][at % POINTS] = mix(&mut seed);
        at += 1;
    }
    keys
}

/// The next number of the generator splitmix64.
pub const fn mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
