//! What block comes next: larger ones the higher the score.

use super::catalogue::{Catalogue, LEVELS};
use super::mersenne::Mersenne;
use crate::geometry::Entrant;
use landfall_rules::mix64;
use std::sync::Arc;

/// Deals the blocks of a game.
#[derive(Clone, Debug)]
pub struct Dealer {
    catalogue: Arc<Catalogue>,
    dice: Mersenne,
}

impl Dealer {
    /// The dealer of the game with this seed.
    pub fn new(catalogue: Arc<Catalogue>, seed: u64) -> Dealer {
        Dealer {
            catalogue,
            dice: Mersenne::new(seed),
        }
    }

    /// The next block at a score.
    pub fn deal(&mut self, score: u32) -> Entrant {
        let chance = self.dice.fraction();
        let up_to = self.catalogue.up_to[level(score, chance)];
        let index = (self.dice.fraction() * up_to as f64) as usize;
        self.catalogue.block(index)
    }
}

/// A sample of what may be dealt at a score: `count` blocks, spread evenly over what a dealer
/// may draw. Another `salt` gives other blocks.
pub fn sample(catalogue: &Catalogue, score: u32, count: usize, salt: u64) -> Vec<Entrant> {
    let of_a_whole = |word: u64| (word >> 11) as f64 / (1u64 << 53) as f64;
    (0..count as u64)
        .map(|i| {
            let chance = (i as f64 + of_a_whole(mix64(salt))) / count as f64;
            let up_to = catalogue.up_to[level(score, chance)];
            let index = (of_a_whole(mix64(salt ^ mix64(i + 1))) * up_to as f64) as usize;
            catalogue.block(index)
        })
        .collect()
}

/// The level that a draw gives at a score: the first whose successor is not reached.
fn level(score: u32, chance: f64) -> usize {
    let score = f64::from(score);
    let ratio = 0.8 * step(2.0 * (score - 480.0) / 480.0) + 0.1;
    let reached = |level: i32| {
        let begun = step(2.0 * (score - f64::from(level) * 60.0) / 60.0);
        chance <= ratio.powi(level) * begun
    };
    (1..LEVELS.len() as i32)
        .find(|&level| !reached(level))
        .map_or(LEVELS.len() - 1, |level| level as usize - 1)
}

/// From 0 far below to 1 far above, one half at 0.
fn step(x: f64) -> f64 {
    (x / (x * x + 1.0).sqrt() + 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_like_what_is_dealt() {
        let catalogue = Arc::new(Catalogue::counted());
        for score in [0, 480, 720] {
            let mut dealer = Dealer::new(Arc::clone(&catalogue), 5);
            let dealt = (0..4000).map(|_| dealer.deal(score).block.size());
            let dealt = dealt.sum::<usize>() as f64 / 4000.0;
            let samples = (0..200).flat_map(|salt| sample(&catalogue, score, 20, salt));
            let found = samples.map(|entrant| entrant.block.size()).sum::<usize>() as f64 / 4000.0;
            assert!((found - dealt).abs() < 0.15, "{score}: {found} and {dealt}");
        }
        assert_eq!(sample(&catalogue, 500, 9, 1), sample(&catalogue, 500, 9, 1));
        assert_ne!(sample(&catalogue, 500, 9, 1), sample(&catalogue, 500, 9, 2));
    }

    #[test]
    fn blocks_grow_with_the_score_as_measured() {
        let catalogue = Arc::new(Catalogue::counted());
        let mean = |score| {
            let mut dealer = Dealer::new(Arc::clone(&catalogue), 5);
            let sizes = (0..4000).map(|_| dealer.deal(score).block.size());
            sizes.sum::<usize>() as f64 / 4000.0
        };
        for (score, measured) in [
            (0, 4.4),
            (240, 4.7),
            (480, 5.4),
            (600, 6.3),
            (720, 7.1),
            (960, 7.8),
        ] {
            let found = mean(score);
            assert!((found - measured).abs() < 0.15, "{score}: {found}");
        }
    }
}
