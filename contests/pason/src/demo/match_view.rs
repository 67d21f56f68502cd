//! The state of a match for display, from its state messages: boards, pieces, points and games.
//!
//! `screen` draws it.

use crate::coordinates::{ContestCell, cells, placement};
use crate::messages::{BoardState, FallingPiece, StateMessage};
use crate::server::levels::level_for_points;
use landfall_rules::Piece;
use landfall_rules::rulesets::PASON;

/// The state of a match.
#[derive(Debug)]
pub struct MatchView {
    games: u32,
    game: String,
    /// Both teams.
    pub teams: [TeamView; 2],
    /// The next pieces.
    pub queue: Vec<Piece>,
}

/// The state of one team.
#[derive(Debug, Default)]
pub struct TeamView {
    team: String,
    /// The games won.
    pub games_won: u32,
    /// The points of this game.
    pub points: i64,
    /// The locked cells.
    pub board: BoardState,
    piece: Option<FallingPiece>,
    /// Number of the first piece of this game.
    first_number: Option<i64>,
    /// How many pieces locked in this game.
    pub pieces: i64,
}

impl MatchView {
    /// Returns the view of a match of this many games between these teams, before any message.
    pub fn new(teams: [String; 2], games: u32) -> MatchView {
        MatchView {
            games,
            game: String::new(),
            teams: teams.map(|team| TeamView {
                team,
                ..TeamView::default()
            }),
            queue: Vec::new(),
        }
    }

    /// Updates the view with a message of the state channel.
    pub fn update(&mut self, message: &StateMessage) {
        self.reset_on_new_game(message);
        // The points of a lock use the level before it.
        let factor = self.level();
        match message {
            StateMessage::GameBoardState { states, .. } => {
                for side in &mut self.teams {
                    if let Some(report) = states.get(&side.team) {
                        side.board = report.board;
                        let lines = report.cleared_rows.len().min(4);
                        side.points += i64::from(PASON.points.plain[lines]) * factor;
                    }
                }
            }
            StateMessage::GamePieceState { states, queue, .. } => {
                for side in &mut self.teams {
                    side.update_piece(states.get(&side.team).copied().flatten());
                }
                self.queue.clone_from(queue);
            }
            StateMessage::GameEnd { scores, winner, .. } => {
                for side in &mut self.teams {
                    side.points = scores.get(&side.team).copied().unwrap_or(side.points);
                    side.games_won += u32::from(winner.as_ref() == Some(&side.team));
                }
            }
            StateMessage::MatchEnd { .. } | StateMessage::Unknown { .. } => {}
        }
    }

    /// Resets the counts when a message belongs to a new game; the last board of a game stays until
    /// then.
    fn reset_on_new_game(&mut self, message: &StateMessage) {
        let Some(header) = message.header().filter(|h| h.game_name != self.game) else {
            return;
        };
        self.game.clone_from(&header.game_name);
        for side in &mut self.teams {
            side.points = 0;
            side.first_number = None;
            side.pieces = 0;
        }
    }

    /// Returns the title, and one line per team with games won and points: the state without
    /// boards.
    pub fn summary_lines(&self) -> [String; 3] {
        let line = |side: &TeamView| {
            let name = side.short_name();
            format!("{name} {} ({})", side.games_won, side.points)
        };
        let [one, two] = &self.teams;
        [self.title(), line(one), line(two)]
    }

    /// Returns the name of the game and the number of games.
    pub fn title(&self) -> String {
        if self.game.is_empty() {
            return "the players join".into();
        }
        format!("{} of {}", self.game, self.games)
    }

    /// Returns the number of the level.
    pub fn level(&self) -> i64 {
        level_for_points(self.teams[0].points.max(self.teams[1].points)).number
    }
}

impl TeamView {
    fn update_piece(&mut self, piece: Option<FallingPiece>) {
        self.piece = piece;
        if let Some(piece) = piece {
            let first = *self.first_number.get_or_insert(piece.number);
            self.pieces = piece.number - first;
        }
    }

    /// Returns at most 12 characters of the name, all of them printable.
    pub fn short_name(&self) -> String {
        let printable = self.team.replace(char::is_control, "?");
        printable.chars().take(12).collect()
    }

    /// Returns the cells of the falling piece, if there is one.
    pub fn falling_cells(&self) -> Option<[ContestCell; 4]> {
        self.piece.as_ref().and_then(placement).as_ref().map(cells)
    }
}

/// Messages for the tests of the demo.
#[cfg(test)]
pub mod test_messages {
    use crate::coordinates::{falling_piece, spawn};
    use crate::messages::{BoardReport, BoardState, Header, ROWS, StateMessage};
    use landfall_rules::Piece;

    /// Returns the header of a message of a game.
    pub fn header(game: u32) -> Header {
        Header {
            game_name: format!("Match 1, game {game}"),
            ..Header::default()
        }
    }

    /// Returns a report of an O of team "a".
    pub fn pieces(game: u32, number: i64) -> StateMessage {
        let piece = falling_piece(&spawn(Piece::O, 0), number);
        StateMessage::GamePieceState {
            header: header(game),
            states: [("a".to_string(), Some(piece)), ("b".to_string(), None)].into(),
            queue: vec![Piece::I, Piece::T],
        }
    }

    /// Returns a report that team "a" has cleared four rows.
    pub fn tetris() -> StateMessage {
        let mut board = BoardState::EMPTY;
        board.rows[ROWS - 1] = 1;
        let report = BoardReport {
            board,
            piece_number: None,
            cleared_rows: vec![16, 17, 18, 19],
        };
        StateMessage::GameBoardState {
            header: header(1),
            states: [("a".to_string(), report)].into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::test_messages::{header, pieces, tetris};
    use super::*;

    #[test]
    fn points_follow_the_level_until_a_game_ends() {
        let mut view = MatchView::new(["a".into(), "b".into()], 3);
        view.update(&pieces(1, 7));
        for points in [800, 1600, 2400, 4000] {
            view.update(&tetris());
            assert_eq!(view.teams[0].points, points);
        }
        view.update(&pieces(1, 9));
        assert_eq!(view.teams[0].pieces, 2);
        view.update(&StateMessage::GameEnd {
            header: header(1),
            scores: [("a".to_string(), 5000), ("b".to_string(), 100)].into(),
            winner: Some("a".into()),
            match_token: String::new(),
        });
        let side = &view.teams;
        assert_eq!([side[0].points, side[1].points], [5000, 100]);
        assert_eq!([side[0].games_won, side[1].games_won], [1, 0]);
        view.update(&pieces(2, 10));
        let side = &view.teams[0];
        assert_eq!((side.points, side.pieces, side.games_won), (0, 0, 1));
    }
}
