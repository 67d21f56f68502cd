//! `landfall openbench-runner` as a worker runs it: recorded commands, their output and files,
//! faulty engines and invalid commands.
#![cfg(unix)]

use crate::common::arena::{bot_script, summary};
use crate::common::files::{folder, text};
use crate::common::program::run;
use landfall_tbp::host::split_command;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// The commands of two workers, and the output and the file of the first one.
const SPRT: &str = include_str!("../openbench/sprt.command");
const SPSA: &str = include_str!("../openbench/spsa.command");
const SPRT_LINES: &str = include_str!("../openbench/sprt.lines");
const SPRT_PGN: &str = include_str!("../openbench/sprt.pgn");

/// The engines of the recorded test, and its file.
const DEV: &str = "Engines/landfall-0A1B2C3D";
const BASE: &str = "Engines/landfall-4E5F6071";
const PGN: &str = "PGNs/12.34.1700000000.0.pgn";

/// The folder of a worker, with the runner under the name that a worker uses.
struct WorkerFolder(PathBuf);

impl WorkerFolder {
    fn new(name: &str) -> WorkerFolder {
        let folder = folder(name);
        for part in ["Engines", "PGNs"] {
            fs::create_dir(folder.join(part)).unwrap();
        }
        symlink(PROGRAM, folder.join("fastchess-ob")).unwrap();
        WorkerFolder(folder)
    }

    /// Returns the folder of a worker with both engines of the recorded test: this program, as
    /// links or as copies.
    fn with_engines(name: &str, engines: [fn(&Path); 2]) -> WorkerFolder {
        let worker = WorkerFolder::new(name);
        for (engine, make) in [DEV, BASE].into_iter().zip(engines) {
            make(&worker.0.join(engine));
        }
        worker
    }

    fn command(&self, line: &str) -> Command {
        let words = split_command(line).unwrap();
        let mut command = Command::new(self.0.join(&words[0]));
        command
            .args(&words[1..])
            .current_dir(&self.0)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Writes a shell script that shakes hands, and runs `answer` for every `suggest`.
    fn script(&self, engine: &str, answer: &str) {
        let path = self.0.join(engine);
        let text = format!("#!/bin/sh\n{}", bot_script("script", answer));
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn pgn(&self) -> String {
        text(self.0.join(PGN))
    }
}

fn link(path: &Path) {
    symlink(PROGRAM, path).unwrap();
}

fn copy(path: &Path) {
    fs::copy(PROGRAM, path).unwrap();
}

/// Returns the lines of stdout, sorted, since games end in any order.
fn lines(output: &Output) -> Vec<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "");
    sorted(std::str::from_utf8(&output.stdout).unwrap().lines())
}

/// Returns the entries of a PGN file, sorted.
fn entries(pgn: &str) -> Vec<String> {
    let whole = pgn.strip_suffix("\n\n").expect("a whole entry");
    sorted(
        whole
            .split("\n\n[")
            .map(|entry| entry.trim_start_matches('[')),
    )
}

fn sorted<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut texts: Vec<String> = texts.map(str::to_string).collect();
    texts.sort();
    texts
}

/// Returns the pairs by dev's points, parsed as a worker does: by the positions of words in a line,
/// and the numbers of the games.
fn pentanomial(output: &str) -> [u64; 5] {
    let mut results: HashMap<u64, usize> = HashMap::new();
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], ["Finished", "game"], "{line}");
        assert!(line.is_ascii() && line.contains(" {"), "{line}");
        let points = ["0-1", "1/2-1/2", "1-0"];
        let points = points
            .iter()
            .position(|result| *result == words[6])
            .unwrap();
        results.insert(words[2].parse().unwrap(), points);
    }
    let mut pairs = [0; 5];
    for game in (1..=results.len() as u64).step_by(2) {
        pairs[results[&game] + 2 - results[&(game + 1)]] += 1;
    }
    pairs
}

#[test]
fn the_program_named_fastchess_ob_is_the_runner() {
    let worker = WorkerFolder::new("openbench-version");
    let printed = worker.run("./fastchess-ob --version").stdout;
    let printed = String::from_utf8(printed).unwrap();
    let version = printed.strip_prefix("landfall openbench-runner ").unwrap();
    assert!(version.starts_with(env!("CARGO_PKG_VERSION")), "{printed}");
    let by_name = run(&["openbench-runner", "--version"]);
    assert_eq!(by_name.lines, [printed.trim_end()]);
}

/// The engines are this program, copies of it behind pipes, or one copy for both: the games are the
/// same.
#[test]
fn a_recorded_command_gives_the_recorded_games() {
    let recorded = sorted(SPRT_LINES.lines());
    let one_engine = SPRT.replace("4E5F6071", "0A1B2C3D");
    for (name, engines, command) in [
        ("openbench-pipes", [copy as fn(&Path), copy], SPRT),
        ("openbench-inside", [link, link], SPRT),
        ("openbench-alone", [copy, link], &one_engine),
    ] {
        let worker = WorkerFolder::with_engines(name, engines);
        assert_eq!(lines(&worker.run(command)), recorded, "{name}");
        assert_eq!(entries(&worker.pgn()), entries(SPRT_PGN), "{name}");
    }
}

/// A worker counts the same pairs as `landfall arena` for the same games.
#[test]
fn a_worker_counts_what_the_arena_counts() {
    let worker = WorkerFolder::with_engines("openbench-counts", [link, link]);
    let command = SPRT.replace("-concurrency 1", "-concurrency 3");
    let printed = lines(&worker.run(&command)).join("\n");
    let bots = ["landfall --nodes 200", "landfall --nodes 60"];
    let series = [
        "--clock", "nodes", "60", "--seed", "12", "--games", "32..48",
    ];
    let summary = summary(&[&bots[..], &series].concat());
    assert_eq!(summary["pairs"], serde_json::json!(pentanomial(&printed)));
    assert!(
        pentanomial(&printed)[3..].iter().sum::<u64>() > 0,
        "{printed}"
    );
}

#[test]
fn parameters_change_the_games() {
    let play = |name: &str, command: &str| {
        let worker = WorkerFolder::with_engines(name, [link, link]);
        lines(&worker.run(command));
        entries(&worker.pgn())
    };
    let tuned = play("openbench-tuned", SPSA);
    assert_eq!(tuned, play("openbench-tuned-again", SPSA));
    let plain = split_command(SPSA).unwrap().into_iter();
    let is_plain = |word: &String| !word.starts_with("option.") || word.contains("Hash");
    let words: Vec<String> = plain
        .filter(is_plain)
        .map(|word| format!("'{word}'"))
        .collect();
    assert_ne!(tuned, play("openbench-plain", &words.join(" ")));
}

/// Each loses its games, with the words by which a worker recognizes errors.
#[test]
fn a_faulty_engine_loses_with_the_words_of_the_error() {
    let floating = r#"echo '{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"north","x":4,"y":15},"spin":"none"}]}'"#;
    for (name, answer, reason, termination) in [
        (
            "crashes",
            "exit 3",
            "landfall-base disconnects",
            "abandoned",
        ),
        (
            "chatters",
            "echo hello",
            "landfall-base disconnects, it sent invalid output",
            "abandoned",
        ),
        (
            "cheats",
            floating,
            "landfall-base makes an illegal move",
            "illegal move",
        ),
    ] {
        let worker = WorkerFolder::with_engines(&format!("openbench-{name}"), [link, |_| {}]);
        worker.script(BASE, answer);
        let printed = lines(&worker.run(&SPRT.replace("-rounds 16", "-rounds 2")));
        let games = [
            format!("Finished game 1 (landfall-dev vs landfall-base): 1-0 {{{reason}}}"),
            format!("Finished game 2 (landfall-base vs landfall-dev): 0-1 {{{reason}}}"),
        ];
        assert_eq!(printed, games);
        let tag = format!("[Termination \"{termination}\"]\n");
        assert_eq!(worker.pgn().matches(&tag).count(), 2, "{}", worker.pgn());
    }
}

/// The reason is in the file that a worker sends to the server.
#[test]
fn an_engine_that_does_not_start_is_reported() {
    for (name, engines, from, to, reason) in [
        (
            "refuses",
            [link as fn(&Path), link],
            "Hash=16",
            "Hash=x",
            "--memory",
        ),
        ("unknown", [link, link], "Hash=16", "nothing=1", "nothing"),
        ("ends", [copy, copy], "Hash=16", "Hash=x", "--memory"),
    ] {
        let worker = WorkerFolder::with_engines(&format!("openbench-{name}"), engines);
        let output = worker.run(&SPRT.replace(from, to));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(output.stdout.is_empty());
        let pgn = worker.pgn();
        assert!(pgn.contains("[Termination \"abandoned\"]\n"), "{pgn}");
        assert!(pgn.contains(reason) && pgn.is_ascii(), "{pgn}");
        assert_eq!(entries(&pgn).len(), 1, "{pgn}");
    }
    let worker = WorkerFolder::with_engines("openbench-missing", [link, |_| {}]);
    let output = worker.run(SPRT);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("landfall-4E5F6071"), "{errors}");
}

#[test]
fn a_wrong_command_is_refused_in_one_line() {
    let worker = WorkerFolder::with_engines("openbench-wrong", [link, link]);
    for command in [
        "./fastchess-ob",
        "./fastchess-ob -version",
        &SPRT.replace("-rounds 16", "-rounds 18446744073709551615"),
        &SPRT.replace("start=17", "start=18446744073709551615"),
        &SPRT.replace("tc=inf nodes=60", "tc=8.00+0.08 timemargin=250"),
        &SPRT.replace("PGNs/", "nowhere/"),
    ] {
        let output = worker.run(command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {errors}");
        assert_eq!(output.stdout, b"", "{command}");
        let refusal = errors
            .lines()
            .filter(|line| line.starts_with("landfall: error: "));
        assert_eq!(refusal.count(), 1, "{errors}");
    }
}

/// A worker terminates its runner; the file exists from the beginning.
#[test]
fn a_terminated_runner_leaves_whole_games() {
    let worker = WorkerFolder::with_engines("openbench-ends", [link, link]);
    let long = SPRT.replace("-rounds 16", "-rounds 1000000");
    let mut runner = worker.command(&long);
    let mut runner = runner.stdout(Stdio::piped()).spawn().unwrap();
    let out = BufReader::new(runner.stdout.take().unwrap());
    let mut printed = out.lines();
    for _ in 0..3 {
        assert!(
            printed
                .next()
                .unwrap()
                .unwrap()
                .starts_with("Finished game ")
        );
    }
    kill(Pid::from_raw(runner.id() as i32), Signal::SIGTERM).unwrap();
    let rest = printed.count();
    assert_eq!(runner.wait().unwrap().code(), Some(130));
    assert_eq!(entries(&worker.pgn()).len(), 3 + rest);
}

#[test]
fn a_runner_with_a_closed_stdout_ends() {
    let worker = WorkerFolder::with_engines("openbench-reader", [link, link]);
    let long = SPRT.replace("-rounds 16", "-rounds 1000000");
    let mut runner = worker.command(&long);
    let mut runner = runner.stdout(Stdio::piped()).spawn().unwrap();
    drop(runner.stdout.take());
    assert_eq!(runner.wait().unwrap().code(), Some(130));
}
