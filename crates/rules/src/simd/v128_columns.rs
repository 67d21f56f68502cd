//! [`Columns`] in two registers of 128 bits: the implementor for WebAssembly.

#![allow(
    clippy::redundant_closure,
    reason = "functions with target features are not closures themselves"
)]

use super::columns::Columns;
use super::v128::*;
use crate::board::WIDTH;

/// 16 bits a column, lanes 0 to 7 in the first register.
#[derive(Clone, Copy)]
pub struct V128Columns(v128, v128);

/// Returns the same 16 bits in all lanes.
const fn lanes(bits: u16) -> v128 {
    u16x8(bits, bits, bits, bits, bits, bits, bits, bits)
}

/// Returns the same 16 bits in the lanes of the board.
const fn board(bits: u16) -> V128Columns {
    V128Columns(lanes(bits), u16x8(bits, bits, 0, 0, 0, 0, 0, 0))
}

impl V128Columns {
    #[inline(always)]
    fn map(self, f: impl Fn(v128) -> v128) -> V128Columns {
        V128Columns(f(self.0), f(self.1))
    }

    #[inline(always)]
    fn zip(self, other: V128Columns, f: impl Fn(v128, v128) -> v128) -> V128Columns {
        V128Columns(f(self.0, other.0), f(self.1, other.1))
    }
}

impl Columns for V128Columns {
    const ROWS: u32 = 16;

    type Words = [u64; 3];

    #[inline(always)]
    fn none() -> V128Columns {
        board(0)
    }

    #[inline(always)]
    fn open(columns: &[u64; WIDTH]) -> V128Columns {
        let c = columns;
        let four = |a: v128, b: v128| i32x4_shuffle::<0, 2, 4, 6>(a, b);
        let last = four(u64x2(c[8], c[9]), lanes(0));
        let filled = V128Columns(
            u16x8_narrow_i32x4(
                four(u64x2(c[0], c[1]), u64x2(c[2], c[3])),
                four(u64x2(c[4], c[5]), u64x2(c[6], c[7])),
            ),
            u16x8_narrow_i32x4(last, lanes(0)),
        );
        board(!0).without(filled.map(reversed))
    }

    #[inline(always)]
    fn top() -> V128Columns {
        board(1)
    }

    #[inline(always)]
    fn and(self, other: V128Columns) -> V128Columns {
        self.zip(other, |a, b| v128_and(a, b))
    }

    #[inline(always)]
    fn or(self, other: V128Columns) -> V128Columns {
        self.zip(other, |a, b| v128_or(a, b))
    }

    #[inline(always)]
    fn without(self, other: V128Columns) -> V128Columns {
        self.zip(other, |a, b| v128_andnot(a, b))
    }

    #[inline(always)]
    fn beside<const N: i8>(self) -> V128Columns {
        let V128Columns(low, high) = self;
        if N > 0 {
            V128Columns(from_lane::<N>(low, high), from_lane::<N>(high, low))
        } else {
            V128Columns(from_lane::<N>(high, low), from_lane::<N>(low, high))
        }
    }

    #[inline(always)]
    fn above<const N: i8>(self) -> V128Columns {
        let rows = N.unsigned_abs().into();
        if N > 0 {
            self.map(|lanes| i16x8_shl(lanes, rows))
        } else {
            self.map(|lanes| u16x8_shr(lanes, rows))
        }
    }

    #[inline(always)]
    fn fallen(self, free: V128Columns) -> V128Columns {
        let sum = self.zip(free, |a, b| i16x8_add(a, b));
        self.or(free.without(sum))
    }

    #[inline(always)]
    fn visible(self) -> V128Columns {
        self.without(self.map(|poses| i16x8_add(poses, lanes(1))))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(v128_or(self.0, self.1))
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        [
            u64x2_extract_lane::<0>(self.0),
            u64x2_extract_lane::<1>(self.0),
            u64x2_extract_lane::<0>(self.1),
        ]
    }
}

/// Returns eight lanes of two registers, from lane `N` on; a negative one is counted from lane 8.
#[inline(always)]
fn from_lane<const N: i8>(a: v128, b: v128) -> v128 {
    match N {
        1 => i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(a, b),
        2 => i16x8_shuffle::<2, 3, 4, 5, 6, 7, 8, 9>(a, b),
        3 => i16x8_shuffle::<3, 4, 5, 6, 7, 8, 9, 10>(a, b),
        -3 => i16x8_shuffle::<5, 6, 7, 8, 9, 10, 11, 12>(a, b),
        -2 => i16x8_shuffle::<6, 7, 8, 9, 10, 11, 12, 13>(a, b),
        -1 => i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(a, b),
        _ => unreachable!(),
    }
}

/// Reverses the bits of every lane.
#[inline(always)]
fn reversed(lanes_16: v128) -> v128 {
    // Nibbles in the opposite order, for the low and for the high half of a byte.
    let high = u64x2(0x0e06_0a02_0c04_0800, 0x0f07_0b03_0d05_0901);
    let low = i16x8_shl(high, 4);
    let nibble = lanes(0x0f0f);
    let bytes = v128_or(i16x8_shl(lanes_16, 8), u16x8_shr(lanes_16, 8));
    v128_or(
        i8x16_swizzle(low, v128_and(bytes, nibble)),
        i8x16_swizzle(high, v128_and(u16x8_shr(bytes, 4), nibble)),
    )
}
