//! Properties of the parsers and the sessions of both protocols: no bytes and no order of messages
//! make them panic, and every warning is one short line.

use landfall_bot::{DriverOptions, LineSession, SbpSession, Session, Settings, SlicedSearch};
use landfall_search::SearchOptions;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Valid lines of both protocols, which the tests reorder and damage.
const LINES: [&str; 29] = [
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
    r#"{"type":"rules","kickset":"srs_plus","rot180":true,"sonic_drop":"only","spin_detection":"all-mini+"}"#,
    r#"{"type":"rules","spawn_position":{"x":4,"y":20},"board_size":{"width":10,"height":40},"back_to_back_sources":["quad"]}"#,
    r#"{"type":"rules","spin_detection":"all","sonic_drop":"allow","spawn_x":1,"spawn_y":0,"randomizer":"seven_bag"}"#,
    r#"{"type":"start","board":[],"active":"T","queue":["I","O","L"],"hold":null,"combo":0,"back_to_back":9,"incoming_garbage":[4,2]}"#,
    r#"{"type":"start","board":[["G",null,"I","I","I","I","I","I","I","I"]],"active":"J","queue":[],"hold":"S","combo":9,"back_to_back":true}"#,
    r#"{"type":"start","board":[],"active":"T","queue":["I"],"hold":"O","combo":0,"back_to_back":0,"piece_stream":{"offset":6,"pieces":["O","T","I"]}}"#,
    r#"{"type":"suggest","incoming_garbage":[7]}"#,
    r#"{"type":"advance","move":{"location":{"piece":"T","orientation":"south","x":4,"y":1},"spin":"mini"}}"#,
    r#"{"type":"advance","move":{"location":{"piece":"S","orientation":"east","x":0,"y":37},"spin":"none"}}"#,
    r#"{"type":"play","move":{"location":{"type":"J","orientation":"west","x":9,"y":1},"spin":"full"},"back_to_back":7,"frame":9}"#,
    r#"{"type":"board","board":[["G","G","G","G",null,"G","G","G","G","G"]]}"#,
    r#"{"type":"board","board":[[]]}"#,
    r#"{"type":"analyse"}"#,
    r#"{"type":"analyse","lines":9,"move":{"location":{"type":"T","orientation":"north","x":4,"y":0},"spin":"none"}}"#,
    r#"{"type":"analyse","lines":1e9,"move":{"location":{"type":"I","orientation":"west","x":0,"y":1}}}"#,
];

fn settings() -> Settings {
    Settings::new(DriverOptions {
        search: SearchOptions {
            memory: 16 << 20,
            ..SearchOptions::default()
        },
        nodes: Some(20),
        ..DriverOptions::default()
    })
}

/// Feeds lines to a session of each protocol.
fn feed<'a>(lines: impl IntoIterator<Item = &'a [u8]> + Clone) {
    feed_to(&mut Session::new(settings()), lines.clone());
    feed_to(&mut SbpSession::new(settings()), lines);
}

/// Feeds lines and checks the warnings.
fn feed_to<'a>(session: &mut impl LineSession, lines: impl IntoIterator<Item = &'a [u8]>) {
    for line in lines {
        if let Some(warning) = session.handle_line(line).warning {
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
            // Other values in place of a byte.
            let values = ["-1", "1e308", "4.5", "99999999999999999999", "null", "[]"];
            let value = values[usize::from(byte) % values.len()];
            line.splice(at..(at + 1).min(line.len()), value.bytes());
        }
        _ => {}
    }
}

fn sequence(longest: usize) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(select(&LINES), 1..longest)
}

#[test]
fn a_queue_of_120_000_pieces_does_no_harm() {
    let queue = vec![r#""T","I","O""#; 40_000].join(",");
    let start = format!(r#"{{"type":"start","queue":[{queue}],"board":[]}}"#);
    let mut session = Session::new(settings());
    for line in [start.as_str(), LINES[11], r#"{"type":"suggest"}"#] {
        let reply = session.handle_line(line.as_bytes());
        assert_eq!(reply.warning, None);
        assert_eq!(reply.messages.len(), usize::from(line.contains("suggest")));
    }
}

/// Attacks of the Tetra League grow with time: after two years an attack has millions of lines.
#[test]
fn an_attack_of_millions_of_lines_does_no_harm() {
    let row = r#"["G",null,"G","G","G","G","G","G","G","G"]"#;
    let start = format!(
        r#"{{"type":"start","queue":["I","T"],"board":[{row},{row},{row},{row},{row}],"combo":60000,"back_to_back":60000,"frame":{}}}"#,
        u32::MAX
    );
    let mut session = Session::<SlicedSearch>::with_driver(settings());
    let rules = r#"{"type":"rules","ruleset":"tetrio-s2"}"#;
    for line in [rules, start.as_str(), r#"{"type":"suggest"}"#] {
        let reply = session.handle_line(line.as_bytes());
        assert_eq!(reply.warning, None);
        assert_eq!(reply.messages.is_empty(), line == start);
    }
}

#[test]
fn a_stream_of_120_000_pieces_does_no_harm() {
    let pieces = vec![r#""T","I","O""#; 40_000].join(",");
    let stream = format!(r#"{{"offset":3,"pieces":[{pieces}]}}"#);
    let start = format!(
        r#"{{"type":"start","active":"I","queue":["O"],"board":[],"piece_stream":{stream}}}"#
    );
    let mut session = SbpSession::new(settings());
    for line in [LINES[16], start.as_str(), r#"{"type":"suggest"}"#] {
        let reply = session.handle_line(line.as_bytes());
        assert_eq!(reply.warning, None);
        assert_eq!(reply.messages.is_empty(), line == start);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_do_no_harm(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..8)) {
        feed(lines.iter().map(Vec::as_slice));
    }

    #[test]
    fn any_order_of_messages_does_no_harm(lines in sequence(40)) {
        feed(lines.iter().map(|line| line.as_bytes()));
    }

    #[test]
    fn damaged_lines_do_no_harm(
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
