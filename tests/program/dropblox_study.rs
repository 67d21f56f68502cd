//! `landfall dropblox study` and `learn` as programs: samples out of games, values out of
//! samples, and games with those values.

use crate::common::files::folder;
use std::fs;
use std::process::{Command, Output};

fn landfall(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    let output = command.arg("dropblox").args(arguments).output();
    output.expect("it starts")
}

fn fine(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn refused(output: &Output, word: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(word), "{told}");
}

/// From games to values to games; a run that was killed in the middle of a line goes on to
/// the same file.
#[test]
fn values_come_out_of_games() {
    let folder = folder("study");
    let path = |name: &str| folder.join(name).display().to_string();
    let (samples, values) = (path("samples.txt"), path("values.json"));
    let study = [
        "study", "--games", "9", "--nodes", "200", "--moves", "2", "--values", "none", "--jobs",
        "2", "--out", &samples,
    ];
    fine(&landfall(&study));
    let whole = fs::read_to_string(&samples).expect("samples");
    fs::write(&samples, &whole[..whole.len() - 9]).expect("cut");
    fine(&landfall(&study));
    assert_eq!(fs::read_to_string(&samples).expect("samples"), whole);

    let learn = [
        "learn",
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
    fine(&landfall(&learn));
    let sim = [
        "sim", "--seed", "5", "--nodes", "1000", "--from", "500", "--games", "1",
    ];
    let with = |values: &str| fine(&landfall(&[&sim[..], &["--values", values]].concat()));
    let played = with(&values);
    assert_eq!(played, with(&values));
    assert!(played.contains("1 games: mean"), "{played}");
    let others = [with("none"), fine(&landfall(&sim))];
    assert_ne!(others[0], others[1], "values change what is played");
}

#[test]
fn what_is_no_file_of_its_kind_is_refused_by_name() {
    let folder = folder("study-wrong");
    let path = |name: &str| folder.join(name).display().to_string();
    let (nonsense, missing, out) = (path("nonsense"), path("missing"), path("out"));
    fs::write(&nonsense, "1 2 3\n").expect("written");
    refused(
        &landfall(&["learn", &nonsense, "--out", &out]),
        "nonsense: line 1",
    );
    refused(&landfall(&["learn", &missing, "--out", &out]), "missing");
    refused(
        &landfall(&["study", "--games", "1", "--out", &nonsense]),
        "nonsense: line 1",
    );
    let sim = ["sim", "--seed", "1", "--games", "1", "--values"];
    refused(
        &landfall(&[&sim[..], &[&nonsense]].concat()),
        "no file of values",
    );
    refused(
        &landfall(&[&sim[..], &["none", "--beyond", "8"]].concat()),
        "leave out --values none",
    );
    fs::write(path("few"), "").expect("written");
    refused(
        &landfall(&["learn", &path("few"), "--out", &out]),
        "too few positions",
    );
    assert!(!folder.join("out").exists());
}
