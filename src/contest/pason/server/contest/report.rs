//! What a match says on the state channel while a game is played.

use super::super::sim::Lock;
use super::{Match, Now, Phase};
use crate::contest::pason::messages::{BoardReport, Header, StateMessage};

impl Match {
    /// Counts the message.
    pub(super) fn header(&mut self, now: Now) -> Header {
        self.sequence += 1;
        Header {
            game_name: format!("{}, game {}", self.name, self.game_number),
            sequence: Some(self.sequence),
            timestamp: Some(now.timestamp()),
        }
    }

    /// The boards, with the rows that these locks completed. Nothing between games.
    pub(super) fn report_boards(&mut self, locks: &[Lock], now: Now) {
        if !matches!(self.phase, Phase::Playing(_)) {
            return;
        }
        let header = self.header(now);
        let Phase::Playing(playing) = &self.phase else {
            return;
        };
        let players = playing.game.players().iter().enumerate();
        let states = players.map(|(index, player)| {
            let cleared = locks.iter().filter(|lock| lock.player == index);
            let rows = cleared.flat_map(|lock| lock.cleared_rows.iter());
            let report = BoardReport {
                board: player.board,
                piece_number: player.piece.map(|piece| piece.number),
                cleared_rows: rows.map(|row| *row as i64).collect(),
            };
            (self.seats[index].team.clone(), report)
        });
        self.outbox.push(StateMessage::GameBoardState {
            header,
            states: states.collect(),
        });
    }

    /// The falling pieces and the queue. Nothing between games.
    pub(super) fn report_pieces(&mut self, now: Now) {
        if !matches!(self.phase, Phase::Playing(_)) {
            return;
        }
        let header = self.header(now);
        let Phase::Playing(playing) = &self.phase else {
            return;
        };
        let players = playing.game.players().iter().enumerate();
        let states = players.map(|(index, player)| (self.seats[index].team.clone(), player.piece));
        self.outbox.push(StateMessage::GamePieceState {
            header,
            states: states.collect(),
            queue: playing.game.queue(),
        });
    }
}
