//! Properties of the parser and the session: no bytes and no order of messages make them panic,
//! and every warning is one short line.

use landfall_bot::{BackgroundSearch, Session, Settings};
use landfall_search::SearchOptions;
use landfall_tbp::parse;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Valid lines, which the properties put in any order and damage.
const LINES: [&str; 14] = [
    r#"{"type":"rules","randomizer":"seven_bag","board_width":10}"#,
    r#"{"type":"start","hold":null,"queue":["T","I","O","S"],"combo":0,"back_to_back":false,"board":[]}"#,
    r#"{"type":"start","hold":"T","queue":[],"combo":65535,"back_to_back":true,"board":[["G",null,"I","I","I","I","I","I","I","I"]]}"#,
    r#"{"type":"start","queue":["Z"],"board":[],"randomizer":{"type":"seven_bag","bag_state":["S"]}}"#,
    r#"{"type":"start","queue":["O","L"],"board":[],"randomizer":{"type":"general_bag","current_bag":{"I":255},"filled_bag":{"T":1}}}"#,
    r#"{"type":"stop"}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"play","move":{"location":{"type":"T","orientation":"north","x":4,"y":0},"spin":"full"}}"#,
    r#"{"type":"play","move":{"location":{"type":"I","orientation":"west","x":0,"y":39},"spin":"none"}}"#,
    r#"{"type":"play","move":{"location":{"type":"I","orientation":"east","x":1,"y":2},"spin":"none"}}"#,
    r#"{"type":"play","move":{"location":{"type":"O","orientation":"south","x":9,"y":1},"spin":"mini"}}"#,
    r#"{"type":"new_piece","piece":"T"}"#,
    r#"{"type":"new_piece","piece":"I"}"#,
    r#"{"type":"dance"}"#,
];

fn session() -> Session<BackgroundSearch> {
    Session::new(Settings::new(SearchOptions {
        threads: 1,
        nodes: Some(20),
        memory: 16 << 20,
        ..SearchOptions::default()
    }))
}

/// Feeds lines as `stdio` does and checks the warnings.
fn feed<'a>(lines: impl IntoIterator<Item = &'a [u8]>) {
    let mut session = session();
    for line in lines {
        let warning = match parse(line) {
            Ok(Some(message)) => session.handle(message).warning,
            Ok(None) => None,
            Err(error) => Some(error.to_string()),
        };
        if let Some(warning) = warning {
            let short = warning.len() < 500 && !warning.contains(char::is_control);
            assert!(short, "{warning:?}");
        }
    }
}

/// Changes a line. The first number decides how.
fn mutate(line: &mut Vec<u8>, change: (u8, Index, u8)) {
    let (kind, at, byte) = change;
    let at = at.index(line.len() + 1);
    match kind % 5 {
        0 => line.insert(at, byte),
        1 => line.truncate(at),
        2 if at < line.len() => line[at] = byte,
        3 if at < line.len() => drop(line.remove(at)),
        4 => {
            // Numbers of every size in the place of digits and letters.
            let numbers = ["-1", "1e308", "4.5", "99999999999999999999", "null", "[]"];
            let number = numbers[usize::from(byte) % numbers.len()];
            line.splice(at..(at + 1).min(line.len()), number.bytes());
        }
        _ => {}
    }
}

fn sequence(longest: usize) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(select(&LINES), 1..longest)
}

/// A line holds some hundred thousand pieces.
#[test]
fn a_long_queue_is_survived() {
    let queue = vec![r#""T","I","O""#; 40_000].join(",");
    let start = format!(r#"{{"type":"start","queue":[{queue}],"board":[]}}"#);
    let mut session = session();
    for line in [start.as_str(), LINES[11], r#"{"type":"suggest"}"#] {
        let message = parse(line.as_bytes()).expect("JSON").expect("a message");
        let reply = session.handle(message);
        assert_eq!(reply.warning, None);
        assert_eq!(reply.messages.len(), usize::from(line.contains("suggest")));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_survived(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..8)) {
        feed(lines.iter().map(Vec::as_slice));
    }

    #[test]
    fn any_order_of_messages_is_survived(lines in sequence(40)) {
        feed(lines.iter().map(|line| line.as_bytes()));
    }

    #[test]
    fn damaged_lines_are_survived(
        lines in sequence(12),
        changes in prop::collection::vec((any::<Index>(), any::<(u8, Index, u8)>()), 1..20),
    ) {
        let mut lines: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
        for (which, change) in changes {
            let which = which.index(lines.len());
            mutate(&mut lines[which], change);
        }
        feed(lines.iter().map(Vec::as_slice));
    }
}
