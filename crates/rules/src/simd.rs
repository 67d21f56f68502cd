//! Runs hot work compiled for what the processor at hand can do.
//!
//! The program is built for any processor of its kind. Work that is made of counting bits
//! and of whole boards at a time gains a lot from instructions that not every one has; so it
//! is compiled more than once, and the processor is asked. Results are the same.

pub(crate) mod columns;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod x86;

/// Work that is worth compiling more than once.
///
/// Only what is inlined into `run` is compiled with the better instructions, so `run` and
/// what it calls over and over should be `#[inline(always)]`.
pub trait SimdTask {
    /// What comes out.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs a task with the best instructions that this processor has.
#[inline]
pub fn dispatch<T: SimdTask>(task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(vectors) = x86::CpuLevel::current() {
        return vectors.dispatch(task);
    }
    task.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ones<'a>(&'a [u64]);

    impl SimdTask for Ones<'_> {
        type Output = u32;

        #[inline(always)]
        fn run(self) -> u32 {
            self.0.iter().map(|word| word.count_ones()).sum()
        }
    }

    #[test]
    fn both_ways_give_the_same() {
        let words: Vec<u64> = (0..100u64)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        assert_eq!(dispatch(Ones(&words)), Ones(&words).run());
    }
}
