//! What the engine has told so far, in any order and in both sites' dialects.
//!
//! Pure. A line that makes no sense changes nothing; only an `action` asks for an answer.

use landfall_rules::{Board, Piece};
use std::collections::HashMap;

/// Columns of a field.
const COLUMNS: usize = 10;

/// Rows of a field.
const ROWS: usize = 20;

/// One player as the engine tells of him.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// His field, solid rows as full rows, without the piece in play.
    pub board: Board,
    /// Points since the game began.
    pub points: u32,
    /// The running combo.
    pub combo: u32,
    /// Pieces that he may skip.
    pub skips: u32,
}

/// The request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Time left in the bank, in milliseconds, if it is told.
    pub bank: Option<u64>,
}

/// What is known of the game.
#[derive(Clone, Debug, Default)]
pub struct View {
    me: Option<String>,
    sides: HashMap<String, Side>,
    /// The round that is played, from 1.
    pub round: u32,
    /// The piece in play.
    pub this_piece: Option<Piece>,
    /// The piece after it.
    pub next_piece: Option<Piece>,
}

impl View {
    /// Takes a line; gives what is to be answered, if anything is.
    pub fn hear(&mut self, line: &str) -> Option<Ask> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["action", rest @ ..] => {
                let bank = rest.iter().find_map(|word| word.parse().ok());
                return Some(Ask { bank });
            }
            ["settings", "your_bot", name] => self.me = Some((*name).to_string()),
            ["update", "game", attribute, value] => self.hear_of_game(attribute, value),
            ["update", name, attribute, value] => {
                let side = self.sides.entry((*name).to_string()).or_default();
                hear_of_side(side, attribute, value);
            }
            _ => {}
        }
        None
    }

    fn hear_of_game(&mut self, attribute: &str, value: &str) {
        match attribute {
            "round" => self.round = value.parse().unwrap_or(self.round),
            "this_piece_type" => self.this_piece = piece(value),
            "next_piece_type" => self.next_piece = piece(value),
            _ => {}
        }
    }

    /// Our own side, as far as it was told.
    pub fn own(&self) -> Side {
        let named = self.me.as_ref().and_then(|name| self.sides.get(name));
        named.cloned().unwrap_or_default()
    }

    /// The opponent. One who is told to stand just as we do is no news: one of the sites tells
    /// our own side twice.
    pub fn opponent(&self) -> Option<Side> {
        let me = self.me.as_ref()?;
        let other = self.sides.iter().find(|(name, _)| *name != me)?.1;
        (*other != self.own()).then(|| other.clone())
    }
}

fn hear_of_side(side: &mut Side, attribute: &str, value: &str) {
    let number = |old: u32| value.parse().unwrap_or(old);
    match attribute {
        "row_points" => side.points = number(side.points),
        "combo" => side.combo = number(side.combo),
        "skips" => side.skips = number(side.skips),
        "field" => side.board = field(value).unwrap_or(side.board),
        _ => {}
    }
}

fn piece(value: &str) -> Option<Piece> {
    let mut letters = value.chars();
    let piece = Piece::from_letter(letters.next()?.to_ascii_uppercase())?;
    letters.next().is_none().then_some(piece)
}

/// A field, top row first: 0 is empty, 1 the piece in play, 2 a block, 3 solid.
fn field(value: &str) -> Option<Board> {
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

    fn told(lines: &[&str]) -> View {
        let mut view = View::default();
        for line in lines {
            assert_eq!(view.hear(line), None, "{line}");
        }
        view
    }

    fn row(cells: &str) -> String {
        let cells: Vec<String> = cells.chars().map(String::from).collect();
        cells.join(",")
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
        let view = told(&[
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
        let board = Board::parse(".##.......\n##########").expect("a board");
        let side = Side {
            board,
            points: 7,
            combo: 1,
            skips: 2,
        };
        assert_eq!(view.own(), side);
        assert_eq!((view.round, view.this_piece), (16, Some(Piece::I)));
        assert_eq!((view.next_piece, view.opponent()), (Some(Piece::T), None));
    }

    #[test]
    fn the_piece_in_play_is_no_block() {
        let top = format!(
            "{};{}",
            row("0001111000"),
            vec![row("0000000000"); 19].join(";")
        );
        assert_eq!(field(&top), Some(Board::EMPTY));
    }

    #[test]
    fn an_opponent_who_is_ourselves_is_unknown() {
        let ours = field_of(&["2222222220"]);
        let mut view = told(&["settings your_bot player1"]);
        view.hear(&format!("update player0 field {ours}"));
        view.hear(&format!("update player1 field {ours}"));
        assert_eq!(view.opponent(), None);
        view.hear("update player0 row_points 3");
        assert_eq!(view.opponent().map(|side| side.points), Some(3));
    }

    #[test]
    fn both_dialects_ask_and_nonsense_does_not() {
        let mut view = View::default();
        assert_eq!(
            view.hear("action moves 9321"),
            Some(Ask { bank: Some(9321) })
        );
        assert_eq!(
            view.hear("action move 10000"),
            Some(Ask { bank: Some(10000) })
        );
        assert_eq!(view.hear("action"), Some(Ask { bank: None }));
        for line in [
            "",
            "act",
            "update",
            "update player1 field 0,1;2",
            "settings your_bot",
            "\u{1f980}",
        ] {
            assert_eq!(view.hear(line), None, "{line}");
        }
        assert_eq!(view.own(), Side::default());
    }
}
