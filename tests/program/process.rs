//! The program as a process: its end, its help, its errors, and its output.
//!
//! How fast it ends is measured in `benches/latency.rs`; here the only time limit is for hangs.

use crate::common::files::Scratch;
use crate::common::program::{Exit, Program, TIMEOUT, command, run, start_message, wait};
use landfall_rules::movegen::SpinCounting;
use landfall_rules::perft::{HoldUse, Perft};
use landfall_rules::{Board, Ruleset};
use landfall_testing::pieces;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Starts a program that has answered once and searches on.
fn searching(arguments: &[&str]) -> Program {
    let mut program = Program::start(arguments);
    program.expect("info");
    program.send(&start_message());
    program.send(&json!({"type": "suggest"}));
    program.expect("suggestion");
    program
}

fn ends_well(ended: &Exit) {
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    assert_eq!(ended.errors, "");
    assert_eq!(ended.lines, [""; 0]);
}

#[test]
fn the_end_of_input_ends_it() {
    let mut program = searching(&["--threads", "2"]);
    program.close_stdin();
    ends_well(&program.wait_for_exit());
}

#[test]
fn quit_ends_it() {
    let mut program = searching(&["--threads", "2"]);
    program.send(&json!({"type": "quit"}));
    ends_well(&program.wait_for_exit());
}

/// With fixed nodes the search starts at the request, and the answer comes before the end.
#[test]
fn a_requested_answer_comes_before_the_end() {
    let mut program = Program::start(&["--nodes", "20000", "--threads", "2"]);
    program.expect("info");
    program.send(&start_message());
    program.send(&json!({"type": "suggest"}));
    program.close_stdin();
    program.expect("suggestion");
    ends_well(&program.wait_for_exit());
}

#[test]
fn a_closed_stdout_ends_it() {
    let mut child = command(&["--threads", "2"]).spawn().expect("it starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut line = String::new();
    for message in [start_message(), json!({"type": "suggest"})] {
        writeln!(stdin, "{message}").expect("it reads");
    }
    for _ in 0..2 {
        stdout.read_line(&mut line).expect("it writes");
    }
    assert_eq!(line.lines().count(), 2, "{line}");
    drop(stdout);
    // A process that another test is starting may hold the closed end for a moment, so requests are
    // repeated until the program has ended.
    let started = Instant::now();
    while child.try_wait().expect("the process is ours").is_none() {
        assert!(started.elapsed() < TIMEOUT, "the program has not ended");
        // Fails when the program has ended between these two lines.
        let _ = writeln!(stdin, "{}", json!({"type": "suggest"}));
        sleep(Duration::from_millis(10));
    }
    assert_eq!(wait(&mut child), Some(0));
    let mut errors = String::new();
    let stderr = child.stderr.take().expect("a pipe");
    std::io::Read::read_to_string(&mut { stderr }, &mut errors).expect("UTF-8");
    assert_eq!(errors, "");
}

const BOT_OPTIONS: [&str; 6] = [
    "--threads",
    "--nodes",
    "--weights",
    "--name",
    "--moves",
    "--memory",
];

#[test]
fn help_is_complete() {
    let perft = [
        "--rules", "--board", "--hold", "--spins", "--json", "<QUEUE>",
    ];
    let bench = ["--threads", "--nodes", "--expect"];
    let watch = [
        "--pps",
        "--seed",
        "--pieces",
        "--garbage",
        "--previews",
        "--bot",
        "--timeout",
        "--json",
        "--verbose",
    ];
    let arena = [
        "--games",
        "--sprt",
        "--clock",
        "--preset",
        "--journal",
        "--resume",
        "--replays",
    ];
    let commands = [
        "arena",
        "watch",
        "perft",
        "bench",
        "weights",
        "--version",
        "--help",
    ];
    for (command, mentioned) in [
        (None, [&BOT_OPTIONS[..], &commands].concat()),
        (Some("perft"), perft.to_vec()),
        (Some("bench"), bench.to_vec()),
        (Some("watch"), [&BOT_OPTIONS[..], &watch].concat()),
        (Some("arena"), arena.to_vec()),
        (Some("weights"), vec!["--help"]),
    ] {
        let arguments: Vec<&str> = command.into_iter().chain(["--help"]).collect();
        let help = run(&arguments);
        assert_eq!((help.code, help.errors.as_str()), (Some(0), ""));
        let text = help.lines.join("\n");
        for name in mentioned {
            assert!(text.contains(name), "{name} is not in the help:\n{text}");
        }
    }
}

/// Every option that a help text lists has a sentence that explains it.
#[test]
fn every_option_is_explained() {
    for arguments in [
        &["--help"][..],
        &["perft", "--help"],
        &["bench", "--help"],
        &["watch", "--help"],
        &["arena", "--help"],
        &["tune", "--help"],
        &["learn", "--help"],
        &["fumen", "--help"],
        &["replay", "--help"],
        &["weights", "--help"],
        &["blockbattle", "--help"],
        &["connect6", "arena", "--help"],
        &["dropblox", "sim", "--help"],
    ] {
        let lines = run(arguments).lines;
        let options = lines.iter().enumerate().filter(|(_, line)| {
            // Lines further to the right are text.
            let line = line.strip_prefix("      ").unwrap_or(line);
            let line = line
                .strip_prefix("  ")
                .filter(|rest| rest.starts_with("-"))
                .unwrap_or(line);
            line.starts_with("--") || line.starts_with("-h") || line.starts_with("-V")
        });
        for (i, line) in options {
            // The text is beside the option, or on the line below it.
            let beside = line.trim().split_once("  ").is_some();
            let below = lines.get(i + 1).map_or("", |line| line.trim());
            let explained = beside || !(below.is_empty() || below.starts_with('-'));
            assert!(explained, "{line} in {arguments:?}");
        }
    }
}

#[test]
fn bad_options_are_refused() {
    for (arguments, named) in [
        (&["--threads", "0"][..], "--threads"),
        (&["--threads", "many"], "many"),
        (&["--threads", "-1"], "-1"),
        (&["--nodes", "0"], "--nodes"),
        (&["--nodes", "1e6"], "1e6"),
        (&["--moves", "0"], "--moves"),
        (&["--memory", "0"], "--memory"),
        (&["--speed", "9"], "--speed"),
        (&["dance"], "dance"),
        (&["perft"], "QUEUE"),
        (&["perft", "IOX"], "'X' is no piece"),
        (&["perft", ""], "at least one piece"),
        (&["perft", "--rules", "srs", "I"], "tetrio-s2"),
        (
            &["perft", "--board", "/nowhere/b.txt", "I"],
            "/nowhere/b.txt",
        ),
        (&["bench", "--threads", "0"], "--threads"),
        (&["bench", "--nodes", "0"], "--nodes"),
        (&["watch", "--pps", "fast"], "fast"),
        (
            &["watch", "--weights", "/nowhere/w.json"],
            "/nowhere/w.json",
        ),
        (&["--weights", "/nowhere/w.json"], "/nowhere/w.json"),
        (&["--weights", "/"], "/"),
    ] {
        refused(arguments, named);
    }
}

/// Asserts exit code 2, nothing on stdout, and one line on stderr that names the cause; clap adds
/// its usage after that line.
fn refused(arguments: &[&str], named: &str) {
    let ended = run(arguments);
    assert_eq!(ended.code, Some(2), "{arguments:?}: {}", ended.errors);
    assert_eq!(ended.lines, [""; 0], "{arguments:?}");
    let first = ended.errors.lines().next().unwrap_or_default();
    // clap names missing arguments on the second line.
    let is_named = ended
        .errors
        .lines()
        .take(2)
        .any(|line| line.contains(named));
    assert!(
        first.contains("error: ") && is_named,
        "{arguments:?}: {}",
        ended.errors
    );
    let own = first.starts_with("landfall: ");
    assert!(
        !own || ended.errors.lines().count() == 1,
        "{}",
        ended.errors
    );
}

#[test]
fn the_printed_weights_are_a_valid_file() {
    let weights = run(&["weights"]);
    assert_eq!((weights.code, weights.errors.as_str()), (Some(0), ""));
    let text = weights.lines.join("\n");
    let file = Scratch::new("weights.json", &text);
    let mut program = searching(&["--weights", file.path(), "--threads", "1"]);
    program.close_stdin();
    ends_well(&program.wait_for_exit());

    // A file may name only some of them.
    let part = Scratch::new("part.json", "{\"holes\": -100}");
    let mut program = searching(&["--weights", part.path(), "--threads", "1"]);
    program.close_stdin();
    ends_well(&program.wait_for_exit());
}

#[test]
fn bad_weights_files_are_refused_by_name() {
    for (name, text, named) in [
        ("unknown.json", "{\"hole\": 3}", "`hole`"),
        ("type.json", "{\n\"holes\": \"many\"}", "line 2"),
        ("syntax.json", "{\"holes\": 3", "line 1"),
        ("length.json", "{\"clear\": [1, 2]}", "length 2"),
        ("large.json", "{\"holes\": 3000000000}", "3000000000"),
        ("empty.json", "", "empty.json"),
    ] {
        let file = Scratch::new(name, text);
        refused(&["--weights", file.path()], named);
        refused(&["--weights", file.path()], name);
    }
}

#[test]
fn perft_prints_json_lines() {
    let perft = |arguments: &[&str]| -> Vec<u64> {
        let ended = run(&[&["perft", "--json"], arguments].concat());
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
        let lines = ended.lines.iter().enumerate();
        lines
            .map(|(i, line)| placements(i as u64 + 1, line))
            .collect()
    };
    assert_eq!(perft(&["IOLJ"]), [17, 153, 5_266, 188_374]);
    assert_eq!(perft(&["--spins", "ttt"]), [34, 1_190, 43_166]);
    assert_eq!(perft(&["TTT"]), [34, 1_182, 42_348]);
    assert_eq!(perft(&["--hold", "IO"])[0], 17 + 9);
    let board = format!(
        "{}/crates/rules/tests/perft/boards/terrible.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    assert_eq!(perft(&["--board", &board, "T"]), [83]);
}

/// Every ruleset is counted with its own rotation; the default is the guideline.
#[test]
fn perft_counts_under_any_ruleset() {
    let perft = |rules: &str, queue: &str| -> u64 {
        let ended = run(&["perft", "--json", "--spins", "--rules", rules, queue]);
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
        let last = ended.lines.last().expect("a line for each piece");
        placements(queue.len() as u64, last)
    };
    for rules in Ruleset::ALL {
        let queue = pieces("TIS");
        let expected = Perft {
            spins: SpinCounting::Distinct,
            hold: HoldUse::Never,
        }
        .count(rules, &Board::EMPTY, &queue, queue.len());
        assert_eq!(perft(rules.name, "TIS"), expected, "{}", rules.name);
    }
    assert_eq!(perft("guideline", "IOLJ"), 188_374);
    assert_eq!(perft("tetrio-s2", "IOLJ"), 188_561);
}

/// Reads a line of `perft --json`.
fn placements(depth: u64, line: &str) -> u64 {
    let line: Value = serde_json::from_str(line).expect("JSON");
    let keys: Vec<&String> = line.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["depth", "placements", "seconds"]);
    assert_eq!(line["depth"], depth);
    assert!(line["seconds"].as_f64().expect("a number") >= 0.0);
    line["placements"].as_u64().expect("a whole number")
}

#[test]
fn bench_is_the_same_on_any_number_of_threads() {
    let bench = |threads: &str, more: &[&str]| {
        run(&[&["bench", "--nodes", "200", "--threads", threads], more].concat())
    };
    let figure = |ended: &Exit, name: &str| -> String {
        let line = ended.lines.iter().find(|line| line.starts_with(name));
        let word = line.and_then(|line| line.split_whitespace().nth(1));
        word.unwrap_or_else(|| panic!("no {name} in {ended:?}"))
            .to_string()
    };
    let (one, two) = (bench("1", &[]), bench("2", &[]));
    assert_eq!((one.code, two.code), (Some(0), Some(0)));
    for name in ["positions", "nodes", "checksum"] {
        assert_eq!(figure(&one, name), figure(&two, name));
    }
    let checksum = figure(&one, "checksum");
    assert_eq!(bench("2", &["--expect", &checksum]).code, Some(0));
    assert_eq!(bench("1", &["--expect", "zz"]).code, Some(2));
    let wrong = bench("1", &["--expect", "0123456789abcdef"]);
    assert_eq!(wrong.code, Some(1));
    assert_eq!(wrong.errors.lines().count(), 1, "{}", wrong.errors);
    assert!(wrong.errors.contains(&checksum), "{}", wrong.errors);
}

/// With any input, stdout has one JSON object per line and nothing else, and stderr at most one
/// line per line of input.
#[test]
fn stdout_belongs_to_the_protocol() {
    let mut program = searching(&["--threads", "2", "--name", "R2-D2"]);
    let bad: [&[u8]; 8] = [
        b"not json\n",
        b"[1,2]\n",
        b"\xff\xfe\n",
        b"{\"type\":\"start\"}\r\n",
        b"\n",
        b"{\"type\":\"play\",\"move\":7}\n",
        b"{\"type\":\"dance\"}\n",
        b"{\"type\":9}\n",
    ];
    for line in bad {
        program.send_bytes(line);
    }
    for kind in ["rules", "suggest", "stop"] {
        program.send(&json!({"type": kind}));
    }
    program.expect("ready");
    program.expect("suggestion");
    program.send(&json!({"type": "quit"}));
    let ended = program.wait_for_exit();
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.lines, [""; 0]);
    // Blank lines and unknown types are ignored.
    assert_eq!(
        ended.errors.lines().count(),
        bad.len() - 2,
        "{}",
        ended.errors
    );
    for line in ended.errors.lines() {
        assert!(line.starts_with("landfall: warning: "), "{line}");
    }
}

#[test]
fn it_introduces_itself() {
    let mut program = Program::start(&["--name", "R2-D2"]);
    let info = program.expect("info");
    assert_eq!(info["name"], "R2-D2");
    let version = info["version"].as_str().expect("a string");
    assert!(version.starts_with(env!("CARGO_PKG_VERSION")), "{version}");
    program.close_stdin();
    ends_well(&program.wait_for_exit());
    assert_eq!(run(&["--version"]).lines, [format!("landfall {version}")]);
}
