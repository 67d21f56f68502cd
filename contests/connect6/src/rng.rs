//! Numbers by chance, the same for the same seed: SplitMix64.

/// Where the next number comes from.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The numbers of one of many games of a seed.
    pub fn for_game(seed: u64, number: u64) -> SplitMix64 {
        SplitMix64(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// About so many: at least half of it, and up to as much more.
    pub fn vary(&mut self, mean: u64) -> u64 {
        mean / 2 + self.below(mean.max(1)) + 1
    }

    /// A number of at least -1 and below 1.
    pub fn next_signed(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}
