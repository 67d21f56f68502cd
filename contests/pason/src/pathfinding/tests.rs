//! The planner against plain code on random boards: where the moves lead, and how many are
//! needed.

use super::*;
use crate::geometry::PIECES;
use std::collections::{HashMap, HashSet, VecDeque};

/// A small generator, so that the boards are the same for ever.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

/// Ragged boards with holes and overhangs, up to the given height.
fn board(dice: &mut Dice, height: usize) -> Grid {
    let mut grid = Grid::default();
    for row in grid.rows.iter_mut().rev().take(height) {
        *row = (dice.below(1 << 10) | dice.below(1 << 10)) as u16 & dice.below(1 << 10) as u16;
    }
    grid
}

type Key = (i32, i32, usize);

fn filled(grid: &Grid, row: i32, col: i32) -> bool {
    !(0..10).contains(&col) || row > 19 || (row >= 0 && grid.rows[row as usize] >> col & 1 == 1)
}

fn plain_fits(grid: &Grid, pose: Pose) -> bool {
    pose.cells()
        .iter()
        .all(|&(row, col)| !filled(grid, row, col))
}

/// One move as the contest describes it, written down once more.
fn plain_move(grid: &Grid, pose: Pose, mv: Move) -> Pose {
    let count = shapes(pose.piece).len();
    let mut moved = pose;
    match mv {
        Move::Left => moved.col -= 1,
        Move::Right => moved.col += 1,
        Move::Down => moved.row += 1,
        Move::LRotate => moved.orient = (moved.orient + 1) % count,
        Move::RRotate => moved.orient = (moved.orient + count - 1) % count,
        Move::Drop => {
            let lower = plain_move(grid, pose, Move::Down);
            return if lower == pose {
                pose
            } else {
                plain_move(grid, lower, Move::Drop)
            };
        }
    }
    if plain_fits(grid, moved) { moved } else { pose }
}

/// Fewest moves, the drop included, to every set of cells, with no cell above `highest` on
/// the way.
fn plain_lengths(grid: &Grid, start: Pose, highest: i32) -> HashMap<[GridCell; 4], usize> {
    let mut lengths = HashMap::new();
    let mut seen: HashSet<Key> = HashSet::from([(start.row, start.col, start.orient)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((pose, moves)) = queue.pop_front() {
        let rest = plain_move(grid, pose, Move::Drop);
        lengths.entry(rest.cells()).or_insert(moves + 1);
        for mv in Move::ALL.into_iter().filter(|mv| *mv != Move::Drop) {
            let next = plain_move(grid, pose, mv);
            let key = (next.row, next.col, next.orient);
            if next.cells()[0].0 >= highest && seen.insert(key) {
                queue.push_back((next, moves + 1));
            }
        }
    }
    lengths
}

/// Every set of cells in which the piece could rest, reachable or not.
fn all_rests(grid: &Grid, piece: landfall_tbp::messages::PieceName) -> HashSet<[GridCell; 4]> {
    let mut rests = HashSet::new();
    for orient in 0..shapes(piece).len() {
        for (row, col) in (0..20).flat_map(|row| (0..10).map(move |col| (row, col))) {
            let pose = Pose {
                piece,
                row,
                col,
                orient,
            };
            let lower = Pose {
                row: row + 1,
                ..pose
            };
            if plain_fits(grid, pose) && !plain_fits(grid, lower) {
                rests.insert(pose.cells());
            }
        }
    }
    rests
}

#[test]
fn plans_are_right_and_shortest_and_unreachable_is_unreachable() {
    let mut dice = Dice(2012);
    let mut unreachable = 0;
    for round in 0..3000 {
        let height = dice.below(18) as usize;
        let grid = board(&mut dice, height);
        let piece = PIECES[round % 7];
        let start = Pose {
            piece,
            row: dice.below(3) as i32,
            col: 5,
            orient: dice.below(shapes(piece).len() as u64) as usize,
        };
        if !plain_fits(&grid, start) {
            continue;
        }
        let paths = ReachablePoses::search(&grid, start, RowLimit::Unknown);
        let closed = ReachablePoses::search(&grid, start, RowLimit::HighestRow(0));
        let low = plain_lengths(&grid, start, 0);
        let high = plain_lengths(&grid, start, -4);
        for cells in all_rests(&grid, piece) {
            let plan = paths.path_to(&cells);
            let expected = low.get(&cells).or_else(|| high.get(&cells));
            assert_eq!(plan.as_ref().map(Vec::len), expected.copied(), "{start:?}");
            assert_eq!(
                closed.path_to(&cells).map(|p| p.len()),
                low.get(&cells).copied()
            );
            let Some(plan) = plan else {
                unreachable += 1;
                continue;
            };
            let end = plan
                .iter()
                .fold(start, |pose, mv| plain_move(&grid, pose, *mv));
            assert_eq!(end.cells(), cells, "{plan:?} from {start:?}");
            let drops = plan.iter().filter(|mv| **mv == Move::Drop).count();
            assert_eq!((drops, plan.last()), (1, Some(&Move::Drop)));
        }
        let rests: HashSet<_> = paths.resting_cells().into_iter().collect();
        assert_eq!(rests, high.into_keys().collect());
    }
    assert!(unreachable > 1000, "{unreachable}");
}

#[test]
fn a_turn_at_the_top_goes_down_first() {
    let start = Pose {
        piece: landfall_tbp::messages::PieceName::I,
        row: 0,
        col: 5,
        orient: 0,
    };
    let grid = Grid::default();
    let wanted = grid.dropped(Pose { orient: 1, ..start }).cells();
    let plan = ReachablePoses::search(&grid, start, RowLimit::Unknown).path_to(&wanted);
    assert_eq!(plan, Some(vec![Move::Down, Move::LRotate, Move::Drop]));
}
