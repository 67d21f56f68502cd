//! `landfall soak`: a bot process with a frontend that tests it hard.
//!
//! Memory is judged only in long runs (docs/soak.md); these are too short.

use crate::common::arena::{bot_script, printed};
use crate::common::files::{Scratch, folder, text};
use crate::common::program::command;
use landfall_tbp::host::BotMistake;
use serde_json::Value;
use std::process::Output;

fn soak(arguments: &[&str]) -> Output {
    let mut command = command(&["soak"]);
    command
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn thousands_of_pieces_give_no_illegal_move() {
    let bot = "landfall --nodes 30 --threads 1 --memory 16";
    let arguments = [
        "--pieces",
        "4000",
        "--sessions",
        "2",
        "--jobs",
        "2",
        "--json",
    ];
    let output = soak(&[&[bot][..], &arguments].concat());
    printed(&output);
    let found = json(&output);
    assert_eq!(
        (&found["illegal"], &found["passed"]),
        (&0.into(), &true.into())
    );
    assert!(found["pieces"].as_u64() >= Some(4_000), "{found}");
    for done in [
        "games",
        "garbage_rows",
        "bursts",
        "floods",
        "pauses",
        "restarts",
    ] {
        assert!(found[done].as_u64() > Some(0), "{done} in {found}");
    }
}

/// The answers of a bot that searches all the time depend on the machine, but must be legal.
#[test]
fn a_bot_in_real_time_makes_no_illegal_move() {
    let bot = "landfall --threads 1 --memory 16";
    let output = soak(&[bot, "--pieces", "300", "--sessions", "1", "--think", "1"]);
    assert!(printed(&output).ends_with("passed\n"));
}

#[test]
fn finished_sessions_are_not_run_again() {
    let folder = folder("soak");
    let journal = folder.join("soak.jsonl");
    let name = journal.to_str().expect("UTF-8");
    let run = |more: &[&str]| {
        let bot = "landfall --nodes 10 --threads 1 --memory 16";
        soak(&[&[bot, "--journal", name], more].concat())
    };
    printed(&run(&["--pieces", "100", "--sessions", "1"]));
    let first = text(&journal);
    let both = run(&["--pieces", "200", "--sessions", "2", "--json"]);
    printed(&both);
    assert!(text(&journal).starts_with(&first));
    assert_eq!(text(&journal).lines().count(), 3);
    assert_eq!(json(&both)["sessions"].as_array().map(Vec::len), Some(2));
    let other = run(&["--pieces", "100", "--sessions", "1", "--seed", "7"]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    assert!(String::from_utf8_lossy(&other.stderr).contains("the seed is 0 there and 7 here"));
}

/// A bot that always drops into the same corner fails, and so does one that ends.
#[test]
#[cfg(unix)]
fn illegal_moves_and_crashes_are_failures() {
    let corner = r#"echo '{"type":"suggestion","moves":[{"location":{"type":"O","orientation":"north","x":0,"y":0},"spin":"none"}]}'"#;
    for (name, answer, expected) in [
        ("corner", corner, "illegal"),
        ("silent", "exit 3", "exit status: 3"),
    ] {
        let script = Scratch::new(&format!("soak-{name}.sh"), &bot_script(name, answer));
        let bot = format!("sh '{}'", script.path());
        let output = soak(&[&bot, "--pieces", "100", "--sessions", "1"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let summary = String::from_utf8_lossy(&output.stdout);
        assert!(summary.contains(expected), "{summary}");
        assert!(summary.ends_with("not passed\n"), "{summary}");
    }
}

/// The session of a bot with only illegal moves ends early; the summary has advice and the board,
/// top row first.
#[test]
#[cfg(unix)]
fn a_bot_with_illegal_moves_ends_its_session_early() {
    let floating = r#"moves=; for piece in I O T L J S Z; do moves=$moves,'{"location":{"type":"'$piece'","orientation":"north","x":2,"y":19},"spin":"none"}'; done; echo '{"type":"suggestion","moves":['${moves#,}']}'"#;
    let script = Scratch::new("soak-floating.sh", &bot_script("floating", floating));
    let bot = format!("sh '{}'", script.path());
    let journal = folder("soak-floating").join("soak.jsonl");
    let name = journal.to_str().expect("UTF-8");
    let output = soak(&[
        &bot,
        "--pieces",
        "100000",
        "--sessions",
        "1",
        "--journal",
        name,
    ]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(
        summary.contains("ended early: illegal moves in "),
        "{summary}"
    );
    assert!(
        summary.contains(BotMistake::RowsFromTop.advice()),
        "{summary}"
    );
    let drawn = summary
        .lines()
        .filter(|line| line.len() == 10 && line.chars().all(|cell| matches!(cell, '.' | '#')));
    assert!(drawn.count() >= 1, "{summary}");
    assert!(!summary.contains("null"), "{summary}");
    let record: Value =
        serde_json::from_str(text(&journal).lines().nth(1).expect("a record")).expect("JSON");
    assert!(record["pieces"].as_u64() < Some(1_000), "{record}");
    let start = record["first_illegal_start"].as_str().expect("a position");
    assert!(start.contains(r#""type":"start""#), "{start}");
}

#[test]
fn a_bot_that_does_not_start_is_an_error() {
    let missing = soak(&["/nowhere/bot"]);
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/nowhere/bot"));
}
