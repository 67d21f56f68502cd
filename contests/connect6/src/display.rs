//! Boards and turns as text, with names of columns and rows.

use super::rules::{BOARD_SIZE, Colour, Point, Position};
use std::fmt::Write;

/// Draws the board, top row first: `x` black, `o` white, `.` empty; the last turn in capitals.
pub fn draw_board(position: &Position) -> String {
    let last: Vec<Point> = position
        .turns()
        .last()
        .into_iter()
        .flat_map(|turn| turn.points())
        .collect();
    let letters: String = (0..BOARD_SIZE as u8)
        .map(|x| format!(" {}", (b'a' + x) as char))
        .collect();
    let mut text = format!("  {letters}\n");
    for row in Point::all().collect::<Vec<_>>().chunks(BOARD_SIZE) {
        let drawn = row.iter().map(|&point| {
            let stone = match position.stone_at(point) {
                Some(Colour::Black) => 'x',
                Some(Colour::White) => 'o',
                None => '.',
            };
            if last.contains(&point) {
                stone.to_ascii_uppercase()
            } else {
                stone
            }
        });
        let cells: String = drawn.flat_map(|cell| [' ', cell]).collect();
        let name = row[0].y() + 1;
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{name:>2}{cells} {name}");
    }
    text + "  " + &letters + "\n"
}

/// Describes the last turn: `turn 3, black: k10 l11`.
pub fn describe_last_turn(position: &Position) -> String {
    let played = position.turns();
    match played.last() {
        Some(turn) => format!(
            "turn {}, {}: {turn}",
            played.len(),
            position.to_move().other()
        ),
        None => "no turn yet".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::position;

    #[test]
    fn stones_are_drawn_with_the_last_turn_in_capitals() {
        let position = position("a1, b1 s19");
        let text = draw_board(&position);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "   a b c d e f g h i j k l m n o p q r s");
        assert_eq!(lines[1], " 1 x O . . . . . . . . . . . . . . . . . 1");
        assert_eq!(lines[19], "19 . . . . . . . . . . . . . . . . . . O 19");
        assert_eq!(lines[20], lines[0]);
        assert_eq!(describe_last_turn(&position), "turn 2, white: b1 s19");
    }
}
