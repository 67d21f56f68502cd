//! `landfall blockbattle` and `landfall arena --rules blockbattle` as programs.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn landfall(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_landfall"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Returns the answers to lines of input.
fn answers(input: &str) -> Vec<String> {
    let output = landfall(&["blockbattle", "--think", "20", "--threads", "1"], input);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_string).collect()
}

fn field(bottom: &str) -> String {
    let empty = ["0"; 10].join(",");
    let mut rows = vec![empty; 19];
    rows.push(bottom.to_string());
    rows.join(";")
}

const WORDS: [&str; 8] = [
    "left",
    "right",
    "turnleft",
    "turnright",
    "down",
    "drop",
    "skip",
    "no_moves",
];

fn is_valid(answer: &str) -> bool {
    let words: Vec<&str> = answer.split(',').collect();
    words.len() <= 40 && words.iter().all(|word| WORDS.contains(word))
}

#[test]
fn both_dialects_are_answered_line_by_line() {
    let bottom = field("2,2,2,2,2,2,0,0,0,0");
    for (me, other, action) in [
        ("player1", "player2", "action moves 10000"),
        ("player1", "player0", "action move 10000"),
    ] {
        let mut input = format!(
            "settings your_bot {me}\nsettings player_names {me},{other}\nsettings timebank 10000\n"
        );
        for (round, pieces) in [(1, ["I", "T"]), (2, ["T", "O"]), (3, ["O", "S"])] {
            input += &format!(
                "update game round {round}\nupdate game this_piece_type {}\nupdate game next_piece_type {}\n\
                 update {me} field {bottom}\nupdate {me} row_points 0\nupdate {me} combo 0\nupdate {me} skips 0\n\
                 update {other} field {bottom}\nupdate {other} row_points 0\nupdate {other} combo 0\nupdate {other} skips 0\n{action}\n",
                pieces[0], pieces[1]
            );
        }
        let answers = answers(&input);
        assert_eq!(answers.len(), 3, "{answers:?}");
        assert!(answers.iter().all(|answer| is_valid(answer)), "{answers:?}");
        assert_eq!(answers[0], "right,right,right,drop", "a perfect clear");
    }
}

#[test]
fn invalid_lines_are_answered_only_if_they_request_a_move() {
    let input = "\n\u{0}garbage\nupdate\naction\nupdate game this_piece_type Q\naction moves -5\n\
                 update game this_piece_type z\nupdate x field 1,2;3\naction moves 9999999999\naction moves 0\n";
    let answers = answers(input);
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert!(answers.iter().all(|answer| is_valid(answer)), "{answers:?}");
}

#[test]
fn the_end_of_the_input_ends_it() {
    assert_eq!(answers(""), Vec::<String>::new());
    assert_eq!(answers("settings your_bot player1"), Vec::<String>::new());
}

#[test]
fn a_series_of_the_arena_is_a_function_of_its_seed() {
    let series = |seed: &str| {
        let bots = ["landfall", "landfall --nodes 100"];
        let args = [
            "--clock", "nodes", "300", "--games", "2", "--json", "--seed", seed,
        ];
        let all = [&["arena", "--rules", "blockbattle"][..], &bots, &args].concat();
        let output = landfall(&all, "");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let first = series("1");
    assert!(
        first.contains("\"games\":2") && first.contains("\"faults\":[0,0]"),
        "{first}"
    );
    assert_eq!(first, series("1"));
    assert_ne!(first, series("2"));
}

/// Files that its referee cannot write are refused.
#[test]
fn files_of_a_series_are_refused() {
    let arguments = ["arena", "landfall", "landfall", "--rules", "blockbattle"];
    for option in ["--html", "--replays", "--journal"] {
        let output = landfall(&[&arguments[..], &[option, "somewhere"]].concat(), "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(option),
            "{errors}"
        );
    }
}
