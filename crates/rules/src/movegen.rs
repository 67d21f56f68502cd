//! The move generator: every place where a piece can lock, by shifts, soft drops and turns.
//! Bit-parallel: a flood fill over all poses at a time.
//!
//! Holds no game state; [`path`](crate::path) finds inputs. There are two floods. `general` takes
//! shapes, kicks and spins as data, on boards of any width and height. `compiled` is the same for
//! the width of the rulesets and stacks of up to 28 rows, compiled for each piece of the known
//! rotation systems (`tables`) on columns that lie side by side in registers
//! ([`simd`](crate::simd)). `select` picks one; both give the same answers in the same order.
//!
//! ```
//! use landfall_rules::movegen::{self, SpinCounting};
//! use landfall_rules::rulesets::GUIDELINE;
//! use landfall_rules::{Board, Piece};
//!
//! let mut placements = Vec::new();
//! movegen::placements(&GUIDELINE, &Board::EMPTY, Piece::L, &mut placements);
//! assert_eq!(placements.len(), 34);
//! let count = movegen::count(&GUIDELINE, &Board::EMPTY, Piece::L, SpinCounting::Merged);
//! assert_eq!(count, 34);
//! ```

mod compiled;
mod general;
mod select;
mod tables;
#[cfg(test)]
mod tests;

use crate::board::Board;
use crate::piece::{Piece, Placement, Spin};
use crate::ruleset::{Ruleset, Spawn};
use crate::spin::{LastMove, SpinDetector};
use alloc::vec::Vec;
use general::LockMaps;
pub use general::{PoseMap, drop_all, shift_rows};
use select::Output;

/// Rows that must be free between the stack and the spawn row for every pose above the
/// stack to be reachable without a search: the height of an upright I, less its centre row.
/// [`Spawn`] says what a ruleset must allow for this.
const SPAWN_CLEARANCE: u32 = 3;

/// Appends every lockable placement of a piece to `out`: canonical, without duplicates, in a
/// fixed order (by spin, state and column, then from the top). Nothing is appended when the
/// piece cannot spawn.
///
/// The piece appears at [`Ruleset::spawn`]; [`placements_from`] takes another place.
#[inline]
pub fn placements(rules: &Ruleset, board: &Board, piece: Piece, out: &mut Vec<Placement>) {
    placements_from(rules, &rules.spawn, board, piece, out);
}

/// Appends the same for a piece that appears at `spawn`, such as [`Ruleset::spawn_after`].
pub fn placements_from(
    rules: &Ruleset,
    spawn: &Spawn,
    board: &Board,
    piece: Piece,
    out: &mut Vec<Placement>,
) {
    let before = out.len();
    if select::find(rules, spawn, board, piece, Output::List(out)).is_err() {
        LockMaps::find(rules, spawn, board, piece).list(piece, out);
    }
    if rules.spins.can_spin_without_turn(piece) {
        add_spins_without_turn(rules, board, piece, before, out);
    }
}

/// Adds the spins that need no turn as the last move: of the placements from `first` on, those
/// whose pose passes the test.
fn add_spins_without_turn(
    rules: &Ruleset,
    board: &Board,
    piece: Piece,
    first: usize,
    out: &mut Vec<Placement>,
) {
    let detector = SpinDetector::new(rules, board);
    let end = out.len();
    for rule in rules.spins.rules(piece, LastMove::Any) {
        for i in first..end {
            let mv = out[i];
            if mv.spin == Spin::None && detector.matches(rule.test, &mv) {
                let spin = detector.classify(rule.mini, &mv, None);
                let spun = Placement { spin, ..mv };
                if !out[first..].contains(&spun) {
                    out.push(spun);
                }
            }
        }
    }
}

/// Returns the number of lockable placements of a piece.
#[inline]
pub fn count(rules: &Ruleset, board: &Board, piece: Piece, spins: SpinCounting) -> u64 {
    count_from(rules, &rules.spawn, board, piece, spins)
}

/// Returns the same for a piece that appears at `spawn`, such as [`Ruleset::spawn_after`].
pub fn count_from(
    rules: &Ruleset,
    spawn: &Spawn,
    board: &Board,
    piece: Piece,
    spins: SpinCounting,
) -> u64 {
    if spins == SpinCounting::Distinct && rules.spins.can_spin_without_turn(piece) {
        let mut list = Vec::new();
        placements_from(rules, spawn, board, piece, &mut list);
        return list.len() as u64;
    }
    let mut count = 0;
    if select::find(rules, spawn, board, piece, Output::Count(&mut count, spins)).is_err() {
        count = LockMaps::find(rules, spawn, board, piece).count(spins);
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
