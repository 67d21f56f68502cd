//! The poses of a block, judged side by side: the boards after them lie column by column,
//! those of one column beside each other, so that one instruction does the same to many.

use super::convert::{DropbloxBoard, FallingBlock};
use super::features::{Columns, FEATURES, features};
use super::game::lock;
use super::lanes::{LANES, Lanes, every_column, per_column};
use super::messages::COLUMNS;
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::{SimdTask, dispatch};
use landfall_search::Child;

/// Judges the poses of a block.
pub struct PlacementEvaluator<'a> {
    /// The board before.
    pub board: &'a DropbloxBoard,
    /// The block.
    pub block: &'a FallingBlock,
    /// The block after it, if it is known.
    pub next: Option<&'a FallingBlock>,
    /// Where it may come to rest.
    pub poses: &'a [Pose],
    /// What is what worth.
    pub weights: &'a Weights,
    /// Gets the judged poses, in their order.
    pub out: &'a mut Vec<Child<Pose>>,
}

impl SimdTask for PlacementEvaluator<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for poses in self.poses.chunks(LANES) {
            let mut columns: Columns = broadcast(self.board);
            for (i, &pose) in poses.iter().enumerate() {
                for (x, y) in self.block.shape.cells(pose) {
                    columns[x as usize % COLUMNS].0[i] |= 1u32.unbounded_shl(y as u32);
                }
            }
            let mut rewards = [0; LANES];
            let mut full = Lanes::ALL;
            every_column!(x {
                full = full & columns[x];
            });
            for (i, &pose) in poses.iter().enumerate() {
                if full.0[i] != 0 {
                    let mut field = *self.board;
                    let rows = lock(&mut field, &self.block.shape, pose);
                    rewards[i] = self.weights.rows[rows];
                    for (lanes, column) in columns.iter_mut().zip(field.columns) {
                        lanes.0[i] = column as u32;
                    }
                }
            }
            let values = self.evaluate_lanes(&columns);
            let judged = poses.iter().zip(rewards).zip(values);
            self.out
                .extend(judged.map(|((&mv, reward), eval)| Child { mv, reward, eval }));
        }
    }
}

impl PlacementEvaluator<'_> {
    /// What the boards are worth, one by one.
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

/// What a board is worth, without what comes next.
pub fn evaluate(field: &DropbloxBoard, weights: &Weights) -> i32 {
    weighted_sum(&broadcast(field), weights)[0]
}

#[inline(always)]
fn weighted_sum(columns: &Columns, weights: &Weights) -> [i32; LANES] {
    let counts = count_features(columns);
    let mut sum = Lanes::NONE;
    // Written out for the reason of `every_column`.
    macro_rules! add {
        ($($n:literal)*) => {
            const { assert!([$($n),*].len() == FEATURES.len(), "every feature counts once") };
            $(sum = sum + counts[$n].scaled(weights.features[$n]);)*
        };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
    sum.0.map(|value| value as i32)
}

/// Counts on boards: a task of its own, so that this much code is compiled once for each kind
/// of processor and not once more for everyone who counts.
struct CountFeatures<'a>(&'a Columns);

impl SimdTask for CountFeatures<'_> {
    type Output = [Lanes; FEATURES.len()];

    #[inline(always)]
    fn run(self) -> [Lanes; FEATURES.len()] {
        features(self.0)
    }
}

/// The features of boards.
pub fn count_features(columns: &Columns) -> [Lanes; FEATURES.len()] {
    dispatch(CountFeatures(columns))
}

/// A board in all lanes.
#[inline(always)]
pub fn broadcast(field: &DropbloxBoard) -> Columns {
    per_column(|x| Lanes([field.columns[x] as u32; LANES]))
}
