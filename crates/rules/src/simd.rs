//! Work compiled for several levels of vector instructions, and dispatched at run time.
//!
//! Programs are built for any processor of an architecture. Counting bits and working on whole
//! boards gain a lot from instructions that not all of them have, so such work is compiled more
//! than once, and the version for the processor is chosen at run time. Results are the same on all
//! of them.
//!
//! `columns` are the sets of poses that the move generator floods; `x86` has the vector registers
//! of x86-64 and the only `unsafe` code. In WebAssembly the build decides whether there are vector
//! instructions: `v128` has them, `v128_columns` floods with them, and [`lanes`] are numbers side
//! by side for evaluations. [`pair_sums`] are the sums of nets, with each of them.

pub(crate) mod columns;
pub mod lanes;
pub mod pair_sums;
#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(crate) mod portable_columns;
mod v128;
#[cfg(any(test, all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) mod v128_columns;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod x86;

use pair_sums::{PairSums, PortablePairSums};

/// Work that is worth compiling more than once.
///
/// Only what is inlined into `run` is compiled with the better instructions, so `run` and what it
/// calls often should be `#[inline(always)]`.
pub trait SimdTask {
    /// The result.
    type Output;

    /// Does the work. `S` multiplies pairs of numbers; most tasks do not use it.
    fn run<S: PairSums>(self) -> Self::Output;
}

/// Runs a task, compiled for the best instructions that this processor has. Without the
/// feature `std` there is no detection, and the task runs as it is.
#[inline]
pub fn dispatch<T: SimdTask>(task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(level) = x86::CpuLevel::current() {
        return level.dispatch(task);
    }
    task.run::<PortablePairSums>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ones<'a>(&'a [u64]);

    impl SimdTask for Ones<'_> {
        type Output = u32;

        #[inline(always)]
        fn run<S: PairSums>(self) -> u32 {
            self.0.iter().map(|word| word.count_ones()).sum()
        }
    }

    #[test]
    fn dispatched_and_plain_runs_give_the_same() {
        let words: Vec<u64> = (0..100u64)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        assert_eq!(
            dispatch(Ones(&words)),
            Ones(&words).run::<PortablePairSums>()
        );
    }
}
