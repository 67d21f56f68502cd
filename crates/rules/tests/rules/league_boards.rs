//! Where pieces can lock under the rules of TETR.IO's league: boards with the counts that the
//! game's own turn functions gave. `tests/league/placements.jsonl` holds 90 of them; the whole
//! file is read where it lies beside the project.
//!
//! A line: `board`, rows from the floor up, `.` empty; `counts`, by piece the distinct places
//! by cells, and by cells and spin; in some lines `placements`, by piece `[cells, spin]`.

use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::{Board, Piece, Spin, TETRIO_S2};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn placements_are_those_of_the_oracle() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = here.join("../../../shared/data/tetrio-s2/placements.jsonl");
    let kept = here.join("tests/league/placements.jsonl");
    let file = if all.exists() { all } else { kept };
    let text = fs::read_to_string(&file).expect("the boards");
    for (number, line) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        check(&line, number + 1);
    }
    assert!(text.lines().count() >= 90);
}

fn check(line: &Value, number: usize) {
    let board = parse(&line["board"]);
    for piece in Piece::ALL {
        let letter = piece.letter().to_string();
        let counts = [SpinCounting::Merged, SpinCounting::Distinct]
            .map(|spins| movegen::count(&TETRIO_S2, &board, piece, spins));
        let expected = &line["counts"][&letter];
        assert_eq!(
            json!(counts),
            *expected,
            "{letter} in line {number}\n{board}"
        );
        if let Some(listed) = line.get("placements") {
            let mut listed: Vec<String> = strings(&listed[&letter]);
            let mut found = places(&board, piece);
            listed.sort();
            found.sort();
            assert_eq!(found, listed, "{letter} in line {number}\n{board}");
        }
    }
}

fn strings(list: &Value) -> Vec<String> {
    let items = list.as_array().expect("a list");
    items.iter().map(Value::to_string).collect()
}

fn places(board: &Board, piece: Piece) -> Vec<String> {
    let mut found = Vec::new();
    movegen::placements(&TETRIO_S2, board, piece, &mut found);
    let place = |mv: &landfall_rules::Placement| {
        let mut cells = TETRIO_S2.rotation.cells(mv);
        cells.sort_unstable();
        let spin = match mv.spin {
            Spin::None => "none",
            Spin::Mini => "mini",
            Spin::Full => "full",
        };
        json!([cells, spin]).to_string()
    };
    found.iter().map(place).collect()
}

fn parse(rows: &Value) -> Board {
    let mut board = Board::EMPTY;
    for (y, row) in rows.as_array().expect("rows").iter().enumerate() {
        for (x, cell) in row.as_str().expect("a row").chars().enumerate() {
            if cell != '.' {
                board.fill(x as i8, y as i8);
            }
        }
    }
    board
}
