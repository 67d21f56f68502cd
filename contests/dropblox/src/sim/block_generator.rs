//! The framework's random choice of the next block: the higher the score, the larger the blocks.

use super::block_set::{BlockSet, LEVEL_MAX_CELLS};
use super::python_random::PythonRandom;
use crate::convert::FallingBlock;
use landfall_rules::rng::mix64;
use std::sync::Arc;

/// Deals the blocks of a game.
#[derive(Clone, Debug)]
pub struct BlockGenerator {
    block_set: Arc<BlockSet>,
    random: PythonRandom,
}

impl BlockGenerator {
    /// Returns the generator of the game with this seed, which deals the framework's blocks.
    pub fn new(block_set: Arc<BlockSet>, seed: u64) -> BlockGenerator {
        BlockGenerator {
            block_set,
            random: PythonRandom::new(seed),
        }
    }

    /// Returns the next block at a score.
    pub fn next_block(&mut self, score: u32) -> FallingBlock {
        let draw = self.random.random();
        let up_to = self.block_set.level_sizes[drawn_level(score, draw)];
        let index = (self.random.random() * up_to as f64) as usize;
        self.block_set.block(index)
    }
}

/// Returns `count` blocks, spread evenly over the possible blocks at a score. Another `salt` gives
/// other blocks.
pub fn sample_blocks(
    block_set: &BlockSet,
    score: u32,
    count: usize,
    salt: u64,
) -> Vec<FallingBlock> {
    let of_a_whole = |word: u64| (word >> 11) as f64 / (1u64 << 53) as f64;
    (0..count as u64)
        .map(|i| {
            let draw = (i as f64 + of_a_whole(mix64(salt))) / count as f64;
            let up_to = block_set.level_sizes[drawn_level(score, draw)];
            let index = (of_a_whole(mix64(salt ^ mix64(i + 1))) * up_to as f64) as usize;
            block_set.block(index)
        })
        .collect()
}

/// Returns the level for a draw from 0 to 1 at a score: the first level whose successor is not
/// reached.
fn drawn_level(score: u32, draw: f64) -> usize {
    let score = f64::from(score);
    let ratio = 0.8 * sigmoid(2.0 * (score - 480.0) / 480.0) + 0.1;
    let reached = |level: i32| {
        let begun = sigmoid(2.0 * (score - f64::from(level) * 60.0) / 60.0);
        draw <= ratio.powi(level) * begun
    };
    (1..LEVEL_MAX_CELLS.len() as i32)
        .find(|&level| !reached(level))
        .map_or(LEVEL_MAX_CELLS.len() - 1, |level| level as usize - 1)
}

/// A smooth step from 0 to 1, one half at 0.
fn sigmoid(x: f64) -> f64 {
    (x / (x * x + 1.0).sqrt() + 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean number of cells of dealt blocks.
    fn mean_size(block_set: &Arc<BlockSet>, score: u32) -> f64 {
        let mut generator = BlockGenerator::new(Arc::clone(block_set), 5);
        let sizes = (0..4000).map(|_| generator.next_block(score).shape.size());
        sizes.sum::<usize>() as f64 / 4000.0
    }

    #[test]
    fn a_sample_resembles_the_dealt_blocks() {
        let block_set = Arc::new(BlockSet::enumerated());
        for score in [0, 480, 720] {
            let dealt = mean_size(&block_set, score);
            let samples = (0..200).flat_map(|salt| sample_blocks(&block_set, score, 20, salt));
            let found = samples.map(|block| block.shape.size()).sum::<usize>() as f64 / 4000.0;
            assert!((found - dealt).abs() < 0.15, "{score}: {found} and {dealt}");
        }
        let sample = |salt| sample_blocks(&block_set, 500, 9, salt);
        assert_eq!(sample(1), sample(1));
        assert_ne!(sample(1), sample(2));
    }

    #[test]
    fn blocks_grow_with_the_score_as_measured() {
        let block_set = Arc::new(BlockSet::enumerated());
        let scores = [0, 240, 480, 600, 720, 960];
        for (score, measured) in scores.into_iter().zip([4.4, 4.7, 5.4, 6.3, 7.1, 7.8]) {
            let found = mean_size(&block_set, score);
            assert!((found - measured).abs() < 0.15, "{score}: {found}");
        }
    }
}
