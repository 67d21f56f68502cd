//! `landfall tune`: its files, runs that are continued, and errors.

use crate::common::files::{await_lines, folder, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Options of a quick run, with two generations of solo games before matches.
const SMALL: [&str; 14] = [
    "--start",
    "zero",
    "--warm-up",
    "2",
    "--nodes",
    "30",
    "--population",
    "4",
    "--seeds",
    "2",
    "--pieces",
    "20",
    "--seed",
    "5",
];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .arg("tune")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    command
}

fn tune(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn succeeds(arguments: &[&str]) -> String {
    let output = tune(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error about arguments that are refused.
fn refused(arguments: &[&str]) -> String {
    let output = tune(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    errors
}

/// Returns a path as an argument.
fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the journal of a small run that was not interrupted.
fn whole(folder: &Path, jobs: &str) -> String {
    let journal = folder.join("whole");
    let files = [
        "--journal",
        path(&journal),
        "--jobs",
        jobs,
        "--generations",
        "4",
    ];
    succeeds(&[&SMALL[..], &files].concat());
    text(journal)
}

/// Returns that journal with one job; it is played once for all tests.
fn whole_journal() -> &'static str {
    static JOURNAL: OnceLock<String> = OnceLock::new();
    JOURNAL.get_or_init(|| whole(&folder("tune-one"), "1"))
}

#[test]
fn the_same_seed_gives_the_same_bytes_at_any_number_of_jobs() {
    let one = whole_journal();
    assert_eq!(one, whole(&folder("tune-again"), "1"));
    assert_eq!(one, whole(&folder("tune-three"), "3"));
    assert_eq!(one.lines().count(), 5);
    let scoring: Vec<Value> = one
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["scoring"].clone())
        .collect();
    assert_eq!(scoring, ["solo", "solo", "match", "match"]);
}

#[test]
fn a_run_ends_with_a_summary() {
    let folder = folder("tune-summary");
    let (journal, out) = (folder.join("run"), folder.join("mine.json"));
    let files = ["--journal", path(&journal), "--out", path(&out)];
    let output = tune(&[&SMALL[..], &files, &["--generations", "3"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout.is_empty());
    for part in [
        "3 generations",
        "points of 4 games",
        "(weights)",
        "watch --weights",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}

#[test]
fn half_a_line_is_dropped_and_played_again() {
    let folder = folder("tune-half");
    let whole = whole_journal();
    let journal = folder.join("cut");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    // Cut within generations of both kinds, and right behind the head.
    for (complete, rest) in [(1, 0), (2, 40), (4, 7)] {
        let cut = lines[..complete].concat() + &lines[complete][..rest];
        fs::write(&journal, cut).unwrap();
        let resume = ["--resume", path(&journal), "--generations", "4"];
        succeeds(&resume);
        assert_eq!(text(&journal), whole, "{complete} lines and {rest} bytes");
    }
}

#[test]
fn a_killed_run_continues_with_the_same_journal() {
    let folder = folder("tune-kill");
    let journal = folder.join("killed");
    let endless = ["--journal", path(&journal), "--generations", "1000000"];
    let mut child = command(&[&SMALL[..], &endless].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    await_lines(&mut child, &journal, 4);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = text(&journal);
    let done = before.matches('\n').count() as u64 - 1;
    let (more, done) = ((done + 2).to_string(), done as usize);
    succeeds(&["--resume", path(&journal), "--generations", &more]);
    let resumed = text(&journal);
    let straight = folder.join("straight");
    let files = ["--journal", path(&straight), "--generations", &more];
    succeeds(&[&SMALL[..], &files].concat());
    assert_eq!(resumed, text(&straight));
    assert_eq!(resumed.lines().count(), done + 3);
}

/// Ctrl-C ends the run, and the command that continues it is printed.
#[test]
#[cfg(unix)]
fn an_interrupted_run_prints_the_command_to_continue() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = folder("tune-interrupt");
    let [journal, out] = ["a run", "weights.json"].map(|name| folder.join(name));
    let files = ["--journal", path(&journal), "--out", path(&out)];
    let endless = ["--generations", "1000000", "--jobs", "2"];
    let mut child = command(&[&SMALL[..], &files, &endless].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_lines(&mut child, &journal, 2);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "landfall tune --resume '{}' --generations 1000000 --jobs 2 --out {}\n",
        path(&journal),
        path(&out)
    );
    assert!(errors.ends_with(&expected), "{errors}");
}

/// Mirror images play each other, so their scores add up to one.
#[test]
fn candidates_may_play_their_mirror_image() {
    let folder = folder("tune-mirror");
    let journal = folder.join("journal");
    let mirror = ["--opponent", "mirror", "--mean-rate", "0.5"];
    let files = ["--journal", path(&journal), "--generations", "4"];
    succeeds(&[&SMALL[..], &mirror, &files].concat());
    let whole = text(&journal);
    let lines: Vec<Value> = whole
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let games = |line: usize| lines[line]["games"].as_u64().unwrap();
    for line in &lines[3..] {
        let scores = line["scores"].as_array().unwrap();
        let scores: Vec<f64> = scores.iter().map(|score| score.as_f64().unwrap()).collect();
        assert!(
            scores.chunks(2).all(|pair| pair[0] + pair[1] == 1.0),
            "{scores:?}"
        );
    }
    assert_eq!(games(4) - games(3), 12, "two pairs, and the mean");
    let steps = |line: usize| &lines[line]["sigma"];
    assert_eq!(
        steps(3),
        steps(4),
        "mirror games do not change the step length"
    );
    assert_ne!(steps(1), steps(2), "solo games change the step length");
    let kept = whole.split_inclusive('\n').take(4).collect::<String>();
    fs::write(&journal, kept).unwrap();
    succeeds(&["--resume", path(&journal), "--generations", "4"]);
    assert_eq!(text(&journal), whole);
}

#[test]
fn the_weights_are_a_file_for_the_bot() {
    let folder = folder("tune-out");
    let (journal, out) = (folder.join("journal"), folder.join("weights.json"));
    let files = ["--journal", path(&journal), "--generations", "3"];
    let printed = succeeds(&[&SMALL[..], &files].concat());
    let resume = ["--resume", path(&journal), "--out", path(&out)];
    let silent = succeeds(&[&resume[..], &["--games", "1"]].concat());
    assert_eq!((silent.as_str(), text(&out)), ("", printed));
    let tuned = format!("landfall --weights {}", path(&out));
    let games = ["--clock", "nodes", "30", "--games", "2"];
    let output = Command::new(PROGRAM)
        .args([&["arena", &tuned, "landfall"][..], &games].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn every_ruleset_can_be_tuned() {
    let folder = folder("tune-pason");
    let journal = folder.join("journal");
    let run = ["--rules", "pason", "--score", "solo", "--generations", "2"];
    let files = ["--journal", path(&journal)];
    let small = &SMALL[4..];
    let printed = succeeds(&[&run[..], &files, small].concat());
    let found: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(found["t_slot"], Value::from(vec![0; 4]));
    assert_ne!(found["holes"], Value::from(0));
}

/// Games of Dropblox, from a score at which they soon end; `sim` accepts the weights.
#[test]
fn dropblox_can_be_tuned() {
    let folder = folder("tune-dropblox");
    let (journal, out) = (folder.join("journal"), folder.join("weights.json"));
    let run = ["--rules", "dropblox", "--from", "900", "--nodes", "60"];
    let small = ["--population", "4", "--seeds", "2", "--seed", "5"];
    let files = ["--journal", path(&journal), "--out", path(&out)];
    succeeds(&[&run[..], &small, &files, &["--generations", "1"]].concat());
    let resume = [
        "--resume",
        path(&journal),
        "--out",
        path(&out),
        "--jobs",
        "2",
    ];
    succeeds(&[&resume[..], &["--generations", "2"]].concat());
    let straight = folder.join("straight");
    let files = ["--journal", path(&straight), "--generations", "2"];
    let printed = succeeds(&[&run[..], &small, &files].concat());
    assert_eq!(text(&journal), text(&straight));
    assert_eq!(text(&out), printed);
    let line: Value = serde_json::from_str(text(&journal).lines().last().unwrap()).unwrap();
    assert_eq!(
        (&line["scoring"], &line["games"]),
        (&"solo".into(), &20.into())
    );
    let scores = line["scores"].as_array().unwrap();
    assert!(scores.iter().all(|score| score.as_f64() >= Some(900.0)));
    let sim = [
        "dropblox", "sim", "--seed", "1", "--games", "1", "--from", "900",
    ];
    let played = Command::new(PROGRAM)
        .args([&sim[..], &["--nodes", "60", "--weights", path(&out)]].concat())
        .output()
        .unwrap();
    assert!(played.status.success(), "{played:?}");
}

#[test]
fn the_page_has_the_data_and_loads_nothing() {
    let folder = folder("tune-page");
    let whole = whole(&folder, "2");
    let page = text(folder.join("whole.html"));
    for outside in ["src=", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let script = "<script type=\"application/json\" id=\"journal\">";
    let (_, data) = page.split_once(script).unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let lines: Vec<Value> = whole
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(data["plan"], lines[0]);
    assert_eq!(data["generations"].as_array().unwrap()[..], lines[1..]);
    // Both scores, the step length, and a chart for each weight.
    assert_eq!(page.matches("<figure>").count(), 3);
    assert_eq!(page.matches("<svg xmlns").count(), 3);
    assert_eq!(page.matches("<svg viewBox=\"0 0 160 48\"").count(), 40);
    assert_eq!(page.matches(">generation</text>").count(), 3);
    assert!(page.contains("prefers-color-scheme") && page.contains("viewport"));
}

#[test]
fn invalid_options_are_refused() {
    let folder = folder("tune-bad");
    let file = |name: &str| folder.join(name);
    let (bad, journal) = (file("bad.json"), file("journal"));
    fs::write(&bad, r#"{"holes": 99999}"#).unwrap();
    let (bad, journal) = (path(&bad), path(&journal));
    let fresh = ["--journal", journal, "--generations", "1"];
    for (arguments, named) in [
        (&["--generations", "1"][..], "--journal"),
        (&["--journal", journal], "--time"),
        (
            &[&fresh[..], &["--start", bad]].concat(),
            "`holes` is 99999",
        ),
        (
            &[&fresh[..], &["--start", "nowhere"]].concat(),
            "zero, random, shipped",
        ),
        (
            &[&fresh[..], &["--rules", "chess"]].concat(),
            "guideline, guideline-no-hold, pason",
        ),
        (
            &[&fresh[..], &["--rules", "dropblox", "--score", "match"]].concat(),
            "--score solo",
        ),
        (
            &[&fresh[..], &["--population", "2"]].concat(),
            "from 4 to 1000",
        ),
        (
            &[&fresh[..], &["--preset", "chess"]].concat(),
            "[possible values: ppt",
        ),
        (&["--resume", journal, "--generations", "1"], "No such file"),
        (&["--resume", bad, "--generations", "1"], "no header"),
        (&["--resume", bad, "--seed", "1"], "cannot be used with"),
    ] {
        let errors = refused(arguments);
        assert!(errors.contains(named), "{arguments:?}: {errors}");
        assert!(!Path::new(journal).exists(), "{arguments:?}");
    }
}

#[test]
fn an_invalid_journal_is_refused() {
    let folder = folder("tune-wrong");
    let whole = whole_journal();
    fs::write(folder.join("whole"), whole).unwrap();
    let again = refused(
        &[
            &SMALL[..12],
            &["--seed", "6", "--generations", "9", "--journal"],
            &[path(&folder.join("whole"))],
        ]
        .concat(),
    );
    assert!(again.contains("`seed` is 5 there and 6 here"), "{again}");
    let wrong = folder.join("wrong");
    for (from, to, named) in [
        ("{\"tuner\":1", "{\"tuner\":2", "version 2"),
        ("\"generation\":1", "\"generation\":3", "line 3"),
        ("\"mean\":", "\"means\":", "line 2"),
        ("\"scores\":[", "\"scores\":[0.5,", "5 scores for 4"),
        ("\"sigma\":0.", "\"sigma\":0.1", "does not follow"),
        ("\"population\":4", "\"population\":0", "--population"),
    ] {
        assert!(whole.contains(from), "{from}");
        fs::write(&wrong, whole.replacen(from, to, 1)).unwrap();
        let before = text(&wrong);
        let errors = refused(&["--resume", path(&wrong), "--generations", "9"]);
        assert!(errors.contains(named), "{to}: {errors}");
        assert_eq!(text(&wrong), before, "the journal is unchanged");
    }
}

/// Matches are possible with these rulesets.
#[test]
fn matches_are_played_by_all_rules() {
    let folder = folder("tune-rules");
    for rules in ["guideline", "tetrio", "pason", "blockbattle"] {
        let journal = folder.join(rules);
        let journal = journal.to_str().unwrap();
        succeeds(
            &[
                &["--rules", rules, "--journal", journal, "--generations", "1"],
                &["--nodes", "20", "--population", "4", "--seeds", "1"][..],
            ]
            .concat(),
        );
        let generation: Value =
            serde_json::from_str(text(journal).lines().last().unwrap()).unwrap();
        assert_eq!(generation["scoring"], "match", "{rules}");
        assert_eq!(generation["scores"].as_array().map(Vec::len), Some(4));
    }
}
