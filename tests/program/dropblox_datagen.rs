//! `landfall dropblox datagen` and `train` as programs: samples from games, a value net from
//! samples, and games with that net.

use crate::common::files::folder;
use crate::common::program::command;
use std::fs;
use std::process::Output;

fn landfall(arguments: &[&str]) -> Output {
    let mut command = command(&["dropblox"]);
    command.args(arguments).output().expect("it starts")
}

fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn refused(output: &Output, word: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(word), "{text}");
}

/// A run that was killed in the middle of a line completes the same file, and the net changes the
/// games.
#[test]
fn a_net_is_trained_from_games_and_plays() {
    let folder = folder("datagen");
    let path = |name: &str| folder.join(name).display().to_string();
    let (samples, values) = (path("samples.txt"), path("values.json"));
    let datagen = [
        "datagen", "--games", "9", "--nodes", "200", "--moves", "2", "--values", "none", "--jobs",
        "2", "--out", &samples,
    ];
    succeeded(&landfall(&datagen));
    let whole = fs::read_to_string(&samples).expect("samples");
    fs::write(&samples, &whole[..whole.len() - 9]).expect("cut");
    succeeded(&landfall(&datagen));
    assert_eq!(fs::read_to_string(&samples).expect("samples"), whole);

    let train = [
        "train",
        &samples,
        "--values",
        "none",
        "--rounds",
        "2",
        "--epochs",
        "2",
        "--neurons",
        "4",
        "--out",
        &values,
    ];
    succeeded(&landfall(&train));
    let sim = [
        "sim", "--seed", "5", "--nodes", "1000", "--from", "500", "--games", "1",
    ];
    let with = |values: &str| succeeded(&landfall(&[&sim[..], &["--values", values]].concat()));
    let played = with(&values);
    assert_eq!(played, with(&values));
    assert!(played.contains("1 games: mean"), "{played}");
    let others = [with("none"), succeeded(&landfall(&sim))];
    assert_ne!(others[0], others[1], "values change what is played");
}

#[test]
fn invalid_files_are_refused_by_name() {
    let folder = folder("datagen-wrong");
    let path = |name: &str| folder.join(name).display().to_string();
    let (nonsense, missing, out) = (path("nonsense"), path("missing"), path("out"));
    fs::write(&nonsense, "1 2 3\n").expect("written");
    refused(
        &landfall(&["train", &nonsense, "--out", &out]),
        "nonsense: line 1",
    );
    refused(&landfall(&["train", &missing, "--out", &out]), "missing");
    refused(
        &landfall(&["datagen", "--games", "1", "--out", &nonsense]),
        "nonsense: line 1",
    );
    let sim = ["sim", "--seed", "1", "--games", "1", "--values"];
    refused(
        &landfall(&[&sim[..], &[&nonsense]].concat()),
        "no file of values",
    );
    refused(
        &landfall(&[&sim[..], &["none", "--lookahead", "8"]].concat()),
        "leave out --values none",
    );
    fs::write(path("few"), "").expect("written");
    refused(
        &landfall(&["train", &path("few"), "--out", &out]),
        "too few positions",
    );
    assert!(!folder.join("out").exists());
}
