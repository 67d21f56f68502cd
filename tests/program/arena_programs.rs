//! `landfall arena` with bots that are programs: faulty bots, clocks, and signals.
#![cfg(unix)]

use crate::common::arena::{TWINS, arena, bot_script, printed, summary};
use crate::common::files::{await_lines, folder, text};
use crate::common::program::send_together;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of a test, long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Returns the command of a shell script that shakes hands, and runs `answer` for every `suggest`.
fn scripted_bot(name: &str, answer: &str) -> String {
    let script = folder(name).join("bot.sh");
    fs::write(&script, bot_script(name, answer)).unwrap();
    format!("sh '{}'", script.display())
}

/// A bot that resigns if its `rules` message has the clear delays of the preset, else answers
/// with nonsense.
#[test]
fn rules_messages_have_the_clear_delays() {
    let script = folder("delays").join("bot.sh");
    let text = r#"echo '{"type":"info","name":"delays","version":"1","author":"","features":[]}'
        while read -r line; do case $line in
        *'"timings":{"clear":[36.0,41.0,41.0,46.0],"perfect_clear":1.0,"step":2.0,"soft_drop":2.0}'*) echo '{"type":"ready"}';;
        *'"rules"'*) echo 'no delays';;
        *'"suggest"'*) echo '{"type":"suggestion","moves":[]}';;
        esac; done
    "#;
    fs::write(&script, text).unwrap();
    let bot = format!("sh '{}'", script.display());
    let bots = ["landfall --nodes 20", &bot, "--games", "1"];
    assert_eq!(summary(&bots)["b"]["forfeits"], 1);
}

/// Plays a game; returns the messages that a bot receives. Its output goes through the command
/// `filter`.
fn messages_received(name: &str, filter: &str) -> Vec<String> {
    let folder = folder(name);
    let (script, log) = (folder.join("bot.sh"), folder.join("received"));
    let bot = format!("'{PROGRAM}' --nodes 20 --threads 1");
    let pipe = format!("tee '{}' | {bot} | {filter}\n", log.display());
    fs::write(&script, pipe).unwrap();
    let bot = format!("sh '{}'", script.display());
    let quick = ["--games", "1", "--preset", "guideline"];
    summary(&[&["landfall --nodes 20", bot.as_str()][..], &quick].concat());
    text(&log).lines().map(str::to_string).collect()
}

/// A bot whose `info` has the features receives garbage and opponent in a new `start` before
/// each of its moves; another bot does not.
#[test]
fn bots_with_the_features_receive_garbage_and_the_opponent_before_each_move() {
    let kinds = |lines: &[String]| -> Vec<String> {
        let kind = |line: &String| line.split('"').nth(3).unwrap_or_default().to_string();
        lines.iter().map(kind).collect()
    };
    let count = |lines: &[String], what: &str| lines.iter().filter(|l| l.contains(what)).count();
    let with_features = messages_received("with_features", "cat");
    let sent = kinds(&with_features);
    let asked: Vec<usize> = (0..sent.len()).filter(|&n| sent[n] == "suggest").collect();
    assert!(asked.len() > 10, "{sent:?}");
    assert!(asked.iter().all(|&n| sent[n - 1] == "start"), "{sent:?}");
    assert_eq!(
        count(&with_features, "\"opponents\":[{\"board\":"),
        count(&with_features, "\"start\"")
    );
    assert!(
        count(&with_features, "\"incoming_garbage\":") > 0,
        "{with_features:?}"
    );

    let others = messages_received(
        "others",
        r#"{ read -r info; echo '{"type":"info","name":"other","version":"1","author":"","features":[]}'; cat; }"#,
    );
    let sent = kinds(&others);
    assert!(
        sent.windows(2).any(|pair| pair == ["new_piece", "suggest"]),
        "{sent:?}"
    );
    assert_eq!(
        count(&others, "opponents") + count(&others, "incoming_garbage"),
        0
    );
}

/// Each loses every game, its faults are counted, and it is restarted for the next game.
#[test]
fn faulty_bots_lose_and_the_arena_goes_on() {
    let floating = r#"echo '{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"north","x":4,"y":15},"spin":"none"}]}'"#;
    for (name, answer, counted) in [
        ("crashes", "exit 3", "crashes"),
        ("hangs", ":", "silences"),
        ("chatters", "echo what a nice board", "garbage"),
        ("cheats", floating, "illegal_moves"),
        (
            "resigns",
            r#"echo '{"type":"suggestion","moves":[]}'"#,
            "forfeits",
        ),
    ] {
        let bot = scripted_bot(name, answer);
        let limit = if counted == "silences" { "10" } else { "60" };
        let bots = ["landfall --nodes 20", &bot, "--timeout", limit];
        let summary = summary(&[&bots[..], &["--games", "3", "--jobs", "3"]].concat());
        assert_eq!(
            (&summary["a_wins"], &summary["games"]),
            (&3.into(), &3.into()),
            "{name}"
        );
        assert_eq!(summary["b"][counted], 3, "{name}: {summary}");
    }
}

/// Frontends play the most preferred move that is valid.
#[test]
fn a_legal_move_after_an_illegal_one_is_played() {
    let moves = |x: u8| {
        format!(
            r#"{{"location":{{"type":"$piece","orientation":"north","x":{x},"y":0}},"spin":"none"}}"#
        )
    };
    // A move off the board, then moves of all pieces on the floor.
    let answer = format!(
        "for piece in I O T L J S Z; do moves=$moves,'{}'; done",
        moves(4).replace("$piece", "'$piece'")
    );
    let answer = format!(
        "moves='{}'; {answer}; echo '{{\"type\":\"suggestion\",\"moves\":['$moves']}}'",
        moves(99).replace("$piece", "T")
    );
    let bot = scripted_bot("second", &answer);
    let summary = summary(&["landfall --nodes 20", &bot, "--games", "1"]);
    assert!(summary["b"]["pieces"].as_u64() >= Some(1), "{summary}");
    assert_eq!(summary["b"]["illegal_moves"], 1, "{summary}");
}

#[test]
fn the_program_plays_itself_through_its_pipe_as_in_process() {
    let piped = format!("'{PROGRAM}' --nodes 60 --threads 1");
    let play = |bot: &str| {
        let mut summary = summary(&["landfall --nodes 60", bot, "--games", "2"]);
        summary["head"].take();
        summary
    };
    assert_eq!(play(&piped), play("landfall --nodes 60"));
}

/// A program does not get the nodes of the arena's clock, so its effort may differ from the other
/// bot's.
#[test]
fn a_program_under_the_node_clock_has_a_warning() {
    let is_warned = |bot: &str| {
        let clock = ["--clock", "nodes", "20", "--games", "1"];
        let output = arena(&[&["landfall", bot][..], &clock].concat());
        String::from_utf8_lossy(&output.stderr).contains("do not know of --clock nodes")
    };
    assert!(is_warned(&scripted_bot("unaware", "exit 3")));
    assert!(!is_warned(&format!("'{PROGRAM}' --nodes 20 --threads 1")));
    assert!(!is_warned("landfall --threads 1"));
}

/// Writes a ppt preset that starts after 30 frames and ends after `frames`; returns its path.
fn short_preset(folder: &Path, frames: u32) -> String {
    let ppt = printed(&arena(&["--print-preset", "ppt"]));
    let path = folder.join("short.json");
    let text = ppt.replace("\"start\": 180", "\"start\": 30");
    fs::write(&path, text.replace("36000", &frames.to_string())).unwrap();
    path.display().to_string()
}

#[cfg(target_os = "linux")]
#[test]
fn under_the_processor_clock_programs_play_without_failures() {
    let preset = short_preset(&folder("cpu"), 600);
    let idle = format!("'{PROGRAM}' --nodes 50 --threads 1");
    let bots = ["landfall --threads 1 --memory 16", &idle];
    let more = ["--games", "2", "--preset", &preset, "--clock", "cpu", "20"];
    let summary = summary(&[&bots[..], &more].concat());
    assert_eq!(summary["games"], 2, "{summary}");
    // A bot may top out before the time is over.
    assert!(summary["frames"].as_u64() > Some(600), "{summary}");
    for bot in ["a", "b"] {
        assert!(summary[bot]["pieces"].as_u64() > Some(10), "{summary}");
    }
    // A searched for its whole window, B only after a request.
    assert!(summary["a"]["nodes"].as_f64() > Some(500.0), "{summary}");
    assert!(summary["b"]["nodes"].as_f64() < Some(500.0), "{summary}");
}

#[cfg(target_os = "linux")]
#[test]
fn each_bot_may_have_a_processor_time_of_its_own() {
    let preset = short_preset(&folder("handicap"), 240);
    let bot = "landfall --threads 1 --memory 16";
    // Many times as long, since a bot may run for many milliseconds before it is suspended on
    // a busy machine.
    let clock = ["--preset", &preset, "--clock", "cpu", "2,500"];
    let summary = summary(&[&[bot, bot, "--games", "1"], &clock[..]].concat());
    let nodes = |side: &str| summary[side]["nodes"].as_f64().unwrap();
    assert!(nodes("b") > 3.0 * nodes("a"), "{summary}");
}

/// Cleaning up after the last position may take a whole window, and is no forfeit.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_without_a_move_gets_a_second_window() {
    let moves =
        r#"{"location":{"type":"'$piece'","orientation":"north","x":4,"y":0},"spin":"none"}"#;
    let answer = format!(
        "if [ -z $asked ]; then asked=1; moves=; else\n\
         for piece in I O T L J S Z; do moves=$moves,'{moves}'; done; fi\n\
         echo '{{\"type\":\"suggestion\",\"moves\":['${{moves#,}}']}}'"
    );
    let bot = scripted_bot("slow", &answer);
    let clock = ["--games", "1", "--clock", "cpu", "2"];
    let summary = summary(&[&["landfall --threads 1", &bot], &clock[..]].concat());
    assert!(summary["b"]["pieces"].as_u64() >= Some(1), "{summary}");
    assert_eq!(summary["b"]["forfeits"], 0, "{summary}");
}

#[test]
fn bots_play_in_real_time_without_failures() {
    let preset = short_preset(&folder("real"), 90);
    let bots = ["landfall --threads 1 --memory 16", "landfall --nodes 20"];
    let more = ["--games", "1", "--preset", &preset, "--clock", "real"];
    let summary = summary(&[&bots[..], &more].concat());
    assert_eq!(summary["games"], 1);
    for failure in ["crashes", "silences", "garbage", "illegal_moves"] {
        let failures = (&summary["a"][failure], &summary["b"][failure]);
        assert_eq!(failures, (&0.into(), &0.into()), "{summary}");
    }
}

#[test]
fn a_signal_prints_the_summary_of_the_games_so_far() {
    interrupt("interrupt", &[Signal::SIGTERM]);
}

/// `timeout` sends SIGTERM to its child and then to the process group, and a terminal's Ctrl-C
/// may come on top of it.
#[test]
fn simultaneous_signals_count_as_one() {
    let both = [Signal::SIGTERM, Signal::SIGINT];
    for round in 0..5 {
        interrupt(&format!("interrupt-{round}"), &both);
    }
}

/// Interrupts a series by simultaneous signals: the summary has the games of the journal.
fn interrupt(name: &str, signals: &[Signal]) {
    let journal = folder(name).join("journal");
    let arguments = [&TWINS[..], &["30", "--games", "1000000", "--jobs", "2"]].concat();
    let child = Command::new(PROGRAM)
        .arg("arena")
        .args(&arguments)
        .args(["--journal", journal.to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 4) {
        assert!(started.elapsed() < TIMEOUT, "no game was finished");
        thread::sleep(Duration::from_millis(5));
    }
    send_together(child.id(), signals);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let finished = text(&journal).lines().count() - 1;
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains(&format!("{finished} games: ")),
        "{finished} in {printed}"
    );
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap())
}

#[test]
fn a_second_signal_ends_a_series_that_hangs() {
    let asked = folder("silent-when-asked").join("asked");
    let answer = format!("echo asked > '{}'; cat > /dev/null", asked.display());
    let silent = scripted_bot("silent-for-signals", &answer);
    let mut child = Command::new(PROGRAM)
        .args([
            "arena",
            &silent,
            "landfall",
            "--clock",
            "nodes",
            "9",
            "--timeout",
            "600",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Before the first game, one signal would be enough.
    await_lines(&mut child, &asked, 1);
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < TIMEOUT, "it goes on");
        // Signals within the grace period count as one.
        thread::sleep(Duration::from_millis(300));
        let _ = kill(pid(&child), Signal::SIGINT);
    };
    assert_eq!(status.signal(), Some(Signal::SIGINT as i32));
}
