//! Rotation systems as data: the cells of each state, the turns between states
//! with their kicks, and which states cover the same cells.
//!
//! Owns the Super Rotation System, with kicks and without; others are in the files of their
//! rulesets. The move generator reads these tables.

mod srs_plus;

pub use srs_plus::{SRS_PLUS, SRS_PLUS_QUARTER_TURNS};

use crate::board::Cell;
use crate::piece::{Piece, Placement, Rotation};

/// A turn from one state into another: the offsets to try, first fit wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The state after the turn.
    pub to: Rotation,
    /// How far the centre moves, in the order in which the offsets are tried; the first is that of
    /// the plain turn. Empty if the piece does not turn this way.
    pub kicks: &'static [Cell],
}

impl Turn {
    /// A turn that the piece does not have.
    pub const NONE: Turn = Turn {
        to: Rotation::North,
        kicks: &[],
    };
}

/// A kind of turn: an index into [`PieceRule::turns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum TurnKind {
    /// By 90 degrees to the right. In rotation systems that number their states otherwise:
    /// to the next state.
    Clockwise,
    /// By 90 degrees to the left, or to the state before.
    CounterClockwise,
    /// By 180 degrees.
    Half,
}

impl TurnKind {
    /// Every kind, in the order of their indices.
    pub const ALL: [TurnKind; 3] = [
        TurnKind::Clockwise,
        TurnKind::CounterClockwise,
        TurnKind::Half,
    ];

    /// Returns the index 0..3 into tables of turns.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The state that stands for all states with the same cells, and the shift to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The state that stands for this one.
    pub rotation: Rotation,
    /// What to add to the centre when changing to that state.
    pub shift: Cell,
}

/// Everything about how one piece turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceRule {
    /// Cells of each state, relative to the centre.
    pub states: [[Cell; 4]; 4],
    /// The turns from each state, by [`TurnKind::index`].
    pub turns: Turns,
    /// For each state the one that stands for the same cells.
    pub canonical: [Canonical; 4],
}

/// How the seven pieces turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RotationSystem {
    /// One rule a piece, by [`Piece::index`].
    pub pieces: [PieceRule; 7],
}

impl RotationSystem {
    /// Returns the rule of a piece.
    pub const fn rule(&self, piece: Piece) -> &PieceRule {
        &self.pieces[piece.index()]
    }

    /// Returns the four cells that a placement covers. Coordinates saturate at the limits of
    /// `i8`, which are on no board.
    pub fn cells(&self, placement: &Placement) -> [Cell; 4] {
        self.rule(placement.piece).states[placement.rotation.index()].map(|(dx, dy)| {
            (
                placement.x.saturating_add(dx),
                placement.y.saturating_add(dy),
            )
        })
    }

    /// Returns the same cells and spin in the canonical state: north or east for I, S and Z,
    /// north for O.
    pub fn canonical(&self, placement: Placement) -> Placement {
        let canonical = self.rule(placement.piece).canonical[placement.rotation.index()];
        Placement {
            rotation: canonical.rotation,
            x: placement.x.saturating_add(canonical.shift.0),
            y: placement.y.saturating_add(canonical.shift.1),
            ..placement
        }
    }

    /// Returns the canonical placement of another system on the same cells, with the same spin;
    /// `None` if no state of that system has this shape.
    pub fn translate(&self, placement: Placement, other: &RotationSystem) -> Option<Placement> {
        let cells = self.cells(&placement);
        let (left, bottom) = corner(&cells);
        let states = &other.rule(placement.piece).states;
        let r = (0..4).find(|&r| silhouette(&states[r]) == silhouette(&cells))?;
        let (dx, dy) = corner(&states[r]);
        Some(other.canonical(Placement {
            rotation: Rotation::from_index(r),
            x: left.saturating_sub(dx),
            y: bottom.saturating_sub(dy),
            ..placement
        }))
    }
}

/// The Super Rotation System about its true-rotation centres: north is as spawned,
/// each further state is the one before turned clockwise about the centre cell.
///
/// ```text
///  I ....   O .##   T .#.   L ..#   J #..   S .##   Z ##.     (north; the centre is c)
///    #c##     .c#     #c#     #c#     #c#     #c.     .c#
/// ```
///
/// The kicks are the differences of the offset tables in the published SRS description.
pub static SRS: RotationSystem = srs_shapes(&SRS_TURNS, &SRS_I_TURNS);

/// The Super Rotation System with half turns about the centre, without kicks.
pub static SRS_HALF_TURNS: RotationSystem =
    srs_shapes(&with_half_turns(&SRS_TURNS), &with_half_turns(&SRS_I_TURNS));

/// The same shapes turned in their boxes without kicks: the first offset of the Super Rotation
/// System alone.
pub static BOX_ROTATION: RotationSystem = srs_shapes(&BOX_TURNS, &BOX_I_TURNS);

/// Turns from each state.
pub type Turns = [[Turn; 3]; 4];

/// Turns that no offset allows.
static NO_TURNS: Turns = turns(&KICKS, 0);
static SRS_TURNS: Turns = turns(&KICKS, 5);
static SRS_I_TURNS: Turns = turns(&I_KICKS, 5);
static BOX_TURNS: Turns = turns(&KICKS, 1);
static BOX_I_TURNS: Turns = turns(&I_KICKS, 1);

/// The differences of the offsets, by the state before and the direction.
type Kicks = [[[Cell; 5]; 2]; 4];

static KICKS: Kicks = kicks(&OFFSETS);
static I_KICKS: Kicks = kicks(&I_OFFSETS);

type Offsets = [[Cell; 5]; 4];

const OFFSETS: Offsets = [
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

const I_OFFSETS: Offsets = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
];

/// Returns a rotation system with the shapes of SRS about their true-rotation centres, and
/// with these turns for the I piece and for J, L, S, T and Z. A turn of O puts it back onto
/// the same cells, so it has none.
pub const fn srs_shapes(turns: &Turns, i_turns: &Turns) -> RotationSystem {
    RotationSystem {
        pieces: [
            turned_about_centre([(-1, 0), (0, 0), (1, 0), (2, 0)], i_turns),
            turned_about_centre([(0, 0), (1, 0), (0, 1), (1, 1)], &NO_TURNS),
            turned_about_centre([(-1, 0), (0, 0), (1, 0), (0, 1)], turns),
            turned_about_centre([(-1, 0), (0, 0), (1, 0), (1, 1)], turns),
            turned_about_centre([(-1, 0), (0, 0), (1, 0), (-1, 1)], turns),
            turned_about_centre([(-1, 0), (0, 0), (0, 1), (1, 1)], turns),
            turned_about_centre([(-1, 1), (0, 1), (0, 0), (1, 0)], turns),
        ],
    }
}

const fn turned_about_centre(north: [Cell; 4], turns: &Turns) -> PieceRule {
    let mut states = [north; 4];
    let mut r = 1;
    while r < 4 {
        let mut i = 0;
        while i < 4 {
            let (x, y) = states[r - 1][i];
            states[r][i] = (y, -x);
            i += 1;
        }
        r += 1;
    }
    PieceRule {
        states,
        turns: *turns,
        canonical: canonical_states(&states),
    }
}

const fn kicks(offsets: &Offsets) -> Kicks {
    let mut kicks = [[[(0, 0); 5]; 2]; 4];
    let mut from = 0;
    while from < 4 {
        kicks[from] = [
            differences(&offsets[from], &offsets[(from + 1) % 4]),
            differences(&offsets[from], &offsets[(from + 3) % 4]),
        ];
        from += 1;
    }
    kicks
}

const fn differences(from: &[Cell; 5], to: &[Cell; 5]) -> [Cell; 5] {
    let mut kicks = [(0, 0); 5];
    let mut k = 0;
    while k < 5 {
        kicks[k] = (from[k].0 - to[k].0, from[k].1 - to[k].1);
        k += 1;
    }
    kicks
}

/// Returns quarter turns with the first `count` kicks, no half turns.
const fn turns(kicks: &'static Kicks, count: usize) -> Turns {
    let mut turns = [[Turn::NONE; 3]; 4];
    let mut from = 0;
    while from < 4 {
        let mut direction = 0;
        while direction < 2 {
            turns[from][direction] = Turn {
                to: Rotation::from_index(from + [1, 3][direction]),
                kicks: kicks[from][direction].split_at(count).0,
            };
            direction += 1;
        }
        from += 1;
    }
    turns
}

/// Returns turns with half turns about the centre added.
const fn with_half_turns(turns: &Turns) -> Turns {
    let mut turns = *turns;
    let mut from = 0;
    while from < 4 {
        turns[from][TurnKind::Half.index()] = Turn {
            to: Rotation::from_index(from + 2),
            kicks: &[(0, 0)],
        };
        from += 1;
    }
    turns
}

/// Returns turns without half turns.
const fn without_half_turns(turns: &Turns) -> Turns {
    let mut turns = *turns;
    let mut from = 0;
    while from < 4 {
        turns[from][TurnKind::Half.index()] = Turn::NONE;
        from += 1;
    }
    turns
}

/// Finds, for each state, the first state with the same cells up to a shift.
pub(super) const fn canonical_states(states: &[[Cell; 4]; 4]) -> [Canonical; 4] {
    let mut out = [Canonical {
        rotation: Rotation::North,
        shift: (0, 0),
    }; 4];
    let mut r = 0;
    while r < 4 {
        let mut first = 0;
        while silhouette(&states[first]) != silhouette(&states[r]) {
            first += 1;
        }
        let (here, there) = (corner(&states[r]), corner(&states[first]));
        out[r] = Canonical {
            rotation: Rotation::from_index(first),
            shift: (here.0 - there.0, here.1 - there.1),
        };
        r += 1;
    }
    out
}

/// Returns the lowest column and lowest row of the cells.
const fn corner(cells: &[Cell; 4]) -> Cell {
    let mut corner = cells[0];
    let mut i = 1;
    while i < 4 {
        if cells[i].0 < corner.0 {
            corner.0 = cells[i].0;
        }
        if cells[i].1 < corner.1 {
            corner.1 = cells[i].1;
        }
        i += 1;
    }
    corner
}

/// Returns the cells as bits of a 4 x 4 box at their corner: equal for equal shapes.
const fn silhouette(cells: &[Cell; 4]) -> u16 {
    let (left, bottom) = corner(cells);
    let mut bits = 0;
    let mut i = 0;
    while i < 4 {
        bits |= 1 << ((cells[i].0 - left) + 4 * (cells[i].1 - bottom));
        i += 1;
    }
    bits
}
