//! The random numbers of the framework, which is written in Python: equal seeds deal equal
//! games.
//!
//! Seeding and fractions are those of Python's `random`; the generator, the Mersenne Twister
//! MT19937 of Matsumoto and Nishimura (1998), is the crate rand_mt.

use rand_mt::Mt;

/// Python's `random.Random`, seeded with a whole number.
#[derive(Clone, Debug)]
pub struct PythonRandom(Mt);

impl PythonRandom {
    /// Returns the generator that `random.seed(seed)` makes: the key is the seed's 32-bit
    /// words, the lowest first, without leading zeros.
    pub fn new(seed: u64) -> PythonRandom {
        let words = [seed as u32, (seed >> 32) as u32];
        let used = if words[1] == 0 { 1 } else { 2 };
        PythonRandom(Mt::new_with_key(words.into_iter().take(used)))
    }

    /// Returns the next `random.random()`: 53 bits of two draws, from 0 to below 1.
    pub fn random(&mut self) -> f64 {
        let (high, low) = (self.0.next_u32() >> 5, self.0.next_u32() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_numbers_of_python() {
        // random.seed(s); random.random() twice.
        for (seed, first, second) in [
            (0, 0.8444218515250481, 0.7579544029403025),
            (1, 0.13436424411240122, 0.8474337369372327),
            (12345, 0.41661987254534116, 0.010169169457068361),
            (1099511627783, 0.6137037779936511, 0.8149162973309487),
        ] {
            let mut python = PythonRandom::new(seed);
            assert_eq!((python.random(), python.random()), (first, second));
        }
    }
}
