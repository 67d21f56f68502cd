//! Numbers side by side in a register of 128 bits: eight of 16 bits, or four of 32.
//!
//! For work on many boards at a time where the compiler does not vectorise by itself, as in
//! WebAssembly. Counts and columns of boards share the types: numbers are unsigned, except in
//! methods whose names or comments say otherwise.

use super::v128::*;
use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

/// Eight numbers of 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct U16x8(v128);

/// Four numbers of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct U32x4(v128);

/// An operator that is one instruction.
macro_rules! operator {
    ($lanes:ty, $trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for $lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($instruction(self.0, other.0))
            }
        }
    };
    ($lanes:ty, $trait:ident, $method:ident, $instruction:ident, u32) => {
        impl $trait<u32> for $lanes {
            type Output = Self;

            /// Shifts each number by fewer bits than it has.
            #[inline(always)]
            fn $method(self, bits: u32) -> Self {
                Self($instruction(self.0, bits))
            }
        }
    };
}

/// The methods of both types.
macro_rules! lanes {
    ($lanes:ident, $number:ty, $count:literal, $constructor:ident, $extract:ident,
        [$($index:literal)*], [$add:ident $sub:ident $mul:ident $shl:ident $shr:ident],
        [$min:ident $max:ident $abs:ident $less:ident $equal:ident]) => {
        operator!($lanes, BitAnd, bitand, v128_and);
        operator!($lanes, BitOr, bitor, v128_or);
        operator!($lanes, BitXor, bitxor, v128_xor);
        operator!($lanes, Add, add, $add);
        operator!($lanes, Sub, sub, $sub);
        operator!($lanes, Mul, mul, $mul);
        operator!($lanes, Shl, shl, $shl, u32);
        operator!($lanes, Shr, shr, $shr, u32);

        impl Not for $lanes {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                Self(v128_not(self.0))
            }
        }

        impl $lanes {
            /// The number of lanes.
            pub const LANES: usize = $count;

            /// Returns the same number in all lanes.
            #[inline(always)]
            pub const fn splat(number: $number) -> Self {
                Self($constructor($({
                    let _ = $index;
                    number
                }),*))
            }

            /// Returns these numbers.
            #[inline(always)]
            pub const fn from_array(numbers: [$number; $count]) -> Self {
                Self($constructor($(numbers[$index]),*))
            }

            /// Returns the numbers.
            #[inline(always)]
            pub fn to_array(self) -> [$number; $count] {
                [$($extract::<$index>(self.0)),*]
            }

            /// Returns the smaller number of each lane, with signs.
            #[inline(always)]
            pub fn signed_min(self, other: Self) -> Self {
                Self($min(self.0, other.0))
            }

            /// Returns the larger number of each lane, with signs.
            #[inline(always)]
            pub fn signed_max(self, other: Self) -> Self {
                Self($max(self.0, other.0))
            }

            /// Returns the numbers without their signs.
            #[inline(always)]
            pub fn signed_abs(self) -> Self {
                Self($abs(self.0))
            }

            /// Returns all bits in the lanes whose number is less, with signs, and none in others.
            #[inline(always)]
            pub fn signed_less(self, other: Self) -> Self {
                Self($less(self.0, other.0))
            }

            /// Returns all bits in the lanes whose numbers are equal, and none in others.
            #[inline(always)]
            pub fn equal(self, other: Self) -> Self {
                Self($equal(self.0, other.0))
            }

            /// Returns the bits of `yes` where this has ones and those of `no` elsewhere.
            #[inline(always)]
            pub fn select(self, yes: Self, no: Self) -> Self {
                Self(v128_bitselect(yes.0, no.0, self.0))
            }
        }
    };
}

lanes!(
    U16x8, u16, 8, u16x8, u16x8_extract_lane, [0 1 2 3 4 5 6 7],
    [i16x8_add i16x8_sub i16x8_mul i16x8_shl u16x8_shr],
    [i16x8_min i16x8_max i16x8_abs i16x8_lt i16x8_eq]
);
lanes!(
    U32x4, u32, 4, u32x4, u32x4_extract_lane, [0 1 2 3],
    [i32x4_add i32x4_sub i32x4_mul i32x4_shl u32x4_shr],
    [i32x4_min i32x4_max i32x4_abs i32x4_lt i32x4_eq]
);

/// Numbers of set bits in each byte. Up to 31 may be added before a byte overflows.
#[derive(Clone, Copy, Debug)]
pub struct ByteCounts(v128);

operator!(ByteCounts, Add, add, i8x16_add);

impl U16x8 {
    /// Returns the same number in all lanes, for a value that is stored. Compilers make eight
    /// stores of [`U16x8::splat`], and one of this.
    #[inline(always)]
    pub fn repeated(number: u16) -> U16x8 {
        const FIRST: u64 = 0x0100_0100_0100_0100;
        U16x8(i8x16_swizzle(
            u16x8(number, 0, 0, 0, 0, 0, 0, 0),
            u64x2(FIRST, FIRST),
        ))
    }

    /// Returns how many bits are set.
    #[inline(always)]
    pub fn count_ones(self) -> ByteCounts {
        ByteCounts(i8x16_popcnt(self.0))
    }

    /// Returns the sums of the bytes of each lane.
    #[inline(always)]
    pub fn from_bytes(counts: ByteCounts) -> U16x8 {
        U16x8(i16x8_extadd_pairwise_u8x16(counts.0))
    }

    /// Returns the first four and the last four numbers, with signs.
    #[inline(always)]
    pub fn widened(self) -> [U32x4; 2] {
        [
            U32x4(i32x4_extend_low_i16x8(self.0)),
            U32x4(i32x4_extend_high_i16x8(self.0)),
        ]
    }

    /// Returns the numbers of `low` and `high`, which must fit into 16 bits with a sign.
    #[inline(always)]
    pub fn narrowed(low: U32x4, high: U32x4) -> U16x8 {
        U16x8(i16x8_narrow_i32x4(low.0, high.0))
    }

    /// Returns pairs: each number of `self` before that of `other`; first of the first four lanes,
    /// then of the last four.
    #[inline(always)]
    pub fn paired(self, other: U16x8) -> [U16x8; 2] {
        [
            U16x8(i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(self.0, other.0)),
            U16x8(i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(self.0, other.0)),
        ]
    }

    /// Returns the sum of the signed products of each pair.
    #[inline(always)]
    pub fn dot(self, other: U16x8) -> U32x4 {
        U32x4(i32x4_dot_i16x8(self.0, other.0))
    }
}

impl U32x4 {
    /// Returns how many bits are set.
    #[inline(always)]
    pub fn count_ones(self) -> ByteCounts {
        ByteCounts(i8x16_popcnt(self.0))
    }

    /// Returns the sums of the bytes of each lane.
    #[inline(always)]
    pub fn from_bytes(counts: ByteCounts) -> U32x4 {
        let pairs = i16x8_extadd_pairwise_u8x16(counts.0);
        U32x4(i32x4_extadd_pairwise_u16x8(pairs))
    }

    /// Returns the lanes as pairs of 16 bits, the lower half first.
    #[inline(always)]
    pub fn as_pairs(self) -> U16x8 {
        U16x8(self.0)
    }
}
