//! What counts as a spin: rules as data, and the classification of one placement by them.
//!
//! The move generator asks the same of all poses at a time; this is the plain form of it, for
//! one pose.

use crate::board::Board;
use crate::piece::{Piece, Placement, Spin};
use crate::ruleset::Ruleset;

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

/// What makes a spin of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpinRule {
    /// The pieces that it holds for.
    pub pieces: PieceSet,
    /// What the board must be like about the piece.
    pub test: SpinTest,
    /// What the last move must have been.
    pub last_move: LastMove,
    /// Which of these spins are mini; the others are full.
    pub mini: MiniRule,
}

/// What the board must be like about a piece that has spun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinTest {
    /// At least three of the four corners about the centre are filled; walls and the floor
    /// count as filled.
    ThreeCorners,
    /// Exactly three of the four corners are blocks: walls, the floor and solid rows are none.
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
    /// Those without both corners filled on the side to which the T points, but for turns by
    /// a certain kick.
    FrontCorners {
        /// The number of the kick, the plain turn being 0, after which a spin is full
        /// whatever its corners are.
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

    /// Returns rules in the order in which they are asked.
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

    /// Returns the rules for a piece after such a last move, in order.
    pub fn rules(
        &self,
        piece: Piece,
        last_move: LastMove,
    ) -> impl Iterator<Item = &'static SpinRule> + use<> {
        self.rules
            .iter()
            .filter(move |rule| rule.pieces.contains(piece) && rule.last_move == last_move)
    }

    /// Returns whether spins are made of blocks alone: walls, the floor and solid rows are left
    /// out.
    pub fn counts_blocks(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| rule.test == SpinTest::ThreeBlocks)
    }
}

impl Ruleset {
    /// Returns the spin of a piece that has just turned into a pose by this kick, the plain
    /// turn being 0. The pose is as the turn left it, not its canonical form.
    pub fn spin_after_turn(&self, board: &Board, pose: &Placement, kick: usize) -> Spin {
        let detector = SpinDetector::new(self, board);
        self.spins
            .rules(pose.piece, LastMove::Turn)
            .find(|rule| detector.matches(rule.test, pose))
            .map_or(Spin::None, |rule| {
                detector.classify(rule.mini, pose, Some(kick))
            })
    }
}

impl Ruleset {
    /// Returns the spin of a piece at rest for which any last move will do.
    pub fn spin_without_turn(&self, board: &Board, pose: &Placement) -> Spin {
        let detector = SpinDetector::new(self, board);
        self.spins
            .rules(pose.piece, LastMove::Any)
            .find(|rule| detector.matches(rule.test, pose))
            .map_or(Spin::None, |rule| detector.classify(rule.mini, pose, None))
    }
}

/// The corners about a centre, clockwise from the upper left: those of state `r`'s front are
/// `r` and `r + 1`.
const CORNERS: [(i8, i8); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// Classifies poses on a board.
pub(crate) struct SpinDetector<'a> {
    rules: &'a Ruleset,
    board: &'a Board,
    /// Full rows, which are solid.
    solid: u64,
}

impl<'a> SpinDetector<'a> {
    pub(crate) fn new(rules: &'a Ruleset, board: &'a Board) -> SpinDetector<'a> {
        SpinDetector {
            rules,
            board,
            solid: board.full_rows(),
        }
    }

    /// Returns whether the board about a pose passes a test.
    pub(crate) fn matches(&self, test: SpinTest, pose: &Placement) -> bool {
        match test {
            SpinTest::ThreeCorners => self.count_corners(|x, y| self.board.filled(x, y), pose) >= 3,
            SpinTest::ThreeBlocks => self.count_corners(|x, y| self.is_block(x, y), pose) == 3,
            SpinTest::Immobile => self.is_immobile(pose),
        }
    }

    /// Returns whether a spin is mini or full.
    pub(crate) fn classify(&self, mini: MiniRule, pose: &Placement, kick: Option<usize>) -> Spin {
        let full = match mini {
            MiniRule::Never => true,
            MiniRule::Always => false,
            MiniRule::FrontCorners { full_kick } => {
                (kick.is_some() && kick == full_kick) || self.has_front(pose)
            }
        };
        if full { Spin::Full } else { Spin::Mini }
    }

    fn has_front(&self, pose: &Placement) -> bool {
        let r = pose.rotation.index();
        [r, r + 1].into_iter().all(|i| {
            let (dx, dy) = CORNERS[i % 4];
            self.board.filled(pose.x + dx, pose.y + dy)
        })
    }

    fn count_corners(&self, filled: impl Fn(i8, i8) -> bool, pose: &Placement) -> usize {
        CORNERS
            .iter()
            .filter(|(dx, dy)| filled(pose.x + dx, pose.y + dy))
            .count()
    }

    fn is_block(&self, x: i8, y: i8) -> bool {
        let column = self.board.columns.get(x as usize);
        column.is_some_and(|column| (0..64).contains(&y) && (column & !self.solid) >> y & 1 == 1)
    }

    fn is_immobile(&self, pose: &Placement) -> bool {
        [(-1, 0), (1, 0), (0, 1), (0, -1)]
            .into_iter()
            .all(|(dx, dy)| {
                let moved = Placement {
                    x: pose.x + dx,
                    y: pose.y + dy,
                    ..*pose
                };
                let cells = self.rules.rotation.cells(&moved);
                cells
                    .iter()
                    .any(|&(x, y)| y >= self.rules.height as i8 || self.board.filled(x, y))
            })
    }
}
