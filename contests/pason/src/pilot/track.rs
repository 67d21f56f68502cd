//! What is known of one falling piece: where a state last showed it, and where it should be
//! after the moves that were sent since.

use crate::geometry::{Grid, Pose};
use crate::messages::Move;
use crate::plan::apply;

/// A shown pose and what was sent since.
#[derive(Clone, Debug)]
pub struct Track {
    /// The last pose that a state showed.
    shown: Pose,
    /// The moves sent since, each with the pose after it.
    sent: Vec<(Move, Pose)>,
}

/// How a shown pose goes with what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The piece is on its way.
    AsMeant {
        /// Whether it shows a move that no state had shown before.
        news: bool,
    },
    /// It has fallen by itself.
    Fallen,
    /// Something else has happened to it.
    Elsewhere,
}

impl Track {
    /// The piece has just appeared.
    pub fn new(shown: Pose) -> Track {
        Track {
            shown,
            sent: Vec::new(),
        }
    }

    /// Where the piece should be when everything that was sent has been done.
    pub fn now(&self) -> Pose {
        self.sent.last().map_or(self.shown, |(_, pose)| *pose)
    }

    /// Whether a state has shown everything that was sent.
    pub fn proven(&self) -> bool {
        self.sent.is_empty()
    }

    /// The highest row that the moves lead to which no state has shown.
    pub fn highest(&self) -> Option<i32> {
        self.sent.iter().map(|(_, pose)| pose.top()).min()
    }

    /// A move was sent.
    pub fn send(&mut self, grid: &Grid, mv: Move) {
        self.sent.push((mv, apply(grid, self.now(), mv)));
    }

    /// The last move was refused.
    pub fn unsend(&mut self) {
        self.sent.pop();
    }

    /// A state shows the piece. Moves that it does not show yet are taken to be on their
    /// way, except where the pose cannot be explained: then it counts alone.
    pub fn show(&mut self, grid: &Grid, pose: Pose) -> Finding {
        let poses = || std::iter::once(self.shown).chain(self.sent.iter().map(|(_, pose)| *pose));
        if let Some(at) = poses().position(|expected| expected == pose) {
            self.sent.drain(..at);
            self.shown = pose;
            return Finding::AsMeant { news: at > 0 };
        }
        let fallen = |expected: &Pose| {
            let same = (expected.col, expected.orient) == (pose.col, pose.orient);
            same && expected.row < pose.row
        };
        // The latest explanation, which needs the shortest fall.
        let Some((at, _)) = poses().enumerate().filter(|(_, p)| fallen(p)).last() else {
            *self = Track::new(pose);
            return Finding::Elsewhere;
        };
        let left = self.sent.split_off(at);
        *self = Track::new(pose);
        for (mv, _) in left {
            self.send(grid, mv);
        }
        Finding::Fallen
    }

    /// What no state has shown was not done.
    pub fn believe_states(&mut self) {
        self.sent.clear();
    }

    /// What was sent was done, although no state has shown it.
    pub fn believe_moves(&mut self) {
        *self = Track::new(self.now());
    }
}
