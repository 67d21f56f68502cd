//! Reachability: every pose a piece can get to by shifts, soft drops and turns, and
//! every place where it can lock. Bit-parallel: all poses at a time.
//!
//! Owns the question and picks who answers it; holds no game state and finds no key
//! sequences. There are three floods. `general` takes shapes, kicks and spins as data, on
//! boards of any width and height. `flood` is the same thing for ten columns and a low
//! stack, compiled anew for each piece (`shape`) on columns that lie side by side in
//! registers ([`simd`](crate::simd)); `fast` says when it applies. `polyomino` is for blocks of any
//! shape that may go up as well.

mod compiled;
mod general;
mod select;
mod tables;
#[cfg(test)]
mod tests;

use super::board::Board;
use super::piece::{Piece, Placement, Spin};
use super::ruleset::{Ruleset, SpinRule};
use general::LockMaps;
pub use general::{PoseMap, drop_all, shift_rows};
use select::Output;

/// Rows that must be free between the stack and the spawn row for every pose above the
/// stack to be reachable without a look: the height of an upright I, less its centre row.
/// [`Spawn`](super::Spawn) says what a ruleset must allow for this.
const SPAWN_CLEARANCE: u32 = 3;

/// Every lockable placement of a piece, appended to `out`: canonical, without
/// duplicates, in a fixed order (by spin, state and column, then from the top). Nothing is
/// appended when the piece cannot spawn.
pub fn placements(rules: &Ruleset, board: &Board, piece: Piece, out: &mut Vec<Placement>) {
    let before = out.len();
    if select::find(rules, board, piece, Output::List(out)).is_err() {
        LockMaps::find(rules, board, piece).list(piece, out);
    }
    if piece == Piece::T && rules.spins == SpinRule::ThreeBlocks {
        add_spins(board, before, out);
    }
}

/// Adds the spins that are there for the asking: of the placements from `first` on, those
/// with three blocks about them.
fn add_spins(board: &Board, first: usize, out: &mut Vec<Placement>) {
    let blocks = blocks(board);
    for i in first..out.len() {
        let mv = out[i];
        if three_blocks(&blocks, mv.x, mv.y) {
            out.push(Placement {
                spin: Spin::Full,
                ..mv
            });
        }
    }
}

/// The board without its full rows, which are solid.
fn blocks(board: &Board) -> Board {
    let full = board.full_rows();
    Board {
        columns: board.columns.map(|column| column & !full),
    }
}

/// Whether exactly three of the corners about a centre are blocks.
fn three_blocks(blocks: &Board, x: i8, y: i8) -> bool {
    let block = |x: i8, y: i8| (0..10).contains(&x) && y >= 0 && blocks.filled(x, y);
    let corners = [
        block(x - 1, y - 1),
        block(x + 1, y - 1),
        block(x - 1, y + 1),
        block(x + 1, y + 1),
    ];
    corners.into_iter().filter(|&corner| corner).count() == 3
}

/// Number of lockable placements of a piece; with `spins` a placement counts once for
/// each spin that it can have, else once.
pub fn count(rules: &Ruleset, board: &Board, piece: Piece, spins: SpinCounting) -> u64 {
    if piece == Piece::T && rules.spins == SpinRule::ThreeBlocks && spins == SpinCounting::Distinct
    {
        let mut list = Vec::new();
        placements(rules, board, piece, &mut list);
        return list.len() as u64;
    }
    let mut count = 0;
    if select::find(rules, board, piece, Output::Count(&mut count, spins)).is_err() {
        count = LockMaps::find(rules, board, piece).count(spins);
    }
    count
}

/// Whether placements on the same cells with different spins count once or apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinCounting {
    /// Once for the cells.
    Merged,
    /// Once for each spin.
    Distinct,
}
