//! What counts as a spin, as data.
//!
//! [`Ruleset::spin_after_turn`](crate::Ruleset::spin_after_turn) applies it to a placement.

mod spin_detector;

pub(crate) use spin_detector::SpinDetector;

use crate::piece::Piece;

/// A set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSet(u8);

impl PieceSet {
    /// No piece.
    pub const NONE: PieceSet = PieceSet(0);

    /// All seven.
    pub const ALL: PieceSet = PieceSet(0x7f);

    /// All but T.
    pub const ALL_BUT_T: PieceSet = PieceSet(0x7f & !(1 << Piece::T.index()));

    /// Returns the set of these pieces.
    pub const fn of(pieces: &[Piece]) -> PieceSet {
        let mut set = PieceSet::NONE;
        let mut i = 0;
        while i < pieces.len() {
            set.0 |= 1 << pieces[i].index();
            i += 1;
        }
        set
    }

    /// Returns whether a piece is in the set.
    #[inline(always)]
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// Returns the pieces that are in either set.
    pub const fn union(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }
}

/// When a lock counts as a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpinRule {
    /// The pieces that it holds for.
    pub pieces: PieceSet,
    /// What the cells about the piece must be like.
    pub test: SpinTest,
    /// What the last move must have been.
    pub last_move: LastMove,
    /// Which of these spins are mini; the others are full.
    pub mini: MiniRule,
}

/// What the cells about a piece must be like for a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinTest {
    /// At least three of the four corners about the centre are filled; walls and the floor
    /// count as filled.
    ThreeCorners,
    /// Exactly three of the four corners are blocks; walls, the floor and solid rows do not count.
    ThreeBlocks,
    /// The piece can move neither left, right, up nor down.
    Immobile,
}

/// What the last move of a spin must have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastMove {
    /// A turn; then the lock always counts as a spin.
    Turn,
    /// Anything; the player chooses whether the lock counts.
    Any,
}

/// Which spins are mini.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MiniRule {
    /// None.
    Never,
    /// All.
    Always,
    /// Those without both corners filled on the side to which the T points, except after a certain
    /// kick.
    FrontCorners {
        /// The number of the kick, the plain turn being 0, after which a spin is always full.
        full_kick: Option<usize>,
    },
}

/// The spin rules of a ruleset: for each piece the first rule counts whose test holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpinRules {
    /// Pieces that any rule holds for.
    pieces: PieceSet,
    /// Those for which a rule holds after any move.
    without_turn: PieceSet,
    rules: &'static [SpinRule],
}

impl SpinRules {
    /// Nothing counts as a spin.
    pub const NEVER: SpinRules = SpinRules::new(&[]);

    /// The most rules that a ruleset may have.
    pub const MAX_RULES: usize = 4;

    /// Returns rules, in the order in which they are tried.
    ///
    /// # Panics
    /// If there are more than [`SpinRules::MAX_RULES`].
    pub const fn new(rules: &'static [SpinRule]) -> SpinRules {
        assert!(rules.len() <= SpinRules::MAX_RULES);
        let mut pieces = PieceSet::NONE;
        let mut without_turn = PieceSet::NONE;
        let mut i = 0;
        while i < rules.len() {
            pieces = pieces.union(rules[i].pieces);
            if matches!(rules[i].last_move, LastMove::Any) {
                without_turn = without_turn.union(rules[i].pieces);
            }
            i += 1;
        }
        SpinRules {
            pieces,
            without_turn,
            rules,
        }
    }

    /// Returns whether a lock of this piece can be a spin.
    #[inline(always)]
    pub const fn can_spin(&self, piece: Piece) -> bool {
        self.pieces.contains(piece)
    }

    /// Returns whether a lock of this piece can be a spin whatever its last move was.
    #[inline(always)]
    pub const fn can_spin_without_turn(&self, piece: Piece) -> bool {
        self.without_turn.contains(piece)
    }

    /// Returns the rules for a piece that require this last move, in order.
    pub fn rules(
        &self,
        piece: Piece,
        last_move: LastMove,
    ) -> impl Iterator<Item = &'static SpinRule> + use<> {
        self.rules
            .iter()
            .filter(move |rule| rule.pieces.contains(piece) && rule.last_move == last_move)
    }

    /// Returns whether a rule counts blocks alone: no walls, no floor and no solid rows.
    pub fn counts_blocks(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| rule.test == SpinTest::ThreeBlocks)
    }
}
