//! Sets of poses as columns of bits in the lanes of registers, and the few things that a
//! flood does with them.
//!
//! Owns [`Columns`] and its portable implementor; those with vector instructions are in
//! `x86` and `v128_columns`. Knows no pieces.
//!
//! Sixteen lanes: the ten columns of the board from lane 0, then six of wall, which serve
//! both sides because lanes are counted round a circle. As everywhere in `movegen`, a
//! column stands upside down: row `y` is bit `ROWS - 1 - y`. Rows from [`Columns::ROWS`] up are
//! not there; a board may have nothing in them.

use crate::board::WIDTH;

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

    /// Returns the uppermost row of the board.
    fn top() -> Self;

    /// Members of both.
    fn and(self, other: Self) -> Self;

    /// Members of either.
    fn or(self, other: Self) -> Self;

    /// Members of this one alone.
    fn without(self, other: Self) -> Self;

    /// Returns the members (x, y) for which (x + `N`, y) is in this set; -3..=3, not 0.
    fn beside<const N: i8>(self) -> Self;

    /// Returns the members (x, y) for which (x, y + `N`) is in this set; -3..=3, not 0.
    fn above<const N: i8>(self) -> Self;

    /// Poses of `self`, all among the `free` ones, and all that they fall through.
    fn fallen(self, free: Self) -> Self;

    /// Returns the poses among these that nothing outside of them stands above.
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

    /// Does the work with columns of few rows and others of more. To be inlined, so that it
    /// is compiled for the processor at hand.
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

/// Runs the portable code. Apart from its callers, so that they stay short where it is not
/// called.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(never)]
fn run_without_detection<T: ColumnTask>(task: T) -> T::Output {
    task.run::<PortableColumns, PortableColumns>()
}

/// The implementor for any processor: 16 rows, four lanes to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortableColumns([u64; 4]);

/// Returns the same 16 bits in all lanes of a word.
const fn lanes(bits: u16) -> u64 {
    bits as u64 * 0x0001_0001_0001_0001
}

/// The floor, in all lanes.
const FLOOR: u64 = lanes(0x8000);

impl PortableColumns {
    #[inline(always)]
    fn zip(self, other: PortableColumns, mut f: impl FnMut(u64, u64) -> u64) -> PortableColumns {
        let (a, b) = (self.0, other.0);
        PortableColumns([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }
}

impl Columns for PortableColumns {
    const ROWS: u32 = 16;

    type Words = [u64; 3];

    #[inline(always)]
    fn none() -> PortableColumns {
        PortableColumns([0; 4])
    }

    #[inline(always)]
    fn open(columns: &[u64; WIDTH]) -> PortableColumns {
        let lane = |x: usize| u64::from(!(columns[x] as u16).reverse_bits()) << (x % 4 * 16);
        PortableColumns([
            lane(0) | lane(1) | lane(2) | lane(3),
            lane(4) | lane(5) | lane(6) | lane(7),
            lane(8) | lane(9),
            0,
        ])
    }

    #[inline(always)]
    fn top() -> PortableColumns {
        PortableColumns([lanes(1), lanes(1), lanes(1) & 0xffff_ffff, 0])
    }

    #[inline(always)]
    fn and(self, other: PortableColumns) -> PortableColumns {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: PortableColumns) -> PortableColumns {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: PortableColumns) -> PortableColumns {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn beside<const N: i8>(self) -> PortableColumns {
        let [a, b, c, d] = self.0;
        if N > 0 {
            let bits = N as u32 * 16;
            let join = |low: u64, high: u64| low >> bits | high << (64 - bits);
            PortableColumns([join(a, b), join(b, c), join(c, d), join(d, a)])
        } else {
            let bits = N.unsigned_abs() as u32 * 16;
            let join = |low: u64, high: u64| high << bits | low >> (64 - bits);
            PortableColumns([join(d, a), join(a, b), join(b, c), join(c, d)])
        }
    }

    #[inline(always)]
    fn above<const N: i8>(self) -> PortableColumns {
        let rows = N.unsigned_abs();
        if N > 0 {
            let kept = lanes(!0 << rows);
            PortableColumns(self.0.map(|word| word << rows & kept))
        } else {
            let kept = lanes(!0 >> rows);
            PortableColumns(self.0.map(|word| word >> rows & kept))
        }
    }

    #[inline(always)]
    fn fallen(self, free: PortableColumns) -> PortableColumns {
        // The carry must not leave its lane: the floor is added without one.
        self.zip(free, |poses, free| {
            let sum = ((free & !FLOOR) + (poses & !FLOOR)) ^ ((free ^ poses) & FLOOR);
            poses | free & !sum
        })
    }

    #[inline(always)]
    fn visible(self) -> PortableColumns {
        self.and(PortableColumns([lanes(1); 4])).fallen(self)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        [self.0[0], self.0[1], self.0[2]]
    }
}
