//! `landfall arena` with bots that play in its own process: the summary, the files, and errors.

use crate::common::arena::{TWINS, arena, printed, summary};
use crate::common::files::{folder, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn the_same_seed_gives_the_same_bytes_at_any_number_of_jobs() {
    let play = |name: &str, jobs: &str| {
        let folder = folder(name);
        let (replays, journal) = (folder.join("replays"), folder.join("journal"));
        let files = [replays.to_str().unwrap(), journal.to_str().unwrap()];
        let output = arena(
            &[
                &TWINS[..],
                &["30", "--games", "6", "--seed", "4", "--jobs", jobs],
                &["--replays", files[0], "--journal", files[1]],
            ]
            .concat(),
        );
        let replays: Vec<String> = (0..6)
            .map(|game| text(replays.join(format!("{game:06}.jsonl"))))
            .collect();
        let mut journal: Vec<String> = text(&journal).lines().map(str::to_string).collect();
        journal[1..].sort();
        (printed(&output), replays, journal)
    };
    let one = play("same-one", "1");
    assert_eq!(one, play("same-again", "1"));
    assert_eq!(one, play("same-three", "3"));
    assert!(one.0.contains("6 games: "), "{}", one.0);
}

#[test]
fn equal_bots_win_equally_often() {
    let summary = summary(&[&TWINS[..], &["50", "--games", "4"]].concat());
    assert_eq!(summary["a_wins"], summary["b_wins"], "{summary}");
    assert_eq!(
        (&summary["games"], &summary["elo"]),
        (&4.into(), &0.0.into())
    );
}

#[test]
fn more_nodes_win() {
    let bots = ["landfall --nodes 1500", "landfall --nodes 10"];
    let summary = summary(&[&bots[..], &["--games", "8", "--jobs", "2"]].concat());
    assert!(summary["a_wins"].as_u64() >= Some(7), "{summary}");
    assert!(summary["a"]["attack_per_piece"].as_f64() > summary["b"]["attack_per_piece"].as_f64());
}

#[test]
fn a_series_ends_when_it_is_decided() {
    let bots = ["landfall --nodes 1500", "landfall --nodes 10"];
    let first = summary(&[&bots[..], &["--ft", "2", "--jobs", "3"]].concat());
    assert_eq!(first["a_wins"], 2, "{first}");
    let tested = summary(&[&bots[..], &["--sprt", "0,300", "--jobs", "2"]].concat());
    assert!(tested["llr"].as_f64() > Some(2.94), "{tested}");
}

#[test]
fn a_replay_has_the_whole_game() {
    let folder = folder("replay");
    let files = folder.to_str().unwrap();
    printed(&arena(
        &[&TWINS[..], &["30", "--games", "1", "--replays", files]].concat(),
    ));
    let text = text(folder.join("000000.jsonl"));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["replay"], &lines[0]["preset"]),
        (&2.into(), &"ppt".into())
    );
    let end = lines.last().unwrap();
    for seat in 0..2 {
        let board = replayed(&lines, seat);
        assert_eq!(Value::from(board), end["boards"][seat]);
    }
    assert!(text.contains("\"garbage\""), "{text}");
}

/// Returns the final board of a seat, computed from its moves and its garbage only, top row first.
fn replayed(lines: &[Value], seat: usize) -> Vec<String> {
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Placement, Spin};
    let mut rows: Vec<Vec<char>> = Vec::new();
    for line in lines.iter().filter(|line| line["s"] == seat) {
        if let Some(garbage) = line["garbage"].as_array() {
            for row in garbage {
                rows.insert(0, row.as_str().unwrap().chars().collect());
            }
            continue;
        }
        let mv = &line["move"];
        let placement = Placement {
            piece: mv[0].as_str().unwrap().parse().unwrap(),
            rotation: mv[1].as_str().unwrap().parse().unwrap(),
            x: mv[2].as_i64().unwrap() as i8,
            y: mv[3].as_i64().unwrap() as i8,
            spin: Spin::None,
        };
        for (x, y) in placement.cells(&GUIDELINE) {
            while rows.len() <= y as usize {
                rows.push(vec!['.'; 10]);
            }
            assert_eq!(rows[y as usize][x as usize], '.', "{line}");
            rows[y as usize][x as usize] = char::from(placement.piece);
        }
        rows.retain(|row| row.contains(&'.'));
    }
    while rows
        .last()
        .is_some_and(|row| row.iter().all(|&cell| cell == '.'))
    {
        rows.pop();
    }
    rows.iter().rev().map(|row| row.iter().collect()).collect()
}

#[test]
fn an_interrupted_journal_is_continued() {
    let folder = folder("resume");
    let (part, whole) = (folder.join("part"), folder.join("whole"));
    let with = |option: &str, path: &Path, games: &str| {
        let path = path.to_str().unwrap();
        printed(&arena(
            &[&TWINS[..], &["40", "--games", games, option, path]].concat(),
        ))
    };
    let all = with("--journal", &whole, "6");
    with("--journal", &part, "3");
    // The state after a kill in the middle of a line.
    let cut = text(&part);
    fs::write(&part, &cut[..cut.len() - 30]).unwrap();
    assert_eq!(with("--resume", &part, "6"), all);
    assert_eq!(text(&part), text(&whole));
}

#[test]
fn parts_of_a_series_merge_into_the_whole() {
    let folder = folder("merge");
    let journal = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let play = |games: &str, name: &str| {
        let path = journal(name);
        printed(&arena(
            &[&TWINS[..], &["40", "--games", games, "--journal", &path]].concat(),
        ))
    };
    let whole = play("0..6", "whole");
    play("3..6", "second");
    play("0..3", "first");
    let merged = arena(&["merge", &journal("second"), &journal("first")]);
    assert_eq!(printed(&merged), whole);
}

/// `--journal` begins a journal, or continues the one that exists.
#[test]
fn one_option_begins_and_continues_a_journal() {
    let folder = folder("one-option");
    let (part, whole) = (folder.join("part"), folder.join("whole"));
    let play = |path: &Path, games: &str| {
        let path = path.to_str().unwrap();
        printed(&arena(
            &[&TWINS[..], &["40", "--games", games, "--journal", path]].concat(),
        ))
    };
    let all = play(&whole, "4");
    let head = text(&whole).lines().next().unwrap().to_string();
    for beginning in ["", &head[..20], &(head.clone() + "\n")] {
        fs::write(&part, beginning).unwrap();
        play(&part, "2");
        let cut = text(&part);
        fs::write(&part, &cut[..cut.len() - 5]).unwrap();
        assert_eq!(play(&part, "4"), all);
        assert_eq!(text(&part), text(&whole));
    }
}

/// Games of another build or of other weights need `--any-build`.
#[test]
fn journals_of_other_builds_are_refused() {
    let folder = folder("builds");
    let journal = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let play = |games: &str, name: &str, more: &[&str]| {
        let path = journal(name);
        let games = ["40", "--games", games, "--journal", &path];
        arena(&[&TWINS[..], &games, more].concat())
    };
    play("0..2", "here", &[]);
    play("2..4", "there", &[]);
    let head: Value =
        serde_json::from_str(text(folder.join("here").as_path()).lines().next().unwrap()).unwrap();
    assert_eq!(head["build"]["weights"][0].as_str().map(str::len), Some(16));
    let there = folder.join("there");
    let other = text(&there).replacen("\"bench\":\"", "\"bench\":\"f", 1);
    fs::write(&there, other).unwrap();
    let both = [journal("here"), journal("there")];
    for output in [
        arena(&["merge", &both[0], &both[1]]),
        play("2..6", "there", &[]),
    ] {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains("the build is"), "{errors}");
    }
    let merged = arena(&["merge", "--any-build", &both[0], &both[1]]);
    assert!(printed(&merged).contains("4 games"));
    assert_eq!(
        play("2..6", "there", &["--any-build"]).status.code(),
        Some(0)
    );
}

/// Missing games and duplicates are reported.
#[test]
fn merging_reports_missing_games_and_duplicates() {
    let folder = folder("gaps");
    let journal = |name: &str| folder.join(name).to_str().unwrap().to_string();
    for (games, name) in [("2..4", "a"), ("3..6", "b"), ("8..10", "c")] {
        let path = journal(name);
        printed(&arena(
            &[&TWINS[..], &["40", "--games", games, "--journal", &path]].concat(),
        ));
    }
    let files = [journal("a"), journal("b"), journal("c")];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = arena(&[&["merge", "--json", "--sprt", "0,20"], &files[..]].concat());
    let json: Value = serde_json::from_str(&printed(&output)).unwrap();
    assert_eq!(json["missing"], serde_json::json!([[0, 2], [6, 8]]));
    assert_eq!(
        (&json["duplicates"], &json["games"]),
        (&1.into(), &6.into())
    );
    assert_eq!(json["verdict"], "undecided");
    let output = arena(&[&["merge"], &files[..]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("games 0..2, 6..8 are missing"), "{errors}");
    assert!(errors.contains("1 duplicate games"), "{errors}");
}

/// A folder is merged until the test is decided; the exit code has the result.
#[test]
fn a_folder_is_followed_until_the_test_ends() {
    let bots = ["landfall --nodes 800", "landfall --nodes 3"];
    for (name, [a, b], verdict, code) in [
        ("better", bots, "h1", 0),
        ("worse", [bots[1], bots[0]], "h0", 1),
    ] {
        let folder = folder(&format!("follow-{name}"));
        let shard = folder.join("shard.jsonl");
        fs::write(folder.join("begun.jsonl"), "").unwrap();
        let more = ["--clock", "nodes", "1", "--games", "16", "--journal"];
        printed(&arena(
            &[&[a, b][..], &more, &[shard.to_str().unwrap()]].concat(),
        ));
        let path = folder.to_str().unwrap();
        let output = arena(&["merge", "--follow", path, "--sprt", "0,300", "--json"]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (output.status.code(), &json["verdict"]),
            (Some(code), &verdict.into())
        );
    }
}

#[test]
fn presets_are_printed_and_can_be_changed() {
    let help = printed(&arena(&["--help"]));
    assert!(
        help.contains("ppt, guideline, tetrio, tetrio-s2, pason"),
        "{help}"
    );
    let ppt = printed(&arena(&["--print-preset", "ppt"]));
    let folder = folder("preset");
    let own = folder.join("own.json");
    fs::write(
        &own,
        ppt.replace("\"ppt\"", "\"own\"").replace("36000", "400"),
    )
    .unwrap();
    let own = own.to_str().unwrap();
    let summary = summary(&[&TWINS[..], &["20", "--games", "2", "--preset", own]].concat());
    assert_eq!(
        (&summary["draws"], &summary["frames"]),
        (&2.into(), &800.into())
    );
    assert_eq!(summary["head"]["preset"], "own");
}

#[test]
fn weights_for_sprints_clear_forty_lines_sooner() {
    let bots = [
        "landfall --nodes 1000 --weights weights/sprint.json",
        "landfall --nodes 1000",
    ];
    let summary = summary(&[&bots[..], &["--games", "4", "--preset", "sprint"]].concat());
    assert_eq!(summary["a_wins"], 4, "{summary}");
    assert!(summary["a"]["lines"].as_u64() >= Some(160), "{summary}");
}

#[test]
fn the_stronger_bot_survives_cheese_longer() {
    let bots = ["landfall --nodes 1500", "landfall --nodes 5"];
    let summary = summary(&[&bots[..], &["--games", "2", "--preset", "cheese"]].concat());
    assert_eq!(
        (&summary["a_wins"], &summary["b"]["top_outs"]),
        (&2.into(), &2.into())
    );
}

#[test]
fn a_sprint_is_won_with_forty_lines() {
    let folder = folder("sprint");
    let journal = folder.join("journal");
    let bots = ["landfall --nodes 300", "landfall --nodes 5"];
    let more = ["--games", "2", "--preset", "sprint", "--journal"];
    let summary = summary(&[&bots[..], &more, &[journal.to_str().unwrap()]].concat());
    assert_eq!(summary["draws"], 0, "{summary}");
    for line in text(&journal).lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        let winner = &game[game["winner"].as_str().unwrap()];
        assert!(
            (40..44).contains(&winner["lines"].as_u64().unwrap()),
            "{line}"
        );
        assert_eq!(winner["end"], "goal");
    }
}

#[test]
fn invalid_arguments_are_refused_with_a_reason() {
    for (arguments, reason) in [
        (
            &["landfall", "landfall", "--preset", "chess"][..],
            "invalid value 'chess' for '--preset",
        ),
        (
            &["landfall", "landfall", "--preset", "no/such.json"],
            "--preset no/such.json: No such file",
        ),
        (
            &["landfall", "landfall", "--clock", "sundial"],
            "--clock sundial",
        ),
        (
            &["landfall --no-such-option", "landfall"],
            "--no-such-option",
        ),
        (&["landfall", "no-such-program"], "no-such-program"),
        (&["landfall", "'"], "bot B"),
        (&["landfall"], "<B>"),
        (&["--print-preset", "chess"], "chess"),
        (
            &["landfall", "landfall", "--preset", "weights/tuned.json"],
            "`--print-preset ppt` shows how one looks",
        ),
        (
            &["landfall", "landfall", "--replays", "/dev/null/x"],
            "--replays /dev/null/x: Not a directory",
        ),
        (
            &["landfall", "landfall", "--html", "/dev/null/x"],
            "--html /dev/null/x: Not a directory",
        ),
        (&["merge", "/no/such/journal"], "/no/such/journal"),
    ] {
        let output = arena(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
    }
}
