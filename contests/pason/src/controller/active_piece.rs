//! The piece in play: the position that the bot was asked about, the target, and the remaining
//! moves.
//!
//! The controller decides when a move may be sent.

use super::piece_tracker::PieceTracker;
use super::{PieceMove, ReachablePlacements, VecDeque};
use crate::adapter;
use crate::messages::Move;
use crate::pathfinding::RowLimit;
use landfall_rules::{Board, Placement};
use landfall_tbp::messages::{self as tbp, Start};

/// How many unexpected positions of a piece are tolerated before it is dropped where it is.
const MAX_MISMATCHES: u32 = 4;

/// The piece in play.
#[derive(Debug)]
pub struct ActivePiece {
    /// The number that the server gave it.
    pub number: i64,
    /// Its tracked and its expected position.
    pub tracker: PieceTracker,
    /// The limit on the height of its path.
    pub row_limit: RowLimit,
    /// The position that the bot was asked about, and its board.
    pub request: Option<(Board, Start)>,
    /// The bot's answer, best move first.
    pub suggestion: Option<Vec<tbp::Move>>,
    /// Where it should lock, once chosen.
    pub target: Option<Placement>,
    /// The remaining moves; the last one is a drop.
    pub pending_moves: VecDeque<Move>,
    /// How often it was found at an unexpected position.
    pub mismatches: u32,
    /// Whether the drop was sent.
    pub dropped: bool,
    /// Lines that the drop should clear.
    pub lines: u32,
    /// Whether the drop has to be sent again.
    pub resend_drop: bool,
    /// Whether the drop was sent more than once: the server may have received the first.
    pub drop_repeated: bool,
    /// Whether a reported board may be from after its lock.
    pub board_changed: bool,
    /// States since the reply to the last move that have shown it.
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

    /// Sets the position to ask about, and discards the plan for another position.
    pub fn set_request(&mut self, board: Board, start: Start) {
        self.request = Some((board, start));
        self.suggestion = None;
        self.target = None;
        self.pending_moves.clear();
    }

    /// Plans the moves to the target, or to the best suggested move that can be reached, if no
    /// moves are left. Does nothing before a suggestion arrives.
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

    /// Records that the piece is not where it should be, and the height limit that follows for its
    /// path.
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
