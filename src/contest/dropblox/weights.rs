//! What a position is worth, as numbers: one weight a feature, and what clears are worth.
//!
//! Found by playing whole games (docs/dropblox.md tells how); none of them is a rule.

use super::features::FEATURES;

/// Most rows that one block can clear.
pub const MOST_ROWS: usize = 10;

/// Weights of the evaluation, in thousandths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For each unit of a feature, in the order in which they are counted.
    pub features: [i32; FEATURES.len()],
    /// For a drop that clears so many rows.
    pub rows: [i32; MOST_ROWS + 1],
    /// For the end of the game.
    pub over: i32,
}

/// The weights that the contest's program plays with.
pub static TUNED: Weights = Weights {
    features: [
        -7, -162, -96, -192, -217, -268, -212, -844, -281, 1614, 999, 666, 303, -41, -40, 95, -95,
    ],
    rows: [
        0, 1335, 3612, 8375, 17232, 36518, 75000, 130000, 255000, 511000, 1023000,
    ],
    over: -250000,
};
