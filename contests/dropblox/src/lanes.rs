//! SIMD lanes without intrinsics: one column, or one number, of each of 16 boards. The compiler
//! turns each operation into vector instructions.

use super::messages::COLUMNS;
use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr};

/// Boards side by side.
pub const LANES: usize = 16;

/// One word per board. Numbers wrap modulo 2^32, so negative numbers are correct, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes(pub [u32; LANES]);

impl Lanes {
    /// No bit set.
    pub const NONE: Lanes = Lanes([0; LANES]);
    /// Every bit set.
    pub const ALL: Lanes = Lanes([!0; LANES]);
    /// The bit of the floor row.
    pub const FLOOR: Lanes = Lanes([1; LANES]);

    /// Counts the bits that are set.
    #[inline(always)]
    pub fn count_ones(self) -> Lanes {
        Lanes(from_fn(|i| self.0[i].count_ones()))
    }

    /// Returns 1 where any bit is set, else 0.
    #[inline(always)]
    pub fn is_nonzero(self) -> Lanes {
        Lanes(from_fn(|i| u32::from(self.0[i] != 0)))
    }

    /// Subtracts a number; the result is at least 0.
    #[inline(always)]
    pub fn saturating_sub(self, least: u32) -> Lanes {
        Lanes(from_fn(|i| self.0[i].saturating_sub(least)))
    }

    /// Returns the distance between numbers.
    #[inline(always)]
    pub fn abs_diff(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|i| self.0[i].abs_diff(other.0[i])))
    }

    /// Multiplies by a weight.
    #[inline(always)]
    pub fn scaled(self, weight: i32) -> Lanes {
        Lanes(from_fn(|i| self.0[i].wrapping_mul(weight as u32)))
    }
}

/// Runs a block for each column, unrolled by hand. From a loop over columns the compiler would
/// generate instructions that work on a few columns of one board; they need gathers and are many
/// times slower.
macro_rules! for_each_column {
    ($x:ident $body:block) => {
        for_each_column!($x $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    ($x:ident from the right $body:block) => {
        for_each_column!($x $body 11 10 9 8 7 6 5 4 3 2 1 0)
    };
    ($x:ident $body:block $($n:literal)*) => {
        $({
            let $x: usize = $n;
            $body
        })*
    };
}
pub(super) use for_each_column;

/// Returns the results of a function for each column.
#[inline(always)]
pub fn per_column<T>(of: impl Fn(usize) -> T) -> [T; COLUMNS] {
    [
        of(0),
        of(1),
        of(2),
        of(3),
        of(4),
        of(5),
        of(6),
        of(7),
        of(8),
        of(9),
        of(10),
        of(11),
    ]
}

macro_rules! lanewise {
    ($trait:ident, $method:ident, $a:ident, $b:ident, $result:expr) => {
        impl $trait for Lanes {
            type Output = Lanes;

            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                Lanes(from_fn(|i| {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    $result
                }))
            }
        }
    };
}

lanewise!(BitAnd, bitand, a, b, a & b);
lanewise!(BitOr, bitor, a, b, a | b);
lanewise!(BitXor, bitxor, a, b, a ^ b);
lanewise!(Add, add, a, b, a.wrapping_add(b));
lanewise!(Mul, mul, a, b, a.wrapping_mul(b));

impl Not for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn not(self) -> Lanes {
        Lanes(from_fn(|i| !self.0[i]))
    }
}

impl Shl<u32> for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn shl(self, rows: u32) -> Lanes {
        Lanes(from_fn(|i| self.0[i].unbounded_shl(rows)))
    }
}

impl Shr<u32> for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn shr(self, rows: u32) -> Lanes {
        Lanes(from_fn(|i| self.0[i].unbounded_shr(rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_independent() {
        let numbers = Lanes(from_fn(|i| i as u32));
        assert_eq!(numbers.count_ones().0[7], 3);
        assert_eq!(numbers.is_nonzero().0[..3], [0, 1, 1]);
        assert_eq!(numbers.saturating_sub(14).0[13..], [0, 0, 1]);
        assert_eq!(numbers.abs_diff(Lanes([3; LANES])).0[..5], [3, 2, 1, 0, 1]);
        assert_eq!((numbers + numbers.scaled(-3)).0[4] as i32, -8);
        assert_eq!((numbers << 2 >> 1).0[5], 10);
        assert_eq!(((numbers * numbers) ^ Lanes::FLOOR).0[3], 8);
    }
}
