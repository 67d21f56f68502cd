//! What a flood has to know of a piece, worked out by the compiler: one type a piece and
//! rotation system, so that every offset is a constant where it is used.
//!
//! States on the same cells share one map of free poses here: poses of a state are written
//! as those of the state that stands for it, and kicks are changed to go with that.

use crate::board::Cell;
use crate::piece::Piece;
use crate::rotation::{BOX_ROTATION, PieceRule, RotationSystem, SRS};
use crate::rulesets::PASON_ROTATION;

/// The rotation systems that the compiler has seen; others take the general way.
pub static COMPILED_SYSTEMS: [&RotationSystem; 3] = [&SRS, &PASON_ROTATION, &BOX_ROTATION];

/// A piece under a rotation system.
pub trait CompiledPiece {
    /// The piece.
    const PIECE: Piece;
    /// How it turns.
    const TABLE: PieceTable;
}

/// The piece of index `P` in the system of index `S` in [`COMPILED_SYSTEMS`].
pub struct PieceOf<const S: usize, const P: usize>;

impl<const S: usize, const P: usize> CompiledPiece for PieceOf<S, P> {
    const PIECE: Piece = Piece::ALL[P];
    const TABLE: PieceTable = PieceTable::new(&COMPILED_SYSTEMS[S].pieces[P]);
}

/// A [`PieceRule`] made ready for a flood.
#[derive(Clone, Copy)]
pub struct PieceTable {
    /// Cells of each state, relative to the centre.
    pub cells: [[Cell; 4]; 4],
    /// The state that stands for each.
    pub canonical: [usize; 4],
    /// Whether turns lead to a state from the first.
    pub reachable: [bool; 4],
    /// Turns by the state before and, of the two, which.
    pub transitions: [[Transition; 2]; 4],
}

/// A turn between the states that stand for two states.
#[derive(Clone, Copy)]
pub struct Transition {
    /// The state after the turn.
    pub to: usize,
    /// How far the centre moves, in the order in which the offsets are tried.
    pub kicks: [Cell; 5],
    /// How many of `kicks` count.
    pub count: usize,
}

impl PieceTable {
    const fn new(rule: &PieceRule) -> PieceTable {
        let mut stands = [0; 4];
        let mut hops = [[Transition {
            to: 0,
            kicks: [(0, 0); 5],
            count: 0,
        }; 2]; 4];
        let mut used = [true, false, false, false];
        let mut pass = 0;
        while pass < 4 {
            let mut r = 0;
            while r < 4 {
                stands[r] = rule.canonical[r].rotation.index();
                check(&rule.states[stands[r]]);
                let mut which = 0;
                while which < 2 {
                    hops[r][which] = transition(rule, r, which);
                    if used[r] && hops[r][which].count > 0 {
                        used[hops[r][which].to] = true;
                    }
                    which += 1;
                }
                r += 1;
            }
            pass += 1;
        }
        PieceTable {
            cells: rule.states,
            canonical: stands,
            reachable: used,
            transitions: hops,
        }
    }

    /// Whether a state stands for itself and for poses that can be reached.
    pub const fn is_canonical(&self, r: usize) -> bool {
        let mut other = 0;
        while other < 4 {
            if self.reachable[other] && self.canonical[other] == r {
                return true;
            }
            other += 1;
        }
        false
    }
}

/// The flood looks at one row above a centre that is in the uppermost one.
const fn check(cells: &[Cell; 4]) {
    let mut i = 0;
    while i < 4 {
        assert!(cells[i].1 <= 1);
        i += 1;
    }
}

const fn transition(rule: &PieceRule, from: usize, which: usize) -> Transition {
    let turn = &rule.turns[from][which];
    let to = turn.to.index();
    let (before, after) = (rule.canonical[from].shift, rule.canonical[to].shift);
    let mut kicks = turn.kicks;
    let mut k = 0;
    while k < turn.kick_count {
        kicks[k] = (
            kicks[k].0 + after.0 - before.0,
            kicks[k].1 + after.1 - before.1,
        );
        k += 1;
    }
    Transition {
        to,
        kicks,
        count: turn.kick_count,
    }
}
