//! Pages of replays in a browser: they show the data of the replay. Skipped, with a notice, if
//! there is no Chromium.

use crate::common::files::{folder, text};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Names that the browser has on various systems.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

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

/// Returns the browser, if this machine has one that starts.
fn browser() -> Option<&'static str> {
    let starts = |name: &&str| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let found = BROWSERS.into_iter().find(starts);
    if found.is_none() {
        eprintln!("skipped: there is no chromium on this machine");
    }
    found
}

/// Returns the DOM of the page after a script of `#do=`.
fn dump_dom(browser: &str, page: &Path, script: &str) -> String {
    let profile = page.with_extension("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--window-size=1280,800", "--enable-logging=stderr"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}#do={script}", page.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("CONSOLE"), "the page has errors: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the state that the page reports after a script.
fn state_after(browser: &str, page: &Path, script: &str) -> Value {
    let dom = dump_dom(browser, page, script);
    let (_, state) = dom
        .split_once("<pre id=\"page-state\" hidden=\"\">")
        .unwrap_or_else(|| panic!("the page has no state: {dom}"));
    let (state, _) = state.split_once("</pre>").unwrap();
    serde_json::from_str(state).unwrap()
}

/// Plays a short game of two bots; returns the lines of its replay, and its page.
fn small_game(name: &str) -> (Vec<Value>, PathBuf) {
    small_game_of(name, "ppt")
}

/// Plays a short game with a preset.
fn small_game_of(name: &str, preset: &str) -> (Vec<Value>, PathBuf) {
    let folder = folder(name);
    let path = folder.to_str().unwrap();
    landfall(&[
        "arena",
        "landfall",
        "landfall --memory 8",
        "--games",
        "1",
        "--replays",
        path,
        "--html",
        path,
        "--clock",
        "nodes",
        "30",
        "--preset",
        preset,
    ]);
    let text = text(folder.join("000000.jsonl"));
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), folder.join("000000.html"))
}

#[test]
fn the_page_ends_with_the_boards_of_the_replay() {
    let Some(browser) = browser() else { return };
    let (lines, page) = small_game("page-end");
    let end = lines.last().unwrap();
    let shown = state_after(browser, &page, "key:End");
    for seat in 0..2 {
        let side = &shown["sides"][seat];
        assert_eq!(side["board"], end["boards"][seat], "seat {seat}");
        let moves = lines.iter().filter(|line| line["s"] == seat);
        let moves: Vec<&Value> = moves.filter(|line| line["move"].is_array()).collect();
        assert_eq!(side["pieces"], moves.len());
        let sum = |key: &str| {
            moves
                .iter()
                .filter_map(|line| line[key].as_u64())
                .sum::<u64>()
        };
        assert_eq!(
            (&side["lines"], &side["sent"]),
            (&sum("lines").into(), &sum("sent").into())
        );
        let last = moves.last().unwrap();
        assert_eq!(side["depth"], last["info"]["depth"]);
        assert_eq!(side["nodes"], last["info"]["nodes"]);
        let value = last["info"]["extra"].as_str().unwrap();
        assert_eq!(format!("value {}", side["score"]), value);
        assert_eq!(side["queue"].as_array().unwrap().len(), 5);
    }
    assert_eq!(
        (&shown["moment"], &shown["slider"]),
        (
            &json!(shown["moments"].as_u64().unwrap() - 1),
            &shown["length"]
        )
    );
    for chart in [
        "attack per minute",
        "depth",
        "nodes per move",
        "reported value",
        "stack height",
    ] {
        let charts = shown["charts"].as_array().unwrap();
        assert!(charts.contains(&chart.into()), "{chart}: {charts:?}");
    }
}

/// The hold follows from the moves, and the waiting garbage is that of the next move.
#[test]
fn holds_and_waiting_garbage_follow_from_the_lines() {
    let Some(browser) = browser() else { return };
    let (lines, page) = small_game("page-middle");
    let begins = lines[0]["queues"][0].clone();
    let moves: Vec<&Value> = lines
        .iter()
        .filter(|line| line["s"] == 0 && line["move"].is_array())
        .collect();
    let held = moves.iter().position(|line| line["move"][0] != begins[0]);
    // Without a hold, the pieces of the queue are played in order.
    let first = moves[0];
    let shown = state_after(browser, &page, &format!("seek:{}", first["locks"]));
    let expected = match held {
        Some(0) => begins[0].clone(),
        _ => Value::Null,
    };
    assert_eq!(shown["sides"][0]["hold"], expected);
    assert_eq!(shown["sides"][0]["pieces"], 1);
    let hit = lines
        .iter()
        .position(|line| line["move"].is_array() && line["waiting"].as_u64() > Some(0));
    let hit = &lines[hit.expect("somebody is attacked")];
    let seat = hit["s"].as_u64().unwrap() as usize;
    let shown = state_after(browser, &page, &format!("seek:{}", hit["f"]));
    assert_eq!(shown["sides"][seat]["waiting"], hit["waiting"]);
}

/// The page of a league game: packets one by one, also after the opener phase has cancelled
/// twice, and the chain with what it would send.
#[test]
fn packets_and_the_surge_are_those_of_the_lines() {
    let Some(browser) = browser() else { return };
    let (lines, page) = small_game_of("page-league", "tetrio-s2");
    assert_eq!(lines[0]["garbage"]["opener"], 14);
    assert_eq!(lines[0]["surge"], json!({"at": 4, "base": 3}));
    let moves = lines.iter().filter(|line| line["move"].is_array());
    let moves: Vec<&Value> = moves.collect();
    let packets = |line: &Value| line["packets_waiting"].as_array().map_or(0, Vec::len);
    let seat_index = |line: &Value| line["s"].as_u64().unwrap() as usize;
    let waits = moves.iter().filter(|line| packets(line) > 0);
    let waits: Vec<&&Value> = waits.collect();
    for line in [waits[0], waits[waits.len() - 1]] {
        let shown = state_after(browser, &page, &format!("seek:{}", line["f"]));
        let side = &shown["sides"][seat_index(line)];
        assert_eq!(side["packets"], line["packets_waiting"], "{line}");
    }
    let longest = moves.iter().max_by_key(|line| line["chain"].as_u64());
    let longest = longest.unwrap();
    let chain = longest["chain"].as_u64().unwrap();
    let shown = state_after(browser, &page, &format!("seek:{}", longest["locks"]));
    let side = &shown["sides"][seat_index(longest)];
    let surge = if chain > 4 { chain - 1 } else { 0 };
    assert_eq!(
        (&side["chain"], &side["surge"]),
        (&json!(chain), &json!(surge))
    );
}

#[test]
fn keys_buttons_and_the_slider_move_through_the_game() {
    let Some(browser) = browser() else { return };
    let (_, page) = small_game("page-keys");
    let at = |script: &str| state_after(browser, &page, script);
    let begun = at("");
    assert_eq!(
        (&begun["frame"], &begun["moment"], &begun["playing"]),
        (&json!(0), &json!(0), &json!(false))
    );
    assert_eq!(begun["sides"][0]["board"], json!([]));
    // Three on and one back are two on, by keys and by buttons.
    let keys = at("key:ArrowRight,key:ArrowRight,key:ArrowRight,key:ArrowLeft");
    let buttons = at("click:on,click:on,click:on,click:back");
    assert_eq!(keys, buttons);
    assert_eq!(keys["moment"], 2);
    assert_eq!(at("key:PageDown,key:PageUp,key:ArrowRight")["moment"], 1);
    assert_eq!(at("click:last"), at("key:End"));
    assert_eq!(at("key:End,key:Home"), begun);
    // Time passes when it plays, and as fast as it is set.
    assert_eq!(at("pass:5000"), begun, "it does not play");
    assert_eq!(at("click:play,pass:5000")["frame"], 300.0);
    assert_eq!(
        at("key:%2B,key:=,key:-,click:play,pass:1000")["frame"],
        120.0
    );
    let paused = at("click:play,pass:1000,click:play,pass:1000");
    assert_eq!(
        (&paused["frame"], &paused["playing"]),
        (&json!(60), &json!(false))
    );
    let over = at("click:play,pass:9000000");
    assert_eq!(
        (&over["frame"], &over["playing"]),
        (&over["length"], &json!(false))
    );
    assert_eq!(
        at("click:play,pass:9000000,click:play")["frame"],
        0,
        "it plays again"
    );
    let sought = at("seek:400");
    assert_eq!(
        (&sought["frame"], &sought["slider"]),
        (&json!(400), &json!(400))
    );
    assert_eq!(at("seek:300,seek:400"), sought);
}

/// Another contest's game: one seat, a wide and high board, pieces of any cells, rows that
/// never clear, and names that try to be markup.
#[test]
fn sizes_and_seats_are_data() {
    let Some(browser) = browser() else { return };
    let folder = folder("page-solo");
    let replay = folder.join("solo.jsonl");
    let name = "<img src=x onerror=alert(1)></script>&";
    let lines = [
        json!({"replay": 2, "preset": "dropblox", "seats": [name], "board": {"columns": 3, "rows": 4}}),
        json!({"f": 10, "s": 0, "garbage": ["###", "x.x"]}),
        json!({"f": 20, "s": 0, "cells": [[1, 0], [1, 2], [0, 2]], "block": "a", "lines": 1}),
        json!({"f": 30, "s": 0, "cells": [[2, 1], [2, 2]], "block": "b", "info": {"score": 12.5}}),
        json!({"f": 40, "winner": null, "ends": ["top_out"], "boards": [[]]}),
    ];
    let lines = lines.map(|line| line.to_string());
    fs::write(&replay, lines.join("\n") + "\n").unwrap();
    let files = [replay.to_str().unwrap(), folder.to_str().unwrap()];
    landfall(&["replay", files[0], "--html", files[1]]);
    let page = folder.join("solo.html");
    // Rows come up one under the other; solid ones stay.
    for (frame, board) in [
        (10, json!(["###", "x.x"])),
        (20, json!(["aa.", "###"])),
        (30, json!(["..b", "###"])),
    ] {
        let shown = state_after(browser, &page, &format!("seek:{frame}"));
        assert_eq!(shown["sides"][0]["board"], board, "frame {frame}");
        assert_eq!(
            (&shown["length"], shown["sides"].as_array().unwrap().len()),
            (&json!(40), 1)
        );
    }
    assert_eq!(
        state_after(browser, &page, "key:End")["sides"][0]["score"],
        12.5
    );
    let dom = dump_dom(browser, &page, "key:End");
    assert!(!dom.contains("<img"), "a name became markup");
    assert!(dom.contains("topped out"));
    let index = dump_dom(browser, &folder.join("index.html"), "");
    assert!(index.contains("<a href=\"solo.html\">solo</a>") && !index.contains("<img"));
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
