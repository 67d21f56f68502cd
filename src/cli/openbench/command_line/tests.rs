use super::*;
use landfall_tbp::host::split_command;

/// Recorded commands of workers: a test, a tuning run, and a time control of milliseconds.
const SPRT: &str = include_str!("../../../../tests/openbench/sprt.command");
const SPSA: &str = include_str!("../../../../tests/openbench/spsa.command");
const MILLISECONDS: &str = include_str!("../../../../tests/openbench/milliseconds.command");

/// Parses a command, without the name of the runner.
fn parse(line: &str) -> Result<RunnerCommand, CommandLineError> {
    RunnerCommand::parse(&words(line))
}

fn words(line: &str) -> Vec<OsString> {
    let words = split_command(line).expect("whole quotes");
    words.into_iter().skip(1).map(OsString::from).collect()
}

fn parse_error(line: &str) -> String {
    parse(line).expect_err(line).to_string()
}

/// Replaces a part of a command, which must have that part.
fn edit(line: &str, from: &str, to: &str) -> String {
    assert!(line.contains(from), "{from} in {line}");
    line.replace(from, to)
}

#[test]
fn a_recorded_test_is_a_series_of_pairs() {
    let command = parse(SPRT).expect("a command");
    assert_eq!(command.warnings, [""; 0]);
    assert_eq!((command.seed, command.games), (12, 32..48));
    assert_eq!((command.concurrency, command.clock), (1, Clock::Nodes(200)));
    assert_eq!(command.preset.name, "ppt");
    assert_eq!(command.pgn, Path::new("PGNs/12.34.1700000000.0.pgn"));
    let [dev, base] = command.engines;
    assert_eq!((&*dev.name, &*base.name), ("landfall-dev", "landfall-base"));
    assert_eq!(dev.program, Path::new("./Engines/./landfall-0A1B2C3D"));
    assert_eq!(dev.options, ["--threads=1", "--memory=16", "--nodes=200"]);
    assert_eq!(base.options, ["--threads=1", "--memory=16", "--nodes=60"]);
}

#[test]
fn milliseconds_are_processor_time_and_chess_is_ignored() {
    let command = parse(MILLISECONDS).expect("a command");
    assert_eq!(command.clock, Clock::Cpu([80, 80]));
    assert_eq!(command.preset.name, "tetrio-s2");
    assert_eq!(command.engines[0].options, ["--threads=1", "--memory=16"]);
    assert_eq!(command.warnings, ["-resign is ignored", "-draw is ignored"]);
    let mixed = MILLISECONDS.replacen("st=0.08", "nodes=60", 1);
    assert!(parse_error(&mixed).contains("the same kind"));
}

#[test]
fn recorded_parameters_become_options_of_the_bot() {
    let command = parse(SPSA).expect("a command");
    assert_eq!(command.warnings, [""; 0]);
    let [dev, base] = command.engines;
    assert_eq!(dev.program, base.program);
    let set = |engine: &Engine| -> Vec<String> {
        let options = engine.options.iter();
        let names = options.filter_map(|option| option.strip_prefix("--set="));
        names.map(str::to_string).collect()
    };
    let [dev, base] = [set(&dev), set(&base)];
    assert!(dev.len() > 2, "{dev:?}");
    assert_ne!(dev, base);
    let names = |options: &[String]| -> Vec<String> {
        let names = options.iter().filter_map(|option| option.split_once('='));
        names.map(|pair| pair.0.to_string()).collect()
    };
    assert_eq!(names(&dev), names(&base));
}

#[test]
fn the_start_option_selects_the_pairs() {
    let games = |start: u64, rounds: u64| {
        let line = edit(SPRT, "start=17", &format!("start={start}"));
        let line = edit(&line, "-rounds 16", &format!("-rounds {rounds}"));
        parse(&line).map(|command| command.games)
    };
    assert_eq!(games(1, 16).expect("games"), 0..16);
    assert_eq!(games(9, 16).expect("games"), 16..32);
    for (start, rounds) in [(u64::MAX, 2), (1 << 63, 2), (2, u64::MAX - 1)] {
        let error = games(start, rounds).expect_err("too large").to_string();
        assert!(error.contains("too large"), "{error}");
    }
}

#[test]
fn an_option_of_both_engines_chooses_the_preset() {
    let both = edit(
        SPRT,
        "option.Hash=16",
        "option.Hash=16 option.Preset=tetrio-s2",
    );
    let command = parse(&both).expect("a command");
    assert_eq!(command.preset.name, "tetrio-s2");
    assert_eq!(command.engines[0].options.len(), 3);
    let one = both.replacen("option.Preset=tetrio-s2", "", 1);
    assert!(parse_error(&one).contains("two presets"));
    let unknown = edit(&both, "tetrio-s2", "chess");
    assert!(parse_error(&unknown).contains("option Preset"));
    // A server must not make volunteers read files.
    let file = edit(&both, "Preset=tetrio-s2", "Preset=/etc/passwd.json");
    assert!(parse_error(&file).contains("option Preset"));
}

#[test]
fn unknown_options_are_ignored_with_a_warning() {
    let strange = edit(SPRT, "-games 2", "-games 2 -each tc=1 -tb x");
    let strange = strange.replacen("proto=uci", "proto=uci ponder=true", 1);
    let command = parse(&strange).expect("a command");
    let ignored = ["-each", "-tb", "-engine ponder"];
    let ignored = ignored.map(|option| format!("{option} is ignored"));
    assert_eq!(command.warnings, ignored);
}

#[test]
fn a_value_cannot_become_an_option_of_the_bot() {
    let line = edit(SPRT, "option.Hash=16", "option.--weights=/etc/passwd");
    let [dev, _] = parse(&line).expect("a command").engines;
    assert_eq!(dev.options[1], "--set=--weights=/etc/passwd");
}

#[test]
fn invalid_commands_are_refused() {
    for (from, to, named) in [
        ("-rounds 16", "", "-rounds is missing"),
        ("-rounds 16", "-rounds", "-rounds \"\""),
        ("-rounds 16", "-rounds 16 16", "-rounds \"16 16\""),
        ("-rounds 16", "-rounds 15", "-rounds \"15\""),
        ("-rounds 16", "-rounds 0", "-rounds \"0\""),
        ("-rounds 16", "-rounds 99999999999999999999", "-rounds"),
        ("-games 2", "-games 1", "-games \"1\""),
        ("-concurrency 1", "-concurrency 0", "-concurrency \"0\""),
        ("-concurrency 1", "-concurrency 2000000", "-concurrency"),
        ("-concurrency 1", "-concurrency x", "-concurrency \"x\""),
        ("start=17", "", "-openings start=PAIR is missing"),
        ("start=17", "start=0", "-openings start \"0\""),
        ("start=17", "start=x", "-openings start \"x\""),
        ("-srand 12", "", "-srand is missing"),
        ("-srand 12", "-srand 1.5", "-srand \"1.5\""),
        (
            "-pgnout file=",
            "-pgnout fil=",
            "-pgnout file=FILE is missing",
        ),
        ("tc=inf nodes=200", "", "nodes=N or st=S is missing"),
        (
            "tc=inf nodes=200",
            "tc=8.00+0.08 timemargin=250",
            "8.00+0.08",
        ),
        ("tc=inf nodes=200", "tc=40/60.00+0.60", "40/60.00+0.60"),
        ("tc=inf nodes=200", "tc=inf depth=9", "depth=9"),
        ("tc=inf nodes=200", "st=1 nodes=200", "nodes and time"),
        ("nodes=200", "nodes=0", "-engine nodes \"0\""),
        ("nodes=200", "nodes=1e9", "-engine nodes \"1e9\""),
        ("tc=inf nodes=200", "st=0.00", "-engine st \"0.00\""),
        ("tc=inf nodes=200", "st=-1", "-engine st \"-1\""),
        ("tc=inf nodes=200", "st=NaN", "-engine st \"NaN\""),
        ("tc=inf nodes=200", "st=inf", "-engine st \"inf\""),
        ("tc=inf nodes=200", "st=1e300", "-engine st \"1e300\""),
        (
            "cmd=./landfall-0A1B2C3D",
            "",
            "-engine cmd=PROGRAM is missing",
        ),
        ("name=landfall-dev", "", "-engine name=NAME is missing"),
        ("name=landfall-dev", "name=a:b", "-engine name \"a:b\""),
        ("name=landfall-dev", "'name=a b'", "-engine name \"a b\""),
        ("name=landfall-dev", "name=é", "-engine name \"é\""),
        ("-engine", "-each", "two -engine options, not 0"),
        (
            "-srand",
            "-engine name=c cmd=c nodes=1 -srand",
            "two -engine options, not 3",
        ),
    ] {
        let error = parse_error(&edit(SPRT, from, to));
        assert!(error.contains(named), "{from} -> {to}: {error}");
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
    }
    assert_eq!(
        parse_error("runner"),
        "there must be two -engine options, not 0"
    );
}

/// Parses all commands with a word removed, repeated, or replaced by a strange one.
#[test]
fn no_command_panics() {
    let whole = words(SPRT);
    let strange = [
        "",
        "-",
        "=",
        "é",
        "-engine",
        "option.",
        "18446744073709551615",
        "start=1=2",
    ];
    for index in 0..whole.len() {
        let mut line = whole.clone();
        line.remove(index);
        let _ = RunnerCommand::parse(&line);
        line.insert(index, whole[0].clone());
        for word in strange {
            line[index] = word.into();
            let _ = RunnerCommand::parse(&line);
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_refused() {
    use std::os::unix::ffi::OsStringExt;
    let mut words = words(SPRT);
    words[3] = OsString::from_vec(vec![0xff, 0x20]);
    let error = RunnerCommand::parse(&words).expect_err("no text");
    assert_eq!(error.to_string(), "argument 4 is not UTF-8");
}
