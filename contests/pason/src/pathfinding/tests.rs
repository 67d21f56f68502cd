//! The planner against a plain search on random boards: the targets of the moves, and the number of
//! moves. The plain search has its own table of pieces and uses the contest's rows.

use super::*;
use crate::coordinates::tests::reports;
use crate::coordinates::{ContestCell, placement, spawn};
use crate::messages::{BoardState, FallingPiece};
use landfall_rules::Piece;
use landfall_rules::rng::SplitMix64;
use landfall_testing::plain_pason::states;
use std::collections::{HashMap, HashSet, VecDeque};

/// Ragged boards with holes and overhangs, up to the given height.
fn board(rng: &mut SplitMix64, height: usize) -> BoardState {
    let mut board = BoardState::EMPTY;
    for row in board.rows.iter_mut().rev().take(height) {
        *row = (rng.below(1 << 10) | rng.below(1 << 10)) as u16 & rng.below(1 << 10) as u16;
    }
    board
}

fn filled(board: &BoardState, row: i32, col: i32) -> bool {
    !(0..10).contains(&col) || row > 19 || (row >= 0 && board.rows[row as usize] >> col & 1 == 1)
}

/// The cells in reading order.
fn plain_cells(pose: FallingPiece) -> [ContestCell; 4] {
    let offsets = states(pose.piece)[usize::from(pose.orient)];
    let mut cells =
        offsets.map(|(row, col)| (pose.row + i32::from(row), pose.col + i32::from(col)));
    cells.sort_unstable();
    cells
}

fn plain_fits(board: &BoardState, pose: FallingPiece) -> bool {
    plain_cells(pose)
        .iter()
        .all(|&(row, col)| !filled(board, row, col))
}

/// One move as the contest describes it, implemented again for the test.
fn plain_move(board: &BoardState, pose: FallingPiece, mv: Move) -> FallingPiece {
    let count = states(pose.piece).len() as u8;
    let mut moved = pose;
    match mv {
        Move::Left => moved.col -= 1,
        Move::Right => moved.col += 1,
        Move::Down => moved.row += 1,
        Move::LRotate => moved.orient = (moved.orient + 1) % count,
        Move::RRotate => moved.orient = (moved.orient + count - 1) % count,
        Move::Drop => {
            let lower = plain_move(board, pose, Move::Down);
            return if lower == pose {
                pose
            } else {
                plain_move(board, lower, Move::Drop)
            };
        }
    }
    if plain_fits(board, moved) {
        moved
    } else {
        pose
    }
}

/// The fewest moves, drop included, to every set of cells, with no cell above `highest` on the way.
fn plain_lengths(
    board: &BoardState,
    start: FallingPiece,
    highest: i32,
) -> HashMap<[ContestCell; 4], usize> {
    let mut lengths = HashMap::new();
    let key = |pose: FallingPiece| (pose.row, pose.col, pose.orient);
    let mut seen = HashSet::from([key(start)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((pose, moves)) = queue.pop_front() {
        let rest = plain_move(board, pose, Move::Drop);
        lengths.entry(plain_cells(rest)).or_insert(moves + 1);
        for mv in Move::ALL.into_iter().filter(|mv| *mv != Move::Drop) {
            let next = plain_move(board, pose, mv);
            if plain_cells(next)[0].0 >= highest && seen.insert(key(next)) {
                queue.push_back((next, moves + 1));
            }
        }
    }
    lengths
}

/// Every pose in which the piece could rest, reachable or not.
fn all_rests(board: &BoardState, piece: Piece) -> Vec<FallingPiece> {
    let rests = |pose: &FallingPiece| {
        let lower = FallingPiece {
            row: pose.row + 1,
            ..*pose
        };
        plain_fits(board, *pose) && !plain_fits(board, lower)
    };
    reports(piece).filter(rests).collect()
}

#[test]
fn plans_are_right_and_shortest_and_unreachable_is_unreachable() {
    let mut rng = SplitMix64::new(2012);
    let mut unreachable = 0;
    for round in 0..3000 {
        let height = rng.below(18) as usize;
        let state = board(&mut rng, height);
        let piece = Piece::ALL[round % 7];
        let start = FallingPiece {
            piece,
            number: 1,
            row: rng.below(3) as i32,
            col: 5,
            orient: rng.below(states(piece).len() as u32) as u8,
        };
        if !plain_fits(&state, start) {
            continue;
        }
        let from = placement(&start).expect("near the board");
        let (unlimited, limited) = (RowLimit::Unknown, RowLimit::HighestRow(0));
        let paths = ReachablePlacements::search(&Board::from(&state), from, unlimited);
        let closed = ReachablePlacements::search(&Board::from(&state), from, limited);
        let low = plain_lengths(&state, start, 0);
        let high = plain_lengths(&state, start, -4);
        for pose in all_rests(&state, piece) {
            let (cells, target) = (plain_cells(pose), placement(&pose).expect("on the board"));
            let plan = paths.path_to(&target);
            let expected = low.get(&cells).or_else(|| high.get(&cells));
            assert_eq!(plan.as_ref().map(Vec::len), expected.copied(), "{start:?}");
            let length = closed.path_to(&target).map(|path| path.len());
            assert_eq!(length, low.get(&cells).copied());
            let Some(plan) = plan else {
                unreachable += 1;
                continue;
            };
            let end = plan
                .iter()
                .fold(start, |pose, mv| plain_move(&state, pose, *mv));
            assert_eq!(plain_cells(end), cells, "{plan:?} from {start:?}");
            let drops = plan.iter().filter(|mv| **mv == Move::Drop).count();
            assert_eq!((drops, plan.last()), (1, Some(&Move::Drop)));
        }
        let rests: HashSet<_> = paths.resting_placements().iter().map(cells).collect();
        assert_eq!(rests, high.into_keys().collect());
    }
    assert!(unreachable > 1000, "{unreachable}");
}

#[test]
fn a_turn_at_the_top_goes_down_first() {
    let board = Board::EMPTY;
    let wanted = dropped(&board, spawn(Piece::I, 1));
    let paths = ReachablePlacements::search(&board, spawn(Piece::I, 0), RowLimit::Unknown);
    let plan = paths.path_to(&wanted);
    assert_eq!(plan, Some(vec![Move::Down, Move::LRotate, Move::Drop]));
}
