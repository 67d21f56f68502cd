//! From where a piece is to where it should lie: the fewest commands.
//!
//! Owns the contest's rules of motion. A breadth-first search over poses; the drop counts as
//! one command and is always the last.

use super::geometry::{COLUMNS, Grid, GridCell, Pose, ROWS, shapes};
use super::messages::Move;

/// The moves that leave the piece in the player's hand.
const STEPS: [Move; 5] = [
    Move::Left,
    Move::Right,
    Move::LRotate,
    Move::RRotate,
    Move::Down,
];

/// How high a path may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLimit {
    /// Above the board if there is no other way: nobody knows whether the server allows it.
    Unknown,
    /// No cell above this row: the server has refused that.
    HighestRow(i32),
}

/// The pose after a step, the same one if the board forbids it. A drop ends where the
/// piece comes to rest.
pub fn apply_move(grid: &Grid, pose: Pose, mv: Move) -> Pose {
    let turns = shapes(pose.piece).len();
    let moved = match mv {
        Move::Left => Pose {
            col: pose.col - 1,
            ..pose
        },
        Move::Right => Pose {
            col: pose.col + 1,
            ..pose
        },
        Move::Down => Pose {
            row: pose.row + 1,
            ..pose
        },
        Move::LRotate => Pose {
            orient: (pose.orient + 1) % turns,
            ..pose
        },
        Move::RRotate => Pose {
            orient: (pose.orient + turns - 1) % turns,
            ..pose
        },
        Move::Drop => return grid.dropped(pose),
    };
    match grid.fits(&moved) {
        true => moved,
        false => pose,
    }
}

/// Everywhere that a piece can go from where it is.
#[derive(Debug)]
pub struct ReachablePoses {
    grid: Grid,
    low: Tree,
    /// The paths that also use the cells above the board.
    high: Option<Tree>,
}

impl ReachablePoses {
    /// Searches from a pose. Paths that keep every cell on the board are preferred, because
    /// a server may refuse a turn that sticks out; the others are known too while the
    /// ceiling is not.
    pub fn search(grid: &Grid, pose: Pose, ceiling: RowLimit) -> ReachablePoses {
        let (low, high) = match ceiling {
            RowLimit::Unknown => (0, Some(ABOVE)),
            RowLimit::HighestRow(row) => (row, None),
        };
        ReachablePoses {
            grid: *grid,
            low: Tree::grow(grid, pose, low),
            high: high.map(|row| Tree::grow(grid, pose, row)),
        }
    }

    /// The fewest steps that lock the piece on these cells, given in reading order; `None`
    /// if nothing leads there.
    pub fn path_to(&self, cells: &[GridCell; 4]) -> Option<Vec<Move>> {
        self.low
            .to(&self.grid, cells)
            .or_else(|| self.high.as_ref()?.to(&self.grid, cells))
    }

    /// The cells of every pose in which the piece can lock, in reading order.
    pub fn resting_cells(&self) -> Vec<[GridCell; 4]> {
        let reached = &self.high.as_ref().unwrap_or(&self.low).reached;
        let rests = reached
            .iter()
            .map(|branch| self.grid.dropped(branch.pose).cells());
        let mut rests: Vec<_> = rests.collect();
        rests.sort_unstable();
        rests.dedup();
        rests
    }
}

/// How far above the board an origin may be, as a row.
const ABOVE: i32 = -4;

/// The poses that were reached, in the order in which they were.
#[derive(Debug)]
struct Tree {
    reached: Vec<Branch>,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    pose: Pose,
    /// The branch that it grew from, and the step.
    from: Option<(usize, Move)>,
}

impl Tree {
    /// Every pose that can be reached without a cell above row `highest`, where the first
    /// one may be anywhere.
    fn grow(grid: &Grid, pose: Pose, highest: i32) -> Tree {
        let mut seen = [false; INDICES];
        let mut reached = vec![Branch { pose, from: None }];
        if let Some(index) = index(&pose) {
            seen[index] = true;
        }
        let mut next = 0;
        while next < reached.len() {
            let from = reached[next].pose;
            for step in STEPS {
                let pose = apply_move(grid, from, step);
                let Some(index) = index(&pose).filter(|&index| !seen[index]) else {
                    continue;
                };
                if pose.top_row() >= highest {
                    seen[index] = true;
                    reached.push(Branch {
                        pose,
                        from: Some((next, step)),
                    });
                }
            }
            next += 1;
        }
        Tree { reached }
    }

    fn to(&self, grid: &Grid, cells: &[GridCell; 4]) -> Option<Vec<Move>> {
        let falls_there = |branch: &Branch| grid.dropped(branch.pose).cells() == *cells;
        let mut at = self.reached.iter().position(falls_there)?;
        let mut steps = vec![Move::Drop];
        while let Some((from, step)) = self.reached[at].from {
            steps.push(step);
            at = from;
        }
        steps.reverse();
        Some(steps)
    }
}

/// Origins that can occur: a few rows above the board, and one column beside it.
const INDICES: usize = ((ROWS - ABOVE) * (COLUMNS + 2) * 4) as usize;

fn index(pose: &Pose) -> Option<usize> {
    let inside = (ABOVE..ROWS).contains(&pose.row) && (-1..=COLUMNS).contains(&pose.col);
    let flat = ((pose.row - ABOVE) * (COLUMNS + 2) + pose.col + 1) * 4;
    inside.then_some(flat as usize + pose.orient)
}

#[cfg(test)]
mod tests;
