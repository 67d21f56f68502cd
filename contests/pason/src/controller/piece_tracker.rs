//! Tracks one falling piece: the placement in which a state first showed it, the moves that the
//! server has received since, and what later states prove.
//!
//! The server performs an accepted move at once unless it collides. So the position of the piece
//! follows from the replies, even if states are late or missing. Two kinds of moves are in doubt
//! until a state shows them: moves that lift a cell so high that the server may not perform them,
//! and moves without a reply.

use super::top_rows::TopRows;
use crate::coordinates::top_row;
use crate::messages::Move;
use crate::piece_moves::apply_move;
use landfall_rules::{Board, Placement};

/// A piece and the moves that were sent for it.
#[derive(Clone, Debug)]
pub struct PieceTracker {
    /// Where a state first showed the piece, or showed it at an unexplained place.
    origin: Placement,
    /// The moves sent since then, each with the placement after it.
    moves: Vec<SentMove>,
    /// How many of the moves states have shown.
    shown: usize,
    /// How many of the moves are assumed to be performed, shown or not.
    trusted: usize,
}

/// A move that was sent.
#[derive(Clone, Copy, Debug)]
struct SentMove {
    mv: Move,
    /// Whether no reply came, so the server may not have received it.
    reply_lost: bool,
    /// Where the piece is after it.
    after: Placement,
}

/// How a shown placement compares with what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The piece is on its path.
    Expected {
        /// Whether it shows a move that no earlier state showed.
        shows_new_move: bool,
    },
    /// It has fallen by itself, or garbage has lifted it.
    Shifted,
    /// The server has not performed the moves in doubt; the other moves explain the placement.
    NotPerformed,
    /// Something else has happened to the piece.
    Unexpected,
}

/// Moves that may not have been performed.
#[derive(Clone, Copy, Debug)]
enum Doubt {
    /// Moves that lift a cell above this row of the contest.
    Above(i32),
    /// Moves without a reply.
    LostReplies,
}

impl PieceTracker {
    /// Returns the tracker of a piece that has just appeared.
    pub fn new(origin: Placement) -> PieceTracker {
        PieceTracker {
            origin,
            moves: Vec::new(),
            shown: 0,
            trusted: 0,
        }
    }

    /// Returns where the piece is if all moves that were sent have been performed.
    pub fn predicted(&self) -> Placement {
        self.moves.last().map_or(self.origin, |sent| sent.after)
    }

    /// Whether all moves that were sent are assumed to be performed.
    pub fn is_confirmed(&self) -> bool {
        self.trusted == self.moves.len()
    }

    /// Records that a move was sent.
    pub fn push_move(&mut self, board: &Board, mv: Move) {
        let after = apply_move(board, self.predicted(), mv);
        self.moves.push(SentMove {
            mv,
            reply_lost: false,
            after,
        });
    }

    /// Records that the last move was refused.
    pub fn pop_move(&mut self) {
        self.moves.pop();
        self.shown = self.shown.min(self.moves.len());
        self.trusted = self.trusted.min(self.moves.len());
    }

    /// Records that no reply to the last move came.
    pub fn mark_reply_lost(&mut self) {
        if let Some(sent) = self.moves.last_mut() {
            sent.reply_lost = true;
        }
    }

    /// Whether it is unknown that the server received the last move.
    pub fn is_last_reply_lost(&self) -> bool {
        !self.is_confirmed() && self.moves.last().is_some_and(|sent| sent.reply_lost)
    }

    /// Whether a move that is not assumed to be performed may not have been performed.
    pub fn is_in_doubt(&self, top_rows: &TopRows) -> bool {
        let untrusted = self.trusted..self.moves.len();
        untrusted.into_iter().any(|index| {
            let lifted = self.lifted_to(index);
            self.moves[index].reply_lost || lifted.is_some_and(|row| top_rows.is_in_doubt(row))
        })
    }

    /// Returns the highest row to which a move has lifted a cell.
    pub fn highest_lift(&self) -> Option<i32> {
        let lifts = (0..self.moves.len()).filter_map(|index| self.lifted_to(index));
        lifts.min()
    }

    /// Returns the highest row to which a move that a state has shown has lifted a cell.
    pub fn highest_shown_lift(&self) -> Option<i32> {
        (0..self.shown)
            .filter_map(|index| self.lifted_to(index))
            .min()
    }

    /// Returns where the piece is if the server has not performed the moves that lift a cell to the
    /// highest row.
    pub fn predicted_without_highest_lift(&self, board: &Board) -> Option<Placement> {
        let doubt = Doubt::Above(self.highest_lift()? + 1);
        self.without(board, doubt).map(|left| left.predicted())
    }

    /// Records where a state shows the piece. Moves that it does not show yet are assumed to be on
    /// their way, unless the placement cannot be explained: then the placement alone counts.
    pub fn observe(&mut self, board: &Board, shown: Placement) -> Observation {
        if let Some(at) = self.index_of(shown) {
            let shows_new_move = at > self.shown;
            self.shown = at;
            self.trusted = self.trusted.max(at);
            return Observation::Expected { shows_new_move };
        }
        if self.shift_to(board, shown, self.shown) {
            return Observation::Shifted;
        }
        let doubts = self.highest_lift().into_iter().flat_map(|highest| {
            let rows = highest + 1..=highest.max(super::top_rows::TOP_MARGIN) + 1;
            rows.map(Doubt::Above)
        });
        for doubt in [Doubt::LostReplies].into_iter().chain(doubts) {
            let Some(mut left) = self.without(board, doubt) else {
                continue;
            };
            if let Some(at) = left.index_of(shown) {
                (left.shown, left.trusted) = (at, at);
            } else if !left.shift_to(board, shown, 0) {
                continue;
            }
            *self = left;
            return Observation::NotPerformed;
        }
        *self = PieceTracker::new(shown);
        Observation::Unexpected
    }

    /// Returns the tracker of the piece under the assumption that no move in doubt was performed
    /// and all others were, if a state last showed the piece there.
    pub fn without_moves_in_doubt(
        &self,
        board: &Board,
        top_rows: &TopRows,
    ) -> Option<PieceTracker> {
        let untrusted = self.trusted..self.moves.len();
        let lifts = untrusted.filter_map(|index| self.lifted_to(index));
        let highest = lifts.filter(|&row| top_rows.is_in_doubt(row)).min();
        let mut left = self.without(board, Doubt::LostReplies);
        if let Some(row) = highest {
            let without_lift = left.as_ref().unwrap_or(self);
            let without_lift = without_lift.without(board, Doubt::Above(row + 1));
            left = without_lift.or(left);
        }
        let mut left = left?;
        left.assume_confirmed();
        (self.placements().nth(self.shown) == Some(left.predicted())).then_some(left)
    }

    /// Assumes that all moves that were sent have been performed, although no state has shown them.
    pub fn assume_confirmed(&mut self) {
        self.trusted = self.moves.len();
    }

    /// Returns the highest row to which the move of this index has lifted a cell, if it has lifted
    /// any.
    fn lifted_to(&self, index: usize) -> Option<i32> {
        let before = index
            .checked_sub(1)
            .map_or(self.origin, |at| self.moves[at].after);
        let (before, after) = (top_row(&before), top_row(&self.moves[index].after));
        (after < before).then_some(after)
    }

    /// Returns after how many moves the piece is here: the smallest number that is not below the
    /// number that states have shown.
    fn index_of(&self, shown: Placement) -> Option<usize> {
        self.placements()
            .skip(self.shown)
            .position(|placement| placement == shown)
            .map(|at| at + self.shown)
    }

    /// The position of the piece after each number of moves, from none.
    fn placements(&self) -> impl Iterator<Item = Placement> {
        std::iter::once(self.origin).chain(self.moves.iter().map(|sent| sent.after))
    }

    /// Explains a placement as one on the path after at least this many moves, shifted up or down;
    /// later moves follow from there. Returns whether that is possible.
    fn shift_to(&mut self, board: &Board, shown: Placement, from: usize) -> bool {
        let same_column =
            |p: &(usize, Placement)| (p.1.x, p.1.rotation) == (shown.x, shown.rotation);
        let candidates = || {
            let all = self.placements().enumerate().skip(from);
            all.filter(same_column)
        };
        // The latest explanation needs the shortest fall; garbage is less frequent.
        let fallen = candidates().filter(|(_, p)| p.y > shown.y).last();
        let Some((at, _)) = fallen.or_else(|| candidates().last()) else {
            return false;
        };
        let left = self.moves.split_off(at);
        let trusted = self.trusted.saturating_sub(at);
        *self = PieceTracker::new(shown);
        self.trusted = trusted;
        for sent in left {
            self.push_move(board, sent.mv);
            if sent.reply_lost {
                self.mark_reply_lost();
            }
        }
        true
    }

    /// Returns the tracker of the piece if the moves in doubt were not performed; `None` if no move
    /// is in doubt.
    fn without(&self, board: &Board, doubt: Doubt) -> Option<PieceTracker> {
        let mut left = PieceTracker::new(self.origin);
        for sent in &self.moves {
            left.push_move(board, sent.mv);
            let lifted = left.lifted_to(left.moves.len() - 1);
            let skipped = match doubt {
                Doubt::Above(row) => lifted.is_some_and(|lifted| lifted < row),
                Doubt::LostReplies => sent.reply_lost,
            };
            if skipped {
                left.pop_move();
            }
        }
        (left.moves.len() < self.moves.len()).then_some(left)
    }
}
