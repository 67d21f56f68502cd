//! Runs hot work compiled for what the processor at hand can do.
//!
//! The program is built for any processor of its kind. Work that is made of counting bits
//! and of whole boards at a time gains a lot from instructions that not every one has; so it
//! is compiled twice, and the processor is asked once. Results are the same.
//!
//! The only file with unsafe code.

/// Work that is worth compiling more than once.
///
/// Only what is inlined into `run` is compiled with the better instructions, so `run` and
/// what it calls over and over should be `#[inline(always)]`.
pub trait Task {
    /// What comes out.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs a task with the best instructions that this processor has.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
pub fn fastest<T: Task>(task: T) -> T::Output {
    if has_wide() {
        // SAFETY: every feature that `wide` is compiled with has just been found.
        unsafe { wide(task) }
    } else if has_modern() {
        // SAFETY: every feature that `modern` is compiled with has just been found.
        unsafe { modern(task) }
    } else {
        task.run()
    }
}

/// Runs a task; this kind of processor needs no choice.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn fastest<T: Task>(task: T) -> T::Output {
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_modern() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2")
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_wide() -> bool {
    has_modern()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// Of 2013 and later: counting of bits, and registers of 256 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn modern<T: Task>(task: T) -> T::Output {
    task.run()
}

/// Registers of 512 bits, and counting of bits in all parts of them at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
fn wide<T: Task>(task: T) -> T::Output {
    task.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ones<'a>(&'a [u64]);

    impl Task for Ones<'_> {
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
        assert_eq!(fastest(Ones(&words)), Ones(&words).run());
    }
}
