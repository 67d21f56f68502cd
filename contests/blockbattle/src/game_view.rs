//! The state that the engine has sent, in any order and in the dialects of both sites.
//!
//! Pure. An invalid line changes nothing; only an `action` requests an answer.

use landfall_rules::{Board, Piece};
use std::collections::{HashMap, HashSet};

/// Columns of a field.
const COLUMNS: usize = 10;

/// Rows of a field.
const ROWS: usize = 20;

/// The most players of which a state is kept; the contest has two.
const MAX_PLAYERS: usize = 8;

/// The largest accepted points, combo, skips or round: far more than a game has.
const MAX_COUNT: u32 = 1_000_000;

/// One player as the engine describes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerView {
    /// The field, solid rows as full rows, without the piece in play.
    pub board: Board,
    /// Points since the game began.
    pub points: u32,
    /// The running combo.
    pub combo: u32,
    /// Pieces that may still be skipped.
    pub skips: u32,
}

/// A request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRequest {
    /// Time left in the bank, in milliseconds, if the engine says so.
    pub time_bank: Option<u64>,
}

/// What is known of the game.
#[derive(Clone, Debug, Default)]
pub struct GameView {
    own_name: Option<String>,
    players: HashMap<String, PlayerView>,
    /// Players whose field has arrived since the last request.
    new_fields: HashSet<String>,
    /// The current round, from 1.
    pub round: u32,
    /// The piece in play.
    pub this_piece: Option<Piece>,
    /// The piece after it.
    pub next_piece: Option<Piece>,
}

impl GameView {
    /// Applies a line. Returns the request if it is one.
    pub fn update(&mut self, line: &str) -> Option<MoveRequest> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["action", rest @ ..] => {
                let bank = rest.iter().find_map(|word| word.parse().ok());
                return Some(MoveRequest { time_bank: bank });
            }
            ["settings", "your_bot", name] => self.own_name = Some((*name).to_string()),
            ["update", "game", attribute, value] => self.update_game(attribute, value),
            ["update", name, attribute, value] => {
                let is_room = self.players.len() < MAX_PLAYERS;
                if is_room || self.players.contains_key(*name) {
                    let player = self.players.entry((*name).to_string()).or_default();
                    if update_player(player, attribute, value) {
                        self.new_fields.insert((*name).to_string());
                    }
                }
            }
            _ => {}
        }
        None
    }

    fn update_game(&mut self, attribute: &str, value: &str) {
        match attribute {
            "round" => self.round = parse_count(value).unwrap_or(self.round),
            "this_piece_type" => self.this_piece = parse_piece(value),
            "next_piece_type" => self.next_piece = parse_piece(value),
            _ => {}
        }
    }

    /// Returns whether our own field has arrived since the last call.
    pub fn take_own_field(&mut self) -> bool {
        let fields = std::mem::take(&mut self.new_fields);
        { self.own_name.as_ref() }.is_some_and(|name| fields.contains(name))
    }

    /// Returns our own player, as far as known.
    pub fn own(&self) -> PlayerView {
        let named = self
            .own_name
            .as_ref()
            .and_then(|name| self.players.get(name));
        named.cloned().unwrap_or_default()
    }

    /// Returns the opponent. A player whose state equals ours counts as unknown, because one of the
    /// sites sends our own player twice.
    pub fn opponent(&self) -> Option<PlayerView> {
        let me = self.own_name.as_ref()?;
        let other = self.players.iter().find(|(name, _)| *name != me)?.1;
        (*other != self.own()).then(|| other.clone())
    }
}

/// Applies an attribute of a player; returns whether it is a valid field.
fn update_player(player: &mut PlayerView, attribute: &str, value: &str) -> bool {
    let number = |old: u32| parse_count(value).unwrap_or(old);
    match attribute {
        "row_points" => player.points = number(player.points),
        "combo" => player.combo = number(player.combo),
        "skips" => player.skips = number(player.skips),
        "field" => {
            let board = parse_field(value);
            player.board = board.unwrap_or(player.board);
            return board.is_some();
        }
        _ => {}
    }
    false
}

/// Parses a count; `None` if it is not a number or too large.
fn parse_count(value: &str) -> Option<u32> {
    value.parse().ok().filter(|&count| count <= MAX_COUNT)
}

fn parse_piece(value: &str) -> Option<Piece> {
    let mut letters = value.chars();
    let piece = Piece::try_from(letters.next()?.to_ascii_uppercase()).ok()?;
    letters.next().is_none().then_some(piece)
}

/// Parses a field, top row first: 0 is empty, 1 the piece in play, 2 a block, 3 solid.
fn parse_field(value: &str) -> Option<Board> {
    let rows: Vec<&str> = value.trim_end_matches(';').split(';').collect();
    if rows.len() != ROWS {
        return None;
    }
    let mut board = Board::EMPTY;
    for (y, row) in rows.iter().rev().enumerate() {
        let cells: Vec<&str> = row.split(',').collect();
        if cells.len() != COLUMNS {
            return None;
        }
        for (x, cell) in cells.iter().enumerate() {
            if matches!(*cell, "2" | "3") {
                board.fill(x as i8, y as i8);
            }
        }
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view_after(lines: &[&str]) -> GameView {
        let mut view = GameView::default();
        for line in lines {
            assert_eq!(view.update(line), None, "{line}");
        }
        view
    }

    fn row(cells: &str) -> String {
        let cells: Vec<String> = cells.chars().map(String::from).collect();
        cells.join(",")
    }

    #[test]
    fn players_are_counted() {
        let mut view = view_after(&["settings your_bot me", "update me row_points 1"]);
        for number in 0..100 {
            view.update(&format!("update other{number} row_points {number}"));
        }
        assert_eq!(view.players.len(), MAX_PLAYERS);
        view.update("update me row_points 2");
        assert_eq!(view.own().points, 2);
    }

    #[test]
    fn a_count_above_the_limit_changes_nothing() {
        for attribute in ["me row_points", "me combo", "me skips", "game round"] {
            let most = view_after(&[
                "settings your_bot me",
                &format!("update {attribute} {MAX_COUNT}"),
            ]);
            let player = most.own();
            let counts = [player.points, player.combo, player.skips, most.round];
            assert_eq!(counts.iter().sum::<u32>(), MAX_COUNT, "{attribute}");
            let mut view = most.clone();
            view.update(&format!("update {attribute} {}", MAX_COUNT + 1));
            assert_eq!(
                (view.own(), view.round),
                (player, most.round),
                "{attribute}"
            );
        }
    }

    fn field_of(bottom: &[&str]) -> String {
        let mut rows = vec![row("0000000000"); 20 - bottom.len()];
        rows.extend(bottom.iter().map(|cells| row(cells)));
        rows.join(";")
    }

    #[test]
    fn a_round_is_understood_in_any_order_and_dialect() {
        let own = format!(
            "update player0 field {}",
            field_of(&["0220000000", "3333333333"])
        );
        let view = view_after(&[
            "settings field_width 10",
            "update player0 row_points 7",
            &own,
            "settings your_bot player0",
            "update game next_piece_type T",
            "update game round 16",
            "update game this_piece_type I",
            "update game this_piece_position 3,-1",
            "update player0 skips 2",
            "update player0 combo 1",
        ]);
        let board = ".##.......\n##########".parse::<Board>().expect("a board");
        let player = PlayerView {
            board,
            points: 7,
            combo: 1,
            skips: 2,
        };
        assert_eq!(view.own(), player);
        assert_eq!((view.round, view.this_piece), (16, Some(Piece::I)));
        assert_eq!((view.next_piece, view.opponent()), (Some(Piece::T), None));
    }

    #[test]
    fn the_piece_in_play_is_not_a_block() {
        let top = format!(
            "{};{}",
            row("0001111000"),
            vec![row("0000000000"); 19].join(";")
        );
        assert_eq!(parse_field(&top), Some(Board::EMPTY));
    }

    #[test]
    fn an_opponent_equal_to_us_is_unknown() {
        let ours = field_of(&["2222222220"]);
        let mut view = view_after(&["settings your_bot player1"]);
        view.update(&format!("update player0 field {ours}"));
        view.update(&format!("update player1 field {ours}"));
        assert_eq!(view.opponent(), None);
        view.update("update player0 row_points 3");
        assert_eq!(view.opponent().map(|player| player.points), Some(3));
    }

    #[test]
    fn both_dialects_request_moves_and_nonsense_does_not() {
        let mut view = GameView::default();
        assert_eq!(
            view.update("action moves 9321"),
            Some(MoveRequest {
                time_bank: Some(9321)
            })
        );
        assert_eq!(
            view.update("action move 10000"),
            Some(MoveRequest {
                time_bank: Some(10000)
            })
        );
        assert_eq!(view.update("action"), Some(MoveRequest { time_bank: None }));
        for line in [
            "",
            "act",
            "update",
            "update player1 field 0,1;2",
            "settings your_bot",
            "\u{1f980}",
        ] {
            assert_eq!(view.update(line), None, "{line}");
        }
        assert_eq!(view.own(), PlayerView::default());
    }
}
