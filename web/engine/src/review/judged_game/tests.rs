use super::*;
use landfall_review::reviewer::review_game;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

const LOG: &[u8] = br#"> {"type":"start","hold":null,"queue":["I","O","T","S","Z"],"combo":0,"back_to_back":false,"board":[]}
> {"type":"play","move":{"location":{"type":"I","orientation":"north","x":1,"y":0},"spin":"none"}}
> {"type":"play","move":{"location":{"type":"O","orientation":"north","x":3,"y":1},"spin":"none"}}
"#;

fn log() -> JudgedGame {
    JudgedGame::read(LOG, r#"{"nodes":1000}"#).unwrap()
}

/// Moves that are judged one by one, and go through JSON, give the report of the program.
#[test]
fn the_json_is_that_of_the_program() {
    let mut judged = log();
    for number in 0..judged.move_count() {
        let report = serde_json::to_string(&judged.judge(number).unwrap()).unwrap();
        judged.add(&report).unwrap();
    }
    let options = ReviewOptions {
        program: PROGRAM.into(),
        ..judged.options.clone()
    };
    let review = GameReview::new(&judged.game, &options);
    let stop = AtomicBool::new(false);
    let report = review_game(&review, 1, 2, None, &stop, &mut |_| {})
        .unwrap()
        .unwrap();
    let row = SummaryRow::new("Review".into(), None, &report);
    let data = page_data(&judged.game, &report, 0);
    let expected = Reviews::new(vec![report], vec![row]).to_json().unwrap();
    assert_eq!(judged.json().unwrap(), expected);
    assert_eq!(judged.page_data(0), data);
    assert_eq!(judged.rounds().len(), 1);
}

#[test]
fn page_data_has_the_moves_that_are_not_known() {
    let mut judged = log();
    let report = serde_json::to_string(&judged.judge(0).unwrap()).unwrap();
    let data = |judged: &JudgedGame, known| -> Value {
        serde_json::from_str(&judged.page_data(known)).unwrap()
    };
    let moves = |data: &Value| {
        data["rounds"][0]["sides"][0]["moves"]
            .as_array()
            .unwrap()
            .clone()
    };
    assert_eq!(moves(&data(&judged, 0)).len(), 0);
    judged.add(&report).unwrap();
    judged.add(&report).unwrap();
    let all = data(&judged, 0);
    assert_eq!(moves(&all).len(), 2);
    for known in [1, 2, 3, usize::MAX] {
        let part = data(&judged, known);
        assert_eq!(moves(&part), moves(&all)[known.min(2)..]);
        assert_eq!(part["players"], all["players"]);
    }
}

#[test]
fn what_cannot_be_reviewed_is_told_in_a_sentence() {
    let error =
        |bytes: &[u8], options: &str| JudgedGame::read(bytes, options).unwrap_err().to_string();
    for (options, expected) in [
        ("{", "the options of the review: this is no JSON"),
        (r#"{"rules":"chess"}"#, "chess"),
        (
            r#"{"nodes":999}"#,
            "`nodes` is 999: it must be from 1000 to 1000000000",
        ),
        (r#"{"nodes":1e300}"#, "`nodes` is 18446744073709551615"),
        (r#"{"nodes":-1}"#, "`nodes` is -1"),
        (r#"{"depth":0}"#, "`depth` is 0: it must be from 1 to 30"),
        (r#"{"depth":31}"#, "`depth` is 31"),
        (
            r#"{"names":"yes"}"#,
            "`names` is \"yes\": it must be true or false",
        ),
        (r#"{"player":1}"#, "there is no attribute \"player\""),
    ] {
        let error = error(LOG, options);
        assert!(error.contains(expected), "{options}: {error}");
    }
    assert!(error(b"", "{}").contains("is empty"));
    let start = LOG.split_inclusive(|&byte| byte == b'\n').next().unwrap();
    assert!(error(start, "{}").contains("the log has no move"));
}

#[test]
fn wrong_numbers_and_reports_are_errors() {
    let mut judged = log();
    for number in [2, usize::MAX] {
        let error = judged.judge(number).unwrap_err().to_string();
        let expected = format!("there is no move {number}: the game has 2 moves, from 0");
        assert_eq!(error, expected);
    }
    for text in ["", "{}", "null"] {
        let error = judged.add(text).unwrap_err().to_string();
        assert!(
            error.starts_with("this is no report of a move: "),
            "{error}"
        );
    }
    let report = serde_json::to_string(&judged.judge(0).unwrap()).unwrap();
    for _ in 0..2 {
        judged.add(&report).unwrap();
    }
    assert_eq!(
        judged.add(&report).unwrap_err().to_string(),
        "all 2 moves have their reports"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_bytes_and_options_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        options in "[{\"a-z:0-9}]{0,40}",
    ) {
        let _ = JudgedGame::read(&bytes, &options);
        let _ = JudgedGame::read(&bytes, "{}");
    }
}
