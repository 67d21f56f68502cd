//! `--set NAME=VALUE`, and the table of parameters that `landfall weights --params` prints.

use crate::common::arena::{arena, printed};
use crate::common::files::{Scratch, folder, text};
use crate::common::program::run;
use serde_json::Value;

/// Returns the stdout of a command that must succeed.
fn lines(arguments: &[&str]) -> Vec<String> {
    let exit = run(arguments);
    assert_eq!(exit.code, Some(0), "{arguments:?}: {}", exit.errors);
    exit.lines
}

/// Returns the names and start values of a table.
fn table(arguments: &[&str]) -> Vec<(String, i32)> {
    let lines = lines(&[&["weights", "--params"], arguments].concat());
    let parse = |line: &String| {
        let fields: Vec<&str> = line.split(", ").collect();
        let [name, "int", start, min, max, c_end, r_end] = fields[..] else {
            panic!("{line}");
        };
        let number = |text: &str| -> f64 { text.parse().expect(line) };
        assert!(
            number(min) <= number(start) && number(start) <= number(max),
            "{line}"
        );
        assert!(number(c_end) >= 1.0 && number(r_end) > 0.0, "{line}");
        (name.to_string(), start.parse().expect(line))
    };
    lines.iter().map(parse).collect()
}

/// Returns `--set NAME=VALUE` for each parameter.
fn set(parameters: &[(String, i32)]) -> Vec<String> {
    let words = |(name, value): &(String, i32)| ["--set".to_string(), format!("{name}={value}")];
    parameters.iter().flat_map(words).collect()
}

/// Returns the hashes of both bots in the journal of a series.
fn hashes(name: &str, bots: [&str; 2], preset: &str) -> [String; 2] {
    let journal = folder(name).join("journal");
    let path = journal.to_str().expect("UTF-8");
    let options = ["--games", "2", "--clock", "nodes", "10", "--preset", preset];
    printed(&arena(
        &[&bots[..], &options, &["--journal", path]].concat(),
    ));
    let head = text(&journal).lines().next().map(str::to_string);
    let head: Value = serde_json::from_str(&head.expect("a head")).expect("JSON");
    let hash = |bot: usize| head["build"]["weights"][bot].as_str().map(str::to_string);
    [0, 1].map(|bot| hash(bot).expect("a hash"))
}

/// Returns the command `landfall` with these options.
fn bot(options: &[String]) -> String {
    format!("landfall {}", options.join(" "))
}

#[test]
fn setting_the_values_of_the_table_changes_nothing() {
    for (rules, preset) in [
        ("guideline", "ppt"),
        ("tetrio", "tetrio"),
        ("pason", "pason"),
    ] {
        let all = set(&table(&["--all", "--rules", rules]));
        let name = format!("parameters-{preset}");
        let [own, given] = hashes(&name, ["landfall", &bot(&all)], preset);
        assert_eq!(own, given, "{rules}");
    }
    let all = set(&table(&["--all"]));
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let checksum = |set: &[&str]| {
        let lines = lines(&[&["bench", "--nodes", "300"], set].concat());
        lines.last().cloned()
    };
    assert_eq!(checksum(&all), checksum(&[]));
    assert_ne!(checksum(&["--set", "height=-500"]), checksum(&[]));
    assert_ne!(checksum(&["--set", "initial_batch=1"]), checksum(&[]));
}

#[test]
fn each_set_value_changes_the_hash_of_the_bot() {
    let mut seen = Vec::new();
    for changed in [
        "attack=381",
        "clear_2=-720",
        "clear_3=-720",
        "leaf_cost=5",
        "reused_lines=4",
    ] {
        let given = bot(&["--set".to_string(), changed.to_string()]);
        let [own, given] = hashes("parameters-changed", ["landfall", &given], "ppt");
        assert_ne!(own, given, "{changed}");
        assert!(!seen.contains(&given), "{changed}");
        seen.push(given);
    }
}

/// The table has only the weights and parameters that matter under the rules.
#[test]
fn the_table_depends_on_the_rules() {
    let names = |arguments: &[&str]| -> Vec<String> {
        table(arguments).into_iter().map(|(name, _)| name).collect()
    };
    let (guideline, pason) = (names(&[]), names(&["--rules", "pason"]));
    for name in ["t_slot_3", "hold_t", "attack", "rollout_arms"] {
        assert!(guideline.contains(&name.to_string()), "{name}");
    }
    for name in ["t_slot_3", "hold_t", "clear_frames_0"] {
        assert!(!pason.contains(&name.to_string()), "{name}");
    }
    let all = names(&["--all", "--rules", "pason"]);
    assert_eq!(all, names(&["--all"]));
    for name in guideline
        .iter()
        .chain(&pason)
        .chain(["clear_frames_0".to_string()].iter())
    {
        assert!(all.contains(name), "{name}");
    }
}

#[test]
fn options_change_the_values_of_the_table() {
    let file = Scratch::new("parameters.json", r#"{"attack": 100, "holes": -7}"#);
    let options = [
        "--weights",
        file.path(),
        "--set",
        "attack=200.0",
        "--set",
        "leaf_cost=9",
    ];
    let table = table(&options);
    for (name, start) in [("attack", 200), ("holes", -7), ("leaf_cost", 9)] {
        assert!(table.contains(&(name.to_string(), start)), "{name}");
    }
    let json = lines(&[&["weights"], &options[..4]].concat()).join("\n");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["attack"], &json["holes"]),
        (&200.into(), &(-7).into())
    );
}

#[test]
fn invalid_settings_are_refused_by_name() {
    for (arguments, named) in [
        (&["--set", "atack=1"][..], "`attack`"),
        (&["--set", "attack=10001"], "from -10000 to 10000"),
        (&["--set", "attack=1.5"], "whole number"),
        (&["--set", "clear=1"], "`clear_0`"),
        (&["--set", "net=1"], "weights file"),
        (&["--set", "attack"], "NAME=VALUE"),
        (&["--set", "attack=1", "--set", "attack=1"], "set twice"),
        (&["bench", "--set", "leaf_cost=0"], "from 1 to 64"),
        (
            &["weights", "--set", "leaf_cost=3"],
            "parameters of the search",
        ),
        (
            &["weights", "--rules", "dropblox", "--params"],
            "for rulesets",
        ),
        (&["weights", "--all"], "--params"),
        (
            &[
                "arena",
                "landfall --set attck=1",
                "landfall",
                "--clock",
                "nodes",
                "9",
            ],
            "`attack`",
        ),
    ] {
        let exit = run(arguments);
        assert_eq!(exit.code, Some(2), "{arguments:?}");
        assert!(
            exit.errors.contains(named),
            "{arguments:?}: {}",
            exit.errors
        );
        assert!(exit.lines.is_empty(), "{arguments:?}");
    }
}

/// OpenBench searches from the last line backwards for a number next to `nodes` and one next to
/// `nps`, and takes the first.
#[test]
fn openbench_finds_nodes_and_speed_in_the_bench() {
    let lines = lines(&["bench", "--nodes", "100"]);
    let found = |word: &str| -> Vec<u64> {
        let value = |line: &String| {
            let line = line.to_lowercase();
            let words: Vec<&str> = line.split_whitespace().collect();
            let at = words.iter().position(|other| *other == word)?;
            words.get(at + 1)?.parse().ok()
        };
        lines.iter().filter_map(value).collect()
    };
    let [nodes] = found("nodes")[..] else {
        panic!("{lines:?}");
    };
    assert!((3_000..10_000).contains(&nodes), "{lines:?}");
    assert_eq!(found("nps").len(), 1, "{lines:?}");
    let checksum = lines.last().expect("lines");
    assert!(!checksum.contains("nodes") && !checksum.contains("nps"));
}
