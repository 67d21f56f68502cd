//! What a match publishes on the state channel while a game is played.

use super::{Match, Phase, ServerTime};
use crate::messages::{BoardReport, BoardState, Header, StateMessage};
use crate::server::game::{Game, Lock, Player};
use std::collections::BTreeMap;

impl Match {
    /// Returns the header of the next message.
    pub(super) fn header(&mut self, now: ServerTime) -> Header {
        self.sequence += 1;
        Header {
            game_name: format!("{}, game {}", self.name, self.game_number),
            sequence: Some(self.sequence),
            timestamp: Some(now.unix_seconds()),
        }
    }

    /// Publishes the boards, with the rows that these locks completed. Publishes nothing between
    /// games.
    pub(super) fn report_boards(&mut self, locks: &[Lock], now: ServerTime) {
        let report = |index: usize, player: &Player| {
            let cleared = locks.iter().filter(|lock| lock.player == index);
            let rows = cleared.flat_map(|lock| lock.cleared_rows.iter());
            BoardReport {
                board: BoardState::from(&player.board),
                piece_number: player.piece.map(|piece| piece.number),
                cleared_rows: rows.map(|row| *row as i64).collect(),
            }
        };
        self.publish_if_playing(now, |header, one, game| StateMessage::GameBoardState {
            header,
            states: one.by_team(game, report),
        });
    }

    /// Publishes the falling pieces and the queue. Publishes nothing between games.
    pub(super) fn report_pieces(&mut self, now: ServerTime) {
        self.publish_if_playing(now, |header, one, game| StateMessage::GamePieceState {
            header,
            states: one.by_team(game, |_, player| player.piece),
            queue: game.queue(),
        });
    }

    /// Publishes a message about the current game, if there is one.
    fn publish_if_playing(
        &mut self,
        now: ServerTime,
        compose: impl FnOnce(Header, &Match, &Game) -> StateMessage,
    ) {
        if !matches!(self.phase, Phase::Playing(_)) {
            return;
        }
        let header = self.header(now);
        if let Phase::Playing(playing) = &self.phase {
            let message = compose(header, self, &playing.game);
            self.outbox.push(message);
        }
    }

    /// Returns a map of each player's value by the team's name.
    fn by_team<T>(&self, game: &Game, of: impl Fn(usize, &Player) -> T) -> BTreeMap<String, T> {
        let players = game.players().iter().enumerate();
        players
            .map(|(index, player)| (self.participants[index].team.clone(), of(index, player)))
            .collect()
    }
}
