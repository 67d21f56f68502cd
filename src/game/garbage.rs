//! Garbage rows, drawn from a seed.
//!
//! Owns what a row looks like. When one comes, and onto which board, is not asked here.

use super::ruleset::Ruleset;
use super::seed::Seed;

/// All ten cells of a row.
const FULL: u16 = 0x3ff;

/// What garbage rows look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GarbageRule {
    /// One hole, in any column.
    OneHole,
    /// Each cell by the flip of a coin, but never a full row.
    CoinFlips,
}

impl Ruleset {
    /// The next garbage row: a mask of filled columns, as [`Board::raise`] takes it. Never
    /// full; a function of the seed alone.
    ///
    /// [`Board::raise`]: super::Board::raise
    pub fn garbage_row(&self, seed: &mut Seed) -> u16 {
        match self.garbage {
            GarbageRule::OneHole => FULL & !(1 << seed.below(10)),
            GarbageRule::CoinFlips => coin_flips(seed),
        }
    }
}

/// A full row is flipped anew, which leaves all others as likely as each other.
fn coin_flips(seed: &mut Seed) -> u16 {
    loop {
        let row = (seed.next_u64() >> 32) as u16 & FULL;
        if row != FULL {
            return row;
        }
    }
}
