//! Lines with a board and the placements of each piece on it.

use super::{LineProblem, Member, board_of, cells_and_spin, member_error, parse_rows};
use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::{Board, Piece, Ruleset};
use serde_json::{Map, Value, json};

/// Returns the expected members of a line: `counts` and, if the line has them, `placements` in the
/// order of the line, with those that it lacks at the end.
pub fn expected(rules: &Ruleset, line: &Map<String, Value>) -> Result<Vec<Member>, LineProblem> {
    let board = board_of(&parse_rows(line, rules.height)?);
    let count = |piece: Piece| {
        let of = |spins| movegen::count(rules, &board, piece, spins);
        let counts = [SpinCounting::Merged, SpinCounting::Distinct].map(of);
        (piece.to_string(), json!(counts))
    };
    let counts: Map<String, Value> = Piece::ALL.into_iter().map(count).collect();
    let mut members = vec![Member::new("counts", counts)];
    if let Some(listed) = line.get("placements") {
        let listed = listed.as_object();
        let listed = listed.ok_or_else(|| member_error("placements", "lists of [cells, spin]"))?;
        let sorted = |piece: Piece| {
            let letter = piece.to_string();
            let expected = placements(rules, &board, piece);
            let expected = in_order_of(listed.get(&letter), expected);
            (letter, Value::from(expected))
        };
        let expected: Map<String, Value> = Piece::ALL.into_iter().map(sorted).collect();
        members.push(Member::new("placements", expected));
    }
    Ok(members)
}

fn placements(rules: &Ruleset, board: &Board, piece: Piece) -> Vec<Value> {
    let mut placements = Vec::new();
    movegen::placements(rules, board, piece, &mut placements);
    let as_json = |placement| {
        let (cells, spin) = cells_and_spin(rules, placement);
        json!([cells, spin])
    };
    placements.iter().map(as_json).collect()
}

/// Sorts placements in the order of a list; those that the list lacks come last.
fn in_order_of(listed: Option<&Value>, mut placements: Vec<Value>) -> Vec<Value> {
    let listed = listed.and_then(Value::as_array);
    let position = |placement: &Value| {
        let position = listed.and_then(|listed| listed.iter().position(|other| other == placement));
        position.unwrap_or(usize::MAX)
    };
    placements.sort_by_cached_key(position);
    placements
}
