//! Every file that the program writes, on a full disk and in places that cannot be written: an
//! error, nothing half written, and the same command succeeds when there is room.

use crate::common::files::folder;
use crate::common::program::{Exit, run};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Commands, with `OUT` for the file that they write, `NEW` for another new file, and `IN/` for the
/// folder of their inputs.
const WRITERS: &[&str] = &[
    "arena landfall landfall --clock nodes 9 --games 1 --preset IN/short.json --journal OUT",
    "arena landfall landfall --clock nodes 9 --games 1 --preset IN/short.json --replays OUT",
    "arena landfall landfall --clock nodes 9 --games 1 --preset IN/short.json --html OUT",
    "arena merge IN/games.jsonl --out OUT",
    "connect6 arena landfall landfall --nodes 20 --games 1 --records OUT",
    "connect6 learn IN/records --epochs 1 --out OUT",
    "connect6 openings OUT --count 1 --games 2 --nodes 50",
    "connect6 selfplay OUT --nodes 20 --games 1",
    "dropblox datagen --games 9 --nodes 200 --moves 2 --values none --out OUT",
    "dropblox sim --seed 5 --games 1 --nodes 60 --from 950 --replays OUT",
    "dropblox sim --seed 5 --games 1 --nodes 60 --from 950 --replays NEW --html OUT",
    "dropblox train IN/samples --values none --rounds 1 --epochs 1 --neurons 4 --out OUT",
    "learn IN/replays --prior IN/prior.json --out OUT",
    "man OUT",
    "openbench-runner -recover -variant standard -concurrency 1 -rounds 2 -games 2 \
     -engine dir=IN/ cmd=./landfall proto=uci tc=inf nodes=20 option.Threads=1 option.Hash=16 name=a \
     -engine dir=IN/ cmd=./landfall proto=uci tc=inf nodes=20 option.Threads=1 option.Hash=16 name=b \
     -openings file=book.epd format=epd order=random start=1 -srand 1 -pgnout file=OUT",
    "replay IN/game.jsonl --html OUT",
    "review IN/game.jsonl --nodes 20000 --fumen OUT",
    "review IN/game.jsonl --nodes 20000 --html OUT",
    "review IN/game.jsonl --nodes 20000 --journal OUT --json -",
    "review IN/game.jsonl --nodes 20000 --json OUT",
    "tune --journal OUT --ask NEW --score solo --nodes 9 --population 4 --seeds 1 --pieces 3",
    "tune --journal NEW --ask OUT --score solo --nodes 9 --population 4 --seeds 1 --pieces 3",
    "tune --journal NEW --out OUT --score solo --nodes 9 --population 4 --seeds 1 --pieces 3 \
     --generations 1",
    "tune --play IN/jobs --journal OUT",
];

/// Servers, which create their file at the start.
const SERVERS: &[&str] = &[
    "connect6 serve -p 0 --log OUT",
    "pason serve --command-port 0 --state-port 0 --record OUT",
];

/// Runs a command that must succeed.
fn prepare(words: &str, folder: &Path) {
    let output = Command::new(PROGRAM)
        .args(words.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{words}: {output:?}");
}

/// Returns the folder with the inputs of the commands; it is made once for all tests.
fn inputs() -> &'static Path {
    static INPUTS: OnceLock<PathBuf> = OnceLock::new();
    INPUTS.get_or_init(|| {
        let folder = folder("faults-inputs");
        let ppt = run(&["arena", "--print-preset", "ppt"]).lines.join("\n");
        let short = ppt
            .replace("36000", "90")
            .replace("\"start\": 180", "\"start\": 30");
        fs::write(folder.join("short.json"), short).expect("written");
        fs::write(folder.join("prior.json"), r#"{"holes": -400}"#).expect("written");
        fs::write(folder.join("plain"), "").expect("written");
        symlink(PROGRAM, folder.join("landfall")).expect("a link");
        for words in [
            "arena landfall landfall --clock nodes 20 --games 4 --replays replays --journal games.jsonl",
            "connect6 selfplay records --nodes 20 --games 24",
            "dropblox datagen --games 24 --nodes 200 --moves 2 --values none --out samples",
            "tune --journal run --ask jobs --score solo --nodes 9 --population 4 --seeds 1 --pieces 3",
        ] {
            prepare(words, &folder);
        }
        let game = fs::read_to_string(folder.join("replays/000000.jsonl")).expect("a replay");
        let lines: Vec<&str> = game.lines().take(12).collect();
        fs::write(folder.join("game.jsonl"), lines.join("\n") + "\n").expect("written");
        folder
    })
}

/// Returns the words of a command that writes to `out`.
fn words(command: &str, out: &Path, new: &Path) -> Vec<String> {
    let inputs = inputs().to_str().expect("UTF-8");
    let paths = [out, new].map(|path| path.to_str().expect("UTF-8"));
    command
        .split_whitespace()
        .map(|word| word.replace("OUT", paths[0]).replace("NEW", paths[1]))
        .map(|word| word.replace("IN/", &format!("{inputs}/")))
        .collect()
}

/// Asserts exit code 2 and a reason on stderr.
fn assert_refused(command: &str, code: Option<i32>, errors: &str, named: &str) {
    assert_eq!(code, Some(2), "{command}: {errors}");
    assert!(errors.contains(named), "{command}: {errors}");
    assert!(!errors.contains("panicked"), "{command}: {errors}");
}

/// Returns the sizes of a file, or of the files of a folder.
fn sizes(path: &Path) -> Vec<u64> {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        return paths.flat_map(|path| sizes(&path)).collect();
    }
    fs::metadata(path)
        .map(|file| file.len())
        .into_iter()
        .collect()
}

/// The path is below a file, where root cannot write either.
#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = folder("faults-unwritable");
    for (number, command) in WRITERS.iter().chain(SERVERS).enumerate() {
        let below = inputs().join("plain/out");
        let new = folder.join(format!("new-{number}"));
        let words = words(command, &below, &new);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Exit { code, errors, .. } = run(&words);
        assert_refused(command, code, &errors, "plain");
    }
}

/// A limit of file sizes stands for the disk. The program itself has to handle the signal of that
/// limit, which would end it without a message.
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = folder("faults-full");
    let limited = r#"ulimit -f 0; exec "$0" "$@""#;
    for (number, command) in WRITERS.iter().enumerate() {
        let [out, new] = ["out", "new"].map(|name| folder.join(format!("{name}-{number}")));
        let words = words(command, &out, &new);
        let Output { status, stderr, .. } = Command::new("sh")
            .args(["-c", limited, PROGRAM])
            .args(&words)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .output()
            .expect("it starts");
        let errors = String::from_utf8_lossy(&stderr);
        assert_refused(command, status.code(), &errors, "File too large");
        let left = [&out, &new].map(|path| sizes(path)).concat();
        assert!(left.iter().all(|size| *size == 0), "{command}: {left:?}");
        prepare(&words.join(" "), &folder);
        assert!(!sizes(&out).is_empty(), "{command}");
    }
    let beside = fs::read_dir(&folder).expect("a folder");
    for entry in beside {
        let path = entry.expect("an entry").path();
        assert_ne!(path.extension().unwrap_or_default(), "new", "{path:?}");
    }
}

/// A journal is read before it is written, so a pipe would be read for ever.
#[test]
fn a_pipe_as_a_journal_is_refused() {
    let folder = folder("faults-pipe");
    let pipe = folder.join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    for command in WRITERS.iter().filter(|it| it.contains("--journal OUT")) {
        let words = words(command, &pipe, &folder.join("new"));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Exit { code, errors, .. } = run(&words);
        assert_refused(command, code, &errors, "no regular file");
    }
}
