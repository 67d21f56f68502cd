//! Stdout and stderr that are full or closed.

use crate::common::files::folder;
use crate::common::program::{command, wait};
use std::fs::File;
use std::io::Read;
use std::process::Stdio;

/// Commands that print a result, quickly.
const REPORTS: &[&[&str]] = &[
    &["weights"],
    &["weights", "--params"],
    &["perft", "IO"],
    &["bench", "--nodes", "20"],
    &["completions", "bash"],
    &["arena", "--print-preset", "ppt"],
    &[
        "arena", "landfall", "landfall", "--clock", "nodes", "9", "--games", "1",
    ],
    &["watch", "--pieces", "2", "--nodes", "20"],
    &[
        "dropblox", "sim", "--seed", "5", "--games", "1", "--nodes", "60", "--from", "950",
    ],
    &[
        "connect6", "arena", "landfall", "landfall", "--nodes", "20", "--games", "1",
    ],
    &["connect6", "watch", "--nodes", "20"],
    &["connect6", "play", "--nodes", "20"],
];

/// Runs a command with this stdout and an empty stdin; returns its exit code and stderr.
fn run(arguments: &[&str], stdout: Option<File>) -> (Option<i32>, String) {
    let mut command = command(arguments);
    if let Some(file) = stdout {
        command.stdout(file);
    }
    let mut child = command.stdin(Stdio::null()).spawn().expect("it starts");
    drop(child.stdout.take());
    let code = wait(&mut child);
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("UTF-8");
    (code, errors)
}

/// A missing result must not look like a success.
#[test]
#[cfg(target_os = "linux")]
fn a_full_stdout_is_an_error() {
    for arguments in REPORTS {
        let full = File::options().write(true).open("/dev/full");
        let (code, errors) = run(arguments, Some(full.expect("a device")));
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        assert!(
            errors.contains("No space left on device"),
            "{arguments:?}: {errors}"
        );
    }
}

#[test]
fn a_closed_stdout_is_no_error() {
    for arguments in REPORTS {
        let (code, errors) = run(arguments, None);
        assert_eq!(code, Some(0), "{arguments:?}: {errors}");
        assert!(!errors.contains("error"), "{arguments:?}: {errors}");
    }
}

/// Messages are lost, but the work is done.
#[test]
#[cfg(target_os = "linux")]
fn a_full_stderr_does_not_end_a_command() {
    let records = folder("faults-stderr").join("records");
    let records = records.to_str().expect("UTF-8");
    let selfplay = [
        "connect6", "selfplay", records, "--nodes", "20", "--games", "1",
    ];
    for (arguments, expected) in [(&selfplay[..], 0), (&["perft", "no piece"], 2)] {
        let full = File::options().write(true).open("/dev/full");
        let mut command = command(arguments);
        command.stderr(full.expect("a device")).stdin(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        assert_eq!(wait(&mut child), Some(expected), "{arguments:?}");
    }
}
