//! `landfall connect6 selfplay` and `learn`: interrupted series, and training of nets.

use crate::common::files::folder;
use landfall_connect6::engine::{Engine, EngineOptions};
use landfall_connect6::learn::samples::{SampleExtractor, SampleKinds};
use landfall_connect6::learn::selfplay::{SelfplayConfig, play_game};
use landfall_connect6::learn::training::{Dataset, TrainConfig, train};
use landfall_connect6::record::GameRecord;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

fn connect6(words: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("connect6").args(words);
    command.output().expect("the program starts")
}

fn selfplay(folder: &Path, more: &[&str]) -> Output {
    let folder = folder.to_str().expect("a name");
    connect6(&[&["selfplay", folder, "--nodes", "60"], more].concat())
}

/// Returns the names and the texts of the games in a folder.
fn games(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut games: Vec<(String, String)> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a record");
            (path.display().to_string(), text)
        })
        .collect();
    games.sort();
    let name = |path: String| path.rsplit('/').next().unwrap_or_default().to_string();
    games
        .into_iter()
        .map(|(path, text)| (name(path), text))
        .collect()
}

fn dataset(count: u64) -> Dataset {
    let mut engine = Engine::new(EngineOptions {
        memory: 1 << 20,
        net: None,
    });
    let config = SelfplayConfig { seed: 3, nodes: 60 };
    let (mut dataset, mut extractor) = (Dataset::default(), SampleExtractor::default());
    for number in 0..count {
        let record =
            play_game(config, number, &mut engine, &AtomicBool::new(false)).expect("a game");
        assert_eq!(GameRecord::parse(&record.to_string()), Ok(record.clone()));
        dataset.add(
            number as usize,
            extractor.extract(&record, SampleKinds::All),
        );
    }
    dataset
}

#[test]
fn training_lowers_the_validation_loss() {
    let dataset = dataset(96);
    let config = TrainConfig {
        seed: 1,
        epochs: 4,
        learning_rate: 0.1,
    };
    let mut reports = Vec::new();
    let net = train(&dataset, None, config, &mut |report| reports.push(*report));
    let loss = |at: usize| reports[at].validation.map(|mark| mark.loss);
    let (before, after) = (loss(0), loss(4));
    assert!(after[1] < before[1] && after[2] < before[2], "{reports:?}");
    let training_loss = |at: usize| reports[at].training.expect("a round").map(|mark| mark.loss);
    assert!(
        (0..3).all(|head| training_loss(4)[head] < training_loss(1)[head]),
        "{reports:?}"
    );
    assert!(reports[0].is_best && reports[0].training.is_none());

    let again = train(&dataset, None, config, &mut |_| {});
    assert!(*again == *net, "the same seed gives another net");
    let other = TrainConfig { seed: 2, ..config };
    assert!(*train(&dataset, None, other, &mut |_| {}) != *net);
}

#[test]
fn an_interrupted_series_continues_with_the_same_games() {
    let (whole, parts) = (folder("connect6-whole"), folder("connect6-parts"));
    assert!(selfplay(&whole, &["--games", "6"]).status.success());
    assert!(selfplay(&parts, &["--games", "3"]).status.success());
    // One was lost, and one was being written.
    fs::remove_file(parts.join("game-0000002.txt")).expect("a file");
    fs::write(parts.join("game-0000004.txt.new"), "Connect6 ga").expect("a file");
    assert!(
        selfplay(&parts, &["--games", "6", "--jobs", "3"])
            .status
            .success()
    );
    assert_eq!(games(&whole).len(), 6);
    assert_eq!(games(&whole), games(&parts));

    let other = selfplay(&parts, &["--games", "6", "--seed", "2"]);
    let output_text = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(
        (other.status.code(), output_text.lines().count()),
        (Some(2), 1),
        "{output_text}"
    );
    assert!(output_text.contains("name another folder"), "{output_text}");
}

#[test]
fn a_net_is_trained_from_files_and_plays() {
    let folder = folder("connect6-net");
    assert!(selfplay(&folder, &["--games", "24"]).status.success());
    let [games, net, second] = ["", "a.net", "b.net"].map(|name| {
        let path = folder.join(name);
        path.to_str().expect("a name").to_string()
    });
    for (out, more) in [(&net, vec![]), (&second, vec!["--from", &net])] {
        let words = ["learn", &games, "--out", out, "--epochs", "1"];
        let output = connect6(&[&words, &more[..]].concat());
        let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{output_text}");
        assert!(
            output_text.contains("epoch 1") && output_text.contains("validation: value loss"),
            "{output_text}"
        );
    }
    let player = format!("landfall --net {net}");
    let played = connect6(&[
        "arena", &player, "landfall", "--nodes", "50", "--games", "2",
    ]);
    let output_text = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(
        played.status.success() && output_text.contains("of 2 games"),
        "{output_text}"
    );
}

#[test]
fn unusable_games_are_reported_in_one_line() {
    let folder = folder("connect6-broken");
    let path = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a name").to_string()
    };
    let empty = path("empty.txt", "");
    let broken = path(
        "broken.txt",
        "Connect6 game\nblack: A\nwhite: A\nresult: \n1 t9\n",
    );
    let lonely = path(
        "lonely.txt",
        "Connect6 game\nblack: A\nwhite: A\nresult: \n1 j10\n",
    );
    let short = path("short.net", "net");
    let inside = folder.join("empty");
    fs::create_dir_all(&inside).expect("a folder");
    let inside = inside.to_str().expect("a name").to_string();
    let out = folder.join("out.net");
    let nowhere = folder.join("nowhere/out.net");
    let [out, nowhere] = [&out, &nowhere].map(|path| path.to_str().expect("a name"));
    for (words, expected) in [
        (vec!["learn", &empty, "--out", out], "empty.txt: line 1"),
        (vec!["learn", &broken, "--out", out], "broken.txt: line 5"),
        (
            vec!["learn", &lonely, "--out", out],
            "1 games are too few to learn from",
        ),
        (vec!["learn", &inside, "--out", out], "there are no records"),
        (vec!["learn", "/no/game", "--out", out], "/no/game: "),
        (
            vec!["learn", &lonely, "--out", nowhere],
            "no such folder for --out",
        ),
        (
            vec!["learn", &lonely, "--out", out, "--from", &short],
            "has 124866 bytes, and this one has 3",
        ),
        (
            vec!["selfplay", &inside, "--net", &short],
            "has 124866 bytes, and this one has 3",
        ),
        (vec!["selfplay", &lonely], "lonely.txt: "),
        (
            vec!["watch", "--nodes", "1", "--net", &short],
            "has 124866 bytes, and this one has 3",
        ),
    ] {
        let output = connect6(&words);
        let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {output_text}");
        assert_eq!(output_text.lines().count(), 1, "{words:?}: {output_text}");
        assert!(output_text.contains(expected), "{words:?}: {output_text}");
        assert!(!Path::new(out).exists(), "{words:?}");
    }
}
