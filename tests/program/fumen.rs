//! `landfall fumen`: input, output and errors.

use crate::common::files::{folder, text};
use landfall_fumen::{Cell, Field, decode};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

fn fumen(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROGRAM)
        .arg("fumen")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // With invalid arguments it does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run_fumen(arguments: &[&str], input: &str) -> String {
    let output = fumen(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout)
        .unwrap()
        .trim_end()
        .to_string()
}

/// Returns the rows of a field, top row first.
fn drawn(field: &Field) -> Vec<String> {
    let letter = |cell| match cell {
        Cell::Empty => '.',
        Cell::Piece(piece) => char::from(piece),
        Cell::Grey => 'G',
    };
    let row = |y| (0..10).map(|x| letter(field.get(x, y))).collect();
    (0..field.height()).rev().map(row).collect()
}

#[test]
fn a_start_message_survives_a_round_trip() {
    let row = |letters: &str| {
        let cells = letters.chars().map(|c| (c != '.').then(|| c.to_string()));
        cells.collect::<Vec<_>>()
    };
    let start = json!({
        "type": "start", "hold": "T", "queue": ["I", "O", "S", "Z"],
        "combo": 0, "back_to_back": false,
        "board": [row("GGGGGGGGG."), row("JJJ..SS.ZZ"), row("..J.SS.ZZ.")],
    });
    let input = format!("{{\"type\":\"rules\"}}\n\n{start}\n{{\"type\":\"suggest\"}}\n");
    let text = run_fumen(&[], &input);
    assert!(text.starts_with("v115@"), "{text}");
    let comment = decode(&text).unwrap()[0].comment.clone();
    assert_eq!(comment.as_deref(), Some("#Q=[T](I)OSZ"));
    let back: Value = serde_json::from_str(&run_fumen(&["--decode"], &text)).unwrap();
    assert_eq!(back, start);
}

/// The hold and the queue of a page, from links and messages, as an editor shows them.
#[test]
fn a_page_of_a_link_has_the_hold_and_queue_of_its_quiz() {
    let quiz = |page: &str, text: &str| {
        let start = run_fumen(&["--decode", "--page", page], text);
        let start: Value = serde_json::from_str(&start).unwrap();
        let queue = start["queue"].as_array().unwrap().iter();
        let queue: String = queue.map(|piece| piece.as_str().unwrap()).collect();
        (start["hold"].clone(), queue)
    };
    let chained = "v115@vhHyOY3AFLDmClcJSAVjiSAVG88AYS88AZPUABCowA?BR4K6Bl/UtClfJSASE7SAyltSATzarDMjzCATEJm/I3LJtK?JUBJAgHAgH";
    let shown = "v115@vhBSSYaAFLDmClcJSAVDEHBEooRBPoAVBTejWC0/AA?AAAA";
    let own = format!(
        "https://example.org/#analyse?d={}&q=OSI&rules=guideline",
        shown.replace('@', "%40").replace('?', "%3F")
    );
    for text in [shown.to_string(), own, format!("Look: <{shown}>, nice")] {
        assert_eq!(quiz("2", &text), (Value::Null, "OSIZLTJ".into()), "{text}");
    }
    assert_eq!(quiz("4", chained), (json!("S"), "ZT".into()));
    let both = format!("[one](http://fumen.zui.jp/?{shown}) and {chained}");
    let second = run_fumen(&["--decode", "--fumen", "2", "--page", "4"], &both);
    assert!(second.contains(r#""hold":"S""#), "{second}");
    let first = fumen(&["--decode"], &both);
    assert!(String::from_utf8_lossy(&first.stderr).contains("2 fumens"));
}

#[test]
fn a_drawn_board_is_read_with_its_colours() {
    let text = run_fumen(&[], "  .T........\n\n  TTT_####XX\n");
    let pages = decode(&text).unwrap();
    assert_eq!(drawn(&pages[0].field), [".T........", "TTT.GGGGGG"]);
    assert_eq!((pages.len(), &pages[0].comment), (1, &None));
}

/// A whole game: the quiz follows the moves, and the last page has the board of the replay.
#[test]
fn a_replay_becomes_one_page_per_piece() {
    let folder = folder("fumen");
    let played = Command::new(PROGRAM)
        .args(["arena", "landfall", "landfall --memory 8", "--games", "1"])
        .args([
            "--clock",
            "nodes",
            "30",
            "--replays",
            folder.to_str().unwrap(),
        ])
        .output()
        .unwrap();
    assert!(played.status.success());
    let file = folder.join("000000.jsonl");
    let file = file.to_str().unwrap();
    let lines = text(file);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let end: Vec<String> =
        serde_json::from_value(lines.last().unwrap()["boards"][1].clone()).unwrap();
    let moves: Vec<&Value> = lines
        .iter()
        .filter(|line| line["s"] == 1 && line["move"].is_array())
        .collect();
    let text = run_fumen(&[file, "--seat", "1"], "");
    let pages = decode(&text).unwrap();
    assert_eq!(pages.len(), moves.len() + 1);
    let below = end.len().saturating_sub(23);
    assert_eq!(drawn(&pages.last().unwrap().field), end[below..]);
    for (page, line) in pages.iter().zip(&moves) {
        let letter = page.piece.map(|placement| placement.piece.to_string());
        assert_eq!(letter.as_deref(), line["move"][0].as_str());
    }
    // A single position gives the same page, with its known pieces as the quiz.
    let one = decode(&run_fumen(&[file, "--seat", "1", "--move", "9"], "")).unwrap();
    assert_eq!(
        (&one[0].field, one[0].piece),
        (&pages[8].field, pages[8].piece)
    );
    let quiz = |text: &str, page: &str| {
        let start: Value =
            serde_json::from_str(&run_fumen(&["--decode", "--page", page], text)).unwrap();
        (
            start["hold"].clone(),
            start["queue"][0].clone(),
            start["queue"][4].clone(),
        )
    };
    let alone = run_fumen(&[file, "--seat", "1", "--move", "9"], "");
    assert_eq!(quiz(&alone, "1"), quiz(&text, "9"));
}

/// A replay with a board higher than a fumen: one warning, for the printed pages only.
#[test]
fn blocks_above_a_fumen_are_warned_of() {
    let folder = folder("fumen-high");
    let file = folder.join("high.jsonl");
    let head = json!({"replay": 2, "seats": ["a", "b"], "rules": "guideline",
        "board": {"columns": 10, "rows": 20, "ceiling": 40}, "shapes": {},
        "queues": [["O", "O"], ["O", "O"]]});
    let mv = |f: u64, y: u64| json!({"f": f, "s": 0, "move": ["O", "north", 0, y, "none"]});
    let garbage = json!({"f": 2, "s": 0, "garbage": vec![".GGGGGGGGG"; 22]});
    let end = json!({"f": 9, "winner": 1, "boards": []});
    let lines = [head, mv(1, 0), garbage, mv(3, 24), end];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(&file, text).unwrap();
    let warnings = |arguments: &[&str]| {
        let output = fumen(&[&[file.to_str().unwrap()], arguments].concat(), "");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(warnings(&["--move", "1"]), "");
    let one = "landfall: warning: a fumen has 23 rows: 2 blocks above them are left out\n";
    assert_eq!(warnings(&["--move", "2"]), one);
    let all = "landfall: warning: a fumen has 23 rows: on 2 pages blocks above them are left out, up to 6\n";
    assert_eq!(warnings(&[]), all);
}

#[test]
fn invalid_input_is_refused_with_a_reason() {
    let replay = "{\"replay\":2,\"seats\":[\"a\"],\"board\":{\"columns\":10,\"rows\":20}}\n";
    let odd = "{\"replay\":2,\"seats\":[\"a\"],\"board\":{\"columns\":12,\"rows\":33}}\n";
    let short = r#"{"type":"start","hold":null,"queue":[],"combo":0,"back_to_back":false,"board":[[null]]}"#;
    for (arguments, input, reason) in [
        (&[][..], "", "there is nothing to read"),
        (&[], "....\n", "drawn board"),
        (&[], "{\"type\":\"suggest\"}\n", "no `start`"),
        (&[], "{\"type\":\n", "line 1"),
        (&[], short, "row 0 of the board has 1 cells"),
        (&["--seat", "1"], replay, "--seat 1"),
        (&["--move", "1"], replay, "--move 1"),
        (&[], odd, "10 columns"),
        (&["/no/such/file"], "", "/no/such/file"),
        (&["--decode"], "hello", "v115@"),
        (&["--decode", "--page", "2"], "v115@vhAAgH", "has 1 pages"),
        (&["--page", "2"], "v115@vhAAgH", "--decode"),
        (&["--fumen", "2"], "v115@vhAAgH", "--decode"),
        (&[], "v115@vhAAgH", "--decode"),
        (
            &["--decode", "--fumen", "3"],
            "v115@vhAAgH v110@7eAA4G",
            "--fumen 3: the text has 2 fumens",
        ),
        (
            &["--decode"],
            "v115@vhAAgH and v105@7eAA4G",
            "fumen 2 of 2: the fumen is of version 105",
        ),
        (&["--decode"], "v115@vhAA!gH", "'!' as character 5"),
        (&["--move", "0"], replay, "0 is not from 1"),
    ] {
        let output = fumen(arguments, input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?} {input}: {errors}"
        );
        assert!(errors.contains(reason), "{arguments:?} {input}: {errors}");
    }
}
