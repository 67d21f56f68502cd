//! Garbage rows, drawn from a seed.
//!
//! Owns what a row looks like. When one comes, and onto which board, is not asked here.

use super::rng::SplitMix64;
use super::ruleset::Ruleset;

/// All ten cells of a row.
const FULL: u16 = 0x3ff;

/// What garbage rows look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GarbageRule {
    /// One hole, in any column.
    OneHole,
    /// Each cell by the flip of a coin, but never a full row.
    CoinFlips,
    /// One hole and two holes by turns, in any columns: the rows of all attacks of one sender
    /// are counted, and which comes first depends on how many there are.
    OneOrTwoHoles,
}

impl Ruleset {
    /// The next garbage row: a mask of filled columns, as [`Board::raise`] takes it. Never
    /// full; a function of the seed alone.
    ///
    /// [`Board::raise`]: super::Board::raise
    pub fn garbage_row(&self, seed: &mut SplitMix64) -> u16 {
        match self.garbage {
            GarbageRule::OneHole => FULL & !(1 << seed.below(10)),
            GarbageRule::CoinFlips => coin_flips(seed),
            GarbageRule::OneOrTwoHoles => with_holes(1 + seed.below(2), seed),
        }
    }

    /// `count` garbage rows that come at once, the lowest first. `sent` is how many the sender
    /// has sent with them.
    pub fn garbage_rows(&self, count: u32, sent: u32, seed: &mut SplitMix64) -> Vec<u16> {
        if self.garbage != GarbageRule::OneOrTwoHoles {
            return (0..count).map(|_| self.garbage_row(seed)).collect();
        }
        (1..=count)
            .map(|number| with_holes(1 + u32::from((number + sent).is_multiple_of(2)), seed))
            .collect()
    }
}

/// A row with so many holes in columns of their own, 1 or 2.
fn with_holes(holes: u32, seed: &mut SplitMix64) -> u16 {
    let first = seed.below(10);
    let row = FULL & !(1 << first);
    if holes < 2 {
        return row;
    }
    row & !(1 << ((first + 1 + seed.below(9)) % 10))
}

/// A full row is flipped anew, which leaves all others as likely as each other.
fn coin_flips(seed: &mut SplitMix64) -> u16 {
    loop {
        let row = (seed.next_u64() >> 32) as u16 & FULL;
        if row != FULL {
            return row;
        }
    }
}
