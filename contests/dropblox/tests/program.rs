//! `dropblox_ai` as a program: its arguments and its commands.

use landfall_testing::dropblox::first_state;
use serde_json::{Value, json};
use std::process::{Command, Output};

const AI: &str = env!("CARGO_BIN_EXE_dropblox_ai");

fn ai(arguments: &[&str]) -> Output {
    let mut command = Command::new(AI);
    command.args(arguments).output().expect("it starts")
}

fn state() -> Value {
    serde_json::from_str(&first_state()).expect("JSON")
}

/// The commands of an answer that is one.
fn commands(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).expect("text");
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_string).collect()
}

#[test]
fn the_answer_contains_only_commands() {
    let state = state().to_string();
    for output in [ai(&[&state, "299"]), ai(&[&state, "1.25"])] {
        let known = ["left", "right", "up", "down", "rotate"];
        let commands = commands(&output);
        assert!(
            commands.iter().all(|c| known.contains(&c.as_str())),
            "{commands:?}"
        );
        assert!(!commands.is_empty(), "the best place is not right below");
    }
}

/// Three rows lack their last cell, and the block is an upright bar of three.
#[test]
fn a_row_that_can_be_cleared_is_cleared() {
    let mut state = state();
    for row in 30..33 {
        for column in 0..11 {
            state["bitmap"][row][column] = json!(1);
        }
    }
    let output = ai(&[&state.to_string(), "0.0"]);
    let commands = commands(&output);
    let rights = commands.iter().filter(|c| *c == "right").count();
    assert_eq!((rights, commands.len()), (5, 5), "{commands:?}");
}

#[test]
fn nothing_is_printed_after_the_time_is_up() {
    for seconds in ["-0.5", "-3", "-1e9"] {
        assert!(commands(&ai(&[&state().to_string(), seconds])).is_empty());
    }
}

#[test]
fn fields_may_come_in_any_order_and_more_of_them_than_needed() {
    let state = state();
    let order = ["preview", "block", "bitmap", "more", "score", "state"];
    let fields = order.map(|name| format!("\"{name}\": {}", state[name]));
    assert!(!commands(&ai(&[&format!("{{{}}}", fields.join(", ")), "0.2"])).is_empty());
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    for (text, word) in [
        ("", "EOF"),
        ("{", "EOF"),
        ("[1, 2]", "state"),
        ("\u{1}\u{7f}", "expected"),
        (&"[".repeat(100_000), "state"),
    ] {
        refused(&ai(&[text, "10"]), word);
    }
    for field in ["block", "preview"] {
        let mut state = state();
        state.as_object_mut().expect("an object").remove(field);
        refused(&ai(&[&state.to_string(), "10"]), field);
    }
    let cell = json!({"i": 0, "j": 0});
    for (place, value, word) in [
        ("/state", json!("failed"), "over"),
        ("/score", json!(-1), "-1"),
        ("/score", json!("7"), "string"),
        ("/preview", json!([]), "0 blocks"),
        ("/bitmap", json!(vec![vec![0; 12]; 32]), "32 rows"),
        ("/bitmap/4", json!(vec![0; 13]), "row 4"),
        ("/bitmap", json!(vec![vec![1; 12]; 33]), "over"),
        ("/bitmap/8/6", json!(3), "over"),
        ("/bitmap/8/6", json!("x"), "string"),
        ("/block/offsets", json!([]), "0 cells"),
        ("/block/offsets", json!(vec![&cell; 200]), "200 cells"),
        ("/block/offsets", json!(vec![&cell; 2]), "twice"),
        ("/block/center/i", json!(40), "outside"),
        ("/block/center/i", json!(2_147_483_647), "outside"),
        ("/block/center/i", json!(1e99), "floating point"),
        ("/preview/2/center", json!({"i": 0, "j": -1}), "block 3"),
    ] {
        let mut state = state();
        *state.pointer_mut(place).expect(place) = value;
        refused(&ai(&[&state.to_string(), "10"]), word);
    }
    let state = state().to_string();
    for (arguments, word) in [
        (vec![], "two arguments"),
        (vec![&*state], "two arguments"),
        (vec![&*state, "soon"], "seconds"),
        (vec![&*state, "NaN"], "seconds"),
        (vec![&*state, ""], "seconds"),
        (vec![&*state, "1", "2"], "two arguments"),
    ] {
        refused(&ai(&arguments), word);
    }
}

fn refused(output: &Output, word: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(word), "{word}: {text}");
}

/// A limit on the file size is an error like a full disk, not a signal.
#[cfg(unix)]
#[test]
fn a_stdout_that_may_not_grow_is_an_error() {
    let folder = landfall_testing::files::folder(env!("CARGO_TARGET_TMPDIR"), "size-limit");
    let limited = r#"ulimit -f 0; exec "$0" "$1" 1 > "$2""#;
    let output = Command::new("sh")
        .args(["-c", limited, AI, &state().to_string()])
        .arg(folder.join("commands"))
        .output()
        .expect("a shell");
    refused(&output, "File too large");
}

/// SIGTERM during the search: the program still prints the best move so far. Only Linux shows
/// whether the program has a handler for it.
#[cfg(target_os = "linux")]
#[test]
fn sigterm_still_gets_an_answer() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let mut state = state();
    // At such a high score the program thinks for long.
    state["score"] = json!(900);
    let child = Command::new(AI)
        .args([&state.to_string(), "299"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let begun = Instant::now();
    while !listens_for_sigterm(child.id()) {
        assert!(begun.elapsed() < Duration::from_secs(120), "it never does");
        std::thread::sleep(Duration::from_millis(1));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert!(!commands(&output).is_empty());
}

/// Whether the kernel reports a handler.
#[cfg(target_os = "linux")]
fn listens_for_sigterm(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.expect("the process is not waited for yet");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.expect("a mask").trim(), 16).expect("hex digits");
    caught >> (15 - 1) & 1 == 1
}

/// The framework sends none, but a state written by hand may have them.
#[test]
fn full_rows_on_the_board_do_not_harm() {
    for full in [1, 10, 11, 20] {
        let mut state = state();
        for row in 33 - full..33 {
            state["bitmap"][row] = json!(vec![1; 12]);
        }
        assert!(!commands(&ai(&[&state.to_string(), "1.25"])).is_empty());
    }
}
