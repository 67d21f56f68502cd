//! Picks the flood for a board: by the piece, by how many rows must be looked at, and by
//! what the processor can do.
//!
//! Owns the choice and what is done with the answer. Says [`Declined`] where only the
//! general flood will do.

use super::flood::{self, Landed, Spun};
use super::lanes::{self, Columns, Task};
use super::shape::{COMPILED, Compiled, Shape};
use super::{CLEARANCE, CountSpins};
use crate::board::Board;
use crate::piece::{Piece, Placement, Rotation, Spin};
use crate::ruleset::{Ruleset, SpinRule};
use std::marker::PhantomData;

/// What to do with the landings of a piece.
pub enum Sink<'a> {
    /// Counts them.
    Count(&'a mut u64, CountSpins),
    /// Appends them.
    List(&'a mut Vec<Placement>),
}

/// There is no compiled flood for these rules.
pub struct Declined;

/// Rows above the stack in which poses and kicks may differ from those in the open sky.
const HEADROOM: u32 = 4;

/// Hands the landings of a piece to `sink`.
#[inline]
pub fn find(rules: &Ruleset, board: &Board, piece: Piece, sink: Sink) -> Result<(), Declined> {
    if std::ptr::eq(rules.rotation, COMPILED[0]) {
        find_in::<0>(rules, board, piece, sink)
    } else if std::ptr::eq(rules.rotation, COMPILED[1]) {
        find_in::<1>(rules, board, piece, sink)
    } else if rules.spins == SpinRule::ThreeBlocksByTurn && piece == Piece::T {
        Err(Declined)
    } else if std::ptr::eq(rules.rotation, COMPILED[2]) {
        find_in::<2>(rules, board, piece, sink)
    } else {
        Err(Declined)
    }
}

#[inline]
fn find_in<const SYSTEM: usize>(
    rules: &Ruleset,
    board: &Board,
    piece: Piece,
    sink: Sink,
) -> Result<(), Declined> {
    match piece {
        Piece::I => find_shape::<Compiled<SYSTEM, 0>>(rules, board, sink),
        Piece::O => find_shape::<Compiled<SYSTEM, 1>>(rules, board, sink),
        Piece::T => find_shape::<Compiled<SYSTEM, 2>>(rules, board, sink),
        Piece::L => find_shape::<Compiled<SYSTEM, 3>>(rules, board, sink),
        Piece::J => find_shape::<Compiled<SYSTEM, 4>>(rules, board, sink),
        Piece::S => find_shape::<Compiled<SYSTEM, 5>>(rules, board, sink),
        Piece::Z => find_shape::<Compiled<SYSTEM, 6>>(rules, board, sink),
    }
}

#[inline]
fn find_shape<S: Shape>(rules: &Ruleset, board: &Board, sink: Sink) -> Result<(), Declined> {
    lanes::run(Search {
        rules,
        board,
        sink,
        shape: PhantomData::<S>,
    })
}

/// A search for the landings of one shape.
pub(super) struct Search<'a, S> {
    pub(super) rules: &'a Ruleset,
    pub(super) board: &'a Board,
    pub(super) sink: Sink<'a>,
    pub(super) shape: PhantomData<S>,
}

impl<S: Shape> Search<'_, S> {
    #[inline(always)]
    fn flood<V: Columns>(self) -> Result<(), Declined> {
        let open = V::open(&self.board.columns);
        let corners = matches!(S::PIECE, Piece::T) && self.rules.spins == SpinRule::ThreeCorners;
        let landed = flood::from_the_sky::<V, S>(open, corners);
        match self.sink {
            Sink::Count(count, spins) => *count = landed_count(&landed, spins),
            Sink::List(out) => list_all::<V, S>(&landed, out),
        }
        Ok(())
    }
}

impl<S: Shape> Task for Search<'_, S> {
    type Output = Result<(), Declined>;

    #[inline(always)]
    fn run<Few: Columns, Many: Columns>(self) -> Result<(), Declined> {
        let height = self.board.max_height();
        if height + CLEARANCE > self.rules.spawn.y as u32 {
            Err(Declined)
        } else if height + HEADROOM <= Few::ROWS {
            self.flood::<Few>()
        } else if Many::ROWS > Few::ROWS && height + HEADROOM <= Many::ROWS {
            self.flood::<Many>()
        } else {
            Err(Declined)
        }
    }
}

#[inline(always)]
fn landed_count<V: Columns>(landed: &Landed<V>, spins: CountSpins) -> u64 {
    let all = |maps: &[V; 4]| maps.iter().map(|&map| ones(map)).sum::<u64>();
    let Some(Spun { mini, full }) = &landed.spun else {
        return all(&landed.none);
    };
    match spins {
        CountSpins::Apart => all(&landed.none) + all(mini) + all(full),
        CountSpins::Together => (0..4)
            .map(|r| ones(landed.none[r].or(mini[r]).or(full[r])))
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
fn list_all<V: Columns, S: Shape>(landed: &Landed<V>, out: &mut Vec<Placement>) {
    list::<V, S>(&landed.none, Spin::None, out);
    if let Some(spun) = &landed.spun {
        list::<V, S>(&spun.mini, Spin::Mini, out);
        list::<V, S>(&spun.full, Spin::Full, out);
    }
}

#[inline(always)]
fn list<V: Columns, S: Shape>(maps: &[V; 4], spin: Spin, out: &mut Vec<Placement>) {
    for rotation in Rotation::ALL {
        if S::PLAN.leads(rotation.index()) {
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
