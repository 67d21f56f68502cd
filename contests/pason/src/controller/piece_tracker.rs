//! Where one falling piece is: the placement in which a state first showed it, the moves that
//! the server has had since, and what the states in between prove.
//!
//! The server performs an accepted move at once unless it collides. So where the piece is follows
//! from the replies, however late states are or how many are missing. Two kinds of moves are in
//! doubt until a state shows them: those that lift a cell so high that the server may not
//! perform them, and those without a reply.

use super::top_rows::TopRows;
use crate::coordinates::top_row;
use crate::messages::Move;
use crate::piece_moves::apply_move;
use landfall_rules::{Board, Placement};

/// A piece and the moves that were sent for it.
#[derive(Clone, Debug)]
pub struct PieceTracker {
    /// Where a state first showed the piece, or showed it where no move explains.
    origin: Placement,
    /// The moves sent since then, each with the placement after it.
    moves: Vec<SentMove>,
    /// How many of them states have shown.
    shown: usize,
    /// How many of them are taken to be performed, whether states have shown them or not.
    trusted: usize,
}

/// A move that was sent.
#[derive(Clone, Copy, Debug)]
struct SentMove {
    mv: Move,
    /// Whether no reply came, so that the server may not have it.
    reply_lost: bool,
    /// Where the piece is after it.
    after: Placement,
}

/// How a shown placement compares with what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The piece is on its way.
    Expected {
        /// Whether it shows a move that no state had shown before.
        shows_new_move: bool,
    },
    /// It has fallen by itself, or garbage has lifted it.
    Shifted,
    /// The server has not performed moves in doubt; the others explain the placement.
    NotPerformed,
    /// Something else has happened to it.
    Unexpected,
}

/// What might not have been performed.
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

    /// Returns where the piece is when everything that was sent has been performed.
    pub fn predicted(&self) -> Placement {
        self.moves.last().map_or(self.origin, |sent| sent.after)
    }

    /// Whether everything that was sent is taken to be performed.
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

    /// Whether it is open if the server has had the last move.
    pub fn is_last_reply_lost(&self) -> bool {
        !self.is_confirmed() && self.moves.last().is_some_and(|sent| sent.reply_lost)
    }

    /// Whether moves of which that is not taken for granted may not have been performed.
    pub fn is_in_doubt(&self, top_rows: &TopRows) -> bool {
        let untrusted = self.trusted..self.moves.len();
        untrusted.into_iter().any(|index| {
            let lifted = self.lifted_to(index);
            self.moves[index].reply_lost || lifted.is_some_and(|row| top_rows.is_in_doubt(row))
        })
    }

    /// Returns the highest row that a move has lifted a cell to.
    pub fn highest_lift(&self) -> Option<i32> {
        let lifts = (0..self.moves.len()).filter_map(|index| self.lifted_to(index));
        lifts.min()
    }

    /// Returns the highest row that a move has lifted a cell to which a state has shown.
    pub fn highest_shown_lift(&self) -> Option<i32> {
        (0..self.shown)
            .filter_map(|index| self.lifted_to(index))
            .min()
    }

    /// Returns where the piece is if the server has performed no move that lifts a cell to the
    /// highest row of all.
    pub fn predicted_without_highest_lift(&self, board: &Board) -> Option<Placement> {
        let doubt = Doubt::Above(self.highest_lift()? + 1);
        self.without(board, doubt).map(|left| left.predicted())
    }

    /// Records where a state shows the piece. Moves that it does not show yet are assumed to
    /// be on their way, unless the placement cannot be explained: then it alone counts.
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

    /// Returns the tracker of the piece if no move in doubt was performed and all others were, and
    /// if that is where a state last showed the piece.
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

    /// Takes everything that was sent to be performed, although no state has shown it.
    pub fn assume_confirmed(&mut self) {
        self.trusted = self.moves.len();
    }

    /// Returns the row that the move of this index has lifted the highest cell to, if it has.
    fn lifted_to(&self, index: usize) -> Option<i32> {
        let before = index
            .checked_sub(1)
            .map_or(self.origin, |at| self.moves[at].after);
        let (before, after) = (top_row(&before), top_row(&self.moves[index].after));
        (after < before).then_some(after)
    }

    /// Returns after how many moves the piece is here: the fewest that are not fewer than states
    /// have shown.
    fn index_of(&self, shown: Placement) -> Option<usize> {
        self.placements()
            .skip(self.shown)
            .position(|placement| placement == shown)
            .map(|at| at + self.shown)
    }

    /// Where the piece is after each number of moves, from none.
    fn placements(&self) -> impl Iterator<Item = Placement> {
        std::iter::once(self.origin).chain(self.moves.iter().map(|sent| sent.after))
    }

    /// Explains a placement as one of the path, after at least so many moves, shifted up or down;
    /// later moves follow from there. Returns whether that is possible.
    fn shift_to(&mut self, board: &Board, shown: Placement, from: usize) -> bool {
        let same_column =
            |p: &(usize, Placement)| (p.1.x, p.1.rotation) == (shown.x, shown.rotation);
        let candidates = || {
            let all = self.placements().enumerate().skip(from);
            all.filter(same_column)
        };
        // The latest explanation, which needs the shortest fall; garbage is rarer.
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

    /// Returns the tracker of the piece if what is in doubt was not performed; `None` if nothing
    /// is.
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
