//! The random numbers of the framework, which is written in Python: equal seeds deal equal
//! games.
//!
//! The Mersenne Twister MT19937 of Matsumoto and Nishimura (1998), seeded with a list of
//! 32-bit words; a fraction is made of 53 bits of two draws.

const WORDS: usize = 624;

/// A generator.
#[derive(Clone, Debug)]
pub struct PythonRandom {
    state: [u32; WORDS],
    next: usize,
}

impl PythonRandom {
    /// The generator that Python's `random.seed` makes of a whole number.
    pub fn new(seed: u64) -> PythonRandom {
        let mut mersenne = PythonRandom {
            state: [0; WORDS],
            next: WORDS,
        };
        mersenne.fill(19_650_218);
        let words = [seed as u32, (seed >> 32) as u32];
        let key = if words[1] == 0 { &words[..1] } else { &words };
        mersenne.mix_in(key);
        mersenne
    }

    /// A fraction, at least 0 and below 1.
    pub fn random(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    fn fill(&mut self, seed: u32) {
        self.state[0] = seed;
        for i in 1..WORDS {
            let before = self.state[i - 1];
            self.state[i] = (before ^ before >> 30)
                .wrapping_mul(1_812_433_253)
                .wrapping_add(i as u32);
        }
    }

    fn mix_in(&mut self, key: &[u32]) {
        let mut i = 1;
        for step in 0..WORDS {
            let word = key[step % key.len()].wrapping_add((step % key.len()) as u32);
            self.state[i] = self.stirred(i, 1_664_525).wrapping_add(word);
            i = self.onwards(i);
        }
        for _ in 1..WORDS {
            self.state[i] = self.stirred(i, 1_566_083_941).wrapping_sub(i as u32);
            i = self.onwards(i);
        }
        self.state[0] = 1 << 31;
    }

    fn stirred(&self, i: usize, factor: u32) -> u32 {
        let before = self.state[i - 1];
        self.state[i] ^ (before ^ before >> 30).wrapping_mul(factor)
    }

    /// The index after one, past the end the first again, which takes over the last word.
    fn onwards(&mut self, i: usize) -> usize {
        if i + 1 < WORDS {
            return i + 1;
        }
        self.state[0] = self.state[WORDS - 1];
        1
    }

    fn word(&mut self) -> u32 {
        if self.next == WORDS {
            self.turn_over();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    fn turn_over(&mut self) {
        for i in 0..WORDS {
            let bits = self.state[i] & 1 << 31 | self.state[(i + 1) % WORDS] & !(1 << 31);
            let odd = if bits & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + 397) % WORDS] ^ bits >> 1 ^ odd;
        }
        self.next = 0;
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
            let mut mersenne = PythonRandom::new(seed);
            assert_eq!((mersenne.random(), mersenne.random()), (first, second));
        }
    }
}
