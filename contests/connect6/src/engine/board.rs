//! The board as the search keeps it: what stands in every window and along every line, which
//! windows are how full, and a hash, all kept up to date stone by stone.
//!
//! Does not know whose turn it is, nor how many stones a turn has. Points are indices here.

use super::bits::BitIter;
use super::geometry::{LINE_COUNT, LINE_STRIDE, cell_on_line, line_positions};
use super::patterns::LineStones;
use super::windows::{STONE_COUNTS, WindowSet, windows_by_count};
use crate::rules::{Colour, POINT_COUNT, Point, Position, WIN_LENGTH};

/// What the cell of a free point holds.
const FREE: u8 = 2;

/// Stones, windows, lines and hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    cells: [u8; POINT_COUNT],
    /// By colour and number of stones, from 1, the windows without stones of the other colour.
    windows_by_count: [[WindowSet; STONE_COUNTS]; 2],
    /// By colour, the lines with windows that a turn can fill, one bit each.
    fillable_lines: [[u64; LINE_COUNT.div_ceil(64)]; 2],
    lines: LineStones,
    key: u64,
    free: usize,
}

impl Board {
    /// The empty board.
    pub fn new() -> Board {
        Board {
            cells: [FREE; POINT_COUNT],
            windows_by_count: [[WindowSet::NONE; STONE_COUNTS]; 2],
            fillable_lines: [[0; LINE_COUNT.div_ceil(64)]; 2],
            lines: LineStones::NONE,
            key: 0,
            free: POINT_COUNT,
        }
    }

    /// The board of a position.
    pub fn from_position(position: &Position) -> Board {
        let mut board = Board::new();
        for point in Point::all() {
            if let Some(colour) = position.stone_at(point) {
                board.place(point.index(), colour);
            }
        }
        board
    }

    /// Puts a stone on a free point.
    pub fn place(&mut self, cell: usize, colour: Colour) {
        debug_assert!(self.is_free(cell));
        self.cells[cell] = colour as u8;
        self.free -= 1;
        self.toggle(cell, colour);
    }

    /// Takes a stone of a colour off again.
    pub fn remove(&mut self, cell: usize, colour: Colour) {
        debug_assert_eq!(self.cells[cell], colour as u8);
        self.cells[cell] = FREE;
        self.free += 1;
        self.toggle(cell, colour);
    }

    /// A stone of a colour comes or goes: hash, lines, windows.
    fn toggle(&mut self, cell: usize, colour: Colour) {
        self.key ^= ZOBRIST_KEYS[colour as usize][cell];
        for &place in line_positions(cell) {
            let line = place.0 as usize;
            let by_count = windows_by_count(line, self.lines.toggle(place, colour));
            for (count, starts) in by_count.into_iter().enumerate() {
                self.windows_by_count[0][count].set(line, starts as u16);
                self.windows_by_count[1][count].set(line, (starts >> 32) as u16);
            }
            let full = by_count[WIN_LENGTH - 3] | by_count[WIN_LENGTH - 2];
            for (hot, starts) in self
                .fillable_lines
                .iter_mut()
                .zip([full as u16, (full >> 32) as u16])
            {
                let bit = line % 64;
                let hot = &mut hot[line / 64];
                *hot = *hot & !(1 << bit) | u64::from(starts != 0) << bit;
            }
        }
    }

    /// Whether a point is free.
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.cells[cell] == FREE
    }

    /// The stone on a point.
    pub fn stone_at(&self, cell: usize) -> Option<Colour> {
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

    /// The windows that hold so many stones of a colour, 1 to 5, and none of the other.
    #[inline]
    pub fn windows(&self, colour: Colour, stones: usize) -> &WindowSet {
        &self.windows_by_count[colour as usize][stones - 1]
    }

    /// Which of a window's points are taken by a colour, one bit each.
    #[inline]
    pub fn mask(&self, colour: Colour, window: usize) -> usize {
        let (line, start) = (window / LINE_STRIDE, window % LINE_STRIDE);
        (self.lines.stones(colour, line) >> start) as usize & ((1 << WIN_LENGTH) - 1)
    }

    /// The free points of a window, in order along it.
    #[inline]
    pub fn empty_cells(&self, window: usize) -> impl Iterator<Item = usize> + use<> {
        let (line, start) = (window / LINE_STRIDE, window % LINE_STRIDE);
        let free = !self.lines.taken(line) >> start & ((1 << WIN_LENGTH) - 1);
        BitIter(free.into()).map(move |step| cell_on_line(line, start + step))
    }

    /// The stones along the lines.
    pub fn lines(&self) -> &LineStones {
        &self.lines
    }

    /// The hash once a colour has these two stones more.
    #[inline]
    pub fn key_after(&self, (first, second): (usize, usize), colour: Colour) -> u64 {
        let keys = &ZOBRIST_KEYS[colour as usize];
        self.key ^ keys[first] ^ keys[second]
    }

    /// A hash of the stones; who is to move is not in it.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The windows that a colour can fill with the stones of one turn: five are there, or four.
    #[inline]
    pub fn fillable_windows(&self, colour: Colour) -> impl Iterator<Item = usize> + '_ {
        let [fives, fours] = [5, 4].map(|stones| self.windows(colour, stones));
        let hot = self.fillable_lines[colour as usize].iter().enumerate();
        let lines = hot.flat_map(|(word, &bits)| BitIter(bits).map(move |bit| word * 64 + bit));
        lines.flat_map(|line| {
            let starts = fives.of_line(line) | fours.of_line(line);
            BitIter(starts.into()).map(move |start| line * LINE_STRIDE + start)
        })
    }

    /// A window that a colour can fill with the stones of one turn.
    #[inline]
    pub fn winning_window(&self, colour: Colour) -> Option<usize> {
        self.fillable_windows(colour).next()
    }
}

/// A random number for every colour and point.
static ZOBRIST_KEYS: [[u64; POINT_COUNT]; 2] = zobrist_keys();

const fn zobrist_keys() -> [[u64; POINT_COUNT]; 2] {
    let mut keys = [[0; POINT_COUNT]; 2];
    let mut seed = 0x6C65_7473_2070_6C61_u64;
    let mut at = 0;
    while at < 2 * POINT_COUNT {
        keys[at / POINT_COUNT][at % POINT_COUNT] = mix(&mut seed);
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
