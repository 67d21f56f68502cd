//! Pages of replays: the index of a series, and replays without a page. What pages show is tested in
//! a browser: web/tests/game-page.test.mjs.

use crate::common::files::{folder, text};
use std::fs;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

fn landfall(arguments: &[&str]) {
    let output = Command::new(PROGRAM)
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
}

#[test]
fn the_index_lists_all_games_of_a_continued_series() {
    let folder = folder("page-index");
    let (pages, journal) = (folder.join("pages"), folder.join("journal"));
    let files = [pages.to_str().unwrap(), journal.to_str().unwrap()];
    let play = |games: &str, option: &str| {
        let bots = [
            "arena",
            "landfall",
            "landfall --memory 8",
            "--clock",
            "nodes",
            "30",
        ];
        landfall(
            &[
                &bots[..],
                &["--games", games, "--html", files[0], option, files[1]],
            ]
            .concat(),
        );
        text(pages.join("index.html"))
    };
    // The other table has a row for each seat.
    let games = |page: &str| {
        let seats = page.matches("<tr><td>A in the ").count();
        assert_eq!(seats, 2, "{page}");
        page.matches("<tr><td>").count() - seats
    };
    let part = play("2", "--journal");
    assert_eq!(games(&part), 2);
    fs::remove_file(pages.join("000001.html")).unwrap();
    let whole = play("4", "--resume");
    for (game, linked) in [(0, true), (1, false), (2, true), (3, true)] {
        let link = format!("<a href=\"{game:06}.html\">{game}</a>");
        assert_eq!(whole.contains(&link), linked, "{link}");
    }
    assert_eq!(games(&whole), 4);
    assert!(
        whole.contains("4 games: ") && !whole.contains("http-equiv"),
        "{whole}"
    );
}

#[test]
fn invalid_replays_are_refused_with_a_reason() {
    let folder = folder("page-refused");
    let file = folder.join("wrong.jsonl");
    for (text, reason) in [
        ("", "line 1 of the replay: is missing"),
        ("{\"replay\":9,\"seats\":[\"a\"]}\n", "version 9"),
        ("hello\n", "line 1"),
    ] {
        fs::write(&file, text).unwrap();
        let output = Command::new(PROGRAM)
            .args(["replay", file.to_str().unwrap(), "--html"])
            .arg(&folder)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}: {errors}");
        assert!(
            errors.contains(reason) && errors.contains("wrong.jsonl"),
            "{errors}"
        );
    }
}
