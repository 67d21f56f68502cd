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
    // Other rules have other pieces.
    let others = verify(&["--rules", "guideline", GAMES]);
    assert_eq!(others.status.code(), Some(1), "{others:?}");
    assert!(stdout(&others).contains("line 2: `piece`"), "{others:?}");
}

/// A file that cannot be read, or has nothing to compare, is an error, and the others are compared.
#[test]
fn of_several_files_those_that_can_be_read_are_compared() {
    let empty = folder("verify-empty").join("empty.jsonl");
    fs::write(&empty, "").expect("a file");
    let empty = empty.to_str().expect("a path");
    let alone = verify(&[empty]);
    assert_eq!(alone.status.code(), Some(2), "{alone:?}");
    let stderr = String::from_utf8_lossy(&alone.stderr);
    assert!(stderr.contains("no games and no boards"), "{stderr}");
    let several = verify(&[empty, "missing.jsonl", GAMES]);
    assert_eq!(several.status.code(), Some(2), "{several:?}");
    assert!(stdout(&several).contains("15 games"), "{several:?}");
    let stderr = String::from_utf8_lossy(&several.stderr);
    for name in ["empty.jsonl", "missing.jsonl"] {
        assert!(stderr.contains(name), "{stderr}");
    }
}

/// The kind of a landfall file that a command does not read is named.
#[test]
fn other_files_of_landfall_are_named() {
    let here = env!("CARGO_MANIFEST_DIR");
    let folder = folder("other-files");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let journal = file(
        "arena",
        "{\"arena\":1,\"a\":\"x\",\"b\":\"y\",\"preset\":\"ppt\",\"clock\":\"nodes 9\",\"seed\":0}\n",
    );
    let replay = format!("{here}/crates/replay/tests/files/arena-ppt.jsonl");
    let weights = format!("{here}/weights/sprint.json");
    let preset = format!("{here}/crates/arena/src/presets/ppt.json");
    let log = file("log", "{\"type\":\"rules\"}\n{\"type\":\"quit\"}\n");
    let soak = file(
        "soak",
        "{\"soak\":1,\"program\":\"x\",\"bot\":\"y\",\"pieces\":1,\"think\":0,\"seed\":0}\n",
    );
    let pages = folder.join("pages").display().to_string();
    let bots = ["arena", "landfall", "landfall", "--clock", "nodes", "9"];
    let arena = |more: &[&str]| -> Vec<String> {
        let words = bots.iter().chain(more);
        words.map(|word| word.to_string()).collect()
    };
    let words =
        |words: &[&str]| -> Vec<String> { words.iter().map(|word| word.to_string()).collect() };
    for (command, named) in [
        (words(&["verify", &replay]), "a replay of the arena"),
        (words(&["verify", &journal]), "a journal of the arena"),
        (words(&["verify", &weights]), "a weights file"),
        (words(&["verify", &log]), "a log of TBP messages"),
        (
            words(&["review", GAMES]),
            "a file of games or boards to compare rules with",
        ),
        (words(&["review", &weights]), "a weights file"),
        (words(&["review", &soak]), "a journal of soak tests"),
        (
            words(&["weights", "--weights", &preset]),
            "a preset of the arena",
        ),
        (
            words(&["weights", "--weights", &replay]),
            "a replay of the arena",
        ),
        (
            words(&["replay", &journal, "--html", &pages]),
            "a journal of the arena",
        ),
        (words(&["arena", "merge", &replay]), "a replay of the arena"),
        (
            words(&["soak", "--journal", &journal]),
            "a journal of the arena",
        ),
        (
            words(&["tune", "--generations", "1", "--resume", &soak]),
            "a journal of soak tests",
        ),
        (
            words(&["learn", GAMES, "--prior", &weights]),
            "a file of games or boards to compare rules with",
        ),
        (arena(&["--preset", &weights]), "a weights file"),
        (arena(&["--resume", &soak]), "a journal of soak tests"),
        (arena(&["--journal", &replay]), "a replay of the arena"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_landfall"))
            .args(&command)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{command:?} {output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        let named = format!("this is {named}");
        assert!(errors.contains(&named), "{command:?} {errors}");
    }
    // A broken file is not named as another kind.
    let broken = file("broken", "{\"game\":1,\"seed\":-1}\n");
    let errors = verify(&[&broken]);
    let errors = String::from_utf8_lossy(&errors.stderr);
    assert!(
        errors.contains("`seed`") && !errors.contains("this is"),
        "{errors}"
    );
}

#[test]
fn invalid_files_are_refused() {
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
