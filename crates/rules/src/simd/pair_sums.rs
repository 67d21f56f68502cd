//! Sums of products of pairs of numbers of 16 bits, as nets need them: one instruction multiplies
//! and adds several pairs.
//!
//! Owns [`PairSums`] and the implementors without `unsafe`; `x86` has the one of x86-64.

use super::lanes::{U16x8, U32x4};

/// Numbers of 32 bits, side by side: one part of 16.
///
/// Call the methods in loops rather than in closures, which are not always inlined and then not
/// compiled with the instructions that a [`SimdTask`](super::SimdTask) has.
pub trait PairSums: Copy {
    /// The numbers of a part: 8 or 16.
    const NUMBERS: usize;

    /// A pair of numbers of 16 bits for each number.
    type Pairs: Copy;

    /// Returns the same number in all places.
    fn splat(number: i32) -> Self;

    /// Returns each number of `first`, 0 to 32,767, with that of `second`, -32,768 to 32,767, of a part:
    /// 0 or, if parts have eight numbers, 1.
    ///
    /// # Panics
    /// There may be no such part.
    fn pairs(first: &[i32; 16], second: &[i32; 16], part: usize) -> Self::Pairs;

    /// Adds the products of both numbers of each pair with the lower and the upper half of
    /// `factors`.
    fn plus_products(self, pairs: Self::Pairs, factors: u32) -> Self;

    /// Returns each number, 0 in place of less and `most` in place of more.
    fn clamped(self, most: i32) -> Self;

    /// Adds `numbers` times `factor`.
    fn plus_times(self, numbers: Self, factor: i32) -> Self;

    /// Returns the numbers, with zeros after them.
    fn to_array(self) -> [i32; 16];
}

/// Returns a part of eight of 16 numbers.
#[inline(always)]
pub(super) fn eight(numbers: &[i32; 16], part: usize) -> &[i32; 8] {
    &numbers.as_chunks().0[part]
}

/// Returns eight numbers with zeros after them.
#[inline(always)]
pub(super) fn sixteen(numbers: [i32; 8]) -> [i32; 16] {
    let mut all = [0; 16];
    all[..8].copy_from_slice(&numbers);
    all
}

/// The numbers in an array, for processors without a better implementor.
#[derive(Clone, Copy, Debug)]
pub struct PortablePairSums([i32; 8]);

impl PairSums for PortablePairSums {
    const NUMBERS: usize = 8;

    type Pairs = [[i32; 8]; 2];

    #[inline(always)]
    fn splat(number: i32) -> PortablePairSums {
        PortablePairSums([number; 8])
    }

    #[inline(always)]
    fn pairs(first: &[i32; 16], second: &[i32; 16], part: usize) -> [[i32; 8]; 2] {
        [*eight(first, part), *eight(second, part)]
    }

    #[inline(always)]
    fn plus_products(mut self, [first, second]: [[i32; 8]; 2], factors: u32) -> PortablePairSums {
        let [low, high] = [factors as i16, (factors >> 16) as i16].map(i32::from);
        for (sum, (first, second)) in self.0.iter_mut().zip(first.iter().zip(second)) {
            *sum += first * low + second * high;
        }
        self
    }

    #[inline(always)]
    fn clamped(self, most: i32) -> PortablePairSums {
        PortablePairSums(self.0.map(|number| number.clamp(0, most)))
    }

    #[inline(always)]
    fn plus_times(mut self, numbers: PortablePairSums, factor: i32) -> PortablePairSums {
        for (sum, number) in self.0.iter_mut().zip(numbers.0) {
            *sum += number * factor;
        }
        self
    }

    #[inline(always)]
    fn to_array(self) -> [i32; 16] {
        sixteen(self.0)
    }
}

/// The numbers in the lanes of two registers of 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct PairSumsInLanes([U32x4; 2]);

impl PairSums for PairSumsInLanes {
    const NUMBERS: usize = 8;

    type Pairs = [U16x8; 2];

    #[inline(always)]
    fn splat(number: i32) -> PairSumsInLanes {
        PairSumsInLanes([splat(number); 2])
    }

    #[inline(always)]
    fn pairs(first: &[i32; 16], second: &[i32; 16], part: usize) -> [U16x8; 2] {
        let narrow = |numbers: &[i32; 8]| U16x8::from_array(numbers.map(|number| number as u16));
        narrow(eight(first, part)).paired(narrow(eight(second, part)))
    }

    #[inline(always)]
    fn plus_products(self, pairs: [U16x8; 2], factors: u32) -> PairSumsInLanes {
        let factors = U32x4::splat(factors).as_pairs();
        let PairSumsInLanes([low, high]) = self;
        PairSumsInLanes([low + pairs[0].dot(factors), high + pairs[1].dot(factors)])
    }

    #[inline(always)]
    fn clamped(self, most: i32) -> PairSumsInLanes {
        let clamped = |numbers: U32x4| numbers.signed_max(splat(0)).signed_min(splat(most));
        PairSumsInLanes(self.0.map(clamped))
    }

    #[inline(always)]
    fn plus_times(self, numbers: PairSumsInLanes, factor: i32) -> PairSumsInLanes {
        let ([low, high], [other_low, other_high]) = (self.0, numbers.0);
        let factor = splat(factor);
        PairSumsInLanes([low + other_low * factor, high + other_high * factor])
    }

    #[inline(always)]
    fn to_array(self) -> [i32; 16] {
        let mut numbers = [0; 16];
        for (number, lane) in numbers
            .iter_mut()
            .zip(self.0.map(U32x4::to_array).as_flattened())
        {
            *number = lane.cast_signed();
        }
        numbers
    }
}

/// Returns the same number in all lanes.
#[inline(always)]
fn splat(number: i32) -> U32x4 {
    U32x4::splat(number.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{self, SimdTask};
    use landfall_rng::SplitMix64;

    /// The outputs of a neuron.
    #[derive(Clone, Copy)]
    struct Neuron<'a> {
        bias: i32,
        weights: &'a [u32; 3],
        counts: &'a [[i32; 16]; 6],
    }

    impl SimdTask for Neuron<'_> {
        type Output = [i32; 16];

        #[inline(always)]
        fn run<S: PairSums>(self) -> [i32; 16] {
            let mut outputs = [0; 16];
            for (part, outputs) in outputs.chunks_exact_mut(S::NUMBERS).enumerate() {
                let mut sums = S::splat(self.bias);
                for (&weights, counts) in self.weights.iter().zip(self.counts.as_chunks::<2>().0) {
                    sums = sums.plus_products(S::pairs(&counts[0], &counts[1], part), weights);
                }
                let numbers = S::splat(-5).plus_times(sums.clamped(4096), -77).to_array();
                outputs.copy_from_slice(&numbers[..S::NUMBERS]);
            }
            outputs
        }
    }

    #[test]
    fn all_implementors_give_the_same() {
        let mut rng = SplitMix64::new(3);
        // Small weights, and weights of all 16 bits.
        for round in 0..200 {
            let most = if round % 2 == 0 { 32 } else { 1 << 15 };
            let mut weight = || u32::from((rng.below(2 * most) as i32 - most as i32) as u16);
            let weights = &[(); 3].map(|()| weight() | weight() << 16);
            let neuron = Neuron {
                bias: rng.below(1 << 13) as i32 - (1 << 12),
                weights,
                counts: &[(); 6].map(|()| [(); 16].map(|()| rng.below(1 << 8) as i32)),
            };
            let expected: [i32; 16] = std::array::from_fn(|i| {
                let mut sum = neuron.bias;
                for (k, weights) in neuron.weights.iter().enumerate() {
                    let [low, high] = [*weights as i16, (weights >> 16) as i16].map(i32::from);
                    sum += low * neuron.counts[2 * k][i] + high * neuron.counts[2 * k + 1][i];
                }
                -5 - 77 * sum.clamp(0, 4096)
            });
            assert_eq!(neuron.run::<PortablePairSums>(), expected);
            assert_eq!(neuron.run::<PairSumsInLanes>(), expected);
            assert_eq!(simd::dispatch(neuron), expected);
        }
    }
}
