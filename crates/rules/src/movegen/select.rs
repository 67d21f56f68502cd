//! Picks the flood for a board: by the piece, by how many rows must be looked at, and by
//! what the processor can do.
//!
//! Returns [`Unsupported`] where only the general flood applies.

use super::compiled::{self, LockMaps, SpinMaps};
use super::tables::{
    COMPILED_CORNERS, COMPILED_IMMOBILE, COMPILED_IMMOBILE_IN, COMPILED_SYSTEMS, CompiledPiece,
    POPULAR, PieceOf,
};
use super::{SPAWN_CLEARANCE, SpinCounting};
use crate::board::{Board, Cell};
use crate::piece::{Piece, Placement, Rotation, Spin};
use crate::ruleset::{Ruleset, Spawn};
use crate::simd::columns::{self, ColumnTask, Columns};
use crate::spin::LastMove;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// What to do with the placements of a piece.
pub enum Output<'a> {
    /// Counts them.
    Count(&'a mut u64, SpinCounting),
    /// Appends them.
    List(&'a mut Vec<Placement>),
}

/// There is no compiled flood for these rules, or not for so high a stack.
pub struct Unsupported;

/// Rows above the stack in which the stack can still block poses or kicks.
const HEADROOM: u32 = 4;

/// Hands the placements of a piece to `output`.
#[inline]
pub fn find(
    rules: &Ruleset,
    spawn: &Spawn,
    board: &Board,
    piece: Piece,
    output: Output,
) -> Result<(), Unsupported> {
    if rules.sonic_drop_only {
        return Err(Unsupported);
    }
    let system = COMPILED_SYSTEMS
        .iter()
        .position(|&system| core::ptr::eq(rules.rotation, system))
        .filter(|&system| is_in_this_build(system))
        .ok_or(Unsupported)?;
    let request = Request {
        rules,
        spawn,
        board,
        spins: SpinTests::for_piece(rules, piece, COMPILED_IMMOBILE_IN[system])?,
        output,
    };
    match system {
        0 if is_in_this_build(0) => find_in::<0>(piece, request),
        1 if is_in_this_build(1) => find_in::<1>(piece, request),
        2 if is_in_this_build(2) => find_in::<2>(piece, request),
        3 if is_in_this_build(3) => find_in::<3>(piece, request),
        _ => Err(Unsupported),
    }
}

/// Returns whether the flood for a system is part of the program. A browser downloads the program,
/// so wasm has the [`POPULAR`] systems alone, and none without vector instructions.
const fn is_in_this_build(system: usize) -> bool {
    !cfg!(target_arch = "wasm32") || cfg!(target_feature = "simd128") && POPULAR[system]
}

/// Which of the compiled spin rules apply to a piece after a turn.
#[derive(Clone, Copy, Default)]
pub(super) struct SpinTests {
    /// [`COMPILED_CORNERS`].
    pub(super) three_corners: bool,
    /// [`COMPILED_IMMOBILE`], if `three_corners` does not hold.
    pub(super) immobile: bool,
}

impl SpinTests {
    /// Returns the tests of a ruleset; `Unsupported` unless they are compiled ones, in their
    /// order. Spins that need no turn are added to the list later.
    #[inline]
    pub(super) fn for_piece(
        rules: &Ruleset,
        piece: Piece,
        immobile: bool,
    ) -> Result<SpinTests, Unsupported> {
        let mut tests = SpinTests::default();
        if !rules.spins.can_spin(piece) {
            return Ok(tests);
        }
        for rule in rules.spins.rules(piece, LastMove::Turn) {
            if *rule == COMPILED_CORNERS && !tests.three_corners && !tests.immobile {
                tests.three_corners = true;
            } else if *rule == COMPILED_IMMOBILE && immobile && !tests.immobile {
                tests.immobile = true;
            } else {
                return Err(Unsupported);
            }
        }
        Ok(tests)
    }
}

/// What to find, without the piece.
pub(super) struct Request<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) spawn: &'a Spawn,
    pub(super) board: &'a Board,
    pub(super) spins: SpinTests,
    pub(super) output: Output<'a>,
}

#[inline]
fn find_in<const SYSTEM: usize>(piece: Piece, request: Request) -> Result<(), Unsupported> {
    match piece.index() {
        0 => find_piece::<PieceOf<SYSTEM, 0>>(request),
        1 => find_piece::<PieceOf<SYSTEM, 1>>(request),
        2 => find_piece::<PieceOf<SYSTEM, 2>>(request),
        3 => find_piece::<PieceOf<SYSTEM, 3>>(request),
        4 => find_piece::<PieceOf<SYSTEM, 4>>(request),
        5 => find_piece::<PieceOf<SYSTEM, 5>>(request),
        _ => find_piece::<PieceOf<SYSTEM, 6>>(request),
    }
}

#[inline]
fn find_piece<S: CompiledPiece>(request: Request) -> Result<(), Unsupported> {
    columns::dispatch_columns(CompiledSearch {
        request,
        piece: PhantomData::<S>,
    })
}

/// A search for the placements of one compiled piece.
pub(super) struct CompiledSearch<'a, S> {
    pub(super) request: Request<'a>,
    pub(super) piece: PhantomData<S>,
}

impl<S: CompiledPiece> CompiledSearch<'_, S> {
    #[inline(always)]
    fn flood<V: Columns>(self, spawn: Option<Cell>) -> Result<(), Unsupported> {
        let open = V::open(&self.request.board.columns);
        let spawn = spawn.map(|(x, y)| V::one(x, y));
        let locks = compiled::find::<V, S>(open, spawn, self.request.spins)?;
        match self.request.output {
            Output::Count(count, spins) => *count = count_locks(&locks, spins),
            Output::List(out) => list_all_spins::<V, S>(&locks, out),
        }
        Ok(())
    }

    /// Returns where the piece appears; `None` if all places are blocked.
    fn spawn_pose(&self) -> Option<Cell> {
        let Request { board, spawn, .. } = self.request;
        let x = spawn.x;
        let is_free = |y: &i8| {
            let mut cells = S::TABLE.cells[0].iter();
            cells.all(|&(dx, dy)| !board.filled(x + dx, y + dy))
        };
        spawn.row(is_free).map(|y| (x, y))
    }
}

impl<S: CompiledPiece> ColumnTask for CompiledSearch<'_, S> {
    type Output = Result<(), Unsupported>;

    #[inline(always)]
    fn run<Few: Columns, Many: Columns>(self) -> Result<(), Unsupported> {
        let Request { rules, board, .. } = self.request;
        let height = board.max_height();
        let low = height + SPAWN_CLEARANCE <= rules.spawn.y as u32;
        if low && height + HEADROOM <= Few::ROWS {
            return self.flood::<Few>(None);
        }
        if Many::ROWS == Few::ROWS || height + HEADROOM > Many::ROWS {
            return Err(Unsupported);
        }
        let spawn = match low {
            true => None,
            // The lanes have no ceiling.
            false if rules.height < Many::ROWS => return Err(Unsupported),
            false => match self.spawn_pose() {
                Some(pose) => Some(pose),
                None => return Ok(()),
            },
        };
        self.flood::<Many>(spawn)
    }
}

#[inline(always)]
fn count_locks<V: Columns>(locks: &LockMaps<V>, spins: SpinCounting) -> u64 {
    let all = |maps: &[V; 4]| maps.iter().map(|&map| ones(map)).sum::<u64>();
    let Some(SpinMaps { mini, full }) = &locks.spun else {
        return all(&locks.none);
    };
    match spins {
        SpinCounting::Distinct => all(&locks.none) + all(mini) + all(full),
        SpinCounting::Merged => (0..4)
            .map(|r| ones(locks.none[r].or(mini[r]).or(full[r])))
            .sum(),
    }
}

#[inline(always)]
fn ones<V: Columns>(map: V) -> u64 {
    let words = map.words();
    let ones = words.as_ref().iter().map(|word| word.count_ones());
    u64::from(ones.sum::<u32>())
}

#[inline(always)]
fn list_all_spins<V: Columns, S: CompiledPiece>(locks: &LockMaps<V>, out: &mut Vec<Placement>) {
    list::<V, S>(&locks.none, Spin::None, out);
    if let Some(spun) = &locks.spun {
        list::<V, S>(&spun.mini, Spin::Mini, out);
        if const { S::CORNERS } {
            list::<V, S>(&spun.full, Spin::Full, out);
        }
    }
}

#[inline(always)]
fn list<V: Columns, S: CompiledPiece>(maps: &[V; 4], spin: Spin, out: &mut Vec<Placement>) {
    for rotation in Rotation::ALL {
        let empty = spin != Spin::None && maps[rotation.index()].is_empty();
        if S::TABLE.is_canonical(rotation.index()) && !empty {
            list_state(
                maps[rotation.index()],
                Placement {
                    piece: S::PIECE,
                    rotation,
                    x: 0,
                    y: 0,
                    spin,
                },
                out,
            );
        }
    }
}

/// Lists the poses of one map: by column, the upper ones first.
#[inline(always)]
fn list_state<V: Columns>(map: V, like: Placement, out: &mut Vec<Placement>) {
    let words = map.words();
    for (w, &word) in words.as_ref().iter().enumerate() {
        let mut left = word;
        out.extend((0..word.count_ones()).map(|_| {
            let bit = w as u32 * 64 + left.trailing_zeros();
            left &= left - 1;
            Placement {
                x: (bit / V::ROWS) as i8,
                y: (V::ROWS - 1 - bit % V::ROWS) as i8,
                ..like
            }
        }));
    }
}
