//! The progress of long work on stderr: a bar on a terminal, lines elsewhere, and the same
//! stdout with both.
#![cfg(unix)]

use crate::common::program::command;
use nix::pty::openpty;
use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use std::thread;

const SIM: [&str; 10] = [
    "dropblox", "sim", "--seed", "5", "--games", "2", "--nodes", "300", "--from", "900",
];

/// Runs the program with stderr on a terminal; returns its stdout, and the terminal's text.
fn run_on_terminal(arguments: &[&str]) -> (String, String) {
    let pty = openpty(None, None).expect("a pty");
    let mut child = command(arguments)
        .env("TERM", "xterm-256color")
        .stderr(Stdio::from(pty.slave))
        .spawn()
        .expect("the program starts");
    let mut master = File::from(pty.master);
    let reader = thread::spawn(move || {
        let (mut text, mut bytes) = (Vec::new(), [0; 4096]);
        // Reading fails when the program has ended.
        while let Ok(read @ 1..) = master.read(&mut bytes) {
            text.extend(&bytes[..read]);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut stdout = String::new();
    let pipe = child.stdout.as_mut().expect("a pipe");
    pipe.read_to_string(&mut stdout).expect("UTF-8");
    assert!(child.wait().expect("an end").success());
    (stdout, reader.join().expect("the terminal is read"))
}

#[test]
fn a_terminal_shows_a_bar_and_a_pipe_has_lines() {
    let (on_terminal, bar) = run_on_terminal(&SIM);
    assert!(bar.contains("/2 games, "), "{bar:?}");
    assert!(!bar.contains("game 1 of 2"), "{bar:?}");
    // At the end the line is cleared.
    let (_, cleared) = bar.rsplit_once(" left").expect("a bar");
    assert!(cleared.contains("\x1b[2K"), "{bar:?}");
    let piped = command(&SIM).output().expect("the program runs");
    let lines = String::from_utf8_lossy(&piped.stderr);
    assert!(
        lines.starts_with("game 1 of 2: seed ") && lines.lines().count() == 2,
        "{lines}"
    );
    assert_eq!(String::from_utf8_lossy(&piped.stdout), on_terminal);
}
