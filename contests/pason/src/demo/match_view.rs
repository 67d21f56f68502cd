//! Both boards side by side, as text: what the state messages say, and nothing else.

use crate::coordinates::{cells, placement};
use crate::messages::{BoardState, COLUMNS, FallingPiece, PieceKind, ROWS, StateMessage};
use crate::server::levels::level_for_points;
use landfall_rules::PASON;
use std::fmt;

/// Characters of a line.
pub const WIDTH: usize = 79;

/// Characters between the boards.
const MIDDLE: usize = WIDTH - 2 * (2 * COLUMNS + 2);

/// What is known of a match.
#[derive(Debug)]
pub struct MatchView {
    games: u32,
    game: String,
    sides: [TeamView; 2],
    queue: Vec<PieceKind>,
}

/// One team's side.
#[derive(Debug)]
struct TeamView {
    team: String,
    won: u32,
    points: i64,
    board: BoardState,
    piece: Option<FallingPiece>,
    /// Number of the first piece of this game.
    first: Option<i64>,
    pieces: i64,
}

impl MatchView {
    /// Nothing is known yet but who plays how many games.
    pub fn new(teams: [String; 2], games: u32) -> MatchView {
        MatchView {
            games,
            game: String::new(),
            sides: teams.map(|team| TeamView {
                team,
                won: 0,
                points: 0,
                board: BoardState::EMPTY,
                piece: None,
                first: None,
                pieces: 0,
            }),
            queue: Vec::new(),
        }
    }

    /// Takes a message of the state channel.
    pub fn update(&mut self, message: &StateMessage) {
        self.reset_on_new_game(message);
        // The points of a lock are by the level before it.
        let factor = self.level();
        match message {
            StateMessage::GameBoardState { states, .. } => {
                for side in &mut self.sides {
                    if let Some(report) = states.get(&side.team) {
                        side.board = report.board;
                        let lines = report.cleared_rows.len().min(4);
                        side.points += i64::from(PASON.points.plain[lines]) * factor;
                    }
                }
            }
            StateMessage::GamePieceState { states, queue, .. } => {
                for side in &mut self.sides {
                    side.show(states.get(&side.team).copied().flatten());
                }
                self.queue.clone_from(queue);
            }
            StateMessage::GameEnd { scores, winner, .. } => {
                for side in &mut self.sides {
                    side.points = scores.get(&side.team).copied().unwrap_or(side.points);
                    side.won += u32::from(winner.as_ref() == Some(&side.team));
                }
            }
            StateMessage::MatchEnd { .. } | StateMessage::Unknown { .. } => {}
        }
    }

    /// The last board of a game stays to be looked at until the next one begins.
    fn reset_on_new_game(&mut self, message: &StateMessage) {
        let Some(header) = message.header().filter(|h| h.game_name != self.game) else {
            return;
        };
        self.game.clone_from(&header.game_name);
        for side in &mut self.sides {
            side.points = 0;
            side.first = None;
            side.pieces = 0;
        }
    }

    /// How it stands without the boards: a line a team, with games won and points.
    pub fn summary_lines(&self) -> [String; 3] {
        let side =
            |side: &TeamView| format!("{} {} ({})", side.short_name(), side.won, side.points);
        let [one, two] = &self.sides;
        [self.title(), side(one), side(two)]
    }

    fn title(&self) -> String {
        match self.game.is_empty() {
            true => "the players join".into(),
            false => format!("{} of {}", self.game, self.games),
        }
    }

    fn level(&self) -> i64 {
        level_for_points(self.sides[0].points.max(self.sides[1].points)).number
    }

    /// What stands between the boards in a row.
    fn middle(&self, row: usize) -> String {
        let [one, two] = &self.sides;
        let both = |label: &str, one: String, two: String| format!("{label:6} {one:>12} {two:>12}");
        match row {
            1 => self.title(),
            4 => both("", one.short_name(), two.short_name()),
            6 => both("won", one.won.to_string(), two.won.to_string()),
            7 => both("points", one.points.to_string(), two.points.to_string()),
            8 => both("pieces", one.pieces.to_string(), two.pieces.to_string()),
            11 => format!("level {}", self.level()),
            13 => {
                let letters = self.queue.iter().map(PieceKind::to_string);
                format!("next  {}", letters.collect::<Vec<_>>().join(" "))
            }
            _ => String::new(),
        }
    }
}

impl TeamView {
    fn show(&mut self, piece: Option<FallingPiece>) {
        self.piece = piece;
        if let Some(piece) = piece {
            let first = *self.first.get_or_insert(piece.number);
            self.pieces = piece.number - first;
        }
    }

    fn short_name(&self) -> String {
        let printable = self.team.replace(char::is_control, "?");
        printable.chars().take(12).collect()
    }

    /// A row of the board: two characters a cell.
    fn row(&self, row: i32) -> String {
        let falling = self.piece.as_ref().and_then(placement);
        let cells = falling.as_ref().map(cells);
        let cell = |col: i32| match cells.is_some_and(|cells| cells.contains(&(row, col))) {
            true => "##",
            false if self.board.filled(row, col) => "[]",
            false => " .",
        };
        (0..COLUMNS as i32).map(cell).collect()
    }
}

impl fmt::Display for MatchView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = &self.sides;
        for row in 0..ROWS {
            let [left, right] = [one, two].map(|side| side.row(row as i32));
            let middle = self.middle(row);
            writeln!(f, "|{left}|{middle:^MIDDLE$.MIDDLE$}|{right}|")?;
        }
        let floor = format!("+{}+", "-".repeat(2 * COLUMNS));
        writeln!(f, "{floor}{:MIDDLE$}{floor}", "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{BoardReport, Header};

    fn header(game: u32) -> Header {
        Header {
            game_name: format!("Match 1, game {game}"),
            ..Header::default()
        }
    }

    fn pieces(game: u32, number: i64) -> StateMessage {
        let piece = FallingPiece {
            piece: PieceKind::O,
            orient: 0,
            number,
            row: 0,
            col: 5,
        };
        StateMessage::GamePieceState {
            header: header(game),
            states: [("a".to_string(), Some(piece)), ("b".to_string(), None)].into(),
            queue: vec![PieceKind::I, PieceKind::T],
        }
    }

    fn tetris() -> StateMessage {
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

    #[test]
    fn boards_stand_side_by_side() {
        let mut picture = MatchView::new(["a".into(), "b".into()], 3);
        picture.update(&pieces(1, 7));
        picture.update(&tetris());
        let text = picture.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), ROWS + 1);
        assert!(lines.iter().all(|line| line.len() == WIDTH), "{text}");
        assert!(lines[0].starts_with("| . . . .#### . . . .|"), "{text}");
        assert!(lines[ROWS - 1].starts_with("|[] . ."), "{text}");
        assert!(
            lines[ROWS - 1].ends_with("| . . . . . . . . . .|"),
            "{text}"
        );
        for words in ["Match 1, game 1 of 3", "next  I T", "level 1"] {
            assert!(text.contains(words), "{words} in {text}");
        }
    }

    #[test]
    fn points_follow_the_level_until_a_game_ends() {
        let mut picture = MatchView::new(["a".into(), "b".into()], 3);
        picture.update(&pieces(1, 7));
        for points in [800, 1600, 2400, 4000] {
            picture.update(&tetris());
            assert_eq!(picture.sides[0].points, points);
        }
        picture.update(&pieces(1, 9));
        assert_eq!(picture.sides[0].pieces, 2);
        picture.update(&StateMessage::GameEnd {
            header: header(1),
            scores: [("a".to_string(), 5000), ("b".to_string(), 100)].into(),
            winner: Some("a".into()),
            match_token: String::new(),
        });
        let side = &picture.sides;
        assert_eq!([side[0].points, side[1].points], [5000, 100]);
        assert_eq!([side[0].won, side[1].won], [1, 0]);
        picture.update(&pieces(2, 10));
        let side = &picture.sides[0];
        assert_eq!((side.points, side.pieces, side.won), (0, 0, 1));
    }
}
