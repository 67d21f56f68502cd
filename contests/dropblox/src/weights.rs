//! The weights of the evaluation: one per feature, and those of clears and of the end of the game.
//!
//! They were tuned by playing whole games (docs/lab/dropblox.md).

mod file;

pub use file::WeightsError;

use super::features::FEATURES;
use std::slice::from_mut;

/// Most rows that one block can clear.
pub const MAX_ROWS: usize = 10;

/// The names of the weights of clears and of the end of the game.
const OTHER_NAMES: [&str; 2] = ["rows", "over"];

/// Weights of the evaluation, in thousandths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For each unit of a feature, in the order in which they are counted.
    pub features: [i32; FEATURES.len()],
    /// For a drop that clears as many rows as the index.
    pub rows: [i32; MAX_ROWS + 1],
    /// For the end of the game.
    pub over: i32,
}

impl Weights {
    /// The largest weight, positive or negative.
    pub const MAX: i32 = 2_000_000;

    /// All weights 0: every move is as good as any other.
    pub const ZERO: Weights = Weights {
        features: [0; FEATURES.len()],
        rows: [0; MAX_ROWS + 1],
        over: 0,
    };

    /// Returns the value of a drop that clears this many rows.
    #[inline]
    pub fn of_rows(&self, rows: usize) -> i32 {
        // If the board already has full rows, a drop can clear more rows than a block has.
        self.rows[rows.min(MAX_ROWS)]
    }

    /// Returns every name with its weights, in the order in which they are written.
    pub fn fields_mut(&mut self) -> Vec<(&'static str, &mut [i32])> {
        let names = FEATURES
            .iter()
            .map(|feature| feature.name)
            .chain(OTHER_NAMES);
        let features = self.features.iter_mut().map(from_mut);
        let others = [&mut self.rows[..], from_mut(&mut self.over)];
        names.zip(features.chain(others)).collect()
    }
}

/// The weights that the contest's program plays with.
pub static TUNED: Weights = Weights {
    features: tuned_features(),
    rows: [
        0, 1380, 4076, 8999, 16314, 37150, 75000, 130000, 255000, 511000, 1023000,
    ],
    over: -220070,
};

/// Returns the weights of the features, from their table.
const fn tuned_features() -> [i32; FEATURES.len()] {
    let mut weights = [0; FEATURES.len()];
    let mut index = 0;
    while index < weights.len() {
        weights[index] = FEATURES[index].weight;
        index += 1;
    }
    weights
}
