//! Golden outputs: seeded runs of the program give the outputs whose hashes are recorded in
//! `golden/outputs.txt`. The bench checksum covers the search only; these cover games, tuning and
//! training.

use crate::common::files::folder;
use landfall_experiment::hash::fnv1a_hex;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The recorded outputs.
const OUTPUTS: &str = include_str!("../golden/outputs.txt");

/// Commands that run one after the other in their own folder, and the compared outputs.
#[derive(Debug, Default)]
struct Case {
    name: String,
    commands: Vec<Vec<String>>,
    outputs: Vec<Output>,
}

/// An output of a case, and its recorded hash.
#[derive(Debug)]
struct Output {
    kind: Kind,
    recorded: String,
}

/// The kind of an output, with its path.
#[derive(Debug)]
enum Kind {
    Stdout,
    File(String),
    Folder(String),
}

/// Parses the cases of the recorded file.
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in OUTPUTS.lines() {
        let words = split(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let kind = match words[..] {
            [] => continue,
            [first, ..] if first.starts_with('#') => continue,
            ["case", name] => {
                cases.push(Case {
                    name: name.to_string(),
                    ..Case::default()
                });
                continue;
            }
            ["run", ..] => {
                let command = words[1..].iter().map(|word| word.to_string()).collect();
                cases.last_mut().expect("a case").commands.push(command);
                continue;
            }
            ["stdout", _] => Kind::Stdout,
            ["file", path, _] => Kind::File(path.to_string()),
            ["folder", path, _] => Kind::Folder(path.to_string()),
            _ => panic!("not a line of golden outputs: {line}"),
        };
        let recorded = words[words.len() - 1].to_string();
        let outputs = &mut cases.last_mut().expect("a case").outputs;
        outputs.push(Output { kind, recorded });
    }
    cases
}

/// Splits a line into words; a word in quotes may have spaces.
fn split(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    quoted
        .flat_map(|(index, part)| match index % 2 {
            1 => vec![part.to_string()],
            _ => part.split_whitespace().map(str::to_string).collect(),
        })
        .collect()
}

/// Returns a file without the build in the head of a journal, which every commit changes.
fn without_build(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let Some((before, rest)) = text.split_once(",\"build\":{") else {
        return bytes.to_vec();
    };
    let (_, after) = rest.split_once('}').expect("the end of the object");
    [before, after].concat().into_bytes()
}

/// Returns names and contents of all files of a folder, in order of their names.
fn contents(folder: &Path) -> Vec<u8> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy();
        all.extend_from_slice(name.as_bytes());
        all.push(0);
        all.extend(fs::read(&file).expect("a file"));
    }
    all
}

/// Runs the commands in a folder; returns their stdout.
fn run(case: &Case, folder: &Path) -> Vec<u8> {
    let mut printed = Vec::new();
    for words in &case.commands {
        let words = words
            .iter()
            .map(|word| word.replace("{root}", env!("CARGO_MANIFEST_DIR")));
        let output = Command::new(env!("CARGO_BIN_EXE_landfall"))
            .args(words)
            .current_dir(folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", case.name);
        printed.extend(output.stdout);
    }
    printed
}

/// Runs a case; returns the outputs that differ, in the format of the recorded file.
fn differences(case: &Case) -> String {
    let folder = folder(&format!("golden-{}", case.name));
    let printed = run(case, &folder);
    let mut differences = String::new();
    for output in &case.outputs {
        let (what, found) = match &output.kind {
            Kind::Stdout => ("stdout".to_string(), fnv1a_hex(&printed)),
            Kind::File(path) => {
                let bytes = fs::read(folder.join(path)).expect(path);
                (format!("file {path}"), fnv1a_hex(&without_build(&bytes)))
            }
            Kind::Folder(path) => (
                format!("folder {path}"),
                fnv1a_hex(&contents(&folder.join(path))),
            ),
        };
        if found != output.recorded {
            writeln!(differences, "case {}: {what} {found}", case.name).expect("text");
        }
    }
    differences
}

#[test]
fn seeded_runs_give_the_recorded_outputs() {
    let differences: String = cases().iter().map(differences).collect();
    assert!(differences.is_empty(), "other outputs:\n{differences}");
}
