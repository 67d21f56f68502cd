//! Garbage: what its rows look like, how it waits in packets, and one side's part of it.
//!
//! Rows are drawn from a generator of random numbers. The referee says when one comes.

mod garbage_queue;
mod side_garbage;

pub use garbage_queue::{GarbageQueue, GarbageQueueRules, HoleGenerator, TetrioHoles};
pub use side_garbage::{HoleSettings, SideGarbage};

use crate::board::{FULL_ROW, WIDTH};
use landfall_rng::SplitMix64;
use smallvec::SmallVec;

/// Garbage rows in the order in which they come up: masks of filled columns. Most locks raise eight at
/// most.
pub type GarbageRows = SmallVec<[u16; 8]>;

/// What garbage rows look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GarbageRule {
    /// One hole, in any column.
    OneHole,
    /// Each cell filled or empty with equal probability, but never a full row.
    CoinFlips,
    /// One hole and two holes in turn, in any columns. Which comes first depends on the number of
    /// rows that the sender has sent so far.
    OneOrTwoHoles,
}

impl GarbageRule {
    /// Returns the next garbage row: a mask of filled columns, as [`Board::raise`] takes it. Never
    /// full; a function of the seed alone.
    ///
    /// [`Board::raise`]: crate::Board::raise
    pub fn row(self, rng: &mut SplitMix64) -> u16 {
        match self {
            GarbageRule::OneHole => FULL_ROW & !(1 << rng.below(WIDTH as u32)),
            GarbageRule::CoinFlips => coin_flips(rng),
            GarbageRule::OneOrTwoHoles => with_holes(1 + rng.below(2), rng),
        }
    }

    /// Returns `count` garbage rows that come at once, the lowest first. `sent` is how many the
    /// sender has sent, these included.
    pub fn rows(self, count: u32, sent: u32, rng: &mut SplitMix64) -> GarbageRows {
        if self != GarbageRule::OneOrTwoHoles {
            return (0..count).map(|_| self.row(rng)).collect();
        }
        (1..=count)
            .map(|number| with_holes(1 + u32::from((number + sent).is_multiple_of(2)), rng))
            .collect()
    }
}

/// Draws a row with 1 or 2 holes in different columns.
fn with_holes(holes: u32, rng: &mut SplitMix64) -> u16 {
    let first = rng.below(WIDTH as u32);
    let row = FULL_ROW & !(1 << first);
    if holes < 2 {
        return row;
    }
    row & !(1 << ((first + 1 + rng.below(WIDTH as u32 - 1)) % WIDTH as u32))
}

/// Draws a row by a coin flip for each cell. A full row is drawn again, which leaves all others
/// equally likely.
fn coin_flips(rng: &mut SplitMix64) -> u16 {
    loop {
        let row = (rng.next_u64() >> 32) as u16 & FULL_ROW;
        if row != FULL_ROW {
            return row;
        }
    }
}
