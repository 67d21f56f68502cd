//! What is known of one falling piece: where a state last showed it, and where it should be
//! after the moves that were sent since.

use crate::geometry::{Grid, Pose};
use crate::messages::Move;
use crate::pathfinding::apply_move;

/// A shown pose and what was sent since.
#[derive(Clone, Debug)]
pub struct PieceTracker {
    /// The last pose that a state showed.
    shown: Pose,
    /// The moves sent since, each with the pose after it.
    sent: Vec<(Move, Pose)>,
}

/// How a shown pose goes with what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The piece is on its way.
    Expected {
        /// Whether it shows a move that no state had shown before.
        news: bool,
    },
    /// It has fallen by itself.
    Fallen,
    /// Something else has happened to it.
    Unexpected,
}

impl PieceTracker {
    /// The piece has just appeared.
    pub fn new(shown: Pose) -> PieceTracker {
        PieceTracker {
            shown,
            sent: Vec::new(),
        }
    }

    /// Where the piece should be when everything that was sent has been done.
    pub fn predicted(&self) -> Pose {
        self.sent.last().map_or(self.shown, |(_, pose)| *pose)
    }

    /// Whether a state has shown everything that was sent.
    pub fn is_confirmed(&self) -> bool {
        self.sent.is_empty()
    }

    /// The highest row that the moves lead to which no state has shown.
    pub fn highest_unconfirmed_row(&self) -> Option<i32> {
        self.sent.iter().map(|(_, pose)| pose.top_row()).min()
    }

    /// A move was sent.
    pub fn push_move(&mut self, grid: &Grid, mv: Move) {
        self.sent.push((mv, apply_move(grid, self.predicted(), mv)));
    }

    /// The last move was refused.
    pub fn pop_move(&mut self) {
        self.sent.pop();
    }

    /// A state shows the piece. Moves that it does not show yet are taken to be on their
    /// way, except where the pose cannot be explained: then it counts alone.
    pub fn observe(&mut self, grid: &Grid, pose: Pose) -> Observation {
        let poses = || std::iter::once(self.shown).chain(self.sent.iter().map(|(_, pose)| *pose));
        if let Some(at) = poses().position(|expected| expected == pose) {
            self.sent.drain(..at);
            self.shown = pose;
            return Observation::Expected { news: at > 0 };
        }
        let fallen = |expected: &Pose| {
            let same = (expected.col, expected.orient) == (pose.col, pose.orient);
            same && expected.row < pose.row
        };
        // The latest explanation, which needs the shortest fall.
        let Some((at, _)) = poses().enumerate().filter(|(_, p)| fallen(p)).last() else {
            *self = PieceTracker::new(pose);
            return Observation::Unexpected;
        };
        let left = self.sent.split_off(at);
        *self = PieceTracker::new(pose);
        for (mv, _) in left {
            self.push_move(grid, mv);
        }
        Observation::Fallen
    }

    /// What no state has shown was not done.
    pub fn discard_unconfirmed(&mut self) {
        self.sent.clear();
    }

    /// What was sent was done, although no state has shown it.
    pub fn assume_confirmed(&mut self) {
        *self = PieceTracker::new(self.predicted());
    }
}
