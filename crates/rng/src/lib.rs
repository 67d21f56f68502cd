#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]
#![deny(clippy::print_stdout)]

/// The SplitMix64 generator (Steele, Lea and Flood, 2014).
///
/// ```
/// use landfall_rng::SplitMix64;
/// let mut rng = SplitMix64::new(42);
/// assert_eq!(rng.next_u64(), 0xbdd7_3226_2feb_6e95);
/// assert!(rng.below(6) < 6);
/// assert!(rng.modulo(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns a generator whose numbers are a function of `seed` alone.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Returns the generator of a numbered stream of a seed, for example for one game of a
    /// series. Stream 0 is [`SplitMix64::new`].
    pub const fn stream(seed: u64, number: u64) -> SplitMix64 {
        SplitMix64(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// Returns the next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix64(self.0)
    }

    /// Returns a number in `0..bound` from the high half of the next 64 bits, scaled by a
    /// multiplication (Lemire, 2019). The bias is at most `bound` in 2^32. 0 if `bound` is 0.
    ///
    /// [`SplitMix64::modulo`] draws other numbers from the same seed, so that code with recorded
    /// seeds must not change its method. New code uses this one.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * bound as u64) >> 32) as u32
    }

    /// Returns the next 64 bits modulo `bound`: a number in `0..bound`, of up to 64 bits. The
    /// bias is at most `bound` in 2^64.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub const fn modulo(&mut self, bound: u64) -> u64 {
        self.next_u64() % bound
    }

    /// Returns a number in `-1.0..1.0`, a multiple of 2^-23.
    #[inline]
    pub const fn signed_f32(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// Returns the finisher of SplitMix64 of a number: every input bit changes about half of the
/// output bits. It is a hash of the number, and derives a seed from another.
#[inline]
pub const fn mix64(bits: u64) -> u64 {
    let z = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1234567, as the reference implementation in C gives them.
    #[test]
    fn first_numbers_are_the_published_ones() {
        let mut rng = SplitMix64::new(1_234_567);
        let found: [u64; 5] = core::array::from_fn(|_| rng.next_u64());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(found, published);
    }

    /// Each way of drawing takes one step, and its formula is fixed.
    #[test]
    fn draws_are_functions_of_the_next_64_bits() {
        for number in 0..100 {
            let rng = SplitMix64::stream(7, number);
            let bits = rng.clone().next_u64();
            assert_eq!(rng.clone().modulo(361), bits % 361);
            assert_eq!(
                u64::from(rng.clone().below(361)),
                ((bits >> 32) * 361) >> 32
            );
            let signed = rng.clone().signed_f32();
            assert!((-1.0..1.0).contains(&signed));
            assert_eq!(signed, (bits >> 40) as f32 / 8_388_608.0 - 1.0);
        }
    }

    #[test]
    fn stream_zero_is_the_seed_itself_and_others_differ() {
        assert_eq!(SplitMix64::stream(5, 0), SplitMix64::new(5));
        assert_ne!(SplitMix64::stream(5, 1), SplitMix64::stream(5, 2));
    }
}
