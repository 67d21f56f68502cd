//! Move generation for polyominoes: blocks of up to ten cells that may also move up, and turn
//! clockwise without kicks.
//!
//! The same scheme as the general generator of landfall-rules: a bit map of poses per state, and
//! all poses at once. What differs is what a pose is (the lower left corner of the cells), and that
//! a block goes up as well as down, so that a whole run of free rows is reached from any of its
//! rows. Scores nothing and finds no paths.
//!
//! Everything is inlined, so that a [`SimdTask`](landfall_rules::simd::SimdTask) that calls it
//! compiles it for its own processor.

use crate::polyomino::{Polyomino, PolyominoState, Pose};
use landfall_rules::board::Bitboard;
use landfall_rules::movegen::{PoseMap, drop_all, shift_rows};

/// Appends every pose in which a block can come to rest that enters in `start`, on a board whose
/// ceiling is above row `height - 1` (`height` from 1 to 40): canonical, without duplicates, by
/// state and column, then from the top. Appends nothing when `start` is blocked.
#[inline(always)]
pub fn resting_poses<const W: usize>(
    board: &Bitboard<W>,
    height: u32,
    block: &Polyomino,
    start: Pose,
    out: &mut Vec<Pose>,
) {
    let free = free_maps(board, height, block);
    let Some(reached) = flood(block, &free, start) else {
        return;
    };
    let mut resting = [[0; W]; 4];
    for r in 0..4 {
        let target = &mut resting[usize::from(block.states[r].canonical)];
        for x in 0..W {
            target[x] |= reached[r][x] & !(free[r][x] >> 1);
        }
    }
    for (state, map) in (0..).zip(&resting) {
        for (x, &column) in (0..).zip(map) {
            let mut left = column;
            while left != 0 {
                let y = 63 - left.trailing_zeros() as i8;
                out.push(Pose { state, x, y });
                left &= left - 1;
            }
        }
    }
}

/// Returns whether a block fits on the board in a pose.
pub fn fits<const W: usize>(
    board: &Bitboard<W>,
    height: u32,
    block: &Polyomino,
    pose: Pose,
) -> bool {
    block
        .cells(pose)
        .all(|(x, y)| i32::from(y) < height as i32 && !board.filled(x, y))
}

/// Returns the poses in which all cells are free, by state; bit `63 - y` of a column for row `y`.
#[inline(always)]
fn free_maps<const W: usize>(
    board: &Bitboard<W>,
    height: u32,
    block: &Polyomino,
) -> [PoseMap<W>; 4] {
    let ceiling = (1u64 << (64 - height)) - 1;
    let columns = board.columns.map(|c| c.reverse_bits() | ceiling);
    block
        .states
        .each_ref()
        .map(|state| free_map(&columns, state))
}

#[inline(always)]
fn free_map<const W: usize>(columns: &PoseMap<W>, state: &PolyominoState) -> PoseMap<W> {
    let mut blocked = [0; W];
    let within = W.saturating_sub(state.width as usize - 1);
    blocked[within..].fill(!0);
    for &(dx, dy) in &state.cells {
        for (blocked, column) in blocked[..within].iter_mut().zip(&columns[dx as usize..]) {
            *blocked |= column << dy;
        }
    }
    blocked.map(|column| !column)
}

/// Returns all poses that are connected with the start, by state, or `None` when that is blocked.
#[inline(always)]
fn flood<const W: usize>(
    block: &Polyomino,
    free: &[PoseMap<W>; 4],
    start: Pose,
) -> Option<[PoseMap<W>; 4]> {
    let mut reached = [[0; W]; 4];
    let first = usize::from(start.state);
    let bit = 1u64.checked_shl(u32::try_from(63 - start.y).ok()?)?;
    if free[first].get(start.x as usize)? & bit == 0 {
        return None;
    }
    reached[first][start.x as usize] = bit;
    let mut grown = 1u8 << first;
    while grown != 0 {
        let r = grown.trailing_zeros() as usize;
        grown &= grown - 1;
        flood_state(&free[r], &mut reached[r]);
        let next = (r + 1) % 4;
        if let Some(map) = rotate_into_next(&reached, block.states[r].cw_offset, r, &free[next]) {
            reached[next] = map;
            grown |= 1 << next;
        }
    }
    Some(reached)
}

/// Returns the map of the next state with what a turn reaches in it, if that is anything new.
#[inline(always)]
fn rotate_into_next<const W: usize>(
    reached: &[PoseMap<W>; 4],
    (dx, dy): (i8, i8),
    from: usize,
    free: &PoseMap<W>,
) -> Option<PoseMap<W>> {
    let before = reached[(from + 1) % 4];
    let mut map = before;
    for (x, &poses) in reached[from].iter().enumerate() {
        let target = (x as i8 + dx) as usize;
        if target < W {
            map[target] |= shift_rows(poses, dy) & free[target];
        }
    }
    (map != before).then_some(map)
}

/// Floods one state by shifts, soft drops and lifts, to the fixpoint.
#[inline(always)]
fn flood_state<const W: usize>(free: &PoseMap<W>, reached: &mut PoseMap<W>) {
    loop {
        let before = *reached;
        for x in 0..W {
            let from = if x > 0 { reached[x - 1] } else { 0 };
            reached[x] = drop_all(reached[x] | from & free[x], free[x]);
        }
        for x in (0..W - 1).rev() {
            reached[x] = drop_all(reached[x] | reached[x + 1] & free[x], free[x]);
        }
        for x in 0..W {
            reached[x] = flood_up(reached[x], free[x]);
        }
        if *reached == before {
            return;
        }
    }
}

/// Lets poses rise through the runs of free rows in which they stand: by one row, by two more, by
/// four more, and so on.
#[inline(always)]
fn flood_up(poses: u64, free: u64) -> u64 {
    let (mut poses, mut free) = (poses, free);
    for rows in [1, 2, 4, 8, 16, 32] {
        poses |= free & poses >> rows;
        free &= free >> rows;
    }
    poses
}
