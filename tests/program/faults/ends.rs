//! How the program ends or goes on: simultaneous signals, half a line of input, and SIGSTOP.

use crate::common::arena::{bot_script, summary};
use crate::common::files::folder;
use crate::common::program::{Exit, Program, TIMEOUT, command, own_status, start_message};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Waits until a condition holds.
fn await_that(what: &str, happened: impl Fn() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < TIMEOUT, "{what} did not happen");
        sleep(Duration::from_millis(5));
    }
}

/// Commands that run for long, with `IN/` for a folder, and the file in it that shows that
/// something is finished; without one it is the first line of stdout.
const LONG_WORK: &[(&str, &str)] = &[
    (
        "arena landfall landfall --clock nodes 30 --games 999999 --journal IN/games",
        "games",
    ),
    (
        "connect6 arena landfall landfall --nodes 100 --games 9999",
        "",
    ),
    (
        "connect6 openings IN/openings --nodes 100 --count 9999",
        "openings",
    ),
    (
        "connect6 selfplay IN/records --nodes 100 --games 9999",
        "records/game-0000001.txt",
    ),
    ("connect6 watch --nodes 20000", ""),
    (
        "dropblox datagen --nodes 200 --moves 2 --values none --games 99999 --out IN/samples",
        "samples",
    ),
    (
        "tune --score solo --nodes 20 --generations 999999 --journal IN/run",
        "run",
    ),
];

/// Ends a command by SIGTERM and SIGINT at once, after `file` is written, or after the first line.
fn interrupted(arguments: &[&str], file: Option<&Path>) -> Exit {
    let mut program = Program::start(arguments);
    match file {
        Some(file) => await_that("the file", || {
            fs::metadata(file).is_ok_and(|file| file.len() > 0)
        }),
        None => drop(program.line()),
    }
    program.signals_together(&[Signal::SIGTERM, Signal::SIGINT]);
    program.wait_for_exit()
}

/// They finish what they have begun, or leave it out, and exit with 130.
#[test]
fn long_work_ends_cleanly_on_two_signals() {
    let folder = folder("faults-ends");
    let inside = format!("{}/", folder.display());
    for (command, file) in LONG_WORK {
        let words: Vec<String> = command
            .split(' ')
            .map(|word| word.replace("IN/", &inside))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let file = Some(folder.join(file)).filter(|_| !file.is_empty());
        let ended = interrupted(&words, file.as_deref());
        assert_eq!(ended.code, Some(130), "{command}: {}", ended.errors);
        assert!(
            !ended.errors.contains("error"),
            "{command}: {}",
            ended.errors
        );
    }
}

/// The summary of the game is printed, and the signal ends the program.
#[test]
fn a_game_in_plain_text_ends_with_its_summary() {
    for pace in [&["--pps", "max"][..], &["--pps", "0.1"]] {
        let ended = interrupted(&[&["watch", "--nodes", "50"], pace].concat(), None);
        assert_eq!(ended.code, None, "a signal ends it");
        let last = ended.lines.last().expect("a summary");
        assert!(last.ends_with("quit"), "{last}");
    }
}

/// Returns whether programs that are started here ignore a signal, as in the background of a shell.
fn is_ignored(signal: Signal) -> bool {
    own_status("SigIgn").is_some_and(|mask| {
        let mask = u64::from_str_radix(&mask, 16).expect("a mask");
        mask & (1 << (signal as u32 - 1)) != 0
    })
}

/// The bot has nothing to finish: lines are written as a whole.
#[test]
fn a_signal_ends_the_bot_at_once() {
    let signals = [Signal::SIGTERM, Signal::SIGINT];
    for signal in signals.into_iter().filter(|&signal| !is_ignored(signal)) {
        let mut program = Program::start(&["--threads", "2"]);
        program.expect("info");
        program.send(&start_message());
        program.signal(signal);
        let ended = program.wait_for_exit();
        assert_eq!((ended.code, ended.errors.as_str()), (None, ""));
    }
}

#[test]
fn half_a_line_at_the_end_of_input_is_warned_of() {
    let mut program = Program::start(&["--nodes", "500"]);
    program.expect("info");
    program.send(&start_message());
    program.send_bytes(b"{\"type\":\"sugg");
    program.close_stdin();
    let ended = program.wait_for_exit();
    assert_eq!((ended.code, ended.lines.len()), (Some(0), 0));
    assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
    assert!(
        ended.errors.starts_with("landfall: warning: "),
        "{}",
        ended.errors
    );
}

/// Returns whether a process is stopped.
fn is_stopped(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| stat.contains(") T "))
}

#[test]
#[cfg(target_os = "linux")]
fn a_stopped_bot_answers_after_it_is_continued() {
    for options in [&["--threads", "2"][..], &["--nodes", "2000"]] {
        let mut program = Program::start(options);
        program.expect("info");
        program.send(&start_message());
        program.signal(Signal::SIGSTOP);
        await_that("the stop", || is_stopped(program.id()));
        program.send(&json!({"type": "suggest"}));
        program.signal(Signal::SIGCONT);
        let moves = program.expect("suggestion")["moves"].clone();
        assert!(moves.as_array().is_some_and(|moves| !moves.is_empty()));
        program.close_stdin();
        assert_eq!(program.wait_for_exit().code, Some(0));
    }
}

/// No game and no result is lost if a bot or the arena is stopped for a moment.
#[test]
#[cfg(target_os = "linux")]
fn a_series_goes_on_after_a_stop() {
    let bot = format!("'{PROGRAM}' --nodes 60 --threads 1");
    let series = [
        "landfall --nodes 50",
        &bot,
        "--games",
        "3",
        "--clock",
        "nodes",
        "50",
    ];
    let undisturbed = summary(&series);
    let arena = command(&[&["arena"], &series[..], &["--json"]].concat()).spawn();
    let arena = arena.expect("it starts");
    let children = format!("/proc/{0}/task/{0}/children", arena.id());
    let child = || -> Option<u32> { fs::read_to_string(&children).ok()?.trim().parse().ok() };
    await_that("the bot", || child().is_some());
    for id in [child().expect("a bot"), arena.id()] {
        let process = Pid::from_raw(id as i32);
        kill(process, Signal::SIGSTOP).expect("it runs");
        await_that("the stop", || is_stopped(id));
        kill(process, Signal::SIGCONT).expect("it is there");
    }
    let output = arena.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let played: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    assert_eq!(played, undisturbed);
}

/// A bot that stops itself does not answer, and loses.
#[test]
fn a_bot_that_stays_stopped_loses() {
    let script = folder("faults-stopped").join("bot.sh");
    fs::write(&script, bot_script("stopped", "kill -STOP $$")).expect("written");
    let bot = format!("sh '{}'", script.display());
    let summary = summary(&[
        "landfall --nodes 20",
        &bot,
        "--games",
        "2",
        "--timeout",
        "10",
    ]);
    assert_eq!(summary["b"]["silences"], 2, "{summary}");
}
