//! Evaluation of all placements of a block, 16 at a time: the boards after them lie column by
//! column, the same column of all boards side by side, so that one instruction serves many boards.

use super::convert::{DropbloxBoard, FallingBlock};
use super::features::{Columns, FEATURES, features};
use super::game::lock;
use super::lanes::{LANES, Lanes, for_each_column, per_column};
use super::messages::COLUMNS;
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::pair_sums::PairSums;
use landfall_rules::simd::{SimdTask, dispatch};
use landfall_search::game::Child;

/// Evaluates placements of a block.
pub struct PlacementEvaluator<'a> {
    /// The board before.
    pub board: &'a DropbloxBoard,
    /// The block.
    pub block: &'a FallingBlock,
    /// The block after it, if it is known.
    pub next: Option<&'a FallingBlock>,
    /// The poses in which it comes to rest.
    pub poses: &'a [Pose],
    /// The evaluation.
    pub weights: &'a Weights,
    /// Receives the placements with their evaluation, in order.
    pub out: &'a mut Vec<Child<Pose>>,
}

impl SimdTask for PlacementEvaluator<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: PairSums>(self) {
        for poses in self.poses.chunks(LANES) {
            let mut columns: Columns = broadcast(self.board);
            for (i, &pose) in poses.iter().enumerate() {
                for (x, y) in self.block.shape.cells(pose) {
                    columns[x as usize % COLUMNS].0[i] |= 1u32.unbounded_shl(y as u32);
                }
            }
            let mut rewards = [0; LANES];
            let mut full = Lanes::ALL;
            for_each_column!(x {
                full = full & columns[x];
            });
            for (i, &pose) in poses.iter().enumerate() {
                if full.0[i] != 0 {
                    let mut board = *self.board;
                    let rows = lock(&mut board, &self.block.shape, pose);
                    rewards[i] = self.weights.of_rows(rows);
                    for (lanes, column) in columns.iter_mut().zip(board.columns) {
                        lanes.0[i] = column as u32;
                    }
                }
            }
            let values = self.evaluate_lanes(&columns);
            let evaluated = poses.iter().zip(rewards).zip(values);
            self.out
                .extend(evaluated.map(|((&mv, reward), eval)| Child { mv, reward, eval }));
        }
    }
}

impl PlacementEvaluator<'_> {
    /// Returns the evaluation of each board.
    #[inline(always)]
    fn evaluate_lanes(&self, columns: &Columns) -> [i32; LANES] {
        let mut blocked = Lanes::NONE;
        for (x, y) in self
            .next
            .iter()
            .flat_map(|next| next.shape.cells(next.spawn))
        {
            blocked = blocked | columns[x as usize % COLUMNS] >> (y as u32);
        }
        let mut values = weighted_sum(columns, self.weights);
        for (value, blocked) in values.iter_mut().zip(blocked.0) {
            if blocked & 1 == 1 {
                *value = self.weights.over;
            }
        }
        values
    }
}

/// Returns the evaluation of a board, whatever block comes next.
pub fn evaluate(board: &DropbloxBoard, weights: &Weights) -> i32 {
    weighted_sum(&broadcast(board), weights)[0]
}

#[inline(always)]
fn weighted_sum(columns: &Columns, weights: &Weights) -> [i32; LANES] {
    let counts = count_features(columns);
    let mut sum = Lanes::NONE;
    // Written out for the reason of `for_each_column`.
    macro_rules! add {
        ($($n:literal)*) => {
            const { assert!([$($n),*].len() == FEATURES.len(), "every feature counts once") };
            $(sum = sum + counts[$n].scaled(weights.features[$n]);)*
        };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
    sum.0.map(|value| value as i32)
}

/// Counts features. A task of its own, so that this much code is compiled once for each kind of
/// processor, not once more for each caller.
struct CountFeatures<'a>(&'a Columns);

impl SimdTask for CountFeatures<'_> {
    type Output = [Lanes; FEATURES.len()];

    #[inline(always)]
    fn run<S: PairSums>(self) -> [Lanes; FEATURES.len()] {
        features(self.0)
    }
}

/// Returns the features of 16 boards.
pub fn count_features(columns: &Columns) -> [Lanes; FEATURES.len()] {
    dispatch(CountFeatures(columns))
}

/// Returns a board in all lanes.
#[inline(always)]
pub fn broadcast(board: &DropbloxBoard) -> Columns {
    per_column(|x| Lanes([board.columns[x] as u32; LANES]))
}
