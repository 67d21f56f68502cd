//! `landfall tune` on many machines: the jobs of a generation are in a file, several processes play
//! parts of them, and their scores are told in any order. The journal is that of one machine.

use crate::common::files::{await_lines, folder, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Exit codes.
const REFUSED: i32 = 2;
const MISSING: i32 = 3;
const AT_LIMIT: i32 = 4;

/// A quick run; the first generation is ranked by solo games.
const MATCHES: &str =
    "--start zero --warm-up 1 --nodes 30 --population 4 --seeds 2 --pieces 20 --seed 5";
const SOLO: &str = "--score solo --nodes 30 --population 4 --seeds 3 --pieces 20 --seed 6";
const DROPBLOX: &str = "--rules dropblox --from 900 --nodes 60 --population 4 --seeds 2 --seed 7";

/// A folder with the files of a run.
struct Run {
    folder: PathBuf,
    options: String,
}

impl Run {
    fn new(name: &str, options: &str) -> Run {
        Run {
            folder: folder(&format!("tune-steps-{name}")),
            options: options.to_string(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns `landfall tune` with these words, in the folder.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .arg("tune")
            .args(words.split_whitespace())
            .current_dir(&self.folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null());
        command
    }

    fn output(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs a command that succeeds; returns its stdout.
    fn succeeds(&self, words: &str) -> String {
        self.ends_with(words, 0).0
    }

    /// Runs a command that is refused; returns its stderr.
    fn refused(&self, words: &str) -> String {
        let (out, errors) = self.ends_with(words, REFUSED);
        assert_eq!(out, "", "{words}");
        errors
    }

    /// Runs a command that ends with this exit code; returns its stdout and stderr.
    fn ends_with(&self, words: &str, code: i32) -> (String, String) {
        let output = self.output(words);
        let [out, errors] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(code), "{words}: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
        (out, errors)
    }

    /// Asks for the next generation; returns its number and how many jobs it has.
    fn ask(&self) -> (u64, u64) {
        let options = &self.options;
        let asked = self.succeeds(&format!("--journal run {options} --ask jobs"));
        let mut numbers = asked.split_whitespace().map(|word| word.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    }

    /// Returns the journal after this many generations on one machine.
    fn on_one_machine(&self, generations: u64) -> String {
        let options = &self.options;
        let limits = format!("--generations {generations} --jobs 2");
        self.succeeds(&format!("--journal one {options} {limits}"));
        text(self.path("one"))
    }
}

/// Plays a generation in three parts: the first and the last in parallel; the second in two pieces,
/// the later jobs first, with the last line cut off.
fn play_generation(run: &Run) {
    let (generation, jobs) = run.ask();
    let play = |only: &str, part: u64| {
        let words = format!("--play jobs --only {only} --journal {generation}-{part}.jsonl");
        let mut command = run.command(&words);
        command.stderr(Stdio::null());
        command
    };
    let beside = [play("3/3", 3), play("1/3", 1)].map(|mut part| part.spawn().unwrap());
    let (from, to) = (jobs / 3, jobs * 2 / 3);
    let later = format!("{}..{to}", from + 1);
    assert!(play(&later, 2).status().unwrap().success());
    let second = run.path(&format!("{generation}-2.jsonl"));
    let whole = text(&second);
    fs::write(&second, &whole[..whole.len() - 5]).unwrap();
    for mut part in beside {
        assert!(part.wait().unwrap().success());
    }
    let files = [3, 1, 2].map(|part| format!("{generation}-{part}.jsonl"));
    let tell = format!("--resume run --tell {}", files.join(" "));
    let before = fs::read(run.path("run")).unwrap();
    let (missing, errors) = run.ends_with(&tell, MISSING);
    assert!(missing.starts_with(&format!("{from}..")), "{missing}");
    assert!(missing.ends_with(&format!("..{to}\n")), "{missing}");
    assert!(errors.contains("are missing"), "{errors}");
    assert!(
        fs::read(run.path("run")).unwrap() == before,
        "nothing has changed"
    );
    assert!(play("2/3", 2).status().unwrap().success());
    assert_eq!(run.succeeds(&tell), "");
}

/// The same seed gives the same journal as on one machine.
#[test]
fn parts_played_anywhere_give_the_journal_of_one_machine() {
    for (name, options) in [
        ("itself", MATCHES.to_string()),
        (
            "mirror",
            format!("{MATCHES} --opponent mirror --mean-rate 0.5"),
        ),
        (
            "reference",
            format!("{MATCHES} --opponent reference --reference zero"),
        ),
        ("solo", SOLO.to_string()),
        ("dropblox", DROPBLOX.to_string()),
    ] {
        let run = Run::new(name, &options);
        for _generation in 0..3 {
            play_generation(&run);
        }
        assert_eq!(text(run.path("run")), run.on_one_machine(3), "{name}");
        assert_eq!(text(run.path("run.html")), text(run.path("one.html")));
    }
}

/// A run may alternate between one machine and many.
#[test]
fn one_machine_continues_a_run_of_many() {
    let run = Run::new("mixed", MATCHES);
    let limits = |generations| format!("--resume run --generations {generations}");
    play_generation(&run);
    run.succeeds(&limits(2));
    play_generation(&run);
    assert_eq!(text(run.path("run")), run.on_one_machine(3));
    let weights = run.succeeds(&limits(3));
    run.succeeds("--resume one --generations 3 --out weights.json");
    assert_eq!(text(run.path("weights.json")), weights);
}

#[test]
fn a_killed_worker_is_continued() {
    let run = Run::new(
        "kill",
        "--score solo --nodes 300 --population 4 --seeds 40 --pieces 60",
    );
    let (_, jobs) = run.ask();
    assert_eq!(jobs, 200);
    let play = "--play jobs --journal scores.jsonl";
    let scores = run.path("scores.jsonl");
    // On a busy machine it may finish before it is killed.
    let before = loop {
        let mut worker = run.command(play).stderr(Stdio::null()).spawn().unwrap();
        await_lines(&mut worker, &scores, 3);
        worker.kill().unwrap();
        worker.wait().unwrap();
        let before = text(&scores);
        if before.lines().count() < 201 {
            break before;
        }
        fs::remove_file(&scores).unwrap();
    };
    let (missing, _) = run.ends_with("--resume run --tell scores.jsonl", MISSING);
    assert!(missing.ends_with("..200\n"), "{missing}");
    run.succeeds(&format!("{play} --jobs 2"));
    let after = text(&scores);
    assert_eq!(after.lines().count(), 201, "no job was played again");
    let whole = before.rfind('\n').unwrap() + 1;
    assert_eq!(after[..whole], before[..whole]);
    run.succeeds("--resume run --tell scores.jsonl");
    assert_eq!(text(run.path("run")), run.on_one_machine(1));
}

/// A stopped worker prints the command that continues.
#[test]
#[cfg(unix)]
fn a_stopped_worker_prints_the_command_to_continue() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // More work than can be done before the signal.
    let run = Run::new(
        "stop",
        "--score solo --nodes 300 --population 4 --seeds 9000",
    );
    run.ask();
    let play = "--play jobs --only 1..40000 --journal scores.jsonl";
    let mut worker = run.command(play).stderr(Stdio::piped()).spawn().unwrap();
    await_lines(&mut worker, &run.path("scores.jsonl"), 2);
    kill(Pid::from_raw(worker.id() as i32), Signal::SIGTERM).unwrap();
    let output = worker.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8(output.stderr).unwrap();
    let expected = "landfall tune --play jobs --only 1..40000 --journal scores.jsonl\n";
    assert!(errors.ends_with(expected), "{errors}");
}

/// Every step can be repeated.
#[test]
fn repeated_steps_change_nothing() {
    let run = Run::new("again", SOLO);
    assert_eq!(run.ask(), (0, 15));
    let jobs = text(run.path("jobs"));
    assert_eq!(run.ask(), (0, 15));
    assert_eq!(text(run.path("jobs")), jobs);
    let play = "--play jobs --journal scores.jsonl";
    run.succeeds(play);
    let scores = text(run.path("scores.jsonl"));
    run.succeeds(play);
    assert_eq!(text(run.path("scores.jsonl")), scores);
    run.succeeds("--play jobs --only 3..6 --journal twice.jsonl");
    let (_, errors) = run.ends_with("--resume run --tell scores.jsonl twice.jsonl", 0);
    assert!(errors.contains("3 duplicate jobs"), "{errors}");
    let journal = text(run.path("run"));
    let (_, errors) = run.ends_with("--resume run --tell scores.jsonl", 0);
    assert!(errors.contains("generation 0 already"), "{errors}");
    fs::remove_file(run.path("run.html")).unwrap();
    run.ends_with("--resume run --tell scores.jsonl", 0);
    assert!(run.path("run.html").exists());
    assert_eq!(text(run.path("run")), journal);
    // Scores of earlier generations may be in the same folder as those of the next one.
    run.ask();
    run.succeeds("--play jobs --only 0..14 --journal next.jsonl");
    fs::write(run.path("begun.jsonl"), &scores[..20]).unwrap();
    let (missing, errors) = run.ends_with("--resume run --tell .", MISSING);
    assert_eq!(missing, "14..15\n");
    assert!(
        errors.contains("begun.jsonl has no whole line yet"),
        "{errors}"
    );
    run.succeeds("--play jobs --only 14..15 --journal last.jsonl");
    run.succeeds("--resume run --tell . --out weights.json");
    assert_eq!(text(run.path("run")), run.on_one_machine(2));
    assert!(text(run.path("weights.json")).contains("\"holes\""));
}

#[test]
fn a_run_that_is_at_its_limit_asks_for_nothing() {
    let run = Run::new("limit", SOLO);
    run.on_one_machine(2);
    for limit in ["--generations 2", "--games 30"] {
        let (out, errors) = run.ends_with(&format!("--resume one {limit} --ask jobs"), AT_LIMIT);
        assert!(errors.contains("reached its limit"), "{errors}");
        assert!(out.is_empty() && !run.path("jobs").exists());
    }
    assert_eq!(
        run.succeeds("--resume one --generations 3 --ask jobs"),
        "2 15\n"
    );
}

/// Scores of another run, generation or build, or that contradict other scores, are refused.
#[test]
fn scores_that_do_not_belong_together_are_refused() {
    let run = Run::new("other", SOLO);
    run.ask();
    run.succeeds("--play jobs --journal scores.jsonl");
    let journal = text(run.path("run"));
    let scores = text(run.path("scores.jsonl"));
    let change = |from: &str, to: &str| {
        assert!(scores.contains(from), "{from}");
        fs::write(run.path("other.jsonl"), scores.replacen(from, to, 1)).unwrap();
    };
    let tell = "--resume run --tell scores.jsonl other.jsonl";
    for (from, to, named) in [
        ("\"run\":\"", "\"run\":\"f", "the run is f"),
        (
            "\"generation\":0",
            "\"generation\":1",
            "the generation is 1 there and 0 here",
        ),
        (
            "\"candidates\":\"",
            "\"candidates\":\"f",
            "the hash of the candidates is f",
        ),
        ("\"jobs\":15", "\"jobs\":99", "the number of jobs is 99"),
        (
            "\"scoring\":\"solo\"",
            "\"scoring\":\"match\"",
            "the score is match there and solo here",
        ),
        ("\"bench\":\"", "\"bench\":\"f", "the build is"),
        (
            "\"job\":2,\"score\":",
            "\"job\":2,\"score\":1",
            "job 2 has another result",
        ),
        (
            "\"job\":2,",
            "\"job\":15,",
            "line 4, cannot be used: there is no job 15",
        ),
        ("\"job\":2,", "\"job\":-2,", "line 4, cannot be read"),
        ("\"job\":2,", "\"job\":\"2\",", "line 4, cannot be read"),
        (
            "\"job\":2,",
            "\"job\":99999999999999999999,",
            "line 4, cannot be read",
        ),
        (
            "\"job\":2,\"score\":",
            "\"job\":2,\"score\":-",
            "line 4, cannot be used",
        ),
        (
            "\"job\":2,\"score\":",
            "\"job\":2,\"score\":1e999,\"x\":",
            "line 4, cannot be read",
        ),
        (
            "\"job\":2,\"score\":",
            "\"job\":2,\"score\":NaN,\"x\":",
            "line 4, cannot be read",
        ),
        (
            "\"job\":2,\"score\":",
            "\"job\":2,\"score\":1e300,\"score\":",
            "line 4, cannot be read",
        ),
        (
            "\"job\":2,",
            "\"job\":2}\n{\"job\":3,",
            "line 4, cannot be read",
        ),
        (
            "\"tuner_scores\":1",
            "\"tuner_scores\":2",
            "version 2 of the scores",
        ),
        ("\"tuner_scores\":1,", "", "line 1, cannot be read"),
    ] {
        change(from, to);
        let errors = run.refused(tell);
        assert!(
            errors.contains("other.jsonl") && errors.contains(named),
            "{to}: {errors}"
        );
        assert_eq!(text(run.path("run")), journal);
    }
    change("\"generation\":0", "\"generation\":1");
    let errors = run.refused("--play jobs --journal other.jsonl");
    assert!(errors.contains("the generation is 1 there"), "{errors}");
    change("\"bench\":\"", "\"bench\":\"f");
    let play = "--play jobs --journal other.jsonl";
    assert!(run.refused(play).contains("the build is"));
    run.succeeds(&format!("{play} --any-build"));
    run.succeeds(&format!("{tell} --any-build"));
    let none = run.refused("--resume run --tell nowhere.jsonl");
    assert!(none.contains("nowhere.jsonl"), "{none}");
}

#[test]
fn jobs_that_cannot_be_played_are_refused() {
    let run = Run::new("jobs", SOLO);
    run.ask();
    let whole = text(run.path("jobs"));
    let play = "--play changed --journal scores.jsonl";
    for (from, to, named) in [
        ("{", "", "not a whole file"),
        ("\"generation\":0", "\"generation\":3", "it was changed"),
        ("\"number\":0", "\"number\":3", "it was changed"),
        ("\"number\":0", "\"number\":-1", "invalid value"),
        (
            "\"jobs\":15",
            "\"jobs\":18446744073709551615",
            "it was changed",
        ),
        ("\"jobs\":15", "\"jobs\":\"15\"", "invalid type"),
        (
            "\"rules\":\"guideline\"",
            "\"rules\":\"chess\"",
            "guideline",
        ),
        (
            "\"rules\":\"guideline\"",
            "\"rules\":\"dropblox\"",
            "not a whole file",
        ),
        ("\"nodes\":30", "\"nodes\":0", "--nodes must be from 1"),
        ("\"nodes\":30", "\"nodes\":1e9", "invalid type"),
        ("\"nodes\":30", "\"nodes\":31", "it was changed"),
        ("\"population\":4", "\"population\":6", "4 candidates"),
        ("\"holes\":-", "\"holes\":-99", "beyond 10000"),
        (
            "\"tuner_scores\":1",
            "\"tuner_scores\":9",
            "version 9 of the scores",
        ),
        ("\"bench\":\"", "\"bench\":\"f", "another build"),
    ] {
        assert!(whole.contains(from), "{from}");
        fs::write(run.path("changed"), whole.replacen(from, to, 1)).unwrap();
        let errors = run.refused(play);
        assert!(
            errors.contains("changed") && errors.contains(named),
            "{to}: {errors}"
        );
        assert!(!run.path("scores.jsonl").exists(), "{to}");
    }
    for length in [0, 1, 200, whole.len() / 2, whole.len() - 2] {
        fs::write(run.path("changed"), &whole[..length]).unwrap();
        assert!(run.refused(play).contains("not a whole file"));
    }
    for (words, named) in [
        ("--play nowhere --journal s", "nowhere: No such file"),
        ("--play run --journal s", "not a whole file"),
        (
            "--play jobs --only 3..16 --journal s",
            "the generation has the jobs 0..15",
        ),
        ("--play jobs --only 0/3 --journal s", "a part such as"),
        ("--play jobs", "--journal"),
        ("--play jobs --seed 3 --journal s", "cannot be used with"),
        ("--tell s", "--resume"),
    ] {
        let errors = run.refused(words);
        assert!(errors.contains(named), "{words}: {errors}");
    }
    assert!(!run.path("s").exists());
    fs::write(
        run.path("changed"),
        whole.replacen("\"bench\":\"", "\"bench\":\"f", 1),
    )
    .unwrap();
    run.succeeds(&format!("{play} --only 20/20 --any-build"));
    assert_eq!(text(run.path("scores.jsonl")).lines().count(), 2);
}

/// `--journal` begins a run, or continues it if its options are the same.
#[test]
fn one_option_begins_and_continues_a_run() {
    let run = Run::new("open", SOLO);
    let whole = run.on_one_machine(2);
    let head = whole.lines().next().unwrap();
    for beginning in ["", &head[..40], &format!("{head}\n")] {
        fs::write(run.path("one"), beginning).unwrap();
        assert_eq!(run.on_one_machine(2), whole);
    }
    let errors = run.refused(&format!("--journal one {SOLO}1 --generations 3"));
    assert!(errors.contains("`seed` is 6 there and 61 here"), "{errors}");
    let errors = run.refused(&format!("--journal one {SOLO} --start zero --ask jobs"));
    assert!(
        errors.contains("`sigma`") || errors.contains("`start`"),
        "{errors}"
    );
    assert_eq!(text(run.path("one")), whole);
}

/// The loop of `contrib` is killed twice, with the part that it plays, and started again.
#[test]
#[cfg(unix)]
fn the_loop_goes_on_after_a_kill() {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::CommandExt;
    let run = Run::new("loop", SOLO);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/tune-generations");
    let start = || {
        Command::new(&script)
            .args(["folder", "3"])
            .args(SOLO.split_whitespace())
            .args(["--generations", "8"])
            .envs([("SCHEDULER", "none"), ("LANDFALL", PROGRAM)])
            .current_dir(&run.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap()
    };
    let journal = run.path("folder/run.jsonl");
    for lines in [2, 4] {
        let mut script = start();
        await_lines(&mut script, &journal, lines);
        killpg(Pid::from_raw(script.id() as i32), Signal::SIGKILL).unwrap();
        script.wait().unwrap();
    }
    assert!(text(&journal).lines().count() < 9);
    assert!(start().wait().unwrap().success());
    assert_eq!(text(&journal), run.on_one_machine(8));
    let weights = text(run.path("folder/weights.json"));
    assert_eq!(run.succeeds("--resume one --generations 8"), weights);
    assert!(!run.path("folder/scores-7").exists());
}
