//! What is known of one falling piece: where a state last showed it, and where it should be
//! after the moves that were sent since.

use crate::coordinates::top_row;
use crate::messages::Move;
use crate::piece_moves::apply_move;
use landfall_rules::{Board, Placement};

/// A shown placement and the moves sent since.
#[derive(Clone, Debug)]
pub struct PieceTracker {
    /// Where a state last showed the piece.
    shown: Placement,
    /// The moves sent since, each with the placement after it.
    sent: Vec<(Move, Placement)>,
}

/// How a shown placement compares with what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The piece is on its way.
    Expected {
        /// Whether it shows a move that no state had shown before.
        shows_new_move: bool,
    },
    /// It has fallen by itself.
    Fallen,
    /// Something else has happened to it.
    Unexpected,
}

impl PieceTracker {
    /// Returns the tracker of a piece that has just appeared.
    pub fn new(shown: Placement) -> PieceTracker {
        PieceTracker {
            shown,
            sent: Vec::new(),
        }
    }

    /// Returns where the piece should be when everything that was sent has been performed.
    pub fn predicted(&self) -> Placement {
        self.sent.last().map_or(self.shown, |(_, after)| *after)
    }

    /// Whether a state has shown everything that was sent.
    pub fn is_confirmed(&self) -> bool {
        self.sent.is_empty()
    }

    /// Returns the highest row that the moves lead to which no state has shown.
    pub fn highest_unconfirmed_row(&self) -> Option<i32> {
        self.sent.iter().map(|(_, after)| top_row(after)).min()
    }

    /// Records that a move was sent.
    pub fn push_move(&mut self, board: &Board, mv: Move) {
        self.sent
            .push((mv, apply_move(board, self.predicted(), mv)));
    }

    /// Records that the last move was refused.
    pub fn pop_move(&mut self) {
        self.sent.pop();
    }

    /// Records where a state shows the piece. Moves that it does not show yet are assumed to
    /// be on their way, unless the placement cannot be explained: then it alone counts.
    pub fn observe(&mut self, board: &Board, shown: Placement) -> Observation {
        let expected = || std::iter::once(self.shown).chain(self.sent.iter().map(|&(_, p)| p));
        if let Some(at) = expected().position(|expected| expected == shown) {
            self.sent.drain(..at);
            self.shown = shown;
            return Observation::Expected {
                shows_new_move: at > 0,
            };
        }
        let fell_from = |from: &Placement| {
            (from.x, from.rotation) == (shown.x, shown.rotation) && from.y > shown.y
        };
        // The latest explanation, which needs the shortest fall.
        let Some((at, _)) = expected().enumerate().filter(|(_, p)| fell_from(p)).last() else {
            *self = PieceTracker::new(shown);
            return Observation::Unexpected;
        };
        let left = self.sent.split_off(at);
        *self = PieceTracker::new(shown);
        for (mv, _) in left {
            self.push_move(board, mv);
        }
        Observation::Fallen
    }

    /// Assumes that what no state has shown was not performed.
    pub fn discard_unconfirmed(&mut self) {
        self.sent.clear();
    }

    /// Assumes that what was sent was performed, although no state has shown it.
    pub fn assume_confirmed(&mut self) {
        *self = PieceTracker::new(self.predicted());
    }
}
