//! Pieces, rotation states, spins, placements and queues.
//!
//! Which cells a placement covers, and how a piece turns, are data of a
//! [`RotationSystem`](crate::rotation::RotationSystem). Each type is written and parsed in one way:
//!
//! | type | text |
//! |---|---|
//! | [`Piece`] | `T` |
//! | [`Rotation`] | `north`, `east`, `south`, `west` |
//! | [`Spin`] | `none`, `mini`, `full` |
//! | [`Placement`] | `T south x=2 y=1 spin full`, `O north x=4 y=0`, `S skip` |
//! | [`Queue`] | `TIOLJSZ` |
//!
//! ```
//! use landfall_rules::{Piece, Placement, Queue, Spin};
//!
//! let placement: Placement = "T south x=2 y=1 spin full".parse()?;
//! assert_eq!((placement.piece, placement.spin), (Piece::T, Spin::Full));
//! assert_eq!(placement.to_string(), "T south x=2 y=1 spin full");
//! let queue: Queue = "TIO".parse()?;
//! assert_eq!(queue, [Piece::T, Piece::I, Piece::O]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod queue;
mod text;

pub use queue::Queue;
pub use text::{ParsePieceError, ParsePlacementError, ParseRotationError, ParseSpinError};

use crate::board::Cell;
use crate::ruleset::Ruleset;

/// One of the seven tetrominoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// The straight piece.
    I,
    /// The square.
    O,
    /// The T piece. Under the guideline it is the only piece that spins score for; a ruleset may
    /// score spins of others.
    T,
    /// Foot up on the right in its spawn state.
    L,
    /// Foot up on the left in its spawn state.
    J,
    /// Upper row shifted right.
    S,
    /// Upper row shifted left.
    Z,
}

impl Piece {
    /// Every piece, in the order of their indices.
    pub const ALL: [Piece; 7] = [
        Piece::I,
        Piece::O,
        Piece::T,
        Piece::L,
        Piece::J,
        Piece::S,
        Piece::Z,
    ];

    /// Returns the index 0..7 into tables of pieces.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the mirror image of the piece.
    pub const fn mirrored(self) -> Piece {
        match self {
            Piece::L => Piece::J,
            Piece::J => Piece::L,
            Piece::S => Piece::Z,
            Piece::Z => Piece::S,
            Piece::I | Piece::O | Piece::T => self,
        }
    }
}

/// Rotation state, clockwise from spawn in SRS. Other rotation systems number their states
/// as they like; only the index counts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rotation {
    /// The spawn state.
    North,
    /// One clockwise turn from spawn.
    East,
    /// Two turns from spawn.
    South,
    /// One counter-clockwise turn from spawn.
    West,
}

impl Rotation {
    /// Every rotation state, clockwise from spawn.
    pub const ALL: [Rotation; 4] = [
        Rotation::North,
        Rotation::East,
        Rotation::South,
        Rotation::West,
    ];

    /// Returns the index 0..4 into tables of states.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the state of an index; only the two low bits count.
    pub const fn from_index(index: usize) -> Rotation {
        Rotation::ALL[index & 3]
    }
}

/// How a lock counts as a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Spin {
    /// Not a spin.
    #[default]
    None,
    /// A spin of lower value. Which spins are mini is data of the ruleset: under the guideline a T
    /// with three filled corners, not both in front, that the fifth kick did not move; in the Tetra
    /// League also any piece that cannot move.
    Mini,
    /// A spin of full value. Which spins are full is data of the ruleset: under the guideline a T
    /// with both front corners filled, or moved by the fifth kick; in Botris any piece that cannot
    /// move.
    Full,
}

impl Spin {
    /// Every kind of spin, in the order of their indices.
    pub const ALL: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];

    /// Returns the index 0..3 into tables of spins.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Where a piece comes to rest: piece, rotation state, centre and spin.
///
/// `x` counts columns from the left, `y` rows from the floor, both from 0.
/// The centre is the rotation system's; for SRS it is the true-rotation centre
/// that the Tetris Bot Protocol uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The piece that locks.
    pub piece: Piece,
    /// Its rotation state.
    pub rotation: Rotation,
    /// Column of the centre.
    pub x: i8,
    /// Row of the centre.
    pub y: i8,
    /// The spin that the lock counts as.
    pub spin: Spin,
}

impl Placement {
    /// The row of a skipped piece.
    const NOWHERE: i8 = -100;

    /// Returns the placement with its centre in this column and row, without a spin.
    pub const fn new(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Placement {
        Placement {
            piece,
            rotation,
            x,
            y,
            spin: Spin::None,
        }
    }

    /// Returns the four cells that the placement covers. Coordinates saturate at the limits of
    /// `i8`, which are on no board.
    ///
    /// ```
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_rules::{Piece, Placement, Rotation};
    /// let placement = Placement::new(Piece::T, Rotation::North, 4, 0);
    /// assert_eq!(placement.cells(&GUIDELINE), [(3, 0), (4, 0), (5, 0), (4, 1)]);
    /// ```
    pub fn cells(&self, rules: &Ruleset) -> [Cell; 4] {
        rules.rotation.cells(self)
    }

    /// Returns the placement that stands for a skipped piece.
    pub const fn skip(piece: Piece) -> Placement {
        Placement::new(piece, Rotation::North, 0, Placement::NOWHERE)
    }

    /// Returns whether the piece is skipped.
    #[inline(always)]
    pub const fn is_skip(&self) -> bool {
        self.y == Placement::NOWHERE
    }
}
