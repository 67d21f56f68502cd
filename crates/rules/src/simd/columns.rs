//! Sets of poses as columns of bits in the lanes of registers, and the operations of a flood on
//! them.
//!
//! Owns [`Columns`]; its implementors are in `portable_columns` and, with vector instructions, in
//! `x86` and `v128_columns`. Knows no pieces.
//!
//! Sixteen lanes: the ten columns of the board from lane 0, then six of wall, which serve both
//! sides because lanes wrap around. As everywhere in `movegen`, a column stands upside down: row
//! `y` is bit `ROWS - 1 - y`. Rows from [`Columns::ROWS`] up are missing; a board must be empty
//! there.

use crate::board::{Board, WIDTH};

/// A set of poses, or of cells.
pub trait Columns: Copy {
    /// Rows in a lane: 16 or 32.
    const ROWS: u32;

    /// The lanes of the board as words, [`Columns::ROWS`] bits a lane, lowest lane first.
    type Words: AsRef<[u64]>;

    /// Returns the empty set.
    fn none() -> Self;

    /// Returns the empty cells of a board, none of the walls. Nothing may be filled in row
    /// [`Columns::ROWS`] or above.
    fn open(columns: &[u64; WIDTH]) -> Self;

    /// Returns the set of one member, on the board and below row [`Columns::ROWS`].
    #[inline(always)]
    fn one(x: i8, y: i8) -> Self {
        let mut board = Board::EMPTY;
        board.fill(x, y);
        Self::open(&Board::EMPTY.columns).without(Self::open(&board.columns))
    }

    /// Returns the uppermost row of the board.
    fn top() -> Self;

    /// Returns the members of both.
    fn and(self, other: Self) -> Self;

    /// Returns the members of either.
    fn or(self, other: Self) -> Self;

    /// Returns the members of `self` alone.
    fn without(self, other: Self) -> Self;

    /// Returns the members (x, y) for which (x + `N`, y) is in this set; -3..=3, not 0.
    fn beside<const N: i8>(self) -> Self;

    /// Returns the members (x, y) for which (x, y + `N`) is in this set; -3..=3, not 0.
    fn above<const N: i8>(self) -> Self;

    /// Returns the poses of `self`, which must be `free`, and all that they fall through.
    fn fallen(self, free: Self) -> Self;

    /// Returns the members whose column is full of members from there to the top.
    fn visible(self) -> Self;

    /// Returns whether this is the empty set.
    fn is_empty(self) -> bool;

    /// Returns the lanes of the board as numbers.
    fn words(self) -> Self::Words;
}

/// Work on columns, the same for all implementors.
pub trait ColumnTask {
    /// The result.
    type Output;

    /// Does the work. `Many` has at least as many rows as `Few`. To be inlined, so that it is
    /// compiled for the processor at hand.
    fn run<Few: Columns, Many: Columns>(self) -> Self::Output;
}

/// Runs a task with the best implementors that the processor has.
#[inline]
pub fn dispatch_columns<T: ColumnTask>(task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(level) = super::x86::CpuLevel::current() {
        return level.dispatch_columns(task);
    }
    run_without_detection(task)
}

/// Runs the code of WebAssembly with vector instructions, which are part of the program and need
/// no detection.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(never)]
fn run_without_detection<T: ColumnTask>(task: T) -> T::Output {
    use super::v128_columns::V128Columns;
    task.run::<V128Columns, V128Columns>()
}

/// Runs the portable code. Not inlined, so that callers that do not need it stay short. On x86-64,
/// where hardly a processor needs it, it has 16 rows only, which are faster to compile.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(never)]
fn run_without_detection<T: ColumnTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    use super::portable_columns::{Portable16, Portable16 as Many};
    #[cfg(not(target_arch = "x86_64"))]
    use super::portable_columns::{Portable16, Portable32 as Many};
    task.run::<Portable16, Many>()
}
