//! `landfall watch` as it is run from scripts: the real program, in plain text.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

fn watch(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("watch")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_number_of_pieces_gives_a_summary_line() {
    let output = watch(&["--pieces", "20", "--nodes", "200", "--seed", "7"]);
    let line = printed(&output);
    assert_eq!(line.lines().count(), 1);
    assert!(line.starts_with("landfall "), "{line}");
    assert!(line.contains(": 20 pieces, "), "{line}");
    assert!(line.ends_with(", seed 7, all pieces played\n"), "{line}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_game_at_any_number_of_threads() {
    let game = |threads| {
        let output = watch(&[
            "--pieces",
            "30",
            "--nodes",
            "300",
            "--seed",
            "5",
            "--garbage",
            "7",
            "--verbose",
            "--threads",
            threads,
        ]);
        let lines: Vec<String> = printed(&output).lines().map(str::to_string).collect();
        lines[1..31].to_vec()
    };
    assert_eq!(game("1"), game("3"));
}

#[test]
fn the_program_can_be_watched_through_its_own_pipe() {
    let command = format!("'{PROGRAM}' --nodes 200 --threads 1 --name twin");
    let arguments = ["--pieces", "15", "--seed", "7", "--json", "--timeout", "60"];
    let piped = watch(&[&arguments[..], &["--bot", &command]].concat());
    let piped: Value = serde_json::from_str(&printed(&piped)).unwrap();
    let own = watch(&[&arguments[..], &["--nodes", "200"]].concat());
    let own: Value = serde_json::from_str(&printed(&own)).unwrap();
    assert!(piped["bot"].as_str().unwrap().starts_with("twin "));
    for key in [
        "pieces",
        "lines",
        "attack",
        "clears",
        "mean_nodes",
        "ending",
    ] {
        assert_eq!(piped[key], own[key], "{key}");
    }
}

#[test]
fn a_broken_bot_fails_the_program_with_a_reason() {
    let output = watch(&["--bot", &format!("'{PROGRAM}' --no-such-option")]);
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("when `info` was awaited"), "{errors}");
    assert!(errors.contains("--no-such-option"), "{errors}");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = Command::new(PROGRAM)
        .args(["watch", "--nodes", "50"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    assert!(line.contains(", seed "), "{line}");
    printed(&child.wait_with_output().unwrap());
}

#[test]
fn pason_games_are_survived_under_garbage() {
    for seed in ["1", "2"] {
        let arguments = ["--rules", "pason", "--garbage", "8", "--nodes", "2000"];
        let output = watch(
            &[
                &arguments[..],
                &["--pieces", "300", "--seed", seed, "--json"],
            ]
            .concat(),
        );
        let summary: Value = serde_json::from_str(&printed(&output)).unwrap();
        assert_eq!(summary["ending"], "pieces", "{summary}");
        assert_eq!(
            (&summary["pieces"], &summary["rules"]),
            (&300.into(), &"pason".into())
        );
        let clears = &summary["clears"];
        let count = |kind: &str| clears[kind].as_u64().unwrap();
        let points = 100 * count("single")
            + 200 * count("double")
            + 500 * count("triple")
            + 800 * count("tetris");
        assert_eq!(summary["points"], points, "{summary}");
        assert_eq!(
            (&summary["max_combo"], &clears["tsd"]),
            (&0.into(), &0.into())
        );
    }
}

#[test]
fn other_rules_can_be_watched_through_the_pipe() {
    let command = format!("'{PROGRAM}' --nodes 200 --threads 1");
    let arguments = ["--rules", "pason", "--garbage", "5", "--timeout", "60"];
    let output = watch(
        &[
            &arguments[..],
            &["--pieces", "40", "--seed", "7", "--bot", &command],
        ]
        .concat(),
    );
    let line = printed(&output);
    assert!(
        line.contains(" points, ") && line.ends_with("all pieces played\n"),
        "{line}"
    );
}

/// The pieces of a game of 42 in the order in which they were played.
fn played(arguments: &[&str]) -> Vec<char> {
    let usual = [
        "--pieces",
        "42",
        "--nodes",
        "300",
        "--seed",
        "4",
        "--verbose",
    ];
    let lines = printed(&watch(&[&usual[..], arguments].concat()));
    assert!(lines.ends_with("all pieces played\n"), "{lines}");
    let pieces = lines.lines().skip(1).take(42);
    pieces
        .map(|line| {
            line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        })
        .filter_map(|line| line.chars().next())
        .collect()
}

/// Whether every seven pieces are all seven.
fn in_bags(pieces: &[char]) -> bool {
    pieces
        .chunks(7)
        .all(|bag| "IOTLJSZ".chars().all(|piece| bag.contains(&piece)))
}

#[test]
fn without_a_hold_pieces_are_played_as_they_are_dealt() {
    assert!(in_bags(&played(&["--rules", "guideline-no-hold"])));
    assert!(!in_bags(&played(&[])), "it would hold");
}

#[test]
fn pieces_are_dealt_as_the_randomizer_says() {
    let rules = ["--rules", "guideline-no-hold"];
    let dealt = played(&[&rules[..], &["--randomizer", "uniform"]].concat());
    assert!(!in_bags(&dealt), "{dealt:?}");
}

/// The frontend refuses every move that cannot be made.
#[test]
fn any_number_of_previews_is_enough() {
    for previews in ["0", "1", "14", "30"] {
        for rules in ["guideline", "guideline-no-hold"] {
            for randomizer in ["seven_bag", "uniform"] {
                let more = ["--previews", previews, "--rules", rules];
                let pieces = played(&[&more[..], &["--randomizer", randomizer]].concat());
                assert_eq!(pieces.len(), 42, "{previews} {rules} {randomizer}");
            }
        }
    }
}
