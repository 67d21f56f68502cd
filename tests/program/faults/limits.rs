//! Small machines: little address space, and one core for many threads.

use crate::common::program::{Exit, TIMEOUT, own_status, start_message};
use serde_json::{Value, json};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Instant;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Runs a shell command with these lines as stdin. Returns how it ended, and the signal if one
/// ended it.
fn shell(script: &str, words: &[&str], lines: &[Value]) -> (Exit, Option<i32>) {
    let started = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", script, PROGRAM])
        .args(words)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    for line in lines {
        // It may have ended already.
        let _ = writeln!(stdin, "{line}");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(started.elapsed() < 6 * TIMEOUT, "{words:?} took too long");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let exit = Exit {
        code: output.status.code(),
        lines: text(&output.stdout).lines().map(str::to_string).collect(),
        errors: text(&output.stderr),
    };
    (exit, output.status.signal())
}

/// Returns the messages of a few moves, for a bot with fixed nodes.
fn game() -> Vec<Value> {
    let mut lines = vec![start_message()];
    for piece in ["O", "T", "I"] {
        lines.push(json!({"type": "suggest"}));
        lines.push(json!({"type": "new_piece", "piece": piece}));
    }
    lines
}

/// It plays with fewer threads and less memory, or ends with a message.
#[test]
#[cfg(target_os = "linux")]
fn little_address_space_is_enough_or_reported() {
    let limited = r#"ulimit -v "$1"; shift; exec "$0" "$@""#;
    let mut played = 0;
    // With less than the size of its file, the system ends the program at the start.
    for kilobytes in ["40000", "60000", "120000", "250000", "500000", "4000000"] {
        let words = [
            kilobytes,
            "--threads",
            "4",
            "--nodes",
            "20000",
            "--memory",
            "64",
        ];
        let (exit, signal) = shell(limited, &words, &game());
        let suggestions = exit
            .lines
            .iter()
            .filter(|line| line.contains("\"suggestion\""));
        match (exit.code, signal) {
            (Some(0), None) => {
                assert_eq!(suggestions.count(), 3, "{kilobytes}: {exit:?}");
                played += 1;
            }
            _ => assert!(!exit.errors.is_empty(), "{kilobytes}: {exit:?}"),
        }
    }
    assert!(played > 0, "4 GB are enough");
}

/// Returns the first core that this process may use.
#[cfg(target_os = "linux")]
fn core() -> String {
    let cores = own_status("Cpus_allowed_list").expect("a list");
    let first = cores.split([',', '-']).next();
    first.expect("a core").to_string()
}

#[test]
#[cfg(target_os = "linux")]
fn one_core_is_enough_for_eight_threads() {
    let core = core();
    let alone = r#"core=$1; shift; exec taskset -c "$core" "$0" "$@""#;
    let bench = |threads: &str| {
        let (exit, _) = shell(
            alone,
            &[&core, "bench", "--nodes", "300", "--threads", threads],
            &[],
        );
        assert_eq!(exit.code, Some(0), "{exit:?}");
        exit.lines.last().cloned()
    };
    assert!(bench("1").is_some_and(|line| line.starts_with("checksum ")));
    assert_eq!(bench("8"), bench("1"));
    let bot = |threads: &str| {
        shell(
            alone,
            &[&core, "--nodes", "3000", "--threads", threads],
            &game(),
        )
        .0
    };
    let (one, eight) = (bot("1"), bot("8"));
    assert_eq!((eight.code, eight.errors.as_str()), (Some(0), ""));
    let moves = |exit: &Exit| -> Vec<Value> {
        let messages = exit
            .lines
            .iter()
            .map(|line| serde_json::from_str::<Value>(line));
        messages
            .map(|message| message.expect("JSON")["moves"].clone())
            .collect()
    };
    assert_eq!(moves(&eight), moves(&one));
}
