//! The spin of one placement by the rules of [`spin`](crate::spin).
//!
//! The move generator computes the same for all poses at a time.

use crate::board::Board;
use crate::piece::{Placement, Spin};
use crate::ruleset::Ruleset;
use crate::spin::{LastMove, MiniRule, SpinTest};

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

    /// Returns the spin of a piece at rest by the rules that allow any last move.
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
                let cells = moved.cells(self.rules);
                cells
                    .iter()
                    .any(|&(x, y)| y >= self.rules.height as i8 || self.board.filled(x, y))
            })
    }
}
