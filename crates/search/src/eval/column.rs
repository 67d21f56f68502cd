//! One column of a board as bits, bit `y` for row `y`: a machine word of 64 rows, or of the
//! lowest 32, in which nearly every board fits and of which twice as many fit into a register;
//! or one column of several boards side by side, in the lanes of a register.

use landfall_rules::simd::lanes::{ByteCounts, U16x8, U32x4};
use std::fmt::Debug;
use std::hint::black_box;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

/// The most rows over a gap that count as its cover.
const MAX_COVER: u32 = 6;

/// The operations of the evaluation on a column.
pub trait ColumnBits:
    Copy
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A number of rows, or one for each board.
    type Count: Count;

    /// Numbers of rows that are being summed up.
    type Sum: Copy + Add<Output = Self::Sum>;

    /// The number of rows.
    const ROWS: i32;
    /// No row.
    const EMPTY: Self;
    /// The row at the floor.
    const FLOOR: Self;

    /// Returns the number of rows, to be added to others.
    fn count_rows(self) -> Self::Sum;

    /// Returns a sum of numbers of rows, at most 31 of them.
    fn total(sum: Self::Sum) -> Self::Count;

    /// Returns the rows up to and with the highest one.
    fn rows_below_top(self) -> Self;

    /// Returns the number of rows up to and with the highest one. `below` has these rows.
    fn height(self, below: Self) -> Self::Count;

    /// Returns the number of rows without a break from row `bottom` up. `ground` has the rows below
    /// `bottom`.
    fn unbroken_rows(self, bottom: Self::Count, ground: Self) -> Self::Count;

    /// Returns the number of rows between the highest gap and the top, at most 6, or 0 without a
    /// gap. `below` has the rows up to and with the highest one, `gaps` the gaps among them.
    fn cover(self, below: Self, gaps: Self) -> Self::Sum;

    /// Returns all columns, for a loop. The compiler unrolls such loops for words, which lets it
    /// vectorise over boards; for lanes it must not, because that would need many times the
    /// registers that there are.
    fn looped<T, const N: usize>(columns: &[T; N]) -> &[T];
}

/// A count, or one for each board. No value may leave 16 bits where that is all a lane has.
pub trait Count:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Returns a number, the same for every board.
    fn from_number(number: i32) -> Self;

    /// Returns this or a smaller limit.
    fn at_most(self, other: Self) -> Self;

    /// Returns this or a larger limit.
    fn at_least(self, other: Self) -> Self;

    /// Returns the distance to another count.
    fn abs_diff(self, other: Self) -> Self;

    /// Returns `yes` if this is less than another count, otherwise `no`.
    fn if_less(self, other: Self, yes: Self, no: Self) -> Self;

    /// Returns `yes` if this equals another count, otherwise `no`.
    fn if_equal(self, other: Self, yes: Self, no: Self) -> Self;
}

impl Count for i32 {
    #[inline(always)]
    fn from_number(number: i32) -> i32 {
        number
    }

    #[inline(always)]
    fn at_most(self, other: i32) -> i32 {
        self.min(other)
    }

    #[inline(always)]
    fn at_least(self, other: i32) -> i32 {
        self.max(other)
    }

    #[inline(always)]
    fn abs_diff(self, other: i32) -> i32 {
        (self - other).abs()
    }

    #[inline(always)]
    fn if_less(self, other: i32, yes: i32, no: i32) -> i32 {
        if self < other { yes } else { no }
    }

    #[inline(always)]
    fn if_equal(self, other: i32, yes: i32, no: i32) -> i32 {
        if self == other { yes } else { no }
    }
}

macro_rules! word {
    ($word:ty) => {
        impl ColumnBits for $word {
            type Count = i32;
            type Sum = i32;

            const ROWS: i32 = Self::BITS as i32;
            const EMPTY: Self = 0;
            const FLOOR: Self = 1;

            #[inline(always)]
            fn count_rows(self) -> i32 {
                self.count_ones() as i32
            }

            #[inline(always)]
            fn total(sum: i32) -> i32 {
                sum
            }

            #[inline(always)]
            fn rows_below_top(self) -> Self {
                (!0 as Self).checked_shr(self.leading_zeros()).unwrap_or(0)
            }

            #[inline(always)]
            fn height(self, _below: Self) -> i32 {
                (Self::BITS - self.leading_zeros()) as i32
            }

            #[inline(always)]
            fn unbroken_rows(self, bottom: i32, _ground: Self) -> i32 {
                let above = self.checked_shr(bottom as u32).unwrap_or(0);
                (above & !above.wrapping_add(1)).count_ones() as i32
            }

            #[inline(always)]
            fn cover(self, _below: Self, gaps: Self) -> i32 {
                let covered = gaps.leading_zeros() - self.leading_zeros();
                if gaps == 0 {
                    0
                } else {
                    covered.min(MAX_COVER) as i32
                }
            }

            #[inline(always)]
            fn looped<T, const N: usize>(columns: &[T; N]) -> &[T] {
                columns
            }
        }
    };
}

word!(u32);
word!(u64);

macro_rules! lanes {
    ($lanes:ty, $number:ty) => {
        impl Count for $lanes {
            #[inline(always)]
            fn from_number(number: i32) -> Self {
                Self::splat(number as $number)
            }

            #[inline(always)]
            fn at_most(self, other: Self) -> Self {
                self.signed_min(other)
            }

            #[inline(always)]
            fn at_least(self, other: Self) -> Self {
                self.signed_max(other)
            }

            #[inline(always)]
            fn abs_diff(self, other: Self) -> Self {
                (self - other).signed_abs()
            }

            #[inline(always)]
            fn if_less(self, other: Self, yes: Self, no: Self) -> Self {
                self.signed_less(other).select(yes, no)
            }

            #[inline(always)]
            fn if_equal(self, other: Self, yes: Self, no: Self) -> Self {
                self.equal(other).select(yes, no)
            }
        }

        impl ColumnBits for $lanes {
            type Count = Self;
            type Sum = ByteCounts;

            const ROWS: i32 = <$number>::BITS as i32;
            const EMPTY: Self = Self::splat(0);
            const FLOOR: Self = Self::splat(1);

            #[inline(always)]
            fn count_rows(self) -> ByteCounts {
                self.count_ones()
            }

            #[inline(always)]
            fn total(sum: ByteCounts) -> Self {
                Self::from_bytes(sum)
            }

            #[inline(always)]
            fn rows_below_top(self) -> Self {
                let mut rows = self;
                for distance in [1, 2, 4, 8, 16] {
                    if distance < <$number>::BITS {
                        rows = rows | rows >> distance;
                    }
                }
                rows
            }

            #[inline(always)]
            fn height(self, below: Self) -> Self {
                Self::total(below.count_ones())
            }

            #[inline(always)]
            fn unbroken_rows(self, bottom: Self, ground: Self) -> Self {
                let rows = self | ground;
                Self::total((rows & !(rows + Self::FLOOR)).count_ones()) - bottom
            }

            #[inline(always)]
            fn cover(self, below: Self, gaps: Self) -> ByteCounts {
                let up_to_gap = gaps.rows_below_top();
                // All rows if there is a gap: the lowest row is never above it.
                let any = Self::EMPTY - (up_to_gap & Self::FLOOR);
                let above = below & !up_to_gap;
                (above & !(above << MAX_COVER) & any).count_ones()
            }

            #[inline(always)]
            fn looped<T, const N: usize>(columns: &[T; N]) -> &[T] {
                &columns[..black_box(N).min(N)]
            }
        }
    };
}

lanes!(U16x8, u16);
lanes!(U32x4, u32);
