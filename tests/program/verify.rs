//! `landfall verify` as rule authors run it.

use crate::common::files::folder;
use std::fs;
use std::process::{Command, Output};

const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/crates/arena/tests/league/games.jsonl"
);

fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_landfall"))
        .arg("verify")
        .args(arguments)
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn recorded_games_agree_and_a_changed_one_does_not() {
    let same = verify(&[GAMES]);
    assert_eq!(same.status.code(), Some(0), "{same:?}");
    assert!(stdout(&same).contains("15 games"), "{same:?}");

    let changed = folder("verify").join("changed.jsonl");
    let text = fs::read_to_string(GAMES).expect("the games");
    let at = text.find("\"sent\":[4]").expect("a quad");
    let line = text[..at].lines().count();
    let changed_text = text.replacen("\"sent\":[4]", "\"sent\":[5]", 1);
    fs::write(&changed, changed_text).expect("a file");
    let changed = changed.to_str().expect("a path");
    let differs = verify(&[GAMES, changed]);
    assert_eq!(differs.status.code(), Some(1), "{differs:?}");
    let difference = format!("changed.jsonl: line {line}: `sent` is [5], the rules give [4]");
    assert!(stdout(&differs).contains(&difference), "{differs:?}");
    // Other rules deal other pieces.
    let others = verify(&["--rules", "guideline", GAMES]);
    assert_eq!(others.status.code(), Some(1), "{others:?}");
    assert!(stdout(&others).contains("line 2: `piece`"), "{others:?}");
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (arguments, named) in [
        (&["no such file"][..], "no such file"),
        (&["--rules", "chess", GAMES], "tetrio-s2"),
        (&[env!("CARGO_BIN_EXE_landfall")], "line 1"),
        (&[], "FILE"),
    ] {
        let output = verify(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(named), "{arguments:?} {errors}");
    }
}
