//! Converts lines of a replay to the rules' types: placements, pieces, garbage.
//! [`Replay::parse`](super::Replay::parse) checks the shape of the lines.

use landfall_rules::board::WIDTH;
use landfall_rules::{Piece, Placement};
use serde_json::{Map, Value};

/// Parses the placement of a move, in the states of the replay's rules; `None` unless it is one of
/// the seven pieces on ten columns. An unnamed spin counts as none.
pub fn placement(line: &Map<String, Value>) -> Option<Placement> {
    let mv = line.get("move")?.as_array()?;
    let spin = mv.get(4).and_then(Value::as_str);
    let number = |index: usize| {
        mv.get(index)?
            .as_i64()
            .filter(|n| (0..100).contains(n))
            .map(|n| n as i8)
    };
    Some(Placement {
        piece: piece(mv.first()?)?,
        rotation: mv.get(1)?.as_str()?.parse().ok()?,
        x: number(2)?,
        y: number(3)?,
        spin: spin.and_then(|name| name.parse().ok()).unwrap_or_default(),
    })
}

/// Parses a list of piece letters; other values are left out.
pub fn pieces(list: Option<&Value>) -> Vec<Piece> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(piece).collect()
}

/// Parses the rows of a line of garbage, in the order in which they rose, as masks of filled
/// columns; `None` if the line is of another kind.
pub fn garbage(line: &Map<String, Value>) -> Option<Vec<u16>> {
    let rows = line.get("garbage")?.as_array()?;
    Some(rows.iter().map(row).collect())
}

fn row(row: &Value) -> u16 {
    let cells = row.as_str().unwrap_or_default().chars();
    cells
        .take(WIDTH)
        .enumerate()
        .filter(|(_, cell)| *cell != '.')
        .fold(0, |mask, (x, _)| mask | 1 << x)
}

/// Returns an attribute of a line that is a number from 0; `None` if there is no such attribute.
pub fn number(line: &Map<String, Value>, name: &str) -> Option<u64> {
    line.get(name).and_then(Value::as_u64)
}

/// Parses the letter of a piece.
pub fn piece(value: &Value) -> Option<Piece> {
    value.as_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{Rotation, Spin};
    use serde_json::json;

    fn line(value: &Value) -> Map<String, Value> {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn a_move_is_a_placement() {
        let read = placement(&line(&json!({"move": ["T", "west", 3, 1, "mini"]})));
        let expected = Placement {
            piece: Piece::T,
            rotation: Rotation::West,
            x: 3,
            y: 1,
            spin: Spin::Mini,
        };
        assert_eq!(read, Some(expected));
        for other in [
            json!({"cells": [[1, 2]]}),
            json!({"move": ["X", "west", 3, 1, "none"]}),
            json!({"move": ["T", "up", 3, 1, "none"]}),
            json!({"move": ["T", "west", -3, 1, "none"]}),
            json!({"move": ["T", "west"]}),
        ] {
            assert_eq!(placement(&line(&other)), None, "{other}");
        }
    }

    #[test]
    fn rows_of_garbage_are_masks() {
        let rows = garbage(&line(&json!({"garbage": ["GGGG.GGGGG", ".........#"]})));
        assert_eq!(rows, Some(vec![0x3ff & !(1 << 4), 1 << 9]));
        assert_eq!(garbage(&line(&json!({"move": []}))), None);
    }

    #[test]
    fn invalid_pieces_are_left_out() {
        let list = json!(["I", "IO", 7, "Z"]);
        assert_eq!(pieces(Some(&list)), [Piece::I, Piece::Z]);
        assert_eq!(pieces(None), []);
    }
}
