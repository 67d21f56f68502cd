//! Tables of a piece for the compiled flood, made at compile time: one type for each piece and
//! rotation system, so that every offset is a constant where it is used.
//!
//! States with the same cells share one map of free poses: poses are stored as those of the
//! canonical state, with kicks adjusted to it.

use crate::board::Cell;
use crate::piece::Piece;
use crate::rotation::{BOX_ROTATION, PieceRule, RotationSystem, SRS, SRS_PLUS};
use crate::rulesets::{IMMOBILE_MINI, PASON_ROTATION, T_SPIN};
use crate::spin::SpinRule;

/// The rotation systems with a compiled flood; others use the general one.
pub static COMPILED_SYSTEMS: [&RotationSystem; 4] =
    [&SRS, &PASON_ROTATION, &BOX_ROTATION, &SRS_PLUS];

/// Which of [`COMPILED_SYSTEMS`] belong to games that people play, not to a contest.
pub const POPULAR: [bool; 4] = [true, false, false, true];

/// The spin rule by corners that the compiled flood knows; others need the general one.
pub const COMPILED_CORNERS: SpinRule = T_SPIN;

/// The spin rule for immobile pieces that the compiled flood knows, in the systems of
/// [`COMPILED_IMMOBILE_IN`].
pub const COMPILED_IMMOBILE: SpinRule = IMMOBILE_MINI;

/// Whether [`COMPILED_IMMOBILE`] is compiled for a system of [`COMPILED_SYSTEMS`]. It would
/// cost the others a branch.
pub const COMPILED_IMMOBILE_IN: [bool; 4] = [false, false, false, true];

/// The most kicks of a turn in the compiled systems.
const MAX_KICKS: usize = 6;

/// A piece under a rotation system.
pub trait CompiledPiece {
    /// The piece.
    const PIECE: Piece;
    /// Whether [`COMPILED_CORNERS`] is for this piece.
    const CORNERS: bool = COMPILED_CORNERS.pieces.contains(Self::PIECE);
    /// Whether [`COMPILED_IMMOBILE`] is for this piece in this system.
    const IMMOBILE: bool;
    /// How it turns.
    const TABLE: PieceTable;
}

/// The piece of index `P` in the system of index `S` in [`COMPILED_SYSTEMS`].
pub struct PieceOf<const S: usize, const P: usize>;

impl<const S: usize, const P: usize> CompiledPiece for PieceOf<S, P> {
    const PIECE: Piece = Piece::ALL[P];
    const IMMOBILE: bool =
        COMPILED_IMMOBILE_IN[S] && COMPILED_IMMOBILE.pieces.contains(Piece::ALL[P]);
    const TABLE: PieceTable = PieceTable::new(&COMPILED_SYSTEMS[S].pieces[P]);
}

/// A [`PieceRule`] as the flood needs it.
#[derive(Clone, Copy)]
pub struct PieceTable {
    /// Cells of each state, relative to the centre.
    pub cells: [[Cell; 4]; 4],
    /// The canonical state of each: the first one with the same cells.
    pub canonical: [usize; 4],
    /// Whether turns lead to a state from the spawn state.
    pub reachable: [bool; 4],
    /// Turns by the state before and by their kind.
    pub transitions: [[Transition; 3]; 4],
}

/// A turn between the canonical states of two states.
#[derive(Clone, Copy)]
pub struct Transition {
    /// The state after the turn.
    pub to: usize,
    /// How far the centre moves, in the order in which the offsets are tried.
    pub kicks: [Cell; MAX_KICKS],
    /// Number of kicks; 0 if the turn is joined to another one.
    pub count: usize,
    /// Another state whose poses, moved by this offset, this turn leads where that state's own turn
    /// would: one pass is enough for both.
    pub joined: Option<(usize, Cell)>,
}

impl Transition {
    /// Returns whether there is such a turn and it leads to a state.
    pub const fn leads_to(&self, r: usize) -> bool {
        self.count > 0 && self.to == r
    }

    /// Returns by how much the poses of the other turn's state must be moved so that this turn
    /// leads them where the other one does; `None` if by nothing or downwards, where the floor may
    /// be.
    const fn offset_to(&self, other: &Transition) -> Option<Cell> {
        if self.count == 0 || self.count != other.count || self.to != other.to {
            return None;
        }
        let by = (
            other.kicks[0].0 - self.kicks[0].0,
            other.kicks[0].1 - self.kicks[0].1,
        );
        let mut k = 1;
        while k < self.count {
            if other.kicks[k].0 - self.kicks[k].0 != by.0
                || other.kicks[k].1 - self.kicks[k].1 != by.1
            {
                return None;
            }
            k += 1;
        }
        if by.1 < 0 { None } else { Some(by) }
    }
}

impl PieceTable {
    const fn new(rule: &PieceRule) -> PieceTable {
        let mut table = PieceTable {
            cells: rule.states,
            canonical: [0; 4],
            reachable: [true, false, false, false],
            transitions: [[Transition {
                to: 0,
                kicks: [(0, 0); MAX_KICKS],
                count: 0,
                joined: None,
            }; 3]; 4],
        };
        let mut r = 0;
        while r < 4 {
            table.canonical[r] = rule.canonical[r].rotation.index();
            check_height(&rule.states[table.canonical[r]]);
            let mut kind = 0;
            while kind < 3 {
                table.transitions[r][kind] = transition(rule, r, kind);
                kind += 1;
            }
            r += 1;
        }
        // Three passes lead to every state, however the turns are ordered.
        let mut pass = 0;
        while pass < 3 {
            table.mark_reachable();
            pass += 1;
        }
        table.join_turns();
        table
    }

    /// Joins turns into the same state, two at a time.
    const fn join_turns(&mut self) {
        let mut i = 0;
        while i < 12 * 12 {
            let (a, b) = (i / 12, i % 12);
            let (first, second) = (
                self.transitions[a / 3][a % 3],
                self.transitions[b / 3][b % 3],
            );
            if a != b
                && first.joined.is_none()
                && second.joined.is_none()
                && let Some(by) = first.offset_to(&second)
            {
                self.transitions[a / 3][a % 3].joined = Some((b / 3, by));
                self.transitions[b / 3][b % 3].count = 0;
            }
            i += 1;
        }
    }

    /// Marks the states that one turn leads to from those marked.
    const fn mark_reachable(&mut self) {
        let mut i = 0;
        while i < 12 {
            let transition = &self.transitions[i / 3][i % 3];
            if self.reachable[i / 3] && transition.count > 0 {
                self.reachable[transition.to] = true;
            }
            i += 1;
        }
    }

    /// Returns the offset of the joined state; (0, 0) if there is none.
    pub const fn joined_by(&self, r: usize, kind: usize) -> Cell {
        match self.transitions[r][kind].joined {
            Some((_, by)) => by,
            None => (0, 0),
        }
    }

    /// Returns whether a state is canonical for one that turns lead to.
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

/// Checks that there is a row above the uppermost centre, because the flood reads it.
const fn check_height(cells: &[Cell; 4]) {
    let mut i = 0;
    while i < 4 {
        assert!(cells[i].1 <= 1);
        i += 1;
    }
}

const fn transition(rule: &PieceRule, from: usize, kind: usize) -> Transition {
    let turn = &rule.turns[from][kind];
    let to = turn.to.index();
    let (before, after) = (rule.canonical[from].shift, rule.canonical[to].shift);
    let mut kicks = [(0, 0); MAX_KICKS];
    let mut k = 0;
    while k < turn.kicks.len() {
        kicks[k] = (
            turn.kicks[k].0 + after.0 - before.0,
            turn.kicks[k].1 + after.1 - before.1,
        );
        k += 1;
    }
    Transition {
        to,
        kicks,
        count: turn.kicks.len(),
        joined: None,
    }
}
