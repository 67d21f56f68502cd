//! One column of a board as a machine word, bit `y` for row `y`: 64 rows, or the lowest 32, in
//! which nearly every board fits and of which twice as many fit into a register.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// What the evaluation does with a column.
pub trait ColumnBits:
    Copy
    + Debug
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No row.
    const EMPTY: Self;
    /// The row at the floor.
    const FLOOR: Self;

    /// Returns the number of rows.
    fn count_rows(self) -> i32;

    /// Returns the rows up to and with the highest one, 0 for none.
    fn height(self) -> i32;

    /// Returns the lowest `rows` rows, of not more than there are.
    fn lowest_rows(rows: i32) -> Self;

    /// Returns the number of rows from the floor up to the first that is missing.
    fn unbroken_rows(self) -> i32;

    /// Returns everything `rows` rows lower.
    fn shifted_down(self, rows: i32) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl ColumnBits for $word {
            const EMPTY: Self = 0;
            const FLOOR: Self = 1;

            #[inline(always)]
            fn count_rows(self) -> i32 {
                self.count_ones() as i32
            }

            #[inline(always)]
            fn height(self) -> i32 {
                (Self::BITS - self.leading_zeros()) as i32
            }

            #[inline(always)]
            fn lowest_rows(rows: i32) -> Self {
                let missing = Self::BITS - rows as u32;
                (!0 as Self).checked_shr(missing).unwrap_or(0)
            }

            #[inline(always)]
            fn unbroken_rows(self) -> i32 {
                (self & !self.wrapping_add(1)).count_ones() as i32
            }

            #[inline(always)]
            fn shifted_down(self, rows: i32) -> Self {
                self.checked_shr(rows as u32).unwrap_or(0)
            }
        }
    };
}

word!(u32);
word!(u64);
