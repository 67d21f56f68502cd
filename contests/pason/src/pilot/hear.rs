//! What the pilot makes of the messages of the state channel: whether one is news, and what
//! it says of the board, the piece in play and the match.
//!
//! Decides nothing about moves.

use super::track::Finding;
use super::{Falling, Pilot};
use crate::adapter;
use crate::geometry::Pose;
use crate::messages::{BoardReport, FallingPiece, Header, PieceKind, StateMessage};
use std::collections::BTreeMap;

impl Pilot {
    /// Takes a message of the state channel. One that is older than another before, or the
    /// same, changes nothing.
    pub fn hear(&mut self, message: &StateMessage) {
        if message.header().is_some_and(|header| !self.is_news(header)) {
            return;
        }
        match message {
            StateMessage::GameBoardState { states, .. } => self.on_boards(states),
            StateMessage::GamePieceState { states, queue, .. } => self.on_pieces(states, queue),
            StateMessage::GameEnd { scores, winner, .. } => {
                self.tally.game_ended(&self.team, scores, winner.as_deref());
                self.forget_game();
            }
            StateMessage::MatchEnd { .. } => self.over = true,
            StateMessage::Unknown { name } => log::debug!("an unknown message is ignored: {name}"),
        }
    }

    /// Whether a message is newer than all before. A server that began anew counts from
    /// the start again, but its clock goes on.
    fn is_news(&mut self, header: &Header) -> bool {
        let (old, new) = (self.clock, (header.sequence, header.timestamp));
        let stale = old.is_some_and(|(sequence, timestamp)| {
            let known = new.0.is_some() && sequence.is_some();
            known && new.0 <= sequence && (new.1.is_none() || new.1 <= timestamp)
        });
        if !stale {
            self.clock = Some(new);
        }
        !stale
    }

    fn on_boards(&mut self, states: &BTreeMap<String, BoardReport>) {
        let other = states.iter().find(|(team, _)| **team != self.team);
        if let Some((team, report)) = other {
            let grid = adapter::grid(&report.board);
            self.tally.opponent_board(team, grid.height());
            self.opponent = Some(grid);
        }
        let Some(report) = states.get(&self.team) else {
            return;
        };
        let grid = adapter::grid(&report.board);
        if let Some(foreseen) = self.foreseen {
            if grid == foreseen.before && grid != foreseen.after {
                return;
            }
            self.foreseen = None;
        }
        if self.grid == Some(grid) {
            return;
        }
        self.grid = Some(grid);
        self.locked_unseen = false;
        if let Some(falling) = self.falling.as_mut() {
            falling.board_changed = true;
            falling.todo.clear();
        }
    }

    fn on_pieces(&mut self, states: &BTreeMap<String, Option<FallingPiece>>, queue: &[PieceKind]) {
        let other = states.iter().find(|(team, _)| **team != self.team);
        if let Some((team, piece)) = other {
            self.tally.name_opponent(team);
            self.rhythm.opponent_shows(piece.map(|piece| piece.number));
        }
        self.queue = adapter::names(queue);
        let own = states.get(&self.team).copied().flatten();
        let Some((piece, pose)) = own.and_then(|piece| Some((piece, adapter::pose(&piece)?)))
        else {
            self.piece_gone();
            return;
        };
        let same = |f: &&mut Falling| f.number == piece.number && f.track.now().piece == pose.piece;
        match self.falling.as_mut().filter(same) {
            Some(falling) if falling.dropped => {}
            Some(_) => self.piece_shown(pose),
            None => {
                self.piece_gone();
                self.waits = 0;
                self.falling = Some(Falling::new(piece.number, pose, self.ceiling));
            }
        }
    }

    /// The piece is no longer in play.
    fn piece_gone(&mut self) {
        let Some(falling) = self.falling.take() else {
            return;
        };
        self.rhythm.we_take();
        match falling.dropped {
            true => self.tally.own_lock(falling.lines),
            false => {
                self.tally.own_lock(0);
                self.locked_unseen = !falling.board_changed;
            }
        }
    }

    /// A state shows the piece in play.
    fn piece_shown(&mut self, pose: Pose) {
        let grid = self.grid.unwrap_or_default();
        let Some(falling) = self.falling.as_mut() else {
            return;
        };
        falling.seen_since = true;
        let highest = falling.track.highest();
        match falling.track.show(&grid, pose) {
            Finding::AsMeant { news } => {
                self.shows_moves |= news;
                if news {
                    self.unproven = 0;
                }
            }
            Finding::Fallen => falling.todo.clear(),
            Finding::Elsewhere => self.surprise(highest),
        }
    }

    fn forget_game(&mut self) {
        self.rhythm.break_off();
        self.opponent = None;
        self.grid = None;
        self.foreseen = None;
        self.falling = None;
        self.queue.clear();
        self.locked_unseen = false;
    }
}
