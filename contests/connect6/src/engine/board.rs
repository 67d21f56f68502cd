//! The search's board: stones, the windows of six cells by how full they are, and a Zobrist hash,
//! updated stone by stone.
//!
//! Without the side to move, and without the number of stones of a turn. Cells are indices of
//! points.

use super::bits::BitIter;
use super::geometry::{LINE_COUNT, LINE_STRIDE, cell_on_line, line_positions};
use super::patterns::LineStones;
use super::windows::{STONE_COUNTS, WindowSet, windows_by_count};
use crate::rules::{Colour, POINT_COUNT, Point, Position, WIN_LENGTH};
use landfall_rng::SplitMix64;

/// Content of a free cell.
const FREE: u8 = 2;

/// Stones, windows, lines and hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    cells: [u8; POINT_COUNT],
    /// By colour and number of stones, from 1, the windows without stones of the other colour.
    windows_by_count: [[WindowSet; STONE_COUNTS]; 2],
    /// By colour, the lines with windows that one turn can fill, one bit each.
    fillable_lines: [[u64; LINE_COUNT.div_ceil(64)]; 2],
    /// The stones along the lines.
    pub lines: LineStones,
    /// The Zobrist hash of the stones; the side to move is not in it.
    pub key: u64,
    /// The number of free cells.
    pub free: usize,
}

impl Board {
    /// Returns the empty board.
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

    /// Returns the board of a position.
    pub fn from_position(position: &Position) -> Board {
        let mut board = Board::new();
        for point in Point::all() {
            if let Some(colour) = position.stone_at(point) {
                board.place(point.index(), colour);
            }
        }
        board
    }

    /// Places a stone on a free cell.
    pub fn place(&mut self, cell: usize, colour: Colour) {
        debug_assert!(self.is_free(cell));
        self.cells[cell] = colour as u8;
        self.free -= 1;
        self.toggle(cell, colour);
    }

    /// Removes a stone of this colour.
    pub fn remove(&mut self, cell: usize, colour: Colour) {
        debug_assert_eq!(self.cells[cell], colour as u8);
        self.cells[cell] = FREE;
        self.free += 1;
        self.toggle(cell, colour);
    }

    /// Updates hash, lines and windows for a stone that is placed or removed.
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
            for (fillable, starts) in self
                .fillable_lines
                .iter_mut()
                .zip([full as u16, (full >> 32) as u16])
            {
                let bit = line % 64;
                let fillable = &mut fillable[line / 64];
                *fillable = *fillable & !(1 << bit) | u64::from(starts != 0) << bit;
            }
        }
    }

    /// Returns whether a cell is free.
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.cells[cell] == FREE
    }

    /// Returns the colour of the stone on a cell.
    pub fn stone_at(&self, cell: usize) -> Option<Colour> {
        match self.cells[cell] {
            FREE => None,
            own if own == Colour::Black as u8 => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }

    /// Returns the windows with this many stones of a colour, 1 to 5, and none of the other.
    #[inline]
    pub fn windows(&self, colour: Colour, stones: usize) -> &WindowSet {
        &self.windows_by_count[colour as usize][stones - 1]
    }

    /// Returns which of a window's cells a colour has taken, one bit each.
    #[inline]
    pub fn mask(&self, colour: Colour, window: usize) -> usize {
        let (line, start) = (window / LINE_STRIDE, window % LINE_STRIDE);
        (self.lines.stones(colour, line) >> start) as usize & ((1 << WIN_LENGTH) - 1)
    }

    /// Returns the free cells of a window, in order along it.
    #[inline]
    pub fn empty_cells(&self, window: usize) -> impl Iterator<Item = usize> + use<> {
        let (line, start) = (window / LINE_STRIDE, window % LINE_STRIDE);
        let free = !self.lines.taken(line) >> start & ((1 << WIN_LENGTH) - 1);
        BitIter(free.into()).map(move |step| cell_on_line(line, start + step))
    }

    /// Returns the hash after a colour has placed these two stones.
    #[inline]
    pub fn key_after(&self, (first, second): (usize, usize), colour: Colour) -> u64 {
        let keys = &ZOBRIST_KEYS[colour as usize];
        self.key ^ keys[first] ^ keys[second]
    }

    /// Returns the windows that a colour can fill in one turn: those with five stones, or four.
    #[inline]
    pub fn fillable_windows(&self, colour: Colour) -> impl Iterator<Item = usize> + '_ {
        let [fives, fours] = [5, 4].map(|stones| self.windows(colour, stones));
        let fillable = self.fillable_lines[colour as usize].iter().enumerate();
        let lines =
            fillable.flat_map(|(word, &bits)| BitIter(bits).map(move |bit| word * 64 + bit));
        lines.flat_map(|line| {
            let starts = fives.of_line(line) | fours.of_line(line);
            BitIter(starts.into()).map(move |start| line * LINE_STRIDE + start)
        })
    }

    /// Returns a window that a colour can fill in one turn.
    #[inline]
    pub fn winning_window(&self, colour: Colour) -> Option<usize> {
        self.fillable_windows(colour).next()
    }
}

/// A random number for every colour and cell (Zobrist, 1970).
static ZOBRIST_KEYS: [[u64; POINT_COUNT]; 2] = zobrist_keys();

const fn zobrist_keys() -> [[u64; POINT_COUNT]; 2] {
    let mut keys = [[0; POINT_COUNT]; 2];
    let mut rng = SplitMix64::new(0x6C65_7473_2070_6C61);
    let mut at = 0;
    while at < 2 * POINT_COUNT {
        keys[at / POINT_COUNT][at % POINT_COUNT] = rng.next_u64();
        at += 1;
    }
    keys
}
