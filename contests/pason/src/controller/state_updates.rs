//! What the pilot makes of the messages of the state channel: whether one is news, and what
//! it says of the board, the piece in play and the match.
//!
//! Decides nothing about moves.

use super::piece_tracker::Observation;
use super::{ActivePiece, Controller};
use crate::adapter;
use crate::geometry::Pose;
use crate::messages::{BoardReport, FallingPiece, Header, PieceKind, StateMessage};
use std::collections::BTreeMap;

impl Controller {
    /// Takes a message of the state channel. One that is older than another before, or the
    /// same, changes nothing.
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

    /// Whether a message is newer than all before. A server that began anew counts from
    /// the start again, but its clock goes on.
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
            let grid = adapter::grid_from_message(&report.board);
            self.stats.record_opponent_board(team, grid.height());
            self.opponent = Some(grid);
        }
        let Some(report) = states.get(&self.team) else {
            return;
        };
        let grid = adapter::grid_from_message(&report.board);
        if let Some(foreseen) = self.predicted {
            if grid == foreseen.before && grid != foreseen.after {
                return;
            }
            self.predicted = None;
        }
        if self.grid == Some(grid) {
            return;
        }
        self.grid = Some(grid);
        self.board_unknown = false;
        if let Some(falling) = self.active.as_mut() {
            falling.board_changed = true;
            falling.pending_moves.clear();
        }
    }

    fn update_pieces(
        &mut self,
        states: &BTreeMap<String, Option<FallingPiece>>,
        queue: &[PieceKind],
    ) {
        let other = states.iter().find(|(team, _)| **team != self.team);
        if let Some((team, piece)) = other {
            self.stats.set_opponent(team);
            self.queue_share
                .observe_opponent(piece.map(|piece| piece.number));
        }
        self.queue = adapter::piece_names(queue);
        let own = states.get(&self.team).copied().flatten();
        let Some((piece, pose)) =
            own.and_then(|piece| Some((piece, adapter::pose_from_message(&piece)?)))
        else {
            self.finish_piece();
            return;
        };
        let same = |f: &&mut ActivePiece| {
            f.number == piece.number && f.tracker.predicted().piece == pose.piece
        };
        match self.active.as_mut().filter(same) {
            Some(falling) if falling.dropped => {}
            Some(_) => self.update_pose(pose),
            None => {
                self.finish_piece();
                self.timeouts = 0;
                self.active = Some(ActivePiece::new(piece.number, pose, self.row_limit));
            }
        }
    }

    /// The piece is no longer in play.
    fn finish_piece(&mut self) {
        let Some(falling) = self.active.take() else {
            return;
        };
        self.queue_share.record_own_piece();
        match falling.dropped {
            true => self.stats.record_own_lock(falling.lines),
            false => {
                self.stats.record_own_lock(0);
                self.board_unknown = !falling.board_changed;
            }
        }
    }

    /// A state shows the piece in play.
    fn update_pose(&mut self, pose: Pose) {
        let grid = self.grid.unwrap_or_default();
        let Some(falling) = self.active.as_mut() else {
            return;
        };
        falling.shown_since_reply = true;
        let highest = falling.tracker.highest_unconfirmed_row();
        match falling.tracker.observe(&grid, pose) {
            Observation::Expected { news } => {
                self.states_show_moves |= news;
                if news {
                    self.unconfirmed_drops = 0;
                }
            }
            Observation::Fallen => falling.pending_moves.clear(),
            Observation::Unexpected => self.record_mismatch(highest),
        }
    }

    fn reset_game(&mut self) {
        self.queue_share.end_game();
        self.opponent = None;
        self.grid = None;
        self.predicted = None;
        self.active = None;
        self.queue.clear();
        self.board_unknown = false;
    }
}
