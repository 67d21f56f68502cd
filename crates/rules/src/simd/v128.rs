//! The vector instructions of WebAssembly under their names in `core::arch::wasm32`.
//!
//! Without them, the same in plain Rust, so that `lanes` and `v128_columns` are compiled and tested
//! on any machine.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use core::arch::wasm32::*;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use plain::*;

/// The instructions, lane by lane.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    #![allow(
        missing_docs,
        clippy::too_many_arguments,
        reason = "the names and arguments are those of `core::arch::wasm32`"
    )]
    #![cfg_attr(
        not(test),
        allow(dead_code, reason = "only tests need all of them, for `v128_columns`")
    )]

    /// A register of 128 bits, the lowest byte first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[expect(non_camel_case_types, reason = "the name in `core::arch::wasm32`")]
    pub struct v128([u8; 16]);

    /// Conversions between a register and its lanes.
    macro_rules! lanes {
        ($lane:ty, $count:literal, $from:ident, $to:ident) => {
            #[inline]
            const fn $from(lanes: [$lane; $count]) -> v128 {
                const SIZE: usize = 16 / $count;
                let mut bytes = [0; 16];
                let mut i = 0;
                while i < 16 {
                    bytes[i] = lanes[i / SIZE].to_le_bytes()[i % SIZE];
                    i += 1;
                }
                v128(bytes)
            }

            #[inline]
            fn $to(register: v128) -> [$lane; $count] {
                const SIZE: usize = 16 / $count;
                let (lanes, _) = register.0.as_chunks::<SIZE>();
                core::array::from_fn(|i| <$lane>::from_le_bytes(lanes[i]))
            }
        };
    }

    lanes!(u16, 8, from_u16, to_u16);
    lanes!(i16, 8, from_i16, to_i16);
    lanes!(u32, 4, from_u32, to_u32);
    lanes!(i32, 4, from_i32, to_i32);
    lanes!(u64, 2, from_u64, to_u64);

    #[inline]
    pub const fn u16x8(a: u16, b: u16, c: u16, d: u16, e: u16, f: u16, g: u16, h: u16) -> v128 {
        from_u16([a, b, c, d, e, f, g, h])
    }

    #[inline]
    pub const fn u32x4(a: u32, b: u32, c: u32, d: u32) -> v128 {
        from_u32([a, b, c, d])
    }

    #[inline]
    pub const fn u64x2(a: u64, b: u64) -> v128 {
        from_u64([a, b])
    }

    /// Instructions that do the same in each lane.
    macro_rules! lane_by_lane {
        ($($name:ident($to:ident, $from:ident, $a:ident $(, $b:ident)?) $result:expr;)*) => {
            $(
                #[inline]
                pub fn $name($a: v128 $(, $b: v128)?) -> v128 {
                    let $a = $to($a);
                    $(let $b = $to($b);)?
                    $from(core::array::from_fn(|i| {
                        let $a = $a[i];
                        $(let $b = $b[i];)?
                        $result
                    }))
                }
            )*
        };
    }

    /// Returns all bits set if the condition is met, otherwise none.
    fn mask16(condition: bool) -> u16 {
        if condition { !0 } else { 0 }
    }

    /// Returns all bits set if the condition is met, otherwise none.
    fn mask32(condition: bool) -> u32 {
        if condition { !0 } else { 0 }
    }

    fn to_u8(register: v128) -> [u8; 16] {
        register.0
    }

    fn from_u8(bytes: [u8; 16]) -> v128 {
        v128(bytes)
    }

    lane_by_lane! {
        v128_and(to_u8, from_u8, a, b) a & b;
        v128_andnot(to_u8, from_u8, a, b) a & !b;
        v128_or(to_u8, from_u8, a, b) a | b;
        v128_xor(to_u8, from_u8, a, b) a ^ b;
        v128_not(to_u8, from_u8, a) !a;
        i8x16_add(to_u8, from_u8, a, b) a.wrapping_add(b);
        i8x16_popcnt(to_u8, from_u8, a) a.count_ones() as u8;
        i16x8_add(to_u16, from_u16, a, b) a.wrapping_add(b);
        i16x8_sub(to_u16, from_u16, a, b) a.wrapping_sub(b);
        i16x8_mul(to_u16, from_u16, a, b) a.wrapping_mul(b);
        i16x8_min(to_i16, from_i16, a, b) a.min(b);
        i16x8_max(to_i16, from_i16, a, b) a.max(b);
        i16x8_abs(to_i16, from_i16, a) a.wrapping_abs();
        i16x8_lt(to_i16, from_u16, a, b) mask16(a < b);
        i16x8_eq(to_i16, from_u16, a, b) mask16(a == b);
        i32x4_add(to_u32, from_u32, a, b) a.wrapping_add(b);
        i32x4_sub(to_u32, from_u32, a, b) a.wrapping_sub(b);
        i32x4_mul(to_u32, from_u32, a, b) a.wrapping_mul(b);
        i32x4_min(to_i32, from_i32, a, b) a.min(b);
        i32x4_max(to_i32, from_i32, a, b) a.max(b);
        i32x4_abs(to_i32, from_i32, a) a.wrapping_abs();
        i32x4_lt(to_i32, from_u32, a, b) mask32(a < b);
        i32x4_eq(to_i32, from_u32, a, b) mask32(a == b);
    }

    #[inline]
    pub fn v128_bitselect(yes: v128, no: v128, mask: v128) -> v128 {
        v128_or(v128_and(yes, mask), v128_andnot(no, mask))
    }

    #[inline]
    pub fn v128_any_true(a: v128) -> bool {
        a.0 != [0; 16]
    }

    #[inline]
    pub fn i16x8_shl(a: v128, bits: u32) -> v128 {
        from_u16(to_u16(a).map(|lane| lane << (bits % 16)))
    }

    #[inline]
    pub fn u16x8_shr(a: v128, bits: u32) -> v128 {
        from_u16(to_u16(a).map(|lane| lane >> (bits % 16)))
    }

    #[inline]
    pub fn i32x4_shl(a: v128, bits: u32) -> v128 {
        from_u32(to_u32(a).map(|lane| lane << (bits % 32)))
    }

    #[inline]
    pub fn u32x4_shr(a: v128, bits: u32) -> v128 {
        from_u32(to_u32(a).map(|lane| lane >> (bits % 32)))
    }

    #[inline]
    pub fn i16x8_extadd_pairwise_u8x16(a: v128) -> v128 {
        from_u16(core::array::from_fn(|i| {
            u16::from(a.0[2 * i]) + u16::from(a.0[2 * i + 1])
        }))
    }

    #[inline]
    pub fn i32x4_extadd_pairwise_u16x8(a: v128) -> v128 {
        let a = to_u16(a);
        from_u32(core::array::from_fn(|i| {
            u32::from(a[2 * i]) + u32::from(a[2 * i + 1])
        }))
    }

    #[inline]
    pub fn i32x4_dot_i16x8(a: v128, b: v128) -> v128 {
        let (a, b) = (to_i16(a), to_i16(b));
        let product = |i: usize| i32::from(a[i]).wrapping_mul(i32::from(b[i]));
        from_i32(core::array::from_fn(|i| {
            product(2 * i).wrapping_add(product(2 * i + 1))
        }))
    }

    #[inline]
    pub fn i32x4_extend_low_i16x8(a: v128) -> v128 {
        let a = to_i16(a);
        from_i32(core::array::from_fn(|i| a[i].into()))
    }

    #[inline]
    pub fn i32x4_extend_high_i16x8(a: v128) -> v128 {
        let a = to_i16(a);
        from_i32(core::array::from_fn(|i| a[i + 4].into()))
    }

    #[inline]
    pub fn i16x8_narrow_i32x4(a: v128, b: v128) -> v128 {
        let (a, b) = (to_i32(a), to_i32(b));
        let narrow = |lane: i32| lane.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        from_i16(core::array::from_fn(|i| {
            narrow(if i < 4 { a[i] } else { b[i - 4] })
        }))
    }

    #[inline]
    pub fn i16x8_shuffle<
        const A: usize,
        const B: usize,
        const C: usize,
        const D: usize,
        const E: usize,
        const F: usize,
        const G: usize,
        const H: usize,
    >(
        a: v128,
        b: v128,
    ) -> v128 {
        let (a, b) = (to_u16(a), to_u16(b));
        from_u16([A, B, C, D, E, F, G, H].map(|i| if i < 8 { a[i] } else { b[i - 8] }))
    }

    #[inline]
    pub fn i32x4_shuffle<const A: usize, const B: usize, const C: usize, const D: usize>(
        a: v128,
        b: v128,
    ) -> v128 {
        let (a, b) = (to_u32(a), to_u32(b));
        from_u32([A, B, C, D].map(|i| if i < 4 { a[i] } else { b[i - 4] }))
    }

    #[inline]
    pub fn u16x8_narrow_i32x4(a: v128, b: v128) -> v128 {
        let (a, b) = (to_i32(a), to_i32(b));
        let narrow = |lane: i32| lane.clamp(0, u16::MAX.into()) as u16;
        from_u16(core::array::from_fn(|i| {
            narrow(if i < 4 { a[i] } else { b[i - 4] })
        }))
    }

    #[inline]
    pub fn i8x16_swizzle(a: v128, indices: v128) -> v128 {
        v128(
            indices
                .0
                .map(|i| a.0.get(usize::from(i)).copied().unwrap_or(0)),
        )
    }

    #[inline]
    pub fn u64x2_extract_lane<const I: usize>(a: v128) -> u64 {
        to_u64(a)[I]
    }

    #[inline]
    pub fn u16x8_extract_lane<const I: usize>(a: v128) -> u16 {
        to_u16(a)[I]
    }

    #[inline]
    pub fn u32x4_extract_lane<const I: usize>(a: v128) -> u32 {
        to_u32(a)[I]
    }
}
