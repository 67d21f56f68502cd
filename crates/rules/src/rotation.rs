//! Rotation systems as data: the cells of each state, the turns between states
//! with their kicks, and which states cover the same cells.
//!
//! Owns the Super Rotation System, with kicks and without; others are in the files of their
//! rulesets. Decides nothing: reachability reads these tables.

use super::board::Cell;
use super::piece::{Piece, Placement, Rotation};

/// A turn from one state into another: the offsets to try, first fit wins.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The state after the turn.
    pub to: Rotation,
    /// How far the centre moves, in the order in which the offsets are tried.
    pub kicks: [Cell; 5],
    /// How many of `kicks` count; 0 means that the piece does not turn this way.
    pub kick_count: usize,
}

/// The state that stands for all states with the same cells, and the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The state that stands for this one.
    pub rotation: Rotation,
    /// What to add to the centre when changing to that state.
    pub shift: Cell,
}

/// Everything about how one piece turns.
#[derive(Clone, Copy, Debug)]
pub struct PieceRule {
    /// Cells of each state, relative to the centre.
    pub states: [[Cell; 4]; 4],
    /// From each state, the turns in both directions; in SRS the clockwise one first.
    pub turns: [[Turn; 2]; 4],
    /// For each state the one that stands for the same cells.
    pub canonical: [Canonical; 4],
}

/// How the seven pieces turn.
#[derive(Clone, Copy, Debug)]
pub struct RotationSystem {
    /// One rule a piece, by [`Piece::index`].
    pub pieces: [PieceRule; 7],
}

impl RotationSystem {
    /// The rule of a piece.
    pub const fn rule(&self, piece: Piece) -> &PieceRule {
        &self.pieces[piece.index()]
    }

    /// The four cells that a placement covers. Beyond what a coordinate can hold they
    /// crowd at its limit, which is on no board.
    pub fn cells(&self, placement: &Placement) -> [Cell; 4] {
        self.rule(placement.piece).states[placement.rotation.index()].map(|(dx, dy)| {
            (
                placement.x.saturating_add(dx),
                placement.y.saturating_add(dy),
            )
        })
    }

    /// The same cells and spin, in the state that stands for them: north or east
    /// for I, S and Z, north for O.
    pub fn canonical(&self, placement: Placement) -> Placement {
        let canonical = self.rule(placement.piece).canonical[placement.rotation.index()];
        Placement {
            rotation: canonical.rotation,
            x: placement.x.saturating_add(canonical.shift.0),
            y: placement.y.saturating_add(canonical.shift.1),
            ..placement
        }
    }

    /// The canonical placement of another system on the same cells, with the same spin;
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
pub static SRS: RotationSystem = RotationSystem {
    pieces: [
        srs_piece([(-1, 0), (0, 0), (1, 0), (2, 0)], &I_OFFSETS, 5),
        srs_piece([(0, 0), (1, 0), (0, 1), (1, 1)], &O_OFFSETS, 0),
        srs_piece([(-1, 0), (0, 0), (1, 0), (0, 1)], &OFFSETS, 5),
        srs_piece([(-1, 0), (0, 0), (1, 0), (1, 1)], &OFFSETS, 5),
        srs_piece([(-1, 0), (0, 0), (1, 0), (-1, 1)], &OFFSETS, 5),
        srs_piece([(-1, 0), (0, 0), (0, 1), (1, 1)], &OFFSETS, 5),
        srs_piece([(-1, 1), (0, 1), (0, 0), (1, 0)], &OFFSETS, 5),
    ],
};

/// The same shapes turned in their boxes, in place or not at all: the first offset of the
/// Super Rotation System alone.
pub static BOX_ROTATION: RotationSystem = RotationSystem {
    pieces: [
        srs_piece([(-1, 0), (0, 0), (1, 0), (2, 0)], &I_OFFSETS, 1),
        srs_piece([(0, 0), (1, 0), (0, 1), (1, 1)], &O_OFFSETS, 0),
        srs_piece([(-1, 0), (0, 0), (1, 0), (0, 1)], &OFFSETS, 1),
        srs_piece([(-1, 0), (0, 0), (1, 0), (1, 1)], &OFFSETS, 1),
        srs_piece([(-1, 0), (0, 0), (1, 0), (-1, 1)], &OFFSETS, 1),
        srs_piece([(-1, 0), (0, 0), (0, 1), (1, 1)], &OFFSETS, 1),
        srs_piece([(-1, 1), (0, 1), (0, 0), (1, 0)], &OFFSETS, 1),
    ],
};

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

/// A turn of O puts it back onto the same cells, so it has no turns here.
const O_OFFSETS: Offsets = [[(0, 0); 5]; 4];

const fn srs_piece(north: [Cell; 4], offsets: &Offsets, kick_count: usize) -> PieceRule {
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
        turns: [
            turns_from(0, offsets, kick_count),
            turns_from(1, offsets, kick_count),
            turns_from(2, offsets, kick_count),
            turns_from(3, offsets, kick_count),
        ],
        canonical: canonical_states(&states),
    }
}

const fn turns_from(from: usize, offsets: &Offsets, kick_count: usize) -> [Turn; 2] {
    [
        turn(from, (from + 1) % 4, offsets, kick_count),
        turn(from, (from + 3) % 4, offsets, kick_count),
    ]
}

const fn turn(from: usize, to: usize, offsets: &Offsets, kick_count: usize) -> Turn {
    let mut kicks = [(0, 0); 5];
    let mut k = 0;
    while k < 5 {
        kicks[k] = (
            offsets[from][k].0 - offsets[to][k].0,
            offsets[from][k].1 - offsets[to][k].1,
        );
        k += 1;
    }
    Turn {
        to: Rotation::from_index(to),
        kicks,
        kick_count,
    }
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

/// Lowest column and lowest row of the cells.
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

/// The cells as bits of a 4 x 4 box at their corner: equal for equal shapes.
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
