//! `landfall dropblox` as a program: one move, and whole games.

use crate::common::program::command;
use landfall_testing::dropblox::first_state;
use std::process::Output;

fn dropblox(arguments: &[&str]) -> Output {
    let mut command = command(&["dropblox"]);
    command.args(arguments).output().expect("it starts")
}

#[test]
fn the_answer_has_only_commands() {
    let output = dropblox(&[&first_state(), "0.5"]);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    let text = String::from_utf8(output.stdout).expect("text");
    let known = ["left", "right", "up", "down", "rotate"];
    assert!(text.lines().all(|line| known.contains(&line)), "{text}");
    assert!(text.ends_with('\n'), "the best place is not right below");
}

#[test]
fn nothing_is_printed_after_the_time_is_up() {
    let output = dropblox(&[&first_state(), "-0.01"]);
    assert!(output.status.success(), "{output:?}");
    assert!(
        output.stdout.is_empty() && output.stderr.is_empty(),
        "{output:?}"
    );
}

#[test]
fn a_wrong_state_is_refused_in_one_line() {
    let output = dropblox(&["{}", "1"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("missing field"), "{text}");
}

#[test]
fn whole_games_are_the_same_for_the_same_seed() {
    let play = |jobs: &str| {
        let arguments = [
            "sim", "--seed", "5", "--games", "2", "--nodes", "300", "--from", "900", "--jobs", jobs,
        ];
        let output = dropblox(&arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let table = play("1");
    assert_eq!(table, play("2"));
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.contains("2 games: mean 9"), "{table}");
}
