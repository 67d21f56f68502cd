//! Commands that are killed a few times and run again give the result of an undisturbed run. Tested
//! elsewhere: the tuner (`tuner`, `tuner_steps`), the reviewer (`review`), clients (`botris`,
//! `pason_program`). `contrib/faults/kill` kills at hundreds of random moments.

use crate::common::arena::{TWINS, printed};
use crate::common::files::{await_lines, folder, text};
use crate::common::program::{TIMEOUT, command};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns the files of a folder by name, except for those that were being written.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let whole = paths.filter(|path| path.extension().is_some_and(|end| end != "new"));
    let name = |path: &Path| {
        path.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    whole.map(|path| (name(&path), text(&path))).collect()
}

fn program(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut program = command(&[]);
    program.args(arguments).stdin(Stdio::null());
    program
}

fn begin(arguments: &[impl AsRef<OsStr>]) -> Child {
    let mut program = program(arguments);
    let quiet = program.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().expect("it starts")
}

fn finish(arguments: &[impl AsRef<OsStr>]) {
    printed(&program(arguments).output().expect("it starts"));
}

fn kill(mut child: Child) {
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Parallel games finish in any order; no game and no replay is lost.
#[test]
fn a_killed_series_keeps_its_games_and_replays() {
    let folder = folder("kills-arena");
    let series = |name: &str| {
        let [journal, replays] = [name, &format!("{name}-replays")].map(|name| folder.join(name));
        let mut words = vec!["arena"];
        words.extend(TWINS);
        words.extend(["40", "--games", "12", "--jobs", "3"]);
        let mut words: Vec<String> = words.into_iter().map(str::to_string).collect();
        for (option, path) in [("--journal", &journal), ("--replays", &replays)] {
            words.extend([option.to_string(), path.display().to_string()]);
        }
        words
    };
    let [undisturbed, disturbed] = ["whole", "cut"].map(series);
    finish(&undisturbed);
    for lines in [2, 5, 8] {
        let mut child = begin(&disturbed);
        await_lines(&mut child, &folder.join("cut"), lines);
        kill(child);
        let replays = contents(&folder.join("cut-replays"));
        let games = text(folder.join("cut"));
        for line in games
            .split_inclusive('\n')
            .skip(1)
            .filter(|line| line.ends_with('\n'))
        {
            let game: Value = serde_json::from_str(line).expect("a game");
            let name = format!("{:06}.jsonl", game["game"].as_u64().expect("a number"));
            assert!(replays.contains_key(&name), "{name} is missing");
        }
    }
    finish(&disturbed);
    let [whole, cut] = ["whole", "cut"].map(|name| text(folder.join(name)));
    assert_eq!(sorted(&whole), sorted(&cut));
    let [whole, cut] = ["whole-replays", "cut-replays"].map(|name| contents(&folder.join(name)));
    assert_eq!(whole, cut);
}

#[test]
fn killed_selfplay_plays_the_missing_games() {
    let folder = folder("kills-selfplay");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.join(name));
    let selfplay = |games: &Path| {
        let games = games.to_str().expect("UTF-8");
        let words = [
            "connect6", "selfplay", games, "--nodes", "60", "--games", "12", "--jobs", "2",
        ];
        words.map(str::to_string)
    };
    finish(&selfplay(&whole));
    for records in [1, 4, 7] {
        let child = begin(&selfplay(&cut));
        let started = Instant::now();
        // One more file has the options.
        while !cut.is_dir() || contents(&cut).len() <= records {
            assert!(started.elapsed() < TIMEOUT, "no games");
            sleep(Duration::from_millis(2));
        }
        kill(child);
    }
    finish(&selfplay(&cut));
    assert_eq!(contents(&whole), contents(&cut));
}

#[test]
fn killed_datagen_completes_its_file() {
    let folder = folder("kills-datagen");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.join(name).display().to_string());
    let datagen = [
        "dropblox", "datagen", "--games", "48", "--nodes", "200", "--moves", "2", "--values",
        "none", "--jobs", "2", "--out",
    ];
    finish(&[&datagen[..], &[&whole]].concat());
    let disturbed = [&datagen[..], &[&cut]].concat();
    for lines in [1, 40, 120] {
        let mut child = begin(&disturbed);
        await_lines(&mut child, Path::new(&cut), lines);
        kill(child);
    }
    finish(&disturbed);
    assert_eq!(text(&cut), text(&whole));
}
