//! The contest's names of the pieces, and the one place where they become the rules'.

use landfall_rules::{PASON_ROTATION, Piece};
use serde::Serialize;
use std::fmt;

/// A piece by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[repr(u8)]
pub enum PieceKind {
    /// The square.
    O,
    /// The straight piece.
    I,
    /// Upper row shifted right.
    S,
    /// Upper row shifted left.
    Z,
    /// Foot down on the left in orientation 0.
    L,
    /// Foot down on the right in orientation 0.
    J,
    /// Foot down in the middle in orientation 0.
    T,
}

impl PieceKind {
    /// Every piece, in the order of the contest's picture.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::O,
        PieceKind::I,
        PieceKind::S,
        PieceKind::Z,
        PieceKind::L,
        PieceKind::J,
        PieceKind::T,
    ];

    /// Returns how many orientations the piece has.
    pub fn orientations(self) -> u8 {
        let states = &PASON_ROTATION.rule(self.into()).canonical;
        let own = |r: &usize| states[*r].rotation.index() == *r;
        (0..states.len()).filter(own).count() as u8
    }

    /// Returns the one-letter name, upper case.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::O => 'O',
            PieceKind::I => 'I',
            PieceKind::S => 'S',
            PieceKind::Z => 'Z',
            PieceKind::L => 'L',
            PieceKind::J => 'J',
            PieceKind::T => 'T',
        }
    }

    /// Returns the piece of a name, exactly as the contest spells it.
    pub fn from_name(name: &str) -> Option<PieceKind> {
        let mut letters = name.chars();
        let letter = letters.next()?;
        let piece = PieceKind::ALL.into_iter().find(|p| p.letter() == letter);
        piece.filter(|_| letters.next().is_none())
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl From<PieceKind> for Piece {
    fn from(piece: PieceKind) -> Piece {
        match piece {
            PieceKind::O => Piece::O,
            PieceKind::I => Piece::I,
            PieceKind::S => Piece::S,
            PieceKind::Z => Piece::Z,
            PieceKind::L => Piece::L,
            PieceKind::J => Piece::J,
            PieceKind::T => Piece::T,
        }
    }
}

impl From<Piece> for PieceKind {
    fn from(piece: Piece) -> PieceKind {
        match piece {
            Piece::O => PieceKind::O,
            Piece::I => PieceKind::I,
            Piece::S => PieceKind::S,
            Piece::Z => PieceKind::Z,
            Piece::L => PieceKind::L,
            Piece::J => PieceKind::J,
            Piece::T => PieceKind::T,
        }
    }
}
