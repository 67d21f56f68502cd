//! Applies messages of the state channel: the reported board, the piece in play and the match.
//!
//! Makes no decision about moves.

use super::Controller;
use super::active_piece::ActivePiece;
use super::message_order::MessageAge;
use super::piece_tracker::Observation;
use super::predicted_board::{DropReport, PredictedBoard};
use crate::coordinates::placement;
use crate::messages::{BoardReport, FallingPiece, StateMessage};
use crate::piece_moves::clear_full_rows;
use landfall_rules::{Board, Piece, Placement};
use std::collections::BTreeMap;

impl Controller {
    /// Updates the state with a message of the state channel. A message that is older than an
    /// earlier one, or repeats it, changes nothing.
    pub fn update(&mut self, message: &StateMessage) {
        let age = self.order.observe(message);
        match age {
            MessageAge::Old => return,
            MessageAge::NextGame => self.reset_game(),
            MessageAge::New | MessageAge::LateEnd => {}
        }
        match message {
            StateMessage::GameBoardState { states, .. } => self.update_boards(states),
            StateMessage::GamePieceState { states, queue, .. } => self.update_pieces(states, queue),
            StateMessage::GameEnd { scores, winner, .. } => {
                self.stats
                    .record_game_end(&self.team, scores, winner.as_deref());
                if age == MessageAge::New {
                    self.reset_game();
                }
            }
            StateMessage::MatchEnd { .. } => self.match_ended = true,
            StateMessage::Unknown { name } => log::debug!("an unknown message is ignored: {name}"),
        }
    }

    fn update_boards(&mut self, states: &BTreeMap<String, BoardReport>) {
        let other = states.iter().find(|(team, _)| **team != self.team);
        if let Some((team, report)) = other {
            let board = reported_board(report);
            self.stats
                .record_opponent_board(team, board.max_height() as usize);
            self.opponent = Some(board);
        }
        let Some(report) = states.get(&self.team) else {
            return;
        };
        let board = reported_board(report);
        let Some(board) = self.compare_with_prediction(board, report.piece_number) else {
            return;
        };
        if self.board == Some(board) {
            return;
        }
        self.board = Some(board);
        if let Some(active) = self.active.as_mut() {
            active.board_changed |= report.piece_number != Some(active.number);
            active.pending_moves.clear();
        }
    }

    /// Returns the board that a reported board implies: a report from before the last drop implies
    /// the board after the drop; `None` if it contains nothing new.
    fn compare_with_prediction(&mut self, board: Board, falling: Option<i64>) -> Option<Board> {
        let Some(predicted) = self.predicted else {
            // The unchanged board does not show where a piece has locked.
            let is_new = self.board != Some(board);
            self.board_unknown &= !is_new;
            return is_new.then_some(board);
        };
        let report = predicted.compare(&board, falling);
        // The board of another piece is not an earlier one: the server has restarted.
        let is_other = falling.is_some_and(|number| number != predicted.piece_number);
        if report == DropReport::Before && !is_other {
            if board == predicted.before {
                return None;
            }
            let predicted = predicted.on_board(board);
            self.predicted = Some(predicted);
            return Some(match self.board_unknown {
                true => board,
                false => predicted.after,
            });
        }
        self.predicted = None;
        self.board_unknown = false;
        match (report, predicted.lift) {
            (DropReport::AsPredicted, Some((row, _))) => self.top_rows.record_performed(row),
            (DropReport::LiftNotPerformed, Some((row, _))) => {
                self.top_rows.record_lock_without(row);
            }
            _ => {}
        }
        Some(board)
    }

    fn update_pieces(&mut self, states: &BTreeMap<String, Option<FallingPiece>>, queue: &[Piece]) {
        let other = states.iter().find(|(team, _)| **team != self.team);
        if let Some((team, piece)) = other {
            self.stats.set_opponent(team);
            self.queue_share
                .observe_opponent(piece.map(|piece| piece.number));
        }
        self.queue = queue.to_vec();
        let own = states.get(&self.team).copied().flatten();
        let Some((number, shown)) = own.and_then(|own| Some((own.number, placement(&own)?))) else {
            self.finish_piece(None);
            return;
        };
        let is_after_reply = u32::from(self.in_flight.is_none());
        let same = |active: &&mut ActivePiece| {
            active.number == number && active.tracker.predicted().piece == shown.piece
        };
        match self.active.as_mut().filter(same) {
            Some(active) if active.dropped => active.shown_since_reply += is_after_reply,
            Some(active) => {
                active.shown_since_reply += is_after_reply;
                self.update_placement(shown);
            }
            None => {
                self.finish_piece(Some(number));
                self.timeouts = 0;
                self.active = Some(ActivePiece::new(number, shown, self.top_rows.limit));
            }
        }
    }

    /// Records that the piece is no longer in play, and which number is in play.
    fn finish_piece(&mut self, next: Option<i64>) {
        let Some(active) = self.active.take() else {
            return;
        };
        self.queue_share.record_own_piece();
        if active.dropped {
            self.stats.record_own_lock(active.lines as usize);
        } else {
            self.stats.record_own_lock(0);
            if let Some(board) = self.board.filter(|_| !active.board_changed) {
                // It fell from its last position, unless garbage rose meanwhile.
                // Another piece of the same number is from a server that has restarted.
                let from = active.tracker.predicted();
                let lock = PredictedBoard::new(active.number, board, from);
                self.predicted = Some(lock).filter(|_| next != Some(active.number));
                self.board_unknown = true;
            }
        }
    }

    /// Records where a state shows the piece in play.
    fn update_placement(&mut self, shown: Placement) {
        let board = self.board.unwrap_or_default();
        let Some(active) = self.active.as_mut() else {
            return;
        };
        let lift = active.tracker.highest_lift();
        let observation = active.tracker.observe(&board, shown);
        if let Some(row) = active.tracker.highest_shown_lift() {
            self.top_rows.record_performed(row);
        }
        match observation {
            Observation::Expected { shows_new_move } => {
                if shows_new_move {
                    self.unconfirmed_drops = 0;
                    // States lag behind: the next one may show any of these moves.
                    active.shown_since_reply = 0;
                    self.timeouts = 0;
                }
            }
            Observation::Shifted => active.pending_moves.clear(),
            Observation::NotPerformed => {
                let lift = lift.filter(|_| active.tracker.highest_lift() != lift);
                self.record_not_performed(lift);
            }
            Observation::Unexpected => self.record_not_performed(None),
        }
    }

    fn reset_game(&mut self) {
        self.queue_share.end_game();
        self.opponent = None;
        self.board = None;
        self.predicted = None;
        self.active = None;
        self.queue.clear();
        self.board_unknown = false;
    }
}

/// The board of a report. Full rows are about to be cleared, so they are left out.
fn reported_board(report: &BoardReport) -> Board {
    let mut board = Board::from(&report.board);
    clear_full_rows(&mut board);
    board
}
