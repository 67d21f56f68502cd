//! Bots with typical mistakes of beginners in `landfall arena`: each mistake is named with advice
//! on stderr, in the summary, in the journal and on the pages.
#![cfg(unix)]

use crate::common::arena::{arena, bot_script};
use crate::common::files::{Scratch, folder, text};
use landfall_tbp::host::BotMistake;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;
use std::thread;

const INFO: &str = r#"{"type":"info","name":"beginner","version":"1","author":"","features":[]}"#;

/// Seconds for an answer: for bots that give none, and for the others.
const LIMITS: [&str; 2] = ["10", "60"];

/// Plays two games against a bot that is a shell script.
fn play(name: &str, script: &str, limit: &str, more: &[&str]) -> Output {
    let script = Scratch::new(&format!("beginner-{name}.sh"), script);
    let bot = format!("sh '{}'", script.path());
    let bots = ["landfall --nodes 20", &bot, "--games", "2", "--jobs", "2"];
    let clock = ["--clock", "nodes", "20", "--timeout", limit];
    arena(&[&bots[..], &clock, more].concat())
}

/// Returns the limit for a bot with this mistake.
fn limit(mistake: BotMistake) -> &'static str {
    use BotMistake::*;
    let gives_no_answer = matches!(
        mistake,
        NoInfo
            | InfoWaits
            | NotFlushed
            | NoLineEnd
            | EchoesInput
            | NoReady
            | AnswersAtEnd
            | UnknownType
            | NoSuggestion
    );
    LIMITS[usize::from(!gives_no_answer)]
}

/// Checks all cases at once, with their numbers, since many only wait for an answer.
fn check_all<Case: Send>(cases: Vec<Case>, check: impl Fn(usize, Case) + Sync) {
    let check = &check;
    thread::scope(|scope| {
        for (number, case) in cases.into_iter().enumerate() {
            scope.spawn(move || check(number, case));
        }
    });
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the script of a bot that runs `answer` for every `suggest`, with the next piece of the
/// queue as `$piece`.
fn player(answer: &str) -> String {
    let start =
        r#"*'"start"'*) queue=${line#*'"queue":['}; queue=$(echo "${queue%%]*}" | tr -d '",');;"#;
    let next = r#"piece=${queue%"${queue#?}"}; queue=${queue#?};"#;
    let script = bot_script("beginner", &format!("{next} {answer}"));
    script.replacen("*'\"suggest\"'*)", &format!("{start}\n*'\"suggest\"'*)"), 1)
}

/// Returns the shell command that writes a suggestion of this move.
fn suggest(location: &str, spin: &str) -> String {
    let location = location.replace("$piece", "'$piece'");
    format!(
        r#"echo '{{"type":"suggestion","moves":[{{"location":{{{location}}},"spin":{spin}}}]}}'"#
    )
}

/// Returns mistakes in the answer to `suggest`, with the answers.
fn wrong_answers() -> Vec<(BotMistake, String)> {
    use BotMistake::*;
    let at = |rest: &str| suggest(&format!(r#""type":"$piece",{rest}"#), r#""none""#);
    let good = at(r#""orientation":"north","x":4,"y":0"#);
    vec![
        (TextOnStdout, format!("echo thinking; {good}")),
        (
            PythonLiteral,
            r#"echo "{'type': 'suggestion', 'moves': []}""#.into(),
        ),
        (
            MessageOverLines,
            "echo '{'; echo '\"type\":\"suggestion\"'; echo '}'".into(),
        ),
        (OrientationName, at(r#""orientation":"up","x":4,"y":0"#)),
        (OrientationName, at(r#""orientation":"right","x":4,"y":0"#)),
        (
            PieceName,
            suggest(
                r#""type":"t","orientation":"north","x":4,"y":0"#,
                r#""none""#,
            ),
        ),
        (
            PieceName,
            suggest(
                r#""type":"B","orientation":"north","x":4,"y":0"#,
                r#""none""#,
            ),
        ),
        (WrongAttribute, at(r#""orientation":"north","x":"4","y":0"#)),
        (WrongAttribute, r#"echo '{"type":"suggestion"}'"#.into()),
        (
            SpinName,
            suggest(
                r#""type":"$piece","orientation":"north","x":4,"y":0"#,
                "null",
            ),
        ),
        (NoType, "echo '{\"error\":\"no idea\"}'".into()),
        (RowsFromTop, at(r#""orientation":"north","x":2,"y":19"#)),
        (RowsFromTop, at(r#""orientation":"north","x":2,"y":39"#)),
        (WrongCentre, at(r#""orientation":"north","x":4,"y":1"#)),
        (WrongCentre, at(r#""orientation":"north","x":4,"y":-1"#)),
        (NotDropped, at(r#""orientation":"north","x":4,"y":19"#)),
        (BoardOrCentre, good.clone()),
        (
            NoMoves,
            "echo '{\"type\":\"suggestion\",\"moves\":[]}'".into(),
        ),
        (AnswersTwice, format!("{good}; {good}")),
        (EndsEarly, "exit 0".into()),
        (
            Crashes,
            "echo 'ZeroDivisionError: division by zero' >&2; exit 3".into(),
        ),
        (NoSuggestion, ":".into()),
        (
            UnknownType,
            "echo '{\"type\":\"Suggestion\",\"moves\":[]}'".into(),
        ),
        (
            AnswersAtEnd,
            format!("while read -r line; do :; done; {good}"),
        ),
    ]
}

/// Each kind of mistake is named once on stderr, and a bot that fails in every game gives exit code
/// 1.
#[test]
fn mistakes_in_a_game_are_named() {
    check_all(wrong_answers(), |number, (mistake, answer)| {
        let output = play(
            &format!("answer-{number}"),
            &player(&answer),
            limit(mistake),
            &["--json"],
        );
        let errors = stderr(&output);
        let context = format!("{mistake:?}: {answer}\n{errors}");
        assert_eq!(output.status.code(), Some(1), "{context}");
        assert_eq!(errors.matches(mistake.advice()).count(), 1, "{context}");
        assert!(
            errors.contains("bot B failed in every game (2 of 2)"),
            "{context}"
        );
        let summary: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        let faults = summary["b"]["faults"].as_array().expect("a list");
        assert_eq!(faults.len(), 1, "{context}");
        let expected = serde_json::to_value(mistake).expect("a name");
        assert_eq!(faults[0]["mistake"], expected, "{context}");
        assert_eq!(
            (&faults[0]["games"], &faults[0]["first_game"]),
            (&2.into(), &0.into())
        );
        let text = faults[0]["text"].as_str().expect("text");
        assert!(text.contains(mistake.advice()), "{context}");
    });
}

/// The last lines of a bot's stderr are shown without control characters.
#[test]
fn a_traceback_is_shown_line_by_line() {
    let answer = "printf '\\033[2JTraceback\\n  line 7\\nZeroDivisionError\\n' >&2; exit 1";
    let output = play("traceback", &player(answer), LIMITS[1], &[]);
    let errors = stderr(&output);
    for line in ["  ?[2JTraceback", "    line 7", "  ZeroDivisionError"] {
        assert!(
            errors.lines().any(|found| found.ends_with(line)),
            "{errors}"
        );
    }
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(summary.contains("\n  ZeroDivisionError\n"), "{summary}");
    assert!(
        !summary.contains('\u{1b}') && !errors.contains('\u{1b}'),
        "{summary:?}"
    );
}

/// A bot that fails before the first game gives exit code 2, with the same advice.
#[test]
fn mistakes_before_the_first_game_are_named() {
    use BotMistake::*;
    let info = format!("echo '{INFO}'\n");
    let cases = vec![
        (
            TextOnStdout,
            format!("echo 'Hello, I am a bot'\n{info}cat >/dev/null"),
        ),
        (
            ByteOrderMark,
            format!("printf '\\357\\273\\277%s\\n' '{INFO}'; cat >/dev/null"),
        ),
        (EndsAtStart, "exit 0".into()),
        (
            EndsAtStart,
            "echo 'SyntaxError: invalid syntax' >&2; exit 1".into(),
        ),
        (NoInfo, "cat >/dev/null".into()),
        (InfoWaits, format!("read -r line\n{info}cat >/dev/null")),
        (NotFlushed, format!("cat >/dev/null\n{info}")),
        (NoLineEnd, format!("printf '%s' '{INFO}'; cat >/dev/null")),
        (EchoesInput, "cat".into()),
        (NoReady, format!("{info}cat >/dev/null")),
        (
            AnswersAtEnd,
            format!("{info}cat >/dev/null; echo '{{\"type\":\"ready\"}}'"),
        ),
        (
            UnknownType,
            format!("{info}echo '{{\"type\":\"READY\"}}'; cat >/dev/null"),
        ),
        (EndsEarly, format!("{info}read -r line")),
        (ClosesOutput, format!("{info}exec >&-; sleep 600")),
        (
            RefusesRules,
            format!("{info}echo '{{\"type\":\"error\",\"reason\":\"no\"}}'; cat >/dev/null"),
        ),
    ];
    check_all(cases, |number, (mistake, script)| {
        let output = play(&format!("start-{number}"), &script, limit(mistake), &[]);
        let errors = stderr(&output);
        let context = format!("{mistake:?}: {script}\n{errors}");
        assert_eq!(output.status.code(), Some(2), "{context}");
        assert!(errors.contains(mistake.advice()), "{context}");
        assert!(errors.contains("bot B (sh '"), "{context}");
    });
}

/// The error has the words of the command, and the kind of the file.
#[test]
fn programs_that_do_not_start_are_explained() {
    use BotMistake::*;
    let folder = folder("beginner-programs");
    let file = |name: &str, text: &str, mode: u32| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        path.display().to_string()
    };
    for (mistake, command, words) in [
        (
            ProgramNotFound,
            r"C:\bots\cc.exe --fast".to_string(),
            r#"["C:botscc.exe", "--fast"]"#,
        ),
        (
            NotExecutable,
            file("plain.py", "print()\n", 0o644),
            "plain.py",
        ),
        (
            InterpreterNotFound,
            file("crlf.sh", "#!/bin/sh\r\nexit\r\n", 0o755),
            "crlf.sh",
        ),
        (IsFolder, folder.display().to_string(), "beginner-programs"),
    ] {
        let output = arena(&["landfall", &command, "--clock", "nodes", "9"]);
        let errors = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.contains(mistake.advice()) && errors.contains(words),
            "{errors}"
        );
        assert!(
            errors.contains("The command was read as the words"),
            "{errors}"
        );
    }
}

/// Lines may end with CR LF.
#[test]
fn a_bot_with_line_ends_of_windows_plays() {
    let script = format!(
        "printf '%s\\r\\n' '{INFO}'\nwhile read -r line; do case $line in\n\
         *'\"rules\"'*) printf '{{\"type\":\"ready\"}}\\r\\n';;\n\
         *'\"suggest\"'*) printf '{{\"type\":\"suggestion\",\"moves\":[]}}\\r\\n';;\nesac; done\n"
    );
    let output = play("crlf", &script, LIMITS[1], &["--json"]);
    let summary: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(summary["b"]["forfeits"], 2, "{summary}");
}

#[test]
fn the_reason_is_in_the_summary_the_journal_and_the_pages() {
    let folder = folder("beginner-pages");
    let path = |name: &str| folder.join(name).display().to_string();
    let (journal, html) = (path("journal"), path("html"));
    let floating = suggest(
        r#""type":"$piece","orientation":"north","x":2,"y":19"#,
        r#""none""#,
    );
    let options = ["--journal", &journal, "--html", &html];
    let output = play("pages", &player(&floating), LIMITS[1], &options);
    let advice = BotMistake::RowsFromTop.advice();
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(
        summary.contains("B made an illegal move in 2 games, first in game 0:")
            && summary.contains(advice),
        "{summary}"
    );
    assert!(text(folder.join("journal")).contains(r#""mistake":"rows_from_top""#));
    let index = text(folder.join("html/index.html"));
    assert!(index.contains("B made an illegal move: the bot"), "{index}");
    let page = text(folder.join("html/000001.html"));
    assert!(page.contains(advice), "the page has the reason");
    // Merged, it is the same.
    let merged = arena(&["merge", &journal]);
    assert!(String::from_utf8_lossy(&merged.stdout).contains(advice));
}
