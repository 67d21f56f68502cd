//! Tests with files of the league's games: those in the project, larger ones beside it, and changed
//! ones.

use super::*;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the larger file of games or boards beside the project, if there is one, or that of the
/// project.
fn larger(name: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = here.join("../../../shared/data/tetrio-s2").join(name);
    if beside.exists() {
        beside
    } else {
        shipped(name)
    }
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/league")
        .join(name)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file of the league's games")
}

fn verified(text: &str) -> Verification {
    verify(&TETRIO_S2, text.as_bytes()).expect("a readable file")
}

#[test]
fn games_of_the_league_agree_with_the_rules() {
    for name in ["games.jsonl", "games_long.jsonl", "placements.jsonl"] {
        for path in [shipped(name), larger(name)] {
            let text = read(&path);
            let found = verified(&text);
            assert_eq!(found.difference, None, "{}", path.display());
            let lines = text.lines().count() as u64;
            assert_eq!(found.games + found.locks + found.boards, lines);
            assert!(found.members >= 15 * found.locks, "{found:?}");
        }
    }
    let text = read(&shipped("games.jsonl"));
    assert!(text.lines().count() > 250, "the file has games");
}

#[test]
fn a_changed_member_is_named_with_its_line() {
    let text = read(&shipped("games.jsonl"));
    let lines: Vec<&str> = text.lines().collect();
    let number = lines
        .iter()
        .position(|line| line.contains("\"sent\":[1"))
        .expect("a lock");
    let lock: Map<String, Value> = serde_json::from_str(lines[number]).expect("a line");
    for (member, value) in [
        ("piece", json!(if lock["piece"] == "T" { "O" } else { "T" })),
        ("cells", json!([[0, 30], [1, 30], [2, 30], [3, 30]])),
        (
            "spin",
            json!(if lock["spin"] == "full" {
                "none"
            } else {
                "full"
            }),
        ),
        ("lines", json!(9)),
        ("garbage_lines", json!(9)),
        ("all_clear", json!(lock["all_clear"] == false)),
        ("combo", json!(99)),
        ("b2b", json!(99)),
        ("packets", json!([])),
        ("sent", json!([])),
        ("rose", json!([3])),
        ("waiting", json!([7])),
        ("board", json!(["...."])),
        ("hold", json!("X")),
        ("next", json!([])),
        ("dead", json!(true)),
        ("clutch", json!(true)),
    ] {
        let mut changed = lock.clone();
        changed.insert(member.into(), value);
        let changed = Value::from(changed).to_string();
        let mut lines = lines.clone();
        lines[number] = &changed;
        let difference = verified(&lines.join("\n")).difference.expect(member);
        assert_eq!(
            (difference.line, &*difference.member),
            (number as u64 + 1, member)
        );
    }
}

#[test]
fn a_changed_count_or_placement_is_named() {
    let text = read(&shipped("placements.jsonl"));
    let first = text.lines().next().expect("a board");
    for (from, to, member) in [
        ("\"counts\":{\"I\":[17", "\"counts\":{\"I\":[18", "counts"),
        ("\"none\"", "\"mini\"", "placements"),
    ] {
        assert!(first.contains(from), "{from}");
        let difference = verified(&first.replacen(from, to, 1))
            .difference
            .expect(member);
        assert_eq!(difference.member, member);
    }
}

#[test]
fn a_game_of_other_rules_differs() {
    let text = "{\"game\":1,\"seed\":1}\n{\"piece\":\"O\",\"cells\":[],\"spin\":\"none\"}";
    let found = verify(&GUIDELINE, text.as_bytes()).expect("readable");
    assert!(found.difference.is_some(), "{found:?}");
}

#[test]
fn invalid_lines_are_refused_with_their_number() {
    let game = r#"{"game":1,"seed":1}"#;
    let many = r#"{"game":1,"seed":1,"board":ROWS}"#;
    let rows = format!("[{}]", vec!["\"..........\""; 41].join(","));
    for (text, named) in [
        ("[]".to_string(), "line 1: not a JSON object"),
        ("\n\n{".to_string(), "line 3: not a JSON object"),
        ("{}".to_string(), "line 1: a piece locks before"),
        ("{\"game\":1}".to_string(), "`seed`"),
        ("{\"game\":1,\"seed\":-1}".to_string(), "`seed`"),
        (many.replace("ROWS", "7"), "`board`"),
        (many.replace("ROWS", "[\"...\"]"), "`board`"),
        (many.replace("ROWS", "[\"ééééé\"]"), "`board`"),
        (many.replace("ROWS", &rows), "`board`"),
        ("{\"game\":1,\"seed\":1,\"b2b\":-3}".to_string(), "`b2b`"),
        (
            "{\"game\":1,\"seed\":1,\"multiplier\":1e9}".to_string(),
            "`multiplier`",
        ),
        (format!("{game}\n{{}}"), "line 2: `piece`"),
        (format!("{game}\n{{\"piece\":\"OO\"}}"), "`piece`"),
        (format!("{game}\n{{\"piece\":\"O\",\"held\":3}}"), "`held`"),
        (
            format!("{game}\n{{\"piece\":\"O\",\"arrived\":[-1]}}"),
            "`arrived`",
        ),
        (format!("{game}\n{{\"piece\":\"O\"}}"), "`cells`"),
        (format!("{game}\n{{\"piece\":\"O\",\"cells\":1}}"), "`spin`"),
        (
            "{\"counts\":1,\"placements\":2}".to_string(),
            "`placements`",
        ),
        ("x".repeat(2 << 20), "longer than"),
    ] {
        let error = verify(&TETRIO_S2, text.as_bytes())
            .expect_err(named)
            .to_string();
        assert!(error.contains(named), "{error}");
    }
    let error = verify(&TETRIO_S2, &b"\n\xff\xff"[..]).expect_err("no text");
    assert!(error.to_string().contains("line 2"), "{error}");
    let garbage = format!("{game}\n{{\"piece\":\"O\",\"arrived\":[1],\"cells\":1,\"spin\":1}}");
    let error = verify(&GUIDELINE, garbage.as_bytes()).expect_err("garbage");
    assert!(error.to_string().contains("guideline"), "{error}");
    let huge = format!(
        "{game}\n{{\"piece\":\"O\",\"arrived\":[4294967295,4294967295],\"cells\":1,\"spin\":1}}"
    );
    assert!(verified(&huge).difference.is_some());
    assert_eq!(verified(""), Verification::default());
}
