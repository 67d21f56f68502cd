//! The poses of a block, judged side by side: the boards after them lie column by column,
//! those of one column beside each other, so that one instruction does the same to many.

use super::features::{Columns, features};
use super::geometry::{Entrant, Field};
use super::lanes::{LANES, Lanes};
use super::messages::COLUMNS;
use super::search::lock;
use super::weights::Weights;
use crate::brain::Child;
use crate::game::cpu::Task;
use crate::game::polyomino::Pose;

/// Judges the poses of a block.
pub struct Judge<'a> {
    /// The board before.
    pub field: &'a Field,
    /// The block.
    pub entrant: &'a Entrant,
    /// The block after it, if it is known.
    pub next: Option<&'a Entrant>,
    /// Where it may come to rest.
    pub poses: &'a [Pose],
    /// What is what worth.
    pub weights: &'a Weights,
    /// Gets the judged poses, in their order.
    pub out: &'a mut Vec<Child<Pose>>,
}

impl Task for Judge<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for poses in self.poses.chunks(LANES) {
            let mut columns: Columns = alike(self.field);
            for (i, &pose) in poses.iter().enumerate() {
                for (x, y) in self.entrant.block.cells(pose) {
                    columns[x as usize % COLUMNS].0[i] |= 1u32.unbounded_shl(y as u32);
                }
            }
            let mut rewards = [0; LANES];
            let full = columns
                .iter()
                .fold(Lanes::ALL, |full, &column| full & column);
            for (i, &pose) in poses.iter().enumerate() {
                if full.0[i] != 0 {
                    let mut field = *self.field;
                    let rows = lock(&mut field, &self.entrant.block, pose);
                    rewards[i] = self.weights.rows[rows];
                    for (lanes, column) in columns.iter_mut().zip(field.columns) {
                        lanes.0[i] = column as u32;
                    }
                }
            }
            let values = self.values(&columns);
            let judged = poses.iter().zip(rewards).zip(values);
            self.out
                .extend(judged.map(|((&mv, reward), eval)| Child { mv, reward, eval }));
        }
    }
}

impl Judge<'_> {
    /// What the boards are worth, one by one.
    #[inline(always)]
    fn values(&self, columns: &Columns) -> [i32; LANES] {
        let mut blocked = Lanes::NONE;
        for (x, y) in self
            .next
            .iter()
            .flat_map(|next| next.block.cells(next.start))
        {
            blocked = blocked | columns[x as usize % COLUMNS] >> (y as u32);
        }
        let mut values = weighed(columns, self.weights);
        for (value, blocked) in values.iter_mut().zip(blocked.0) {
            if blocked & 1 == 1 {
                *value = self.weights.over;
            }
        }
        values
    }
}

/// What a board is worth, without what comes next.
pub fn value(field: &Field, weights: &Weights) -> i32 {
    weighed(&alike(field), weights)[0]
}

#[inline(always)]
fn weighed(columns: &Columns, weights: &Weights) -> [i32; LANES] {
    let mut sum = Lanes::NONE;
    for (&counts, &weight) in features(columns).iter().zip(&weights.features) {
        sum = sum + counts.times(weight);
    }
    sum.0.map(|value| value as i32)
}

#[inline(always)]
fn alike(field: &Field) -> Columns {
    field.columns.map(|column| Lanes([column as u32; LANES]))
}
