//! The piece in play: what was asked about it, where it should go, and the moves that are
//! left.
//!
//! When a move may be sent is decided by the controller.

use super::piece_tracker::PieceTracker;
use super::{PieceMove, ReachablePlacements, VecDeque};
use crate::adapter;
use crate::messages::Move;
use crate::pathfinding::RowLimit;
use landfall_rules::{Board, Placement};
use landfall_tbp::messages::{self as tbp, Start};

/// How often a piece may be found elsewhere than it should be before it is just dropped.
const MAX_MISMATCHES: u32 = 4;

/// The piece in play.
#[derive(Debug)]
pub struct ActivePiece {
    /// The number that the server gave it.
    pub number: i64,
    /// Where it is and should be.
    pub tracker: PieceTracker,
    /// How high its path may lead.
    pub row_limit: RowLimit,
    /// The position that a bot was asked about, and the board of it.
    pub request: Option<(Board, Start)>,
    /// The bot's answer, the best move first.
    pub suggestion: Option<Vec<tbp::Move>>,
    /// Where it should lock, once that is chosen.
    pub target: Option<Placement>,
    /// The moves that are left; the last one is a drop.
    pub pending_moves: VecDeque<Move>,
    /// How often it was found elsewhere than it should be.
    pub mismatches: u32,
    /// Whether the drop was sent.
    pub dropped: bool,
    /// Lines that the drop should clear.
    pub lines: u32,
    /// Whether the drop is to be sent again.
    pub resend_drop: bool,
    /// Whether the drop was sent more than once: the server may have had the first.
    pub drop_repeated: bool,
    /// Whether a board was reported that may be from after its lock.
    pub board_changed: bool,
    /// States that have shown it since the reply to the last move.
    pub shown_since_reply: u32,
}

impl ActivePiece {
    /// Returns a piece that has just appeared.
    pub fn new(number: i64, shown: Placement, row_limit: RowLimit) -> ActivePiece {
        ActivePiece {
            number,
            tracker: PieceTracker::new(shown),
            row_limit,
            request: None,
            suggestion: None,
            target: None,
            pending_moves: VecDeque::new(),
            mismatches: 0,
            dropped: false,
            lines: 0,
            resend_drop: false,
            drop_repeated: false,
            board_changed: false,
            shown_since_reply: 0,
        }
    }

    /// Sets the position to ask about, and drops what was planned for another.
    pub fn set_request(&mut self, board: Board, start: Start) {
        self.request = Some((board, start));
        self.suggestion = None;
        self.target = None;
        self.pending_moves.clear();
    }

    /// Plans the moves to the target, or to the best suggested move that can be reached, if
    /// none are left. Does nothing before a suggestion has come.
    pub fn plan_moves(&mut self, board: &Board) {
        let Some(suggestion) = self
            .suggestion
            .as_ref()
            .filter(|_| self.pending_moves.is_empty())
        else {
            return;
        };
        let (from, limit) = (self.tracker.predicted(), self.row_limit);
        let same_target = self.target.and_then(|target| {
            adapter::route_to(&ReachablePlacements::search(board, from, limit), target)
        });
        let route =
            same_target.unwrap_or_else(|| adapter::choose_route(board, from, limit, suggestion));
        self.target = Some(route.target);
        self.pending_moves = if self.mismatches > MAX_MISMATCHES {
            VecDeque::from([Move::Drop])
        } else {
            route.moves.into()
        };
    }

    /// Records that the piece is not where it should be, and a limit of its path that follows.
    pub fn record_mismatch(&mut self, limit: Option<RowLimit>) {
        self.mismatches += 1;
        self.pending_moves.clear();
        self.row_limit = limit.unwrap_or(self.row_limit);
    }

    /// Returns a move for this piece.
    pub fn piece_move(&self, mv: Move) -> PieceMove {
        PieceMove {
            mv,
            piece_number: self.number,
        }
    }
}
