//! `landfall learn`: weights and nets from replays of the arena, and errors.

use crate::common::files::{folder, text};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Replays of eight games by a preset of its own, and a prior with a net of one neuron.
struct Learning {
    folder: PathBuf,
    replays: PathBuf,
    prior: PathBuf,
}

/// Returns what `learn` learns from, played once.
fn learning() -> &'static Learning {
    static PLAYED: LazyLock<Learning> = LazyLock::new(|| {
        let folder = folder("learn");
        let [replays, prior, preset] =
            ["replays", "mix.json", "own.json"].map(|name| folder.join(name));
        let weights = json!({"attack": 382, "holes": -400, "t_rest": [7, 8, 9],
            "clear": [-480, -560, -700, -800], "perfect_clear": -197, "net": [vec![1; 16]]});
        fs::write(&prior, weights.to_string()).unwrap();
        let shipped = Command::new(PROGRAM)
            .args(["arena", "--print-preset", "ppt"])
            .output()
            .unwrap();
        let shipped = String::from_utf8(shipped.stdout).unwrap();
        let own = shipped.replace("\"ppt\"", "\"own\"");
        fs::write(&preset, own.replace("36, 41,", "30, 39,")).unwrap();
        let played = Command::new(PROGRAM)
            .args(["arena", "landfall --nodes 30", "landfall --nodes 60"])
            .args(["--clock", "nodes", "30", "--games", "8"])
            .args(["--preset", path(&preset), "--replays", path(&replays)])
            .output()
            .unwrap();
        assert!(played.status.success(), "{played:?}");
        Learning {
            folder,
            replays,
            prior,
        }
    });
    &PLAYED
}

impl Learning {
    fn replay(&self, number: usize) -> PathBuf {
        self.replays.join(format!("{number:06}.jsonl"))
    }

    /// Runs `learn` on all replays.
    fn learn(&self, options: &[&str]) -> Output {
        let arguments = [path(&self.replays), "--prior", path(&self.prior)];
        learn(&[&arguments[..], options].concat())
    }
}

fn learn(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("learn")
        .args(arguments)
        .env_remove("RUST_LOG")
        .output()
        .unwrap()
}

/// Returns the learned weights that were printed.
fn learned_weights(learned: &Output) -> Value {
    assert!(learned.status.success(), "{learned:?}");
    serde_json::from_slice(&learned.stdout).unwrap()
}

fn is_refused_with(refused: &Output, named: &str) {
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains(named), "{named}: {errors}");
    assert!(!errors.contains("panicked") && refused.stdout.is_empty());
}

#[test]
fn weights_are_learned_from_replays_of_the_arena() {
    let learned = learning().learn(&[]);
    let weights = learned_weights(&learned);
    // With so few games, weights of the prior change little; those of other rules do not change.
    assert!(
        (-500..=-300).contains(&weights["holes"].as_i64().unwrap()),
        "{weights}"
    );
    assert_eq!(weights["t_rest"][1], 8, "not learned");
    assert_eq!(weights["perfect_clear"], -197, "not learned");
    assert_eq!(weights["clear_frames"], json!([30, 39, 41, 46, 1]));
    assert_eq!(weights["move_frames"], json!([2, 2]));
    assert_eq!(weights["net"].as_array().map(Vec::len), Some(1));
    let errors = String::from_utf8_lossy(&learned.stderr);
    assert!(errors.starts_with("8 games, "), "{errors}");
    let out = learning().folder.join("out");
    let again = learning().learn(&["--out", path(&out)]);
    assert!(again.status.success() && again.stdout.is_empty());
    assert_eq!(text(&out).as_bytes(), learned.stdout);
}

#[test]
fn nets_that_predict_results_are_learned() {
    let weights = learned_weights(&learning().learn(&["--net", "3"]));
    assert_eq!(weights["net"].as_array().map(Vec::len), Some(3 + 1));
    assert_eq!(weights["t_rest"][1], 8, "not trained");
    // Nothing of the prior is left, so that its neuron needs no room.
    learned_weights(&learning().learn(&["--net", "48", "--blend", "100"]));
}

#[test]
fn nets_that_predict_attacks_are_learned() {
    let learned = learning().learn(&["--net", "3", "--target", "attack", "--blend", "25"]);
    let weights = learned_weights(&learned);
    assert_eq!(weights["net"].as_array().map(Vec::len), Some(3 + 1));
    assert_eq!(
        (&weights["holes"], &weights["t_rest"][1]),
        (&json!(-300), &json!(6))
    );
    assert_eq!(weights["attack"], 382, "the unit");
    // A clear costs its time, in the learned part too: 578 a second, 30 frames; 36 in the prior.
    // Three quarters of -422, a quarter of -289.
    assert_eq!(weights["clear"][0], -389);
    let errors = String::from_utf8_lossy(&learned.stderr);
    assert!(errors.contains("correlation"), "{errors}");
}

#[test]
fn options_and_replays_that_cannot_be_learned_from_are_refused() {
    let learning = learning();
    for (options, named) in [
        (&["--net", "49"][..], "from 1 to 48"),
        (
            &["--net", "48", "--target", "attack"],
            "48 neurons and the 1 of the prior",
        ),
        (&["--target", "attack"], "--net"),
        (&["--net", "3", "--attack", "300"], "--attack"),
        (&["--out", path(&learning.replays)], "this is a folder"),
        (&["--out", "nowhere/out"], "there is no such folder"),
    ] {
        is_refused_with(&learning.learn(options), named);
    }
    let place = folder("learn-refused");
    let (replays, prior) = (path(&learning.replays), path(&learning.prior));
    let flat = place.join("flat.json");
    fs::write(&flat, r#"{"attack": 0, "net": []}"#).unwrap();
    let worthless = [replays, "--prior", path(&flat), "--net", "3"];
    let refused = learn(&[&worthless[..], &["--target", "attack"]].concat());
    is_refused_with(&refused, "`attack` of the prior is 0");

    // Too few games to keep any of them for validation.
    let games = [0, 1, 2, 3].map(|number| learning.replay(number));
    let few: Vec<&str> = games.iter().map(|game| path(game)).collect();
    let refused = learn(&[&few[..], &["--prior", prior, "--net", "3"]].concat());
    is_refused_with(&refused, "at least 6 games");
    assert!(!String::from_utf8_lossy(&refused.stderr).contains("-0.0000"));

    let [broken, other_rules] = ["broken.jsonl", "rules.jsonl"].map(|name| place.join(name));
    let game = text(&games[3]).replacen("\"north\",", "\"up\",", 1);
    fs::write(
        &broken,
        game.replace("[\"T\",\"north\"", "[\"Q\",\"north\""),
    )
    .unwrap();
    let game = text(&games[2]).replacen("\"rules\":\"guideline\"", "\"rules\":\"tetrio\"", 1);
    fs::write(&other_rules, game).unwrap();
    for (arguments, named) in [
        (&[path(&broken), "--prior", prior][..], "broken.jsonl"),
        (
            &[few[0], path(&other_rules), "--prior", prior],
            "give replays of one preset",
        ),
        (&["nowhere", "--prior", prior], "nowhere"),
        (&[replays, "--prior", "nowhere.json"], "nowhere.json"),
        (&[prior, "--prior", prior], "mix.json"),
        (
            &[path(&folder("learn-empty")), "--prior", prior],
            "no replays",
        ),
    ] {
        is_refused_with(&learn(arguments), named);
    }
}

/// Returns a path as an argument.
fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
