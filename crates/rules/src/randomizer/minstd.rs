//! The generator of random numbers of TETR.IO's games.
//!
//! `piece_sequence` draws pieces from it, `garbage_queue` garbage holes.

/// The multiplier of Park and Miller's minimal standard, 7^5.
const MULTIPLIER: u64 = 16_807;

/// The modulus, the prime 2^31 - 1.
const MODULUS: u64 = 2_147_483_647;

/// The minimal standard generator (Park and Miller, 1988), seeded as TETR.IO seeds it.
///
/// ```
/// use landfall_rules::randomizer::Minstd;
/// let mut rng = Minstd::new(1);
/// assert_eq!(rng.below(10), 0); // 16807 of 2^31
/// assert!(rng.fraction() < 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minstd(u64);

impl Minstd {
    /// Returns the generator of a seed modulo 2^31 - 1; 0 counts as 2^31 - 2.
    pub const fn new(seed: u64) -> Minstd {
        match seed % MODULUS {
            0 => Minstd(MODULUS - 1),
            seed => Minstd(seed),
        }
    }

    /// Returns the next number in `0.0..1.0`.
    pub const fn fraction(&mut self) -> f64 {
        self.0 = self.0 * MULTIPLIER % MODULUS;
        (self.0 - 1) as f64 / (MODULUS - 1) as f64
    }

    /// Returns the next number scaled to `0..bound` and rounded down.
    pub const fn below(&mut self, bound: u32) -> u32 {
        (self.fraction() * bound as f64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state after 10,000 steps from 1, which the authors give to check an implementation.
    #[test]
    fn sequence_is_the_published_one() {
        let mut rng = Minstd::new(1);
        (0..10_000).for_each(|_| {
            rng.fraction();
        });
        assert_eq!(rng, Minstd(1_043_618_065));
    }

    #[test]
    fn seeds_count_modulo_the_prime() {
        assert_eq!(Minstd::new(0), Minstd::new(MODULUS - 1));
        assert_eq!(Minstd::new(MODULUS), Minstd::new(0));
        assert_eq!(Minstd::new(MODULUS + 7), Minstd::new(7));
        assert!((0..1_000).all(|seed| Minstd::new(u64::MAX - seed).below(10) < 10));
    }
}
