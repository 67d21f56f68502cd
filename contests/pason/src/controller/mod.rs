//! The client's control loop as a pure state machine: it takes states, replies and suggestions, and
//! returns actions. It decides what to send next and when to wait for confirmation.
//!
//! Other modules: `state_updates` applies state messages, `message_order` decides which of them are
//! new, `piece_tracker` follows the piece in play, `top_rows` records how the server treats the top
//! rows, `predicted_board` predicts the board after a drop, `queue_share` predicts who gets which
//! piece of the queue, `stats` counts. Has no sockets, no clock and no bot: the caller reports
//! timeouts ([`Controller::on_timeout`]).
//!
//! Every move carries the number of its piece. The position of a piece follows from the replies to
//! its moves. Before a drop the controller waits for a state that shows the piece; if none arrives,
//! it relies on the replies. The board after a drop is predicted, so the next piece can be planned
//! whichever message arrives first.

mod active_piece;
mod message_order;
mod piece_tracker;
mod predicted_board;
mod queue_share;
mod state_updates;
mod stats;
#[cfg(test)]
mod tests;
mod top_rows;

pub use stats::{GameScore, MatchStats};

use super::adapter::{self, Position, UpcomingPieces};
use super::messages::Move;
use super::pathfinding::ReachablePlacements;
use super::piece_moves::{dropped, locked};
use active_piece::ActivePiece;
use landfall_rules::{Board, Piece};
use landfall_tbp::messages::{self as tbp, Start};
use message_order::MessageOrder;
use predicted_board::PredictedBoard;
use queue_share::QueueShareModel;
use std::collections::VecDeque;
use top_rows::TopRows;

/// Timeouts after which a drop is sent again.
const DROP_RETRY_TIMEOUTS: u32 = 10;

/// Timeouts after which an unknown board is assumed to be the last one seen.
const BOARD_TIMEOUTS: u32 = 10;

/// Timeouts after which states decide whether a move in doubt was performed.
const DOUBT_TIMEOUTS: u32 = 10;

/// States that show a piece without the moves in doubt, after which the moves are assumed not to be
/// performed. The first such state may be older than the moves.
const DOUBT_STATES: u32 = 3;

/// Unconfirmed drops in a row after which the controller no longer waits for confirmation.
const MAX_UNCONFIRMED_DROPS: u32 = 3;

/// A move for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The move.
    pub mv: Move,
    /// The piece that it is for.
    pub piece_number: i64,
}

/// The server's reply to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveReply {
    /// The server accepted it. This does not mean that the piece has moved.
    Accepted,
    /// The server refused it.
    Refused,
    /// No reply, or a meaningless one: it is unknown whether the server performed the move.
    Lost,
}

/// What the caller should do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Wait for the next message, without a limit.
    Wait,
    /// Wait for a state; call [`Controller::on_timeout`] if none arrives soon.
    AwaitState,
    /// Ask a bot about this position; call [`Controller::set_suggestion`] with the answer.
    RequestSuggestion(Start),
    /// Send this move; call [`Controller::on_move_sent`].
    SendMove(PieceMove),
    /// Leave: the match is over.
    Leave,
}

/// The state machine of one team in one match.
///
/// ```
/// use landfall_pason::controller::{Action, Controller};
/// use landfall_pason::messages::StateMessage;
///
/// let mut controller = Controller::new("Team 148");
/// assert_eq!(controller.next_action(), Action::Wait);
/// let board = format!(
///     r#"{{"comm_type":"GameBoardState","sequence":1,"states":{{"Team 148":
///         {{"board_state":"{}","piece_number":1,"cleared_rows":[]}}}}}}"#,
///     "0".repeat(50)
/// );
/// let piece = r#"{"comm_type":"GamePieceState","sequence":2,"states":{"Team 148":
///     {"piece":"T","orient":0,"number":1,"row":0,"col":5}},"queue":["I","O"]}"#;
/// for json in [board.as_str(), piece] {
///     controller.update(&StateMessage::parse(json.as_bytes()).unwrap());
/// }
/// assert!(matches!(controller.next_action(), Action::RequestSuggestion(_)));
/// ```
#[derive(Debug, Default)]
pub struct Controller {
    team: String,
    order: MessageOrder,
    board: Option<Board>,
    predicted: Option<PredictedBoard>,
    active: Option<ActivePiece>,
    queue: Vec<Piece>,
    /// Whether a piece has locked by itself and no board has shown where.
    board_unknown: bool,
    top_rows: TopRows,
    unconfirmed_drops: u32,
    in_flight: Option<PieceMove>,
    /// Timeouts since the last message of the server.
    timeouts: u32,
    match_ended: bool,
    stats: MatchStats,
    queue_share: QueueShareModel,
    /// The opponent's board, once this game has shown it.
    opponent: Option<Board>,
}

impl Controller {
    /// Returns the controller of the team with this name, spaces included.
    pub fn new(team: &str) -> Controller {
        Controller {
            team: team.to_string(),
            ..Controller::default()
        }
    }

    /// Returns the counts so far.
    pub fn stats(&self) -> &MatchStats {
        &self.stats
    }

    /// Returns what to do next. Changes only the plan for the piece in play.
    pub fn next_action(&mut self) -> Action {
        if self.match_ended {
            return Action::Leave;
        }
        let (Some(board), false, None) = (self.board, self.board_unknown, self.in_flight) else {
            return if self.active.is_some() && self.in_flight.is_none() {
                Action::AwaitState
            } else {
                Action::Wait
            };
        };
        let start = self.search_position(board);
        let Some(active) = self.active.as_mut() else {
            return Action::Wait;
        };
        if active.dropped {
            return match active.resend_drop {
                true => Action::SendMove(active.piece_move(Move::Drop)),
                false => Action::AwaitState,
            };
        }
        if active.tracker.is_last_reply_lost() {
            return Action::AwaitState;
        }
        if active.suggestion.is_none() {
            return start.map_or(Action::Wait, Action::RequestSuggestion);
        }
        active.plan_moves(&board);
        match active.pending_moves.front() {
            Some(Move::Drop)
                if !active.tracker.is_confirmed()
                    && (self.unconfirmed_drops < MAX_UNCONFIRMED_DROPS
                        || active.tracker.is_in_doubt(&self.top_rows)) =>
            {
                Action::AwaitState
            }
            Some(&mv) => Action::SendMove(active.piece_move(mv)),
            None => Action::Wait,
        }
    }

    /// Sets the suggested moves, best first, for a position that was asked about. Does nothing if
    /// the position has changed since.
    pub fn set_suggestion(&mut self, start: &Start, moves: Vec<tbp::Move>) {
        let active = self.active.as_mut();
        let requested =
            |a: &&mut ActivePiece| a.request.as_ref().is_some_and(|(_, asked)| asked == start);
        if let Some(active) = active.filter(requested) {
            active.suggestion = Some(moves);
            active.pending_moves.clear();
        }
    }

    /// Returns the position that is expected after the piece in play, once its target is chosen, so
    /// that a bot can search it meanwhile. `None` if the next piece is unknown. The pieces after it
    /// are left out, so the result does not depend on them.
    pub fn predicted_position(&self) -> Option<Start> {
        let active = self.active.as_ref()?;
        let board = match self.predicted.filter(|_| active.dropped) {
            Some(predicted) => predicted.after,
            None => locked(&self.board?, &active.target?).0,
        };
        let &piece = self.queue_share.predict(&self.queue).known.first()?;
        Some(adapter::start_message(&Position {
            board,
            piece,
            upcoming: UpcomingPieces::default(),
            opponent: self.opponent,
        }))
    }

    /// Records that a move was sent.
    pub fn on_move_sent(&mut self, sent: PieceMove) {
        self.in_flight = Some(sent);
        self.timeouts = 0;
        let active = self.active.as_mut();
        let Some(active) = active.filter(|a| a.number == sent.piece_number) else {
            return;
        };
        active.shown_since_reply = 0;
        if active.dropped {
            active.resend_drop = false;
            active.drop_repeated = true;
            return;
        }
        active.pending_moves.pop_front();
        let Some(board) = self.board else {
            return;
        };
        if sent.mv != Move::Drop {
            active.tracker.push_move(&board, sent.mv);
            return;
        }
        let tracker = &active.tracker;
        let mut predicted = PredictedBoard::new(sent.piece_number, board, tracker.predicted());
        predicted.lift = tracker.highest_lift().and_then(|row| {
            let from = tracker.predicted_without_highest_lift(&board)?;
            Some((row, locked(&board, &dropped(&board, from)).0))
        });
        active.dropped = true;
        active.lines = predicted.lines;
        self.board = Some(predicted.after);
        self.predicted = Some(predicted);
    }

    /// Records the reply to the last move.
    pub fn on_reply(&mut self, reply: MoveReply) {
        let Some(sent) = self.in_flight.take() else {
            return;
        };
        self.timeouts = 0;
        let active = self.active.as_mut();
        let Some(active) = active.filter(|a| a.number == sent.piece_number) else {
            return;
        };
        match (reply, sent.mv) {
            (MoveReply::Accepted, _) => {}
            (MoveReply::Refused, Move::Drop) if active.drop_repeated => active.resend_drop = true,
            (MoveReply::Refused, Move::Drop) => self.undo_drop(),
            (MoveReply::Refused, _) => {
                active.tracker.pop_move();
                active.pending_moves.clear();
            }
            // The server ignores a second drop of the same piece.
            (MoveReply::Lost, Move::Drop) => active.resend_drop = true,
            (MoveReply::Lost, _) => active.tracker.mark_reply_lost(),
        }
    }

    /// Records that no state arrived for too long. Continues with the most likely state: the last
    /// board or the predicted one, and the moves that were sent.
    pub fn on_timeout(&mut self) {
        self.timeouts = self.timeouts.saturating_add(1);
        if self.board.is_none() || self.board_unknown {
            if self.timeouts >= BOARD_TIMEOUTS {
                let assumed = self.predicted.map(|predicted| predicted.after);
                self.board = Some(assumed.or(self.board).unwrap_or_default());
                self.board_unknown = false;
            }
            return;
        }
        let Some(active) = self.active.as_mut() else {
            return;
        };
        if active.dropped {
            // An accepted drop is in doubt only if later states show the piece.
            if self.timeouts >= DROP_RETRY_TIMEOUTS && active.shown_since_reply > 0 {
                active.resend_drop = true;
                self.timeouts = 0;
            }
            return;
        }
        if active.tracker.is_confirmed() {
            return;
        }
        if active.tracker.is_in_doubt(&self.top_rows) {
            if self.timeouts >= DOUBT_TIMEOUTS {
                self.resolve_doubt();
            }
            return;
        }
        active.tracker.assume_confirmed();
        active.pending_moves.clear();
        self.unconfirmed_drops += 1;
    }

    /// Assumes that the moves in doubt were performed, unless states have shown the piece without
    /// them.
    fn resolve_doubt(&mut self) {
        let (Some(board), Some(active)) = (self.board, self.active.as_mut()) else {
            return;
        };
        active.pending_moves.clear();
        let lift = active.tracker.highest_lift();
        let without = active
            .tracker
            .without_moves_in_doubt(&board, &self.top_rows)
            .filter(|_| active.shown_since_reply >= DOUBT_STATES);
        let Some(without) = without else {
            active.tracker.assume_confirmed();
            return;
        };
        active.tracker = without;
        let is_lower = active.tracker.highest_lift() != lift;
        self.record_not_performed(lift.filter(|_| is_lower));
    }

    /// Records that the connection is new: the server may have restarted.
    pub fn on_reconnect(&mut self) {
        self.order = MessageOrder::default();
        self.timeouts = 0;
        let lost = self.in_flight.take();
        let active = self.active.as_mut();
        let Some(active) = active.filter(|a| Some(a.number) == lost.map(|l| l.piece_number)) else {
            return;
        };
        if active.dropped {
            active.resend_drop = true;
        } else {
            active.tracker.mark_reply_lost();
        }
    }

    /// Records that the server did not perform a move of the piece in play that would have lifted a
    /// cell to this row, or another move that it should have performed.
    fn record_not_performed(&mut self, lift: Option<i32>) {
        let limit = lift.and_then(|row| self.top_rows.record_not_performed(row));
        if let Some(active) = self.active.as_mut() {
            active.record_mismatch(limit);
        }
    }

    /// Returns the position to ask a bot about. It stays the same while the board does: a piece
    /// that the opponent takes from the queue does not start a new search.
    fn search_position(&mut self, board: Board) -> Option<Start> {
        let active = self.active.as_mut()?;
        let changed = active.request.as_ref().is_none_or(|(old, _)| *old != board);
        if changed && !active.dropped {
            let start = adapter::start_message(&Position {
                board,
                piece: active.tracker.predicted().piece,
                upcoming: self.queue_share.predict(&self.queue),
                opponent: self.opponent,
            });
            active.set_request(board, start);
        }
        active.request.as_ref().map(|(_, start)| start.clone())
    }

    /// Undoes a drop that was not performed: the piece has to be planned again.
    fn undo_drop(&mut self) {
        if let Some(predicted) = self.predicted.take() {
            self.board = Some(predicted.before);
        }
        if let Some(active) = self.active.as_mut() {
            active.dropped = false;
            active.pending_moves.clear();
        }
        self.timeouts = 0;
    }
}
