//! `landfall triangle` as an adapter starts it: lines, exit codes, signals, other bots.

use crate::common::program::Program;
use serde_json::{Value, json};

const SEARCH: [&str; 6] = ["--nodes", "500", "--threads", "1", "--memory", "16"];

fn triangle(arguments: &[&str]) -> Program {
    let mut program = Program::start(&[&["triangle"][..], &SEARCH, arguments].concat());
    assert_eq!(program.expect("info")["name"], "landfall");
    program
}

fn config(kicks: &str) -> Value {
    json!({"type": "config", "boardWidth": 10, "boardHeight": 20, "kicks": kicks,
        "spins": "all-mini+", "b2bCharging": true, "queue": ["o", "s", "t", "i", "j", "z", "l",
        "z", "j", "t", "s", "o", "i", "t", "o", "i", "s", "z", "l", "j"]})
}

fn play(program: &mut Program) -> Value {
    program.send(&json!({"type": "play", "garbageMultiplier": 1, "garbageCap": 8}));
    program.expect("move")
}

#[test]
fn a_game_is_played_to_the_end_of_the_input() {
    let mut program = triangle(&[]);
    program.send(&config("SRS+"));
    for _ in 0..10 {
        let answer = play(&mut program);
        let keys = answer["keys"].as_array().expect("a list");
        assert_eq!(keys.last(), Some(&json!("hardDrop")));
        assert_eq!(answer["data"]["cells"].as_array().map(Vec::len), Some(4));
    }
    program.close_stdin();
    let exit = program.wait_for_exit();
    assert_eq!((exit.code, exit.errors.as_str()), (Some(0), ""));
    assert!(exit.lines.is_empty());
}

#[test]
fn a_game_with_other_rules_is_refused_by_name() {
    let mut program = triangle(&[]);
    program.send(&config("TETRA-X"));
    let exit = program.wait_for_exit();
    assert_eq!(exit.code, Some(2));
    assert!(exit.errors.contains("`config.kicks`"), "{}", exit.errors);
}

#[test]
fn nonsense_is_warned_of_and_the_game_goes_on() {
    let mut program = triangle(&[]);
    program.send_bytes(b"this is not a message\n\xff\xfe\n[]\n\n{\"type\":\"dance\"}\n");
    program.send_bytes(&vec![b' '; (1 << 20) + 1]);
    program.send_bytes(b"\n{\"type\":\"state\",\"board\":7}\n");
    program.send(&config("SRS+"));
    play(&mut program);
    // The input ends in the middle of a message.
    program.send_bytes(b"{\"type\":\"pl");
    program.close_stdin();
    let exit = program.wait_for_exit();
    assert_eq!(exit.code, Some(0));
    assert_eq!(exit.errors.lines().count(), 6, "{}", exit.errors);
}

/// The adapter sends SIGINT; systems send SIGTERM.
#[cfg(unix)]
#[test]
fn a_signal_ends_it_while_it_waits() {
    let mut program = triangle(&[]);
    program.send(&config("SRS+"));
    play(&mut program);
    program.terminate();
    let exit = program.wait_for_exit();
    assert_eq!((exit.code, exit.errors.as_str()), (Some(130), ""));
}

#[test]
fn another_bot_plays_through_the_bridge() {
    let bot = format!(
        "'{}' --nodes 300 --name other",
        env!("CARGO_BIN_EXE_landfall")
    );
    let mut program = Program::start(&["triangle", "--bot", &bot, "--timeout", "60"]);
    assert_eq!(program.expect("info")["name"], "other");
    program.send(&config("SRS+"));
    for _ in 0..3 {
        assert!(play(&mut program)["data"].is_object());
    }
    program.close_stdin();
    assert_eq!(program.wait_for_exit().code, Some(0));
}

#[test]
fn a_bot_that_cannot_be_started_is_an_error() {
    let program = Program::start(&["triangle", "--bot", "/nowhere/bot"]);
    let exit = program.wait_for_exit();
    assert_eq!(exit.code, Some(2));
    assert!(exit.lines.is_empty() && exit.errors.contains("/nowhere/bot"));
}
