//! What a message of the state channel changes: whether it is newer than the last, and what
//! it reports of the board, the piece in play and the match.
//!
//! Decides nothing about moves.

use super::Controller;
use super::active_piece::ActivePiece;
use super::piece_tracker::Observation;
use crate::coordinates::placement;
use crate::messages::{BoardReport, FallingPiece, Header, StateMessage};
use crate::piece_moves::clear_full_rows;
use landfall_rules::{Board, Piece, Placement};
use std::collections::BTreeMap;

impl Controller {
    /// Updates the state with a message of the state channel. One that is older than another
    /// before, or the same, changes nothing.
    pub fn update(&mut self, message: &StateMessage) {
        if message
            .header()
            .is_some_and(|header| !self.is_newer(header))
        {
            return;
        }
        match message {
            StateMessage::GameBoardState { states, .. } => self.update_boards(states),
            StateMessage::GamePieceState { states, queue, .. } => self.update_pieces(states, queue),
            StateMessage::GameEnd { scores, winner, .. } => {
                self.stats
                    .record_game_end(&self.team, scores, winner.as_deref());
                self.reset_game();
            }
            StateMessage::MatchEnd { .. } => self.match_ended = true,
            StateMessage::Unknown { name } => log::debug!("an unknown message is ignored: {name}"),
        }
    }

    /// Whether a message is newer than all before. A server that restarted counts from the
    /// beginning again, but its clock goes on.
    fn is_newer(&mut self, header: &Header) -> bool {
        let (old, new) = (self.last_header, (header.sequence, header.timestamp));
        let stale = old.is_some_and(|(sequence, timestamp)| {
            let known = new.0.is_some() && sequence.is_some();
            known && new.0 <= sequence && (new.1.is_none() || new.1 <= timestamp)
        });
        if !stale {
            self.last_header = Some(new);
        }
        !stale
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
        if let Some(predicted) = self.predicted {
            if board == predicted.before && board != predicted.after {
                return;
            }
            self.predicted = None;
        }
        if self.board == Some(board) {
            return;
        }
        self.board = Some(board);
        self.board_unknown = false;
        if let Some(active) = self.active.as_mut() {
            active.board_changed = true;
            active.pending_moves.clear();
        }
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
            self.finish_piece();
            return;
        };
        let same = |active: &&mut ActivePiece| {
            active.number == number && active.tracker.predicted().piece == shown.piece
        };
        match self.active.as_mut().filter(same) {
            Some(active) if active.dropped => {}
            Some(_) => self.update_placement(shown),
            None => {
                self.finish_piece();
                self.timeouts = 0;
                self.active = Some(ActivePiece::new(number, shown, self.row_limit));
            }
        }
    }

    /// Records that the piece is no longer in play.
    fn finish_piece(&mut self) {
        let Some(active) = self.active.take() else {
            return;
        };
        self.queue_share.record_own_piece();
        if active.dropped {
            self.stats.record_own_lock(active.lines as usize);
        } else {
            self.stats.record_own_lock(0);
            self.board_unknown = !active.board_changed;
        }
    }

    /// Records where a state shows the piece in play.
    fn update_placement(&mut self, shown: Placement) {
        let board = self.board.unwrap_or_default();
        let Some(active) = self.active.as_mut() else {
            return;
        };
        active.shown_since_reply = true;
        let highest = active.tracker.highest_unconfirmed_row();
        match active.tracker.observe(&board, shown) {
            Observation::Expected { shows_new_move } => {
                self.states_show_moves |= shows_new_move;
                if shows_new_move {
                    self.unconfirmed_drops = 0;
                }
            }
            Observation::Fallen => active.pending_moves.clear(),
            Observation::Unexpected => self.record_mismatch(highest),
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

/// The board of a report. Rows that are full are about to be cleared, so they are left out.
fn reported_board(report: &BoardReport) -> Board {
    let mut board = Board::from(&report.board);
    clear_full_rows(&mut board);
    board
}
