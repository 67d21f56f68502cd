//! [`Columns`] and [`PairSums`] in vector registers of 256 and 512 bits, and the calls into code that
//! uses them.
//!
//! The one file with `unsafe`. Owns the registers and the detection of what the processor has; a
//! [`ColumnTask`] or a [`SimdTask`] uses them. The implementor without `unsafe` is
//! [`PortableColumns`](super::portable_columns::PortableColumns).

#![allow(
    unsafe_code,
    reason = "the instructions are there only on some processors"
)]

use super::SimdTask;
use super::columns::{ColumnTask, Columns};
use super::pair_sums::{PairSums, eight, sixteen};
use crate::board::WIDTH;
use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

/// What the processor can do, AVX2 at least.
#[derive(Clone, Copy)]
pub struct CpuLevel(u8);

/// Not detected yet.
const UNKNOWN: u8 = 0;
/// No AVX2.
const NONE: u8 = 1;
/// AVX2.
const AVX2: u8 = 2;
/// AVX-512 as well.
const AVX512: u8 = 3;
/// AVX-512 with instructions that count bits.
const AVX512_POPCNT: u8 = 4;

/// The level of this processor, kept because detection takes longer than a flood.
static CURRENT: AtomicU8 = AtomicU8::new(UNKNOWN);

impl CpuLevel {
    /// Returns the level of this processor; `None` without AVX2.
    #[inline(always)]
    pub fn current() -> Option<CpuLevel> {
        match CURRENT.load(Ordering::Relaxed) {
            UNKNOWN => CpuLevel::detect(),
            NONE => None,
            level => Some(CpuLevel(level)),
        }
    }

    #[cold]
    fn detect() -> Option<CpuLevel> {
        let avx2 = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        let avx512 = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512cd")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vl");
        let level = match (avx2, avx512) {
            (true, true) if std::is_x86_feature_detected!("avx512vpopcntdq") => AVX512_POPCNT,
            (true, true) => AVX512,
            (true, false) => AVX2,
            (false, _) => NONE,
        };
        CURRENT.store(level, Ordering::Relaxed);
        avx2.then_some(CpuLevel(level))
    }

    /// Runs a task on columns of 16 and of 32 rows in registers. AVX-512 makes it no faster.
    #[inline(always)]
    pub fn dispatch_columns<T: ColumnTask>(self, task: T) -> T::Output {
        // SAFETY: a value of this type is made only if the processor has the features of the function.
        unsafe { columns_with_avx2(task) }
    }

    /// Runs any task, compiled for this level.
    #[inline(always)]
    pub fn dispatch<T: SimdTask>(self, task: T) -> T::Output {
        match self.0 {
            // SAFETY: `detect` has found the processor to have the features of the function.
            AVX512_POPCNT => unsafe { run_with_avx512_popcnt(task) },
            // SAFETY: likewise.
            AVX512 => unsafe { run_with_avx512(task) },
            // SAFETY: a value of this type is made only when it has those of this one.
            _ => unsafe { run_with_avx2(task) },
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_with_avx2<T: SimdTask>(task: T) -> T::Output {
    task.run::<PairSums256>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq")]
#[target_feature(enable = "avx512vl,avx512vpopcntdq")]
fn run_with_avx512_popcnt<T: SimdTask>(task: T) -> T::Output {
    task.run::<PairSums512>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq")]
#[target_feature(enable = "avx512vl")]
fn run_with_avx512<T: SimdTask>(task: T) -> T::Output {
    task.run::<PairSums512>()
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
fn columns_with_avx2<T: ColumnTask>(task: T) -> T::Output {
    task.run::<Rows16, Rows32>()
}

/// 16 bits a column.
#[derive(Clone, Copy)]
struct Rows16(__m256i);

/// 32 bits a column, lanes 0 to 7 in the first register.
#[derive(Clone, Copy)]
struct Rows32(__m256i, __m256i);

/// Eight numbers of [`PairSums`].
#[derive(Clone, Copy)]
struct PairSums256(__m256i);

/// 16 numbers of [`PairSums`].
#[derive(Clone, Copy)]
struct PairSums512(__m512i);

/// Calls an instruction.
macro_rules! op {
    ($call:expr) => {{
        // SAFETY: the types of this file are private, and only functions that need AVX2 (AVX-512 for
        // registers of 512 bits) make them, so the processor has it. No instruction used touches
        // memory.
        #[allow(unused_unsafe, reason = "some do nothing and are safe")]
        unsafe {
            $call
        }
    }};
}

/// One of two calls, with the size of the constant `N`, which is one of -3..=3 but 0.
macro_rules! by_sign {
    ($size:ident => $up:expr, $down:expr) => {
        match N {
            1 => by_sign!($size = 1, $up),
            2 => by_sign!($size = 2, $up),
            3 => by_sign!($size = 3, $up),
            -1 => by_sign!($size = 1, $down),
            -2 => by_sign!($size = 2, $down),
            -3 => by_sign!($size = 3, $down),
            _ => unreachable!(),
        }
    };
    ($size:ident = $value:literal, $call:expr) => {{
        const $size: i32 = $value;
        op!($call)
    }};
}

impl Columns for Rows16 {
    const ROWS: u32 = 16;

    type Words = [u64; 3];

    #[inline(always)]
    fn none() -> Rows16 {
        Rows16(op!(_mm256_setzero_si256()))
    }

    #[inline(always)]
    fn open(columns: &[u64; WIDTH]) -> Rows16 {
        let [low, high, rest] = quads(columns);
        // Two rounds of packing leave pairs of columns in the order 0 4 8 . 2 6 . .
        let packed = op!(_mm256_packus_epi32(
            _mm256_packus_epi32(low, high),
            _mm256_packus_epi32(rest, _mm256_setzero_si256())
        ));
        let order = op!(_mm256_setr_epi32(0, 4, 1, 5, 2, 3, 6, 7));
        let lanes = op!(_mm256_permutevar8x32_epi32(packed, order));
        let swap = op!(_mm256_set_epi64x(
            0x0e0f_0c0d_0a0b_0809,
            0x0607_0405_0203_0001,
            0x0e0f_0c0d_0a0b_0809,
            0x0607_0405_0203_0001
        ));
        let board = op!(_mm256_setr_epi32(-1, -1, -1, -1, -1, 0, 0, 0));
        Rows16(op!(_mm256_andnot_si256(reversed(lanes, swap), board)))
    }

    #[inline(always)]
    fn top() -> Rows16 {
        const TWO: i32 = 0x0001_0001;
        Rows16(op!(_mm256_setr_epi32(TWO, TWO, TWO, TWO, TWO, 0, 0, 0)))
    }

    #[inline(always)]
    fn and(self, other: Rows16) -> Rows16 {
        Rows16(op!(_mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Rows16) -> Rows16 {
        Rows16(op!(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Rows16) -> Rows16 {
        Rows16(op!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn beside<const N: i8>(self) -> Rows16 {
        let here = self.0;
        let across = op!(_mm256_permute2x128_si256::<1>(here, here));
        Rows16(by_sign!(SIZE =>
            _mm256_alignr_epi8::<{ 2 * SIZE }>(across, here),
            _mm256_alignr_epi8::<{ 16 - 2 * SIZE }>(here, across)))
    }

    #[inline(always)]
    fn above<const N: i8>(self) -> Rows16 {
        Rows16(by_sign!(SIZE =>
            _mm256_slli_epi16::<SIZE>(self.0),
            _mm256_srli_epi16::<SIZE>(self.0)))
    }

    #[inline(always)]
    fn fallen(self, free: Rows16) -> Rows16 {
        let sum = Rows16(op!(_mm256_add_epi16(free.0, self.0)));
        self.or(free.without(sum))
    }

    #[inline(always)]
    fn visible(self) -> Rows16 {
        let sum = op!(_mm256_sub_epi16(self.0, _mm256_set1_epi16(-1)));
        self.without(Rows16(sum))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        op!(_mm256_testz_si256(self.0, self.0)) == 1
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        let all = words(self.0);
        [all[0], all[1], all[2]]
    }
}

impl Columns for Rows32 {
    const ROWS: u32 = 32;

    type Words = [u64; 5];

    #[inline(always)]
    fn none() -> Rows32 {
        let zero = op!(_mm256_setzero_si256());
        Rows32(zero, zero)
    }

    #[inline(always)]
    fn open(columns: &[u64; WIDTH]) -> Rows32 {
        let [low, high, rest] = quads(columns);
        let swap = op!(_mm256_set_epi64x(
            0x0c0d_0e0f_0809_0a0b,
            0x0405_0607_0001_0203,
            0x0c0d_0e0f_0809_0a0b,
            0x0405_0607_0001_0203
        ));
        let packed = op!(_mm256_unpacklo_epi64(
            _mm256_shuffle_epi32::<0b1000>(low),
            _mm256_shuffle_epi32::<0b1000>(high)
        ));
        // Pairs of columns are in the order 0 4 2 6.
        let first = op!(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed));
        let second = op!(_mm256_shuffle_epi32::<0b1000>(rest));
        let board = op!(_mm256_setr_epi32(-1, -1, 0, 0, 0, 0, 0, 0));
        Rows32(
            op!(_mm256_andnot_si256(
                reversed(first, swap),
                _mm256_set1_epi32(-1)
            )),
            op!(_mm256_andnot_si256(reversed(second, swap), board)),
        )
    }

    #[inline(always)]
    fn top() -> Rows32 {
        Rows32(
            op!(_mm256_set1_epi32(1)),
            op!(_mm256_setr_epi32(1, 1, 0, 0, 0, 0, 0, 0)),
        )
    }

    #[inline(always)]
    fn and(self, other: Rows32) -> Rows32 {
        Rows32(
            op!(_mm256_and_si256(self.0, other.0)),
            op!(_mm256_and_si256(self.1, other.1)),
        )
    }

    #[inline(always)]
    fn or(self, other: Rows32) -> Rows32 {
        Rows32(
            op!(_mm256_or_si256(self.0, other.0)),
            op!(_mm256_or_si256(self.1, other.1)),
        )
    }

    #[inline(always)]
    fn without(self, other: Rows32) -> Rows32 {
        Rows32(
            op!(_mm256_andnot_si256(other.0, self.0)),
            op!(_mm256_andnot_si256(other.1, self.1)),
        )
    }

    #[inline(always)]
    fn beside<const N: i8>(self) -> Rows32 {
        let Rows32(a, b) = self;
        // Lanes 4 to 11, and lanes 12 to 3.
        let middle = op!(_mm256_permute2x128_si256::<0x21>(a, b));
        let ends = op!(_mm256_permute2x128_si256::<0x21>(b, a));
        Rows32(
            by_sign!(SIZE =>
                _mm256_alignr_epi8::<{ 4 * SIZE }>(middle, a),
                _mm256_alignr_epi8::<{ 16 - 4 * SIZE }>(a, ends)),
            by_sign!(SIZE =>
                _mm256_alignr_epi8::<{ 4 * SIZE }>(ends, b),
                _mm256_alignr_epi8::<{ 16 - 4 * SIZE }>(b, middle)),
        )
    }

    #[inline(always)]
    fn above<const N: i8>(self) -> Rows32 {
        Rows32(
            by_sign!(SIZE =>
                _mm256_slli_epi32::<SIZE>(self.0),
                _mm256_srli_epi32::<SIZE>(self.0)),
            by_sign!(SIZE =>
                _mm256_slli_epi32::<SIZE>(self.1),
                _mm256_srli_epi32::<SIZE>(self.1)),
        )
    }

    #[inline(always)]
    fn fallen(self, free: Rows32) -> Rows32 {
        let sum = Rows32(
            op!(_mm256_add_epi32(free.0, self.0)),
            op!(_mm256_add_epi32(free.1, self.1)),
        );
        self.or(free.without(sum))
    }

    #[inline(always)]
    fn visible(self) -> Rows32 {
        let minus = op!(_mm256_set1_epi32(-1));
        self.without(Rows32(
            op!(_mm256_sub_epi32(self.0, minus)),
            op!(_mm256_sub_epi32(self.1, minus)),
        ))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let all = op!(_mm256_or_si256(self.0, self.1));
        op!(_mm256_testz_si256(all, all)) == 1
    }

    #[inline(always)]
    fn words(self) -> [u64; 5] {
        let [a, b, c, d] = words(self.0);
        [a, b, c, d, words(self.1)[0]]
    }
}

impl PairSums for PairSums256 {
    const NUMBERS: usize = 8;

    type Pairs = __m256i;

    #[inline(always)]
    fn splat(number: i32) -> PairSums256 {
        PairSums256(op!(_mm256_set1_epi32(number)))
    }

    #[inline(always)]
    fn pairs(first: &[i32; 16], second: &[i32; 16], part: usize) -> __m256i {
        let upper = op!(_mm256_slli_epi32::<16>(register(eight(second, part))));
        op!(_mm256_or_si256(register(eight(first, part)), upper))
    }

    #[inline(always)]
    fn plus_products(self, pairs: __m256i, factors: u32) -> PairSums256 {
        let factors = op!(_mm256_set1_epi32(factors.cast_signed()));
        let products = op!(_mm256_madd_epi16(pairs, factors));
        PairSums256(op!(_mm256_add_epi32(self.0, products)))
    }

    #[inline(always)]
    fn clamped(self, most: i32) -> PairSums256 {
        let positive = op!(_mm256_max_epi32(self.0, _mm256_setzero_si256()));
        PairSums256(op!(_mm256_min_epi32(positive, _mm256_set1_epi32(most))))
    }

    #[inline(always)]
    fn plus_times(self, numbers: PairSums256, factor: i32) -> PairSums256 {
        let products = op!(_mm256_mullo_epi32(numbers.0, _mm256_set1_epi32(factor)));
        PairSums256(op!(_mm256_add_epi32(self.0, products)))
    }

    #[inline(always)]
    fn to_array(self) -> [i32; 16] {
        sixteen(numbers(self.0))
    }
}

impl PairSums for PairSums512 {
    const NUMBERS: usize = 16;

    type Pairs = __m512i;

    #[inline(always)]
    fn splat(number: i32) -> PairSums512 {
        PairSums512(op!(_mm512_set1_epi32(number)))
    }

    #[inline(always)]
    fn pairs(first: &[i32; 16], second: &[i32; 16], _part: usize) -> __m512i {
        let upper = op!(_mm512_slli_epi32::<16>(long_register(second)));
        op!(_mm512_or_si512(long_register(first), upper))
    }

    #[inline(always)]
    fn plus_products(self, pairs: __m512i, factors: u32) -> PairSums512 {
        let factors = op!(_mm512_set1_epi32(factors.cast_signed()));
        let products = op!(_mm512_madd_epi16(pairs, factors));
        PairSums512(op!(_mm512_add_epi32(self.0, products)))
    }

    #[inline(always)]
    fn clamped(self, most: i32) -> PairSums512 {
        let positive = op!(_mm512_max_epi32(self.0, _mm512_setzero_si512()));
        PairSums512(op!(_mm512_min_epi32(positive, _mm512_set1_epi32(most))))
    }

    #[inline(always)]
    fn plus_times(self, numbers: PairSums512, factor: i32) -> PairSums512 {
        let products = op!(_mm512_mullo_epi32(numbers.0, _mm512_set1_epi32(factor)));
        PairSums512(op!(_mm512_add_epi32(self.0, products)))
    }

    #[inline(always)]
    fn to_array(self) -> [i32; 16] {
        let halves = [
            numbers(op!(_mm512_extracti64x4_epi64::<0>(self.0))),
            numbers(op!(_mm512_extracti64x4_epi64::<1>(self.0))),
        ];
        std::array::from_fn(|i| halves[i / 8][i % 8])
    }
}

/// Returns a register of 16 numbers of 32 bits.
#[inline(always)]
fn long_register(n: &[i32; 16]) -> __m512i {
    op!(_mm512_setr_epi32(
        n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13],
        n[14], n[15]
    ))
}

/// Returns the eight numbers of 32 bits of a register.
#[inline(always)]
fn numbers(register: __m256i) -> [i32; 8] {
    let mut numbers = [0; 8];
    for (two, word) in numbers
        .as_chunks_mut::<2>()
        .0
        .iter_mut()
        .zip(words(register))
    {
        *two = [word as i32, (word >> 32) as i32];
    }
    numbers
}

/// Returns a register of eight numbers of 32 bits.
#[inline(always)]
fn register(n: &[i32; 8]) -> __m256i {
    op!(_mm256_setr_epi32(
        n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]
    ))
}

/// Returns columns 0 to 3, 4 to 7, and 8 to 9.
#[inline(always)]
fn quads(columns: &[u64; WIDTH]) -> [__m256i; 3] {
    let c = columns.map(|column| column as i64);
    [
        op!(_mm256_setr_epi64x(c[0], c[1], c[2], c[3])),
        op!(_mm256_setr_epi64x(c[4], c[5], c[6], c[7])),
        op!(_mm256_setr_epi64x(c[8], c[9], 0, 0)),
    ]
}

/// Reverses the bits of every lane; `swap` reverses its bytes.
#[inline(always)]
fn reversed(lanes: __m256i, swap: __m256i) -> __m256i {
    // Nibbles in the opposite order, for the low and for the high half of a byte.
    let high = op!(_mm256_set_epi64x(
        0x0f07_0b03_0d05_0901,
        0x0e06_0a02_0c04_0800,
        0x0f07_0b03_0d05_0901,
        0x0e06_0a02_0c04_0800
    ));
    let low = op!(_mm256_slli_epi16::<4>(high));
    let nibble = op!(_mm256_set1_epi8(15));
    let bytes = op!(_mm256_shuffle_epi8(lanes, swap));
    op!(_mm256_or_si256(
        _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, nibble)),
        _mm256_shuffle_epi8(
            high,
            _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), nibble)
        )
    ))
}

#[inline(always)]
fn words(register: __m256i) -> [u64; 4] {
    [
        op!(_mm256_extract_epi64::<0>(register)) as u64,
        op!(_mm256_extract_epi64::<1>(register)) as u64,
        op!(_mm256_extract_epi64::<2>(register)) as u64,
        op!(_mm256_extract_epi64::<3>(register)) as u64,
    ]
}
