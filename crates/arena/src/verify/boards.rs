//! Lines with a board and how many placements each piece has there.

use super::{LineProblem, Member, board_of, parse_rows, place, wanted};
use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::{Board, Piece, Ruleset};
use serde_json::{Map, Value, json};

/// Returns what the members of a line should be: `counts`, and `placements` in the order of the
/// line, with those that it lacks at the end.
pub fn expected(
    rules: &'static Ruleset,
    line: &Map<String, Value>,
) -> Result<Vec<Member>, LineProblem> {
    let board = board_of(&parse_rows(line, rules.height)?);
    let count = |piece: Piece| {
        let of = |spins| movegen::count(rules, &board, piece, spins);
        let counts = [SpinCounting::Merged, SpinCounting::Distinct].map(of);
        (piece.letter().to_string(), json!(counts))
    };
    let counts: Map<String, Value> = Piece::ALL.into_iter().map(count).collect();
    let mut members = vec![Member::new("counts", counts)];
    if let Some(listed) = line.get("placements") {
        let listed = listed.as_object();
        let listed = listed.ok_or_else(|| wanted("placements", "lists of [cells, spin]"))?;
        let places = |piece: Piece| {
            let letter = piece.letter().to_string();
            let own = placements(rules, &board, piece);
            let places = in_order_of(listed.get(&letter), own);
            (letter, Value::from(places))
        };
        let places: Map<String, Value> = Piece::ALL.into_iter().map(places).collect();
        members.push(Member::new("placements", places));
    }
    Ok(members)
}

fn placements(rules: &Ruleset, board: &Board, piece: Piece) -> Vec<Value> {
    let mut found = Vec::new();
    movegen::placements(rules, board, piece, &mut found);
    let place = |placement| {
        let (cells, spin) = place(rules, placement);
        json!([cells, spin])
    };
    found.iter().map(place).collect()
}

/// Sorts a list as another one is sorted; what that lacks comes last.
fn in_order_of(listed: Option<&Value>, mut places: Vec<Value>) -> Vec<Value> {
    let listed = listed.and_then(Value::as_array);
    let position = |place: &Value| {
        let position = listed.and_then(|listed| listed.iter().position(|other| other == place));
        position.unwrap_or(usize::MAX)
    };
    places.sort_by_cached_key(position);
    places
}
