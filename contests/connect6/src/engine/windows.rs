//! How many stones the windows of six cells hold, counted for all windows of a line and both
//! colours at once with bitwise adders.

use super::bits::BitIter;
use super::geometry::{LINE_COUNT, LINE_STRIDE, REACH};
use super::patterns::OFF_BOARD;
use crate::rules::WIN_LENGTH;

/// Numbers of stones by which windows are sorted: 1 to 5.
pub const STONE_COUNTS: usize = WIN_LENGTH - 1;

/// Lines whose windows fill a word.
const LINES_PER_WORD: usize = 64 / LINE_STRIDE;

/// A set of windows: by line, the positions where they begin, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSet([u16; LINE_COUNT]);

impl WindowSet {
    /// The empty set.
    pub const NONE: WindowSet = WindowSet([0; LINE_COUNT]);

    /// Returns the windows of one line.
    #[inline]
    pub fn of_line(&self, line: usize) -> u16 {
        self.0[line]
    }

    /// Sets the windows of one line.
    #[inline]
    pub fn set(&mut self, line: usize, starts: u16) {
        self.0[line] = starts;
    }

    /// Returns the lines with windows in the set, and those, in order.
    #[inline]
    pub fn lines(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        let lines = self.0.iter().copied().enumerate();
        lines.filter(|(_, starts)| *starts != 0)
    }

    /// Returns the windows, in order of their numbers. Lines are read four at a time, which makes
    /// the whole search 2 % faster than one by one.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.chunks_exact(LINES_PER_WORD).map(|lines| {
            let lines = lines.iter().rev();
            lines.fold(0, |word, &starts| word << LINE_STRIDE | u64::from(starts))
        });
        let words = words.enumerate().filter(|(_, word)| *word != 0);
        words.flat_map(|(at, word)| BitIter(word).map(move |bit| at * 64 + bit))
    }
}

/// Returns the windows of a line that hold 1 to 5 stones of a colour and none of the other: the
/// positions where they begin, black's in the lower half of each word.
///
/// Adds up six bits at once: three neighbours give a sum of two bits, and so do the three that
/// follow them.
#[inline]
pub fn windows_by_count(line: usize, stones: u64) -> [u64; STONE_COUNTS] {
    let other = stones.rotate_left(32) | OFF_BOARD[line];
    let (own, other) = (stones >> REACH, other >> REACH);
    let two = other | other >> 1;
    let four = two | two >> 2;
    let alone = !(four | two >> 4);
    let pair = own ^ own >> 1;
    let low = pair ^ own >> 2;
    let high = own & own >> 1 | pair & own >> 2;
    let (more_low, more_high) = (low >> 3, high >> 3);
    let ones = low ^ more_low;
    let carry = low & more_low;
    let either = high ^ more_high;
    let twos = either ^ carry;
    let fours = high & more_high | either & carry;
    [
        alone & ones & !twos & !fours,
        alone & twos & !ones & !fours,
        alone & twos & ones,
        alone & fours & !twos & !ones,
        alone & fours & ones,
    ]
}
